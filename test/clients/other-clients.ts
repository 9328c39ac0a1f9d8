// Other real agents, each in an own home and an own project, against the scripted model.
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Block, Client } from '../../src/agents/shared/client.ts'
import { clients } from '../../src/catalog.ts'
import { fromRegistry } from '../support/registry.ts'
import type { Place } from './claude-code.ts'
import { startModel } from '../../src/cli/doctor/live/model.ts'
import type { Request } from '../../src/cli/doctor/live/wires.ts'

export interface TestedClient extends Client {
  readonly version: string
  /** The package, and its program. */
  readonly spec: string
  readonly file: string
}

function tested(agent: string, found: Omit<TestedClient, keyof Client>): TestedClient {
  const client = clients.find((each) => each.agent === agent)
  if (client === undefined) throw new Error(`no client of ${agent}`)
  return { ...client, ...found }
}

const linux = process.platform === 'linux' ? 'unknown-linux-musl' : 'apple-darwin'
const cpu = process.arch === 'arm64' ? 'aarch64' : 'x86_64'

export const codex = tested('codex', {
  version: '0.169.0',
  spec: '@openai/codex@0.169.0',
  file: `@openai/codex-${process.platform}-${process.arch}/vendor/${cpu}-${linux}/bin/codex`,
})

export const geminiCli = tested('gemini-cli', {
  version: '0.61.0',
  spec: '@google/gemini-cli@0.61.0',
  file: '.bin/gemini',
})

export const qwenCode = tested('qwen-code', {
  version: '0.15.10', // the newest one that Node 20 runs
  spec: '@qwen-code/qwen-code@0.15.10',
  file: '.bin/qwen',
})

/** Where it is, or a sentence why it is not; in CI nothing is skipped. */
export function triedClient({ agent, spec, file }: TestedClient): ReturnType<typeof fromRegistry> {
  const found = fromRegistry({ spec, file })
  if ('missing' in found) console.warn(`${agent} is not tried: ${found.missing}`)
  return found
}

export interface Spoken {
  readonly exit: number | null
  readonly requests: readonly Request[]
  readonly printed: string
}

/** The model says these turns to a prompt. `prepare` runs when the client's own settings are written. */
export async function talkTo(
  client: Client,
  {
    bin,
    place,
    prompt,
    turns,
    prepare,
  }: { bin: string; place: Place; prompt: string; turns: Block[][]; prepare?: () => void },
): Promise<Spoken> {
  const model = await startModel([{ turns }])
  try {
    const { files, env, args } = client.start(place, model.url)
    for (const [file, text] of Object.entries(files)) {
      // The model has another port each time; settings that hold hooks stay.
      if (prepare === undefined && file.endsWith('settings.json')) continue
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
    prepare?.()
    const ended = await ending(bin, [...args, prompt], {
      cwd: place.project,
      env: { ...place.env, NO_COLOR: '1', ...env },
    })
    return { ...ended, requests: model.requests }
  } finally {
    await model.close()
  }
}

function ending(
  bin: string,
  args: readonly string[],
  options: { cwd: string; env: Record<string, string> },
): Promise<{ exit: number | null; printed: string }> {
  return new Promise((resolve) => {
    const child = spawn(bin, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk))
    const timer = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'), 100_000)
    child.on('close', (exit) => {
      clearTimeout(timer)
      resolve({ exit, printed })
    })
  })
}
