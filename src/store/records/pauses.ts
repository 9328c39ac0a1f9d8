// Rules that a person put in watch mode for a while.
import type { StampedSource } from '../../config/read/stamp.ts'
import { isObject } from '../../model/plain-object.ts'
import type { Rule } from '../../model/types.ts'
import { recordOf } from '../disk/record.ts'

export interface Pause {
  /** A rule's name; the steps of that rule with it. */
  readonly rule: string
  /** Milliseconds since the epoch. */
  readonly since: number
  readonly until: number
  readonly reason: string
  readonly by: string
}

/** A pause lasts no longer, whatever its file says. */
export const MAX_PAUSE_MS = 24 * 60 * 60 * 1000
/** One that begins later than that from now is none. */
const MAX_SKEW_MS = 60_000

const record = recordOf<readonly unknown[]>({
  name: 'pauses.json',
  check: (found) => (isObject(found) && Array.isArray(found['pauses']) ? found['pauses'] : undefined),
  print: (pauses) => `${JSON.stringify({ pauses }, undefined, 2)}\n`,
})

/** Throws when they cannot be written. */
export function writePauses(stateDir: string, pauses: readonly Pause[]): void {
  record.at(stateDir).write(pauses)
}

/** The pauses of a project, and their file as a source of its plan. */
export function readPauses(stateDir: string): {
  readonly pauses: readonly Pause[]
  readonly source: StampedSource
} {
  const { value = [], source } = record.at(stateDir).look()
  return { pauses: bounded(value), source }
}

/** As far as they can be: none begins later than now, none is longer than a day. */
function bounded(pauses: readonly unknown[]): readonly Pause[] {
  const latest = Date.now() + MAX_SKEW_MS
  return pauses
    .filter(isPause)
    .filter(({ since }) => since <= latest)
    .map((pause) => ({ ...pause, until: Math.min(pause.until, pause.since + MAX_PAUSE_MS) }))
}

function isPause(value: unknown): value is Pause {
  if (typeof value !== 'object' || value === null) return false
  const { rule, since, until, reason, by } = value as Partial<Record<keyof Pause, unknown>> // looked at just here
  const texts = [rule, reason, by].every((each) => typeof each === 'string')
  return texts && typeof since === 'number' && typeof until === 'number'
}

/** Whether the pause applies to this rule. Locked rules are never paused. */
export function isPausedBy(
  { rule: name }: Pick<Pause, 'rule'>,
  rule: Pick<Rule, 'name' | 'locked'>,
): boolean {
  if (rule.locked === true) return false
  return (
    rule.name === name || (rule.name.startsWith(`${name}/`) && /^\d+$/.test(rule.name.slice(name.length + 1)))
  )
}
