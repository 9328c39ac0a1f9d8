// Scripts as child processes: each a process group of its own, answered at its exit and never later than its timeout and one second.
import type { ChildProcess, SpawnOptions as NodeOptions } from 'node:child_process'
import { endLeftovers, MARK, newMark, signalGroup } from './spawn/leftovers.ts'
import { programOf } from './spawn/program.ts'
import { openStdio, type Stdio } from './spawn/stdio.ts'
import type { Spawn, SpawnRequest, SpawnResult } from './types.ts'

/** What ends every script that runs: an AbortSignal, or something cheaper of the same shape. */
export interface Interrupt {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

export interface SpawnOptions {
  /** Ends every script that runs; their results say `aborted`. */
  readonly signal?: Interrupt
  /** Where the nameless files of a script's stdio are made; in memory or in the system's temporary directory otherwise. */
  readonly tmpdir?: string
}

/** How often the sizes of what a script prints are looked at. */
const LOOK_MS = 25
const GRACE_MS = 250
/** After TERM and KILL have had their time, nobody is waited for. */
const GIVE_UP_MS = 650

/** Starts scripts on this machine. What it resolves to says how the script ended; it never rejects. */
export function createSpawn(options: SpawnOptions = {}): Spawn {
  return async (request) => {
    const began = elapsed()
    const done = (end: Ending): SpawnResult => ({ stdout: '', stderr: '', ...end, ms: elapsed() - began })
    if (options.signal?.aborted === true) return done({ end: 'aborted' })
    const program = programOf(request.argv, request.cwd)
    if ('failure' in program) return done({ end: 'failed', failure: program.failure })
    try {
      const stdio = openStdio(
        options.tmpdir === undefined ? temporaryDirs() : [options.tmpdir],
        request.stdin,
        request.max_stdout,
      )
      try {
        return done(await run(program.argv, request, { stdio, signal: options.signal }))
      } finally {
        stdio.close()
      }
    } catch (error) {
      return done({ end: 'failed', failure: codeOf(error) })
    }
  }
}

type Ending = Pick<SpawnResult, 'end'> & Partial<SpawnResult>

interface Running {
  readonly stdio: Stdio
  readonly signal: Interrupt | undefined
}

/** Throws when the program cannot be started. */
async function run(
  argv: readonly [string, ...string[]],
  request: SpawnRequest,
  running: Running,
): Promise<Ending> {
  const mark = newMark()
  const started = await start(argv, optionsFor(request, running.stdio, mark))
  if (request.background === true) {
    started.child.unref()
    return { end: 'exit', code: 0 }
  }
  const ending = await endOf(started, request.timeout_ms, running)
  await endLeftovers({ pid: started.pid, mark })
  const { text: stdout, flooded } = running.stdio.stdout()
  const how = flooded && ending.end === 'exit' ? { end: 'flood' as const } : ending
  return { ...how, stdout, stderr: running.stdio.stderr() }
}

function optionsFor({ cwd, env, background }: SpawnRequest, { fds }: Stdio, mark: string): NodeOptions {
  const group = { cwd, detached: true, windowsHide: true }
  if (background === true) return { ...group, env, stdio: [fds[0], 'ignore', 'ignore'] }
  return { ...group, env: { ...env, [MARK]: (env[MARK] ?? '') + mark }, stdio: [...fds] }
}

interface Started {
  readonly child: ChildProcess
  readonly pid: number
}

/** Rejects with the system's error when the program cannot be started. */
async function start(argv: readonly [string, ...string[]], options: NodeOptions): Promise<Started> {
  const { spawn } = process.getBuiltinModule('node:child_process') // most runs start nothing and never load it
  const [program, ...args] = argv
  const child = spawn(program, args, options)
  if (child.pid === undefined) throw await new Promise<Error>((resolve) => child.once('error', resolve))
  child.on('error', () => {})
  return { child, pid: child.pid }
}

/** Waits for the exit, and brings it about when it takes too long, prints too much or is not wanted any more. */
function endOf({ child, pid }: Started, timeoutMs: number, { stdio, signal }: Running): Promise<Ending> {
  return new Promise((resolve) => {
    const state: { cut?: 'timeout' | 'flood' | 'aborted' } = {}
    const timers: NodeJS.Timeout[] = []
    const ends = elapsed() + timeoutMs
    let settled = false
    const settle = (ending: Ending): void => {
      settled = true
      if (timers.length > 0) timers.forEach(clearTimeout)
      signal?.removeEventListener('abort', abort)
      resolve(state.cut === undefined ? ending : { end: state.cut })
    }
    const cut = (why: 'timeout' | 'flood' | 'aborted'): void => {
      if (state.cut !== undefined) return
      state.cut = why
      signalGroup(pid, 'SIGTERM')
      timers.push(setTimeout(() => signalGroup(pid, 'SIGKILL'), GRACE_MS))
      timers.push(setTimeout(() => (child.unref(), settle({ end: why })), GIVE_UP_MS))
    }
    const abort = (): void => cut('aborted')
    const look = (): void => {
      if (settled) return
      if (elapsed() >= ends) return cut('timeout')
      if (stdio.isFlooded()) return cut('flood')
      lookLater()
    }
    // Never cleared: most scripts end before the first look, and clearing costs more than looking once in vain.
    const lookLater = (): void => {
      setTimeout(look, Math.min(LOOK_MS, Math.max(1, ends - elapsed()))).unref()
    }
    lookLater()
    signal?.addEventListener('abort', abort)
    child.once('exit', (code, ended) =>
      settle(code === null ? { end: 'signal', signal: ended ?? 'unknown' } : { end: 'exit', code }),
    )
  })
}

/** Milliseconds that never go back; `performance` would load a module for it. */
function elapsed(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1e3 + nanoseconds / 1e6
}

/** Memory first: payloads need no disk, and a disk makes starting a script a tenth slower. */
function* temporaryDirs(): Iterable<string> {
  if (process.platform === 'linux') yield '/dev/shm'
  yield process.getBuiltinModule('node:os').tmpdir()
}

function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return error instanceof Error ? error.message : String(error)
}
