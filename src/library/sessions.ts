import { join } from 'node:path'
import { createFileState } from '../store/state/files.ts'
import { createMemoryState } from '../store/state/memory.ts'
import type { Clock, Event, State } from '../model/types.ts'
import { createScratch } from './scratch.ts'

/** Sessions that memory is kept of. */
const MAX_SESSIONS = 1000
const NO_SESSION = 'none'

/** What is remembered between events, by session. */
export interface Sessions {
  of(event: Event): State
  /** The session has ended. */
  forget(event: Event): void
  /** Nothing is asked any more. */
  close(): void
}

/** The same files that `hooks run` keeps. */
export function sessionsInFiles(stateDir: string, clock: Clock): Sessions {
  const dir = join(stateDir, 'sessions')
  return {
    of: (event) => createFileState({ dir, session: keyOf(event), clock }),
    forget: () => undefined,
    close: () => undefined,
  }
}

/** The session used longest ago goes first. */
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
