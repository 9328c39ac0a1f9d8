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
  const argv = [bin, 'run', '--agent', 'claude-code']
  return leastOf(project, { argv, input: JSON.stringify(payload) }, within)
}

/** What a bare start of Node costs. */
export function bareUsage(project: Project): Promise<Usage> {
  return leastOf(project, { argv: ['-e', '0'], input: '' }, {})
}

/** How many times as much as on an idle machine a start of Node costs now; at least 1. */
export async function dearness(project: Project): Promise<number> {
  const { cpu_ms } = await bareUsage(project)
  return Math.max(1, cpu_ms / IDLE_START_MS)
}

const IDLE_START_MS = 25
const MAX_TRIES = 5

async function leastOf(
  { dir, root, env, write }: Project,
  { argv, input }: { readonly argv: readonly string[]; readonly input: string },
  { cpu_ms = -1, peak_mb = -1 }: Partial<Usage>,
): Promise<Usage> {
  const file = path.join(dir, 'usage.cjs')
  write('../usage.cjs', reporter)
  const least = { cpu_ms: Infinity, peak_mb: Infinity }
  for (let tries = 0; tries < MAX_TRIES && least.cpu_ms > cpu_ms && least.peak_mb > peak_mb; tries++) {
    const { exit, stderr } = await finish(
      [process.execPath, '--require', file, ...argv],
      { cwd: root, env },
      { input },
    )
    if (exit !== 0) throw new Error(`exit ${exit}: ${stderr}`)
    const usage = JSON.parse(readFileSync(`${file}.json`, 'utf8')) as Usage // written above
    least.cpu_ms = Math.min(least.cpu_ms, usage.cpu_ms)
    least.peak_mb = Math.min(least.peak_mb, usage.peak_mb)
  }
  return least
}
