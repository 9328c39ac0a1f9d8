import {
  closeSync,
  futimesSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { childPath } from '../../patterns/paths/paths.ts'
import { lookAt } from '../disk/files.ts'
import { appendAndLocate, endOfOwnText, isPrivate, makeDirs, writeAtomically } from '../disk/private-dir.ts'
import { errorMessage, hasCode, isMissing } from '../../model/errors.ts'
import type { Clock, State } from '../../model/types.ts'
import { createMemoryState, RUNS } from './memory.ts'
import { fileNameOf } from './file-name.ts'

export interface FileStateOptions {
  /** The scope's directory, made when first written to; of a project when a `session` is given. */
  readonly dir: string
  readonly session?: string
  readonly clock: Clock
}

/**
 * State in files, shared by all processes of a session: a counter's size is its value, a first is a file that could
 * be created, a span's start is its file's mtime. What cannot be written is remembered by this process alone.
 */
export function createFileState({ dir, session, clock }: FileStateOptions): State {
  const scope = session === undefined ? dir : childPath(dir, fileNameOf(session))
  const trusted = session === undefined ? [scope] : [dir, scope]
  const report: StateProblem = {}
  const runs = new Map<number, State>()
  const state: State = createScope({ dir: scope, trusted, clock, report }, () => {
    const number = state.counted(RUNS)
    const runDir = childPath(scope, `run-${number}`)
    const run: State =
      runs.get(number) ??
      createScope({ dir: runDir, trusted: [...trusted, runDir], clock, report }, () => run)
    runs.set(number, run)
    return run
  })
  return Object.defineProperty({ ...state, problem: undefined }, 'problem', {
    get: () => report.problem,
    enumerable: true,
  })
}

interface StateProblem {
  problem?: string
}

interface StateScope {
  readonly dir: string
  /** Directories that have to be ours, outermost first. */
  readonly trusted: readonly string[]
  readonly clock: Clock
  readonly report: StateProblem
}

function createScope(scope: StateScope, run: () => State): State {
  const { clock } = scope
  const memory = createMemoryState(clock)
  const disk = createDisk(scope)
  const counted = (key: string) => disk.look((at) => statSync(at('counts', key)).size) ?? 0
  return {
    count: (key) => disk.change('counts', key, append) ?? counted(key) + memory.count(key),
    counted: (key) => counted(key) + memory.counted(key),
    reset: (key) => {
      memory.reset(key)
      const isReset = [
        disk.look((at) => done(() => truncateSync(at('counts', key)))),
        disk.look((at) => done(() => unlinkSync(at('once', key)))),
      ].includes(true)
      if (isReset) disk.change('resets', key, append) // so that what is less for no reason is told
    },
    once: (key) => disk.change('once', key, create) ?? memory.once(key),
    open: (call, since = clock.now()) => {
      if (disk.change('open', call, (file) => touch(file, since)) === undefined) memory.open(call, since)
    },
    close: (call) => disk.look((at) => ended(at('open', call), clock.now())) ?? memory.close(call),
    read: (name) => memory.read(name) ?? disk.look((at) => readFileSync(at('files', name), 'utf8')),
    write: (name, text) => {
      const written = disk.change('files', name, (file) => {
        writeAtomically(file, text)
        return true
      })
      if (written === undefined || memory.read(name) !== undefined) memory.write(name, text)
    },
    append: (name, text) => {
      const end = disk.change('files', name, (file) => appendAndLocate(file, text))
      if (end !== undefined) return end
      if (memory.read(name) === undefined)
        memory.write(name, disk.look((at) => readFileSync(at('files', name), 'utf8')) ?? '')
      return memory.append(name, text)
    },
    file: (name) => disk.change('files', name, (file) => file),
    run,
  }
}

type StateKind = 'counts' | 'resets' | 'once' | 'open' | 'files'

interface Disk {
  /** Reads, or changes what is there; undefined when there is nothing or it cannot be done. */
  look<T>(act: (at: (kind: StateKind, key: string) => string) => T): T | undefined
  /** Makes the directories when they are not there; undefined when it cannot be done. */
  change<T>(kind: StateKind, key: string, act: (file: string) => T): T | undefined
}

function createDisk({ dir, trusted, report }: StateScope): Disk {
  const state: { usable?: boolean } = {}
  const at = (kind: StateKind, key: string) => childPath(childPath(dir, kind), fileNameOf(key))
  const fail = (why: string): undefined => {
    report.problem ??= `${why}; this process remembers it, no other does`
  }
  const isUsable = (): boolean => {
    if (state.usable !== undefined) return state.usable
    const why = trusted.map(untrusted).find((reason) => reason !== undefined)
    if (why !== undefined) fail(why)
    state.usable = why === undefined
    return state.usable
  }
  const isThere = () => state.usable === true || trusted.every((part) => lookAt(part) !== undefined)
  return {
    look: (act) => {
      try {
        return isThere() && isUsable() ? act(at) : undefined
      } catch (error) {
        return isMissing(error) ? undefined : fail(errorMessage(error))
      }
    },
    change: (kind, key, act) => {
      if (!isUsable()) return undefined
      const file = at(kind, key)
      try {
        makeDirs(dirname(file))
        return act(file)
      } catch (error) {
        return fail(errorMessage(error))
      }
    },
  }
}

/** Makes a directory that only we can write; returns why that failed. */
function untrusted(dir: string): string | undefined {
  try {
    if (isPrivate(dir)) return undefined
    makeDirs(dir)
    return isPrivate(dir) ? undefined : `${dir} is not a directory that only we can write`
  } catch (error) {
    return errorMessage(error)
  }
}

/** Appends one byte; its position is a number that no other process gets. */
function append(file: string): number {
  const fd = openSync(file, 'a+', 0o600)
  try {
    writeSync(fd, '.')
    return Math.max(1, endOfOwnText(fd)) // less only when another process began the counter again meanwhile
  } finally {
    closeSync(fd)
  }
}

function create(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx', 0o600))
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

function done(act: () => void): true {
  act()
  return true
}

function touch(file: string, now: number): true {
  const fd = openSync(file, 'w', 0o600)
  try {
    futimesSync(fd, now / 1000, now / 1000)
    return true
  } finally {
    closeSync(fd)
  }
}

/** Of two processes that end the same span, only the one that removes its file gets a duration. */
function ended(file: string, now: number): number {
  const began = Math.round(statSync(file).mtimeMs)
  unlinkSync(file)
  return Math.max(0, now - began)
}
