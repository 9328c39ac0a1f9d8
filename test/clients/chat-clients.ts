// Real clients of other agents, in an own home and an own project, against a scripted model.
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fromRegistry, installedFromRegistry } from '../support/registry.ts'
import { trustProject } from '../support/trust.ts'
import { makePlace, type Place, putFile } from './claude-code.ts'
import type { Block, Client } from '../../src/agents/shared/client.ts'
import { clients } from '../../src/catalog.ts'
import { type Conversation, startModel } from '../../src/cli/doctor/live/model.ts'
import type { Request } from '../../src/cli/doctor/live/wires.ts'

const program = process.env['HOOKS_TEST_BIN'] ?? join(import.meta.dirname, '../../dist/bin.cjs')

export interface TestedClient extends Client {
  find(): { bin: string } | { missing: string }
  /** Puts in its place what it would otherwise fetch or unpack each time. */
  prepare(place: Place): void
}

function tested(agent: string, more: Omit<TestedClient, keyof Client>): TestedClient {
  const client = clients.find((each) => each.agent === agent)
  if (client === undefined) throw new Error(`no client of ${agent}`)
  return { ...client, ...more }
}

/** Nothing is skipped silently, and in CI nothing is skipped. */
export function tried({ agent, find }: TestedClient): { bin: string } | { missing: string } {
  const found = find()
  if ('bin' in found) return found
  const sentence = `${agent} is not tried: ${found.missing}`
  if (process.env['CI'] === 'true') throw new Error(sentence)
  console.warn(sentence)
  return found
}

/** A shop with these rules, which its user trusts, where the agent calls us. */
export function shopFor({ agent }: TestedClient, rules: string): Place {
  const place = makePlace({ 'orders.ts': 'export const orders = []\n', 'hooks.yaml': rules })
  const { env, project } = place
  const args = [program, 'install', agent, '--user']
  const installed = spawnSync(process.execPath, args, { cwd: project, env, encoding: 'utf8' })
  if (installed.status !== 0) throw new Error(installed.stderr)
  if (rules.startsWith('version')) trustProject(project, env)
  return place
}

export interface Ended {
  readonly exit: number | null
  readonly ms: number
  readonly said: string
  readonly requests: Request[]
}

export async function play(
  client: TestedClient,
  place: Place,
  talk: { turns: Block[][]; prompt?: string; conversations?: Conversation[] },
): Promise<Ended> {
  const found = client.find()
  if ('missing' in found) throw new Error(found.missing)
  const model = await startModel([...(talk.conversations ?? []), { turns: talk.turns }])
  try {
    client.prepare(place)
    const { files, env, first = [], args } = client.start(place, model.url)
    for (const [file, text] of Object.entries(files)) putFile(file, text)
    const options = { cwd: place.project, env: { ...place.env, ...env, NO_COLOR: '1' } }
    for (const words of first) await run(found.bin, words, options)
    const ended = await run(found.bin, [...args, talk.prompt ?? 'Work on the shop.'], options)
    return { ...ended, requests: model.requests }
  } finally {
    await model.close()
    endAll(place)
  }
}

function run(
  bin: string,
  args: readonly string[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Promise<Omit<Ended, 'requests'>> {
  return new Promise((resolve) => {
    const since = performance.now()
    const child = spawn(bin, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    child.stdout.on('data', (chunk) => (said += chunk))
    child.stderr.on('data', (chunk) => (said += chunk))
    const timer = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'), 90_000)
    child.on('close', (exit) => {
      clearTimeout(timer)
      resolve({ exit, ms: Math.round(performance.now() - since), said })
    })
  })
}

/** A client may leave a daemon: each process with the place's own home is ended by its id. */
function endAll({ home }: Place): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, 'latin1')
      if (environment.includes(`HOME=${home}\0`)) process.kill(Number(pid), 'SIGKILL')
    } catch {
      // Gone, or not ours.
    }
  }
}

export const copilot = tested('copilot-cli', {
  find: () => fromRegistry({ spec: '@github/copilot@1.0.102', file: '.bin/copilot' }),
  prepare({ home }) {
    // It unpacks 190 MB into its cache: once for all tests.
    const unpacked = join(tmpdir(), 'hooks-copilot-1.0.102')
    mkdirSync(unpacked, { recursive: true })
    mkdirSync(join(home, '.cache'), { recursive: true })
    if (!existsSync(join(home, '.cache/copilot'))) symlinkSync(unpacked, join(home, '.cache/copilot'))
  },
})

export const opencode = tested('opencode', {
  find: () => fromRegistry({ spec: 'opencode-ai@1.18.33', file: '.bin/opencode' }),
  prepare({ home }) {
    // Offline it hangs unless its own package for plugins is there already.
    const found = installedFromRegistry({
      name: 'opencode-plugin-1.18.33',
      specs: ['@opencode-ai/plugin@1.18.33'],
      file: '@opencode-ai/plugin/package.json',
    })
    if ('missing' in found) throw new Error(found.missing)
    const own = join(home, '.config/opencode')
    mkdirSync(own, { recursive: true })
    cpSync(dirname(found.modules), own, { recursive: true })
  },
})
