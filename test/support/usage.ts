// What a run of the built command costs: CPU, and memory at its peak.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { bin, finish, type Project } from './cli.ts'

interface Usage {
  readonly cpu_ms: number
  /** By /proc, as `getrusage` counts what the child's parent held; 0 where there is none. */
  readonly peak_mb: number
}

const reporter = String.raw`#!node
const { readFileSync, writeFileSync } = require('node:fs')
process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  const status = process.platform === 'linux' ? readFileSync('/proc/self/status', 'utf8') : ''
  const [, peak = 0] = /VmHWM:\s+(\d+) kB/.exec(status) ?? []
  writeFileSync(__filename + '.json', JSON.stringify({ cpu_ms: (user + system) / 1000, peak_mb: peak / 1024 }))
})
`

/** The least of a few cold runs, as a busy neighbour makes each dearer; until one is within the limits. */
export async function leastUsage(
  project: Project,
  payload: object,
  within: Partial<Usage> = {},
): Promise<Usage> {
  return leastOf(project, runOf(payload), within)
}

/** What a bare start of Node costs. */
export function bareUsage(project: Project): Promise<Usage> {
  return leastOf(project, { argv: ['-e', '0'], input: '' }, {})
}

/** What the call takes of an idle machine's CPU, by the same work in JavaScript just before: the least of a few. */
export async function idleCpu(project: Project, payload: object, within: number): Promise<number> {
  let least = Infinity
  for (let tries = 0; tries < MAX_TRIES && least > within; tries++) {
    const bare = await usageOf(project, { argv: ['-e', work], input: '' })
    const { cpu_ms } = await usageOf(project, runOf(payload))
    least = Math.min(least, (cpu_ms / Math.max(bare.cpu_ms, IDLE_WORK_MS)) * IDLE_WORK_MS)
  }
  return least
}

/** Strings, lists and maps, as the reading of a long text. */
const work = `
const words = Array.from({ length: 60_000 }, (_, at) => ({ text: 'w' + (at % 977), at }))
const places = new Map()
for (let round = 0; round < 6; round++)
  for (const { text, at } of words)
    places.set(text + round, [...(places.get(text + round) ?? []).slice(-3), at])
const long = words.map(({ text }) => text).join(' ')
let sum = 0
for (let at = 0; at < long.length; at++) sum = (sum * 31 + long.charCodeAt(at)) | 0
JSON.parse(JSON.stringify(words))
`

const IDLE_WORK_MS = 125
const MAX_TRIES = 8

async function leastOf(
  project: Project,
  run: NodeRun,
  { cpu_ms = -1, peak_mb = -1 }: Partial<Usage>,
): Promise<Usage> {
  const least = { cpu_ms: Infinity, peak_mb: Infinity }
  for (let tries = 0; tries < MAX_TRIES && least.cpu_ms > cpu_ms && least.peak_mb > peak_mb; tries++) {
    const usage = await usageOf(project, run)
    least.cpu_ms = Math.min(least.cpu_ms, usage.cpu_ms)
    least.peak_mb = Math.min(least.peak_mb, usage.peak_mb)
  }
  return least
}

interface NodeRun {
  readonly argv: readonly string[]
  readonly input: string
}

const runOf = (payload: object): NodeRun => ({
  argv: [bin, 'run', '--agent', 'claude-code'],
  input: JSON.stringify(payload),
})

async function usageOf({ dir, root, env, write }: Project, { argv, input }: NodeRun): Promise<Usage> {
  const file = path.join(dir, 'usage.cjs')
  write('../usage.cjs', reporter)
  const { exit, stderr } = await finish(
    [process.execPath, '--require', file, ...argv],
    { cwd: root, env },
    { input },
  )
  if (exit !== 0) throw new Error(`exit ${exit}: ${stderr}`)
  return JSON.parse(readFileSync(`${file}.json`, 'utf8')) as Usage // written above
}
