// Events that no rule could match are answered before the decision engine is loaded.
import type { Event, RuleList, Verdict } from '../../model/types.ts'
import { isBoundary } from '../boundary.ts'

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
  if (isBoundary(event)) return false
  return rules === undefined || rules.candidates(event).length === 0
}

/** True where there is nothing to tell anybody: rules had their say and said nothing. */
export function isSilence(verdict: Verdict): boolean {
  const { decision, flow, trace: _, ...said } = verdict
  if (decision !== 'proceed' || flow !== 'default') return false
  return Object.values(said).every((value) => Array.isArray(value) && value.length === 0)
}
