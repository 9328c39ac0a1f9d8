// Where a session begins: is the engine what our own start would give? Another program could listen in its place.
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { loaderVariables } from '../model/start-contract.ts'
import type { EngineOf } from '../run/call.ts'
import { boundName, HEAP_OPTIONS, socketOf } from './place.ts'

/** Ends an engine that is not ours; a sentence that says why. Only Linux tells who listens. */
export function examineEngine(of: EngineOf): string | undefined {
  const path = process.platform === 'linux' ? socketOf(of) : undefined
  if (path === undefined) return undefined
  const pids = listenersAt(path)
  if (pids.length === 0) rmSync(path, { force: true }) // nobody listens, or somebody who was bound elsewhere
  for (const pid of pids) {
    const why = foreignIn(pid, of)
    if (why === undefined) continue
    rmSync(path, { force: true })
    kill(pid)
    return `the engine that answered for hooks was not started by hooks (${why}); it was ended`
  }
  return undefined
}

const LISTENS = '00010000'

/** The user's own processes that hold a listening socket of this path, or of the name that is renamed to it. */
function listenersAt(path: string): readonly number[] {
  const held = new Set(
    textOf('/proc/net/unix')
      .split('\n')
      .flatMap((line) => {
        const [, , , flags, , , inode = '', ...name] = line.trim().split(/ +/)
        return flags === LISTENS && isNameOf(name.join(' '), path) ? [`socket:[${inode}]`] : []
      }),
  )
  if (held.size === 0) return []
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name)
    return Number.isInteger(pid) && holds(pid, held) ? [pid] : []
  })
}

function isNameOf(name: string, path: string): boolean {
  return (
    name === path || (name.startsWith(path) && name === boundName(path, Number(name.slice(path.length + 1))))
  )
}

function holds(pid: number, sockets: ReadonlySet<string>): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => sockets.has(linkAt(`/proc/${pid}/fd/${fd}`)))
  } catch {
    return false // another user's, or gone
  }
}

function foreignIn(pid: number, { bin, node }: EngineOf): string | undefined {
  const exe = linkAt(`/proc/${pid}/exe`)
  if (exe !== realpathSync(node)) return `its program is ${exe}`
  const words = textOf(`/proc/${pid}/cmdline`).split('\0').slice(1, -1)
  const isOurs = HEAP_OPTIONS.every((option, at) => words[at] === option)
  const [file = '', verb, ...more] = words.slice(isOurs ? HEAP_OPTIONS.length : 0)
  const isServe = verb === 'serve' && more.every((word) => /^--(?:background|engine-dir=.*)$/.test(word))
  if (!isServe || realOf(file) !== realOf(bin)) return `it was started as ${[file, verb, ...more].join(' ')}`
  const names = textOf(`/proc/${pid}/environ`)
    .split('\0')
    .map((entry) => entry.slice(0, entry.indexOf('=')))
  const loader = loaderVariables.find((name) => names.includes(name))
  return loader && `${loader} is set for it`
}

function realOf(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return file
  }
}

function linkAt(file: string): string {
  try {
    return readlinkSync(file)
  } catch {
    return ''
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has gone.
  }
}
