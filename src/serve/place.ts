// Where the engine of a program, a Node and a sandbox listens. native/caller.c makes the same path.
import { lstatSync, mkdirSync, readFileSync, readlinkSync, rmdirSync, statSync } from 'node:fs'
import type { EngineOf } from '../run/call.ts'
import { userDir } from '../store/disk/user-dir.ts'

/** Of V8, in MB: what a call left is collected early, and does not grow the process. */
export const HEAP_OPTIONS: readonly string[] = ['--max-semi-space-size=2', '--max-old-space-size=512']

/** Undefined where it cannot be known: then there is no engine. */
export function socketOf({ bin, node, dir = userDir() }: EngineOf): string | undefined {
  try {
    const identity = `${stampOf(bin)}${stampOf(node)}${world()}`
    return `${dir}/${fnv(identity)}`
  } catch {
    return undefined
  }
}

/** The name under which an engine begins to listen: the kernel goes on to tell it. */
export function boundName(path: string, pid: number): string {
  return `${path}.${pid}`
}

/** A starter that has not come to an end by then was killed. */
const STARTER_MS = 10_000

/** One starts an engine at a time. */
export function claimStart(path: string): boolean {
  const lock = `${path}.starting`
  try {
    const made = lstatSync(lock, { throwIfNoEntry: false })
    if (made !== undefined && Date.now() - made.mtimeMs < STARTER_MS) return false
    if (made !== undefined) rmdirSync(lock)
    mkdirSync(lock, { mode: 0o700 })
    return true
  } catch {
    return false
  }
}

export function releaseStart(path: string): void {
  try {
    rmdirSync(`${path}.starting`)
  } catch {
    // It goes by age.
  }
}

/** Another build or another Node has another one. */
export function stampOf(file: string): string {
  const { dev, ino, size, mtimeNs } = statSync(file, { bigint: true })
  return `${dev} ${ino} ${size} ${mtimeNs}\n`
}

/** What this process may do, as the kernel tells it: its namespaces, root, groups and sandbox. */
function world(): string {
  if (process.platform !== 'linux') return `${process.umask().toString(8)}\n`
  const namespaces = ['mnt', 'net', 'pid', 'user'].map((name) => `${readlinkSync(`/proc/self/ns/${name}`)}\n`)
  const { dev, ino } = statSync('/proc/self/root', { bigint: true })
  const status = readFileSync('/proc/self/status', 'latin1').split('\n')
  const fields = ['Umask:', 'Gid:', 'Groups:', 'CapEff:', 'NoNewPrivs:', 'Seccomp:'].map((name) => {
    const line = status.find((each) => each.startsWith(name))
    if (line === undefined) throw new Error(`the kernel does not tell ${name}`)
    return `${line}\n`
  })
  return [...namespaces, `${dev} ${ino}\n`, ...fields].join('')
}

function fnv(text: string): string {
  let hash = 0xcbf2_9ce4_8422_2325n
  for (const byte of Buffer.from(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100_0000_01b3n)
  return hash.toString(16).padStart(16, '0')
}
