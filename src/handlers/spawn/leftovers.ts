// Ends processes that a script left behind: its process group and, on Linux, processes outside of it that carry the script's mark in their environment.
import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'

/** Environment variable that lists the marks of all scripts a process descends from. */
export const MARK = 'HOOKS_SPAWN'

/** Up to this many newer process ids are tried one by one, without listing /proc. */
const MAX_TRIED_PIDS = 32
const LINE_BYTES = 256
const STEP_MS = 10
const GRACE_MS = 100
const MAX_PASSES = 5
/** Each a millisecond apart. */
const MAX_LOOKS = 10

export interface Script {
  readonly pid: number
  readonly mark: string
}

let spawned = 0

/** A mark that is unique on this machine. */
export function newMark(): string {
  return `${process.pid}.${Date.now().toString(36)}.${++spawned};`
}

/** Ends what is left after the script has exited: TERM first, then KILL. */
export async function endLeftovers(script: Script): Promise<void> {
  if (!signalAll(script, 'SIGTERM')) return
  for (let waited = 0; waited < GRACE_MS; waited += STEP_MS) {
    await new Promise((resolve) => setTimeout(resolve, STEP_MS))
    if (!signalAll(script, 0)) return
  }
  killLeftovers(script)
}

/** Repeated, because a process may start another before it is killed. */
export function killLeftovers(script: Script): void {
  for (let pass = 0; pass < MAX_PASSES && signalAll(script, 'SIGKILL'); pass++);
}

/** Signals the group and the strays; false when none is left. */
function signalAll(script: Script, signal: NodeJS.Signals | 0): boolean {
  if (process.platform === 'linux' && lastPid() === script.pid) return false // no process was started since
  const group = signalGroup(script.pid, signal)
  const strays = straysOf(script).filter((pid) => send(pid, signal))
  return group || strays.length > 0
}

export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  if (process.platform !== 'win32') return send(-pid, signal)
  if (signal !== 'SIGKILL') return send(pid, 0)
  const { spawn } = process.getBuiltinModule('node:child_process')
  spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).on(
    'error',
    () => {},
  )
  return false
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

function straysOf({ pid, mark }: Script): number[] {
  if (process.platform !== 'linux') return []
  return startedSince(pid).filter((candidate) => carries(candidate, mark))
}

/** While it becomes another program a process shows no environment for a moment: it is looked at again. */
function carries(pid: number, mark: string): boolean {
  try {
    for (let look = 0; look < MAX_LOOKS; look++) {
      const text = readFileSync(`/proc/${pid}/environ`, 'latin1')
      if (text !== '') return text.includes(mark)
      if (hasNone(pid)) return false
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
    }
  } catch {
    // It is gone, or somebody else's.
  }
  return false
}

const KERNEL_THREAD = 0x200000

/** Zombies and the kernel's threads never have an environment. */
function hasNone(pid: number): boolean {
  const stat = readLine(`/proc/${pid}/stat`)
  const [state = '', , , , , , flags] = stat.slice(stat.lastIndexOf(') ') + 2).split(' ')
  return state === 'Z' || state === 'X' || (Number(flags) & KERNEL_THREAD) !== 0
}

/** Processes that may have been started after this one. */
function startedSince(pid: number): number[] {
  const last = lastPid()
  if (last !== undefined && last > pid && last - pid <= MAX_TRIED_PIDS)
    return Array.from({ length: last - pid }, (_, i) => pid + i + 1)
  const all = processes()
  return last !== undefined && last > pid ? all.filter((candidate) => candidate > pid) : all
}

function lastPid(): number | undefined {
  try {
    const last = Number(readLine('/proc/loadavg').split(' ')[4])
    return Number.isInteger(last) ? last : undefined
  } catch {
    return undefined
  }
}

/** One read: kernel files report no size, so `readFileSync` would read in chunks. */
function readLine(file: string): string {
  const fd = openSync(file, 'r')
  try {
    const bytes = Buffer.allocUnsafe(LINE_BYTES)
    return bytes.toString('utf8', 0, readSync(fd, bytes))
  } finally {
    closeSync(fd)
  }
}

function processes(): number[] {
  try {
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => Number.isInteger(pid) && pid !== process.pid)
  } catch {
    return []
  }
}
