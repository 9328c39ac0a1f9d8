// What was done to a project's rules, until its user is told of it: at the next event that can carry a message.
import type { StampedSource } from '../../config/read/stamp.ts'
import { isObject } from '../../model/plain-object.ts'
import { recordOf } from '../disk/record.ts'

interface Change {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly text: string
}

const MAX_CHANGES = 20
/** Later the ledger tells it. */
const KEEP_MS = 24 * 60 * 60 * 1000

const record = recordOf<readonly Change[]>({
  name: 'untold.json',
  check: (found) => (Array.isArray(found) ? found.filter(isChange) : undefined),
  print: (changes) => `${JSON.stringify(changes)}\n`,
})

/** Throws what the system says. */
export function addUntold(stateDir: string, change: Change): void {
  record.at(stateDir).change((old) => [...recent(change.at, old), change].slice(-MAX_CHANGES))
}

/** With their file as a source of the plan, which is compiled at each event until they are told. */
export function readUntold(
  stateDir: string,
  now: number,
): { readonly untold: readonly string[]; readonly source: StampedSource } {
  const { value, source } = record.at(stateDir).look()
  const { path, stamp } = source
  const untold = recent(now, value).map(({ text }) => text)
  return { untold, source: { path, stamp: untold.length > 0 ? '?' : stamp } }
}

export function forgetUntold(stateDir: string): void {
  record.at(stateDir).remove()
}

function recent(now: number, changes: readonly Change[] = []): readonly Change[] {
  return changes.filter(({ at }) => now - at < KEEP_MS)
}

function isChange(value: unknown): value is Change {
  return isObject(value) && typeof value['at'] === 'number' && typeof value['text'] === 'string'
}
