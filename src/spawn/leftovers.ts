// What a script leaves behind: its process group, and on Linux whatever left the group but still carries the script's mark in its environment.
import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'

/** The variable whose value names every script that a process descends from. */
export const MARK = 'HOOKS_SPAWN'

const FEW = 32
const LINE_BYTES = 256
const STEP_MS = 10
const GRACE_MS = 100
const PASSES = 5

export interface Script {
  readonly pid: number
  readonly mark: string
}

let spawned = 0

/** A mark that no other script of this machine has. */
export function newMark(): string {
  return `${process.pid}.${Date.now().toString(36)}.${++spawned};`
}

/** Ends what is left once the script itself has ended: asked first, then killed. */
export async function endLeftovers(script: Script): Promise<void> {
  if (!signalAll(script, 'SIGTERM')) return
  for (let waited = 0; waited < GRACE_MS; waited += STEP_MS) {
    await new Promise((resolve) => setTimeout(resolve, STEP_MS))
    if (!signalAll(script, 0)) return
  }
  killLeftovers(script)
}

/** Who was started by one that is killed is looked for again. */
export function killLeftovers(script: Script): void {
  for (let pass = 0; pass < PASSES && signalAll(script, 'SIGKILL'); pass++);
}

/** Signals the group and the strays; false when there is nobody. */
function signalAll(script: Script, signal: NodeJS.Signals | 0): boolean {
  if (process.platform === 'linux' && lastPid() === script.pid) return false // nobody was started since, by anybody
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
  return startedSince(pid).filter((candidate) => {
    try {
      return readFileSync(`/proc/${candidate}/environ`, 'latin1').includes(mark)
    } catch {
      return false
    }
  })
}

/** Processes that may be younger than this one. */
function startedSince(pid: number): number[] {
  const last = lastPid()
  if (last !== undefined && last > pid && last - pid <= FEW)
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

/** A file of the kernel's has no size: `readFileSync` would read it in pieces and put them together. */
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
