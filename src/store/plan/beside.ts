// Of a version that Git brought, what holds at once beside the rules that a session keeps.
import type { Rule } from '../../model/types.ts'
import { hash } from '../../patterns/text/hash.ts'

/** The kept rules, and what the new ones deny or ask besides. */
export function besideKept(kept: readonly Rule[], now: readonly Rule[]): readonly Rule[] {
  const known = new Set(kept.map(ruleText))
  return [...kept, ...now.filter((rule) => tightens(rule) && !known.has(ruleText(rule)))]
}

const says: readonly unknown[] = ['deny', 'ask']

/** A built-in that guards fails closed. */
function tightens({ handler, on_error }: Rule): boolean {
  if (handler.kind === 'inline') return says.includes(handler.inline.says)
  return handler.kind === 'use' && says.includes(on_error)
}

/** The same for the same rules, wherever they stand. */
export function digestOf(rules: readonly Rule[]): string {
  return hash(rules.map(ruleText).join('\n'))
}

function ruleText({ at: _at, order: _order, ...rule }: Rule): string {
  return JSON.stringify(rule)
}
