// Lists of facts and effects, empty or still to be filled.
import type { Facts } from '../model/types.ts'
import type { CommandEffects } from './types.ts'

export { factKinds as everything } from '../model/events.ts'

/** The same lists, still to be filled. */
export type MutableLists<T> = {
  -readonly [Key in keyof T]: T[Key] extends readonly (infer Item)[] ? Item[] : never
}

export function createFacts(): MutableLists<Facts> {
  return {
    commands: [],
    reads: [],
    creates: [],
    edits: [],
    deletes: [],
    adds: [],
    hosts: [],
    sends: [],
    pushes: [],
    commits: [],
    unresolved: [],
  }
}

/** One is made for each command: a literal, as V8 copies objects slowly. */
export function createEffects(): MutableLists<CommandEffects> {
  return {
    reads: [],
    creates: [],
    edits: [],
    deletes: [],
    adds: [],
    hosts: [],
    sends: [],
    receivers: [],
    unresolved: [],
    runs: [],
    starts: [],
    copies: [],
    settings: [],
    dirs: [],
    takes: [],
    pushes: [],
    commits: [],
    checkouts: [],
  }
}

export const noFacts: Facts = createFacts()
export const noEffects: CommandEffects = createEffects()
