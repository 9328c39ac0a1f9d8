import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Clock, Event, State } from '../model/types.ts'
import { fileNameOf, NO_SESSION, sessionsDir } from '../store/state/file-name.ts'
import { createFileState } from '../store/state/file-state.ts'
import { createMemoryState } from '../store/state/memory.ts'

/** Sessions that memory is kept of. */
const MAX_SESSIONS = 1000

/** What is remembered between events, by session. */
export interface Sessions {
  of(event: Event): State
  forget(event: Event): void
  /** Nothing is asked any more. */
  close(): void
}

export function sessionsInFiles(stateDir: string, clock: Clock): Sessions {
  const dir = sessionsDir(stateDir)
  return {
    of: (event) => createFileState({ dir, session: keyOf(event), clock }),
    forget: () => undefined,
    close: () => undefined,
  }
}

/** Evicts the least recently used session. */
export function sessionsInMemory(clock: Clock): Sessions {
  const states = new Map<string, State>()
  const scratch = createScratch()
  const forget = (key: string): void => {
    states.delete(key)
    scratch.forget(key)
  }
  const create = (key: string): State => ({
    ...createMemoryState(clock),
    file: (name) => scratch.file(key, name),
  })
  return {
    of: (event) => {
      const key = keyOf(event)
      const state = states.get(key) ?? create(key)
      states.delete(key)
      states.set(key, state)
      const [oldest] = states.keys()
      if (states.size > MAX_SESSIONS && oldest !== undefined) forget(oldest)
      return state
    },
    forget: (event) => forget(keyOf(event)),
    close: () => scratch.clear(),
  }
}

function keyOf(event: Event): string {
  return event.session_id ?? NO_SESSION
}

interface Scratch {
  /** The state file of a script; its directory exists. Undefined when it cannot be created. */
  file(session: string, name: string): string | undefined
  forget(session: string): void
  clear(): void
}

function createScratch(): Scratch {
  const made: { dir?: string | undefined } = {}
  const clear = (): void => {
    process.removeListener('exit', clear)
    if (made.dir !== undefined) remove(made.dir)
    made.dir = undefined
  }
  /** Made, for its owner alone, when first asked for. */
  const root = (): string => {
    if (made.dir !== undefined) return made.dir
    process.once('exit', clear)
    return (made.dir = mkdtempSync(path.join(tmpdir(), 'hooks-state-')))
  }
  return {
    file(session, name) {
      try {
        const dir = path.join(root(), fileNameOf(session))
        mkdirSync(dir, { recursive: true })
        return path.join(dir, fileNameOf(name))
      } catch {
        return undefined
      }
    },
    forget: (session) => {
      if (made.dir !== undefined) remove(path.join(made.dir, fileNameOf(session)))
    },
    clear,
  }
}

function remove(dir: string): void {
  try {
    rmSync(dir, { recursive: true, force: true })
  } catch {
    // Left to the system's cleanup of temporary files.
  }
}
