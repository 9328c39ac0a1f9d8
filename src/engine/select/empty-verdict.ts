// Answers events without candidate rules before the decision engine is loaded.
import type { Event, RuleList, Verdict } from '../../model/types.ts'
import { isBoundary } from '../boundary.ts'
import { plainFacts, type PlainFiles } from './plain-call.ts'

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
export function hasNoCandidates(event: Event, rules: RuleList | undefined, files: PlainFiles): boolean {
  if (isBoundary(event) || event.ignored !== undefined) return false
  if (rules === undefined) return true
  const facts = rules.facts ? undefined : plainFacts(event, files)
  return rules.candidates(event, facts && (() => facts)).length === 0
}

export function isEmptyVerdict(verdict: Verdict): boolean {
  const { decision, flow, trace: _, ...rest } = verdict
  if (decision !== 'proceed' || flow !== 'default') return false
  return Object.values(rest).every((value) => Array.isArray(value) && value.length === 0)
}
