// Answers events without candidate rules before the decision engine is loaded.
import type { Event, RuleList, Verdict } from '../../model/types.ts'
import { isBoundary } from '../boundary.ts'

const none: readonly never[] = []

export const emptyVerdict: Verdict = {
  decision: 'proceed',
  flow: 'default',
  stops: none,
  follow_up_messages: none,
  additional_context: none,
  system_messages: none,
  warnings: none,
  trace: none,
}

/** True where dispatch would run no rule, count nothing and return the empty verdict. */
export function hasNoCandidates(event: Event, rules: RuleList | undefined): boolean {
  if (isBoundary(event) || event.ignored !== undefined) return false
  return rules === undefined || rules.candidates(event).length === 0
}

export function isEmptyVerdict(verdict: Verdict): boolean {
  const { decision, flow, trace: _, ...rest } = verdict
  if (decision !== 'proceed' || flow !== 'default') return false
  return Object.values(rest).every((value) => Array.isArray(value) && value.length === 0)
}
