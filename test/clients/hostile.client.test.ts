// Clones that mean harm, in the real Claude Code: nothing of theirs runs, their denies hold, and the person is told.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { runClient, triedClient } from './claude-code.ts'
import { makePlace, putFile, removePlace, type Place } from './place.ts'
import { hooks, hostiles, layOut, recordPath, type Hostile } from './hostile-repositories.ts'
import { canTrace, tracing } from '../support/starts.ts'
import type { Block } from '../../src/agents/shared/client.ts'
import { toldTo } from '../../src/cli/live-client/scripted-model.ts'

const client = triedClient()

let place: Place | undefined
afterEach(() => {
  if (place !== undefined) removePlace(place)
  place = undefined
})

const bash = (command: string): Block => ({ tool: 'Bash', input: { command, description: 'Run a command' } })
const read = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '')
const controls = /[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|(?!\n)\p{Cc}/u

/** The client, with every program that starts below it written down. */
function tracedClient(at: Place, bin: string, log: string): string {
  const wrapper = join(at.dir, 'traced-client')
  putFile(wrapper, `#!/bin/sh\nexec ${tracing(`'${log}'`).join(' ')} '${bin}' "$@"\n`)
  return wrapper
}

async function converse(at: Place, hostile: Hostile) {
  const [record, trace] = [join(at.dir, 'record'), join(at.dir, 'trace')]
  const write: Block = { tool: 'Write', input: { file_path: join(at.project, 'written'), content: 'x' } }
  const turns = [
    [bash('echo kept > kept')],
    [write],
    [bash('touch pushed && git push -f origin main')],
    [{ text: 'Done.' }],
  ]
  const bin = 'bin' in client ? client.bin : ''
  const { allowed } = hostile
  const isTraced = hostile.traced === true && canTrace
  const session = await runClient(isTraced ? tracedClient(at, bin, trace) : bin, at, {
    prompt: 'Work on the shop.',
    conversations: [{ turns }],
    args: allowed === undefined ? ['--dangerously-skip-permissions'] : ['--allowedTools', allowed],
    env: { ...hostile.env?.(at), PATH: recordPath(at, record) },
  })
  return { session, record: read(record), trace: isTraced ? read(trace) : undefined }
}

/** What the same clone does once it is trusted: without this nothing would be shown above. */
async function runTrusted(at: Place): Promise<string> {
  expect(hooks(at, ['trust'], { PERSON: '1' }, 'trust\n')).toMatchObject({ status: 0 })
  const call = (hook_event_name: string, more: object = {}) =>
    hooks(
      at,
      ['run', '--agent', 'claude-code'],
      {},
      JSON.stringify({ hook_event_name, session_id: 's', cwd: at.project, ...more }),
    ).stdout
  const answers = [
    call('SessionStart', { source: 'startup' }),
    call('PreToolUse', { tool_name: 'Write', tool_input: { file_path: 'written', content: 'x' } }),
    call('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'echo kept > kept' } }),
  ]
  return answers.join('\n')
}

describe.skipIf('missing' in client)('a hostile clone in Claude Code', () => {
  test.each(hostiles)('$name', async (hostile) => {
    const at = makePlace({})
    place = at
    layOut(at, hostile)
    expect(hooks(at, ['install', 'claude-code', '--user'])).toMatchObject({ status: 0, stderr: '' })
    const { session, record, trace } = await converse(at, hostile)

    expect(read(join(at.dir, 'ran'))).toBe('')
    expect(record).not.toBe('')
    expect(record).not.toMatch(/worm/)
    if (trace !== undefined) expect(trace).toContain('bin.cjs')
    expect(trace ?? '').not.toMatch(/worm|tools\/look|hooks\.d/)

    expect(existsSync(join(at.project, 'kept'))).toBe(true)
    expect(existsSync(join(at.project, 'written'))).toBe(hostile.allowed === undefined)
    expect(existsSync(join(at.project, 'pushed'))).toBe(false)
    expect(toldTo(session.requests.at(-1))).toContain('Denied by rule no-force-push')

    const start = session.hooks.find(({ event }) => event === 'SessionStart')
    const { systemMessage } = JSON.parse(start?.stdout || '{}')
    for (const sentence of hostile.told) expect(systemMessage).toContain(sentence)
    expect(systemMessage).not.toMatch(controls)

    for (const args of [['--show'], ['--show', '--json']]) {
      const { stdout } = hooks(at, ['trust', ...args], { COLUMNS: '400' })
      expect(stdout).not.toMatch(controls)
      if (args.length === 1) for (const pattern of hostile.shown ?? []) expect(stdout).toMatch(pattern)
    }
    expect(read(join(at.dir, 'ran'))).toBe('')

    const answers = await runTrusted(at)
    if (hostile.live === undefined) await expect.poll(() => read(join(at.dir, 'ran'))).not.toBe('')
    else expect(answers).toMatch(hostile.live)
  })
})
