// Programs that stay between calls: each reads an event a line, and answers it with one line of JSON.
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Spawn, SpawnRequest, SpawnResult } from '../../model/types.ts'
import { programOf } from './program.ts'
import type { Interrupt } from './spawn.ts'
import { type Running, startRunning } from './running.ts'
import type { Ending } from './spawn.ts'

/** Programs that run at once; the one that was idle longest ends for a further one. */
const MAX_PROGRAMS = 16
/** In a row: then it is not started again until one of its files changes. */
const MAX_CRASHES = 3
/** Before the first start after a crash; twice as long after a second one. */
const BACK_OFF_MS = 100

/** The `failure` of a program that is not started any more. */
export const CRASHED = 'CRASHED'

export interface KeptPrograms {
  /** Asks the program that stays for a request that wants one, and `spawn` for all others. */
  around(spawn: Spawn, signal?: Interrupt): Spawn
  /** Ends all of them. */
  close(): void
}

export function createKeptPrograms(): KeptPrograms {
  const programs = new Map<string, Kept>()
  return {
    around: (spawn, signal) => (request) =>
      request.keep_alive === true ? ask(keptFor(programs, request), request, signal) : spawn(request),
    close() {
      for (const { running } of programs.values()) running?.end()
      programs.clear()
    },
  }
}

interface Kept {
  /** Settles when the calls so far are answered; never rejects. */
  turn: Promise<unknown>
  waiting: number
  running?: Running | undefined
  /** In a row. */
  crashes: number
  /** Of the files that its command line names. */
  stamp: string
}

/** The least recently used stands first. */
function keptFor(programs: Map<string, Kept>, { argv, cwd, env }: SpawnRequest): Kept {
  const key = JSON.stringify([argv, cwd, env])
  const kept = programs.get(key) ?? { turn: Promise.resolve(), waiting: 0, crashes: 0, stamp: '' }
  programs.delete(key)
  const idle = [...programs].find(([, { waiting }]) => waiting === 0)
  if (programs.size >= MAX_PROGRAMS && idle !== undefined) {
    idle[1].running?.end()
    programs.delete(idle[0])
  }
  programs.set(key, kept)
  return kept
}

/** One call at a time; waiting counts towards its time limit. */
async function ask(kept: Kept, request: SpawnRequest, signal: Interrupt | undefined): Promise<SpawnResult> {
  const began = performance.now()
  const left = (): number => request.timeout_ms - (performance.now() - began)
  kept.waiting += 1
  const ending = kept.turn.then(() => askNow(kept, request, { left, signal }))
  kept.turn = ending
  const ended = await ending
  kept.waiting -= 1
  return { stdout: '', stderr: '', ...ended, ms: performance.now() - began }
}

interface Limits {
  /** Milliseconds. */
  readonly left: () => number
  readonly signal: Interrupt | undefined
}

async function askNow(kept: Kept, request: SpawnRequest, limits: Limits): Promise<Ending> {
  renew(kept, request)
  const { left, signal } = limits
  const aborted = (): boolean => signal?.aborted === true
  if (aborted()) return { end: 'aborted' }
  const wasRunning = kept.running !== undefined
  const running = kept.running ?? (await start(kept, request, limits))
  if (!('exchange' in running)) return running
  kept.running = running
  if (aborted()) return { end: 'aborted' }
  if (left() <= 0) return { end: 'timeout' }
  const ending = await running.exchange(request, { timeout_ms: left(), signal })
  if (!running.isAlive()) kept.running = undefined
  if (running.hasCrashed()) kept.crashes += 1
  else if (ending.end === 'exit') kept.crashes = 0
  // It may have ended before it read the line.
  const isSilent = ending.code === 0 && ending.stdout === ''
  return wasRunning && isSilent ? askNow(kept, request, limits) : ending
}

/** A program whose file was changed is another program. */
function renew(kept: Kept, { argv, cwd }: SpawnRequest): void {
  const words = typeof argv === 'string' ? argv.split(/\s+/) : argv
  const stamp = words.map((word) => stampOf(resolve(cwd, word))).join('/')
  if (kept.stamp !== stamp) {
    kept.running?.end()
    Object.assign(kept, { stamp, crashes: 0, running: undefined })
  } else if (kept.running?.isAlive() === false) {
    kept.crashes += kept.running.hasCrashed() ? 1 : 0
    kept.running = undefined
  }
}

function stampOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat?.isFile() === true ? `${stat.ino} ${stat.mtimeMs} ${stat.size}` : ''
}

async function start(kept: Kept, { argv, cwd, env }: SpawnRequest, { left }: Limits) {
  if (kept.crashes >= MAX_CRASHES) return failed(CRASHED)
  if (kept.crashes > 0) await sleep(Math.min(left(), BACK_OFF_MS * 2 ** (kept.crashes - 1)))
  const program = programOf(argv, cwd)
  if ('failure' in program) return failed(program.failure)
  const running = await startRunning(program.argv, { cwd, env })
  return 'failure' in running ? failed(running.failure) : running
}

function failed(failure: string): Ending {
  return { end: 'failed', failure }
}

function sleep(ms: number): Promise<void> {
  return new Promise((done) => void setTimeout(done, Math.max(0, ms)))
}
