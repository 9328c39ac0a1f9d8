// Runs scripts as child processes, each in its own process group. Resolves when the script exits, at most one second after its timeout.
import type { ChildProcess, SpawnOptions as NodeOptions } from 'node:child_process'
import { endLeftovers, MARK, newMark, signalGroup } from './leftovers.ts'
import { programOf } from './program.ts'
import { openStdio, type Stdio } from './script-stdio.ts'
import type { Spawn, SpawnRequest, SpawnResult } from '../../model/types.ts'

/** Stops all running scripts: an AbortSignal, or a cheaper object with the same methods. */
export interface Interrupt {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

export interface SpawnOptions {
  /** Stops all running scripts; they end with `aborted`. */
  readonly signal?: Interrupt
  /** Directory for the unlinked stdio files. Default: /dev/shm, then the system's temporary directory. */
  readonly tmpdir?: string
}

/** How often the size of the output is checked. */
const CHECK_MS = 25
/** From STOP until it is taken to be stopped. */
const STOP_MS = 5
/** From TERM to KILL. */
const GRACE_MS = 250
/** From TERM until we stop waiting for the exit. */
const GIVE_UP_MS = 650

/** Runs scripts on this machine. Resolves to how the script ended; never rejects. */
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
        return done(await run(waitedFor(program.argv, request), request, { stdio, signal: options.signal }))
      } finally {
        stdio.close()
      }
    } catch (error) {
      return done({ end: 'failed', failure: codeOf(error) })
    }
  }
}

export type Ending = Pick<SpawnResult, 'end'> & Partial<SpawnResult>

interface StartedProgram {
  readonly stdio: Stdio
  readonly signal: Interrupt | undefined
}

/** Rejects when the program cannot be started. */
async function run(
  argv: readonly [string, ...string[]],
  request: SpawnRequest,
  running: StartedProgram,
): Promise<Ending> {
  const mark = newMark()
  const started = await start(argv, optionsFor(request, running.stdio, mark))
  if (request.background === true) {
    started.child.unref()
    return { end: 'exit', code: 0 }
  }
  const ending = await waitForEnd(started, request.timeout_ms, running)
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

/** Waits for the exit. Stops the script on timeout, too much output, or abort. */
function waitForEnd(
  { child, pid }: Started,
  timeoutMs: number,
  { stdio, signal }: StartedProgram,
): Promise<Ending> {
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
    const check = (): void => {
      if (settled) return
      if (elapsed() >= ends) return cut('timeout')
      if (stdio.isFlooded()) return cut('flood')
      if (stdio.isLong()) return shortenStderr()
      checkLater()
    }
    // Stopped meanwhile: its last words would be lost between reading the end and shortening.
    const shortenStderr = (): void => {
      const isStopped = process.platform !== 'win32' && signalGroup(pid, 'SIGSTOP')
      setTimeout(() => {
        if (!settled) stdio.shorten()
        if (isStopped) signalGroup(pid, 'SIGCONT')
        check()
      }, STOP_MS)
    }
    // Not cleared on exit: most scripts end before the first check, and clearing costs more than one idle check.
    const checkLater = (): void => {
      setTimeout(check, Math.min(CHECK_MS, Math.max(1, ends - elapsed()))).unref()
    }
    checkLater()
    signal?.addEventListener('abort', abort)
    if (signal?.aborted === true) abort() // since it was started
    child.once('exit', (code, ended) =>
      settle(code === null ? { end: 'signal', signal: ended ?? 'unknown' } : { end: 'exit', code }),
    )
  })
}

/** Monotonic milliseconds; `performance` would load another module. */
function elapsed(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1e3 + nanoseconds / 1e6
}

/** Memory first: on a disk, starting a script takes a tenth longer. */
function* temporaryDirs(): Iterable<string> {
  if (process.platform === 'linux') yield '/dev/shm'
  yield process.getBuiltinModule('node:os').tmpdir()
}

export function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return error instanceof Error ? error.message : String(error)
}

// Nobody waits for a background script but a shell: it ends the script's process group in time, and records how the script failed, each cause once.

/**
 * This shell leads the process group, so TERM reaches it, too, when the time is over: it records nothing then. `sleep`
 * ends with the script, because its own shell passes TERM on.
 */
const WAIT = `file=$1 label=$2 late=$3 expected=$4 limit=$5; shift 5
record() { [ -z "$file" ] || grep -qsxF "$1" "$file" || printf '%s\\n' "$1" >>"$file"; }
trap over=1 TERM
exec 3<&0 </dev/null
env "$@" <&3 3<&- &
script=$!
exec 3<&-
( trap 'kill $!; exit' TERM
  sleep "$limit" & wait $!
  trap '' TERM
  record "$late"
  kill -s TERM 0; sleep 1; kill -s KILL 0 ) &
clock=$!
wait "$script"; code=$?
if [ -n "$over" ]; then wait "$script"; kill "$clock"; exit; fi
kill "$clock"
case " 0 $expected " in
*" $code "*) exit ;;
*' * '*) case $code in 126 | 127) ;; *) exit ;; esac ;;
esac
record "$code $label"`

/** A background script's command line with the shell that waits for it; what records its own end needs none. */
export function waitedFor(
  argv: readonly [string, ...string[]],
  { background, record, timeout_ms }: SpawnRequest,
): readonly [string, ...string[]] {
  if (background !== true || record === undefined || process.platform === 'win32') return argv
  const { file, label, late, expected } = record
  const seconds = String(Math.ceil(timeout_ms / 1000))
  return ['/bin/sh', '-c', WAIT, 'hooks', file, label, late, expected.join(' '), seconds, ...argv]
}
