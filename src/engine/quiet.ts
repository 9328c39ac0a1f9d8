// Most events are no rule's business: they are told from the others before the engine is even loaded.
import type { Event, RuleList, Verdict } from '../types.ts'
import { isBoundary } from './boundary.ts'

const none: readonly never[] = []

/** What dispatch answers when no rule speaks. */
export const silence: Verdict = {
  decision: 'proceed',
  flow: 'default',
  stops: none,
  follow_up_messages: none,
  additional_context: none,
  system_messages: none,
  warnings: none,
  trace: none,
}

/** True where dispatch would find no rule to ask and nothing to remember, and answer with silence. */
export function isQuiet(event: Event, rules: RuleList | undefined): boolean {
  return !isBoundary(event) && (rules === undefined || rules.candidates(event).length === 0)
}
