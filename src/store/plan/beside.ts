// Of a version that Git brought, what holds at once beside the rules that a session keeps.
import type { Rule } from '../../model/types.ts'

/** The kept rules, and what the new ones deny or ask besides. */
export function besideKept(kept: readonly Rule[], now: readonly Rule[]): readonly Rule[] {
  const known = new Set(kept.map(contentOf))
  return [...kept, ...now.filter((rule) => tightens(rule) && !known.has(contentOf(rule)))]
}

const says: readonly unknown[] = ['deny', 'ask']

/** A built-in that guards fails closed. */
function tightens({ handler, on_error }: Rule): boolean {
  if (handler.kind === 'inline') return says.includes(handler.inline.says)
  return handler.kind === 'use' && says.includes(on_error)
}

/** Wherever it stands. */
export function contentOf({ at: _at, order: _order, ...rule }: Rule): string {
  return JSON.stringify(rule)
}
