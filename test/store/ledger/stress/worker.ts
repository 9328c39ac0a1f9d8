// Plays numbered events one after the other, each as `hooks run` would, and writes down what it began and what was answered.
import { readFileSync, writeSync } from 'node:fs'
import { run } from '../../../../src/run/run.ts'
import type { Host } from '../../../../src/run/call.ts'
import { loadChunk } from '../../../support/chunks.ts'
import type { Job, Said } from './job.ts'
import { linesOf } from '../../../support/lines.ts'

function hostFor({ root, home, packageDir }: Job, argv: readonly string[], told: Told): Host {
  return {
    argv,
    env: { HOME: home, CLAUDE_PROJECT_DIR: root },
    cwd: root,
    version: '0.0.0',
    packageDir,
    build: 'stress',
    node: process.execPath,
    terminal: false,
    columns: 80,
    stdin: async () => told.input,
    stdinIsTerminal: false,
    stderrIsTerminal: false,
    line: () => '',
    lines: () => linesOf(''),
    ancestors: () => [],
    accountHome: () => undefined,
    out: (text) => void (told.out += text),
    err: () => undefined,
    redraw: () => undefined,
    clear: () => undefined,
    load: loadChunk,
    onInterrupt: () => undefined,
    fail: async (problem) => {
      throw problem
    },
  }
}

interface Told {
  readonly input: string
  out: string
}

/** Every fifth time the agent would stop, else it calls a tool. */
function playOf({ root }: Job, id: string, at: number): { argv: readonly string[]; input: string } {
  if (at % 5 === 4) {
    const stop = { event: 'AgentStop', session_id: 's', tool_use_id: id, response: 'Not yet.' }
    return { argv: ['run', '--json', '-'], input: JSON.stringify(stop) }
  }
  const call = { session_id: 's', cwd: root, tool_name: 'Pay', tool_use_id: id, tool_input: { order: at } }
  return {
    argv: ['run', '--agent', 'claude-code'],
    input: JSON.stringify({ ...call, hook_event_name: 'PreToolUse' }),
  }
}

function say(said: Said): void {
  writeSync(1, `${JSON.stringify(said)}\n`)
}

async function work(job: Job): Promise<void> {
  for (let at = job.from; at < job.to; at++) {
    const id = `${job.name}-${at}`
    const { argv, input } = playOf(job, id, at)
    const told: Told = { input, out: '' }
    say({ began: id, at })
    await run(hostFor(job, argv, told))
    say({ answered: id, told: told.out })
  }
}

void work(JSON.parse(readFileSync(0, 'utf8')) as Job) // written by the test
