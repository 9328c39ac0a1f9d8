import type { ExplainedRule } from '../../../engine/dispatch.ts'
import type { Event, Rule, TraceEntry, Place } from '../../../model/types.ts'
import { isNamed, type RuleId, rulesNamed } from '../read/case.ts'
import type { CaseRunner, CaseResult } from './case-runner.ts'

export function reasonsOf(rule: RuleId, { asked, bench, event }: JudgeContext): readonly Reason[] {
  const warnings = asked.verdict.warnings.filter(
    (warning) => warning.rule !== undefined && isNamed(warning.rule, rule.name),
  )
  const told = warnings.map(({ message }) => ({ text: message, at: rule.at }))
  const explained = entriesOf(asked.explained ?? [], rule)
  if (explained.length === 0) {
    const events = [...new Set(rulesOf(rule, bench).map((each) => each.event))]
    return [{ text: `it is for ${events.join(', ')}, this is ${event.event}`, at: rule.at }, ...told]
  }
  return [...explained.map((each) => ({ text: describeExplained(each), at: each.at })), ...told]
}

function describeExplained({ is, why, skipped, withheld }: ExplainedRule): string {
  if (withheld !== undefined) return 'it is not run until its user trusts it: hooks trust'
  if (skipped === true) return 'it was not checked: an earlier rule denied'
  if (is === 'yes') return why === undefined || why === '' ? 'it matches everything' : `it matched: ${why}`
  return is === 'maybe' ? `it could not be told: ${why ?? ''}` : (why ?? 'its match does not hold')
}

/** The rule and its steps, at every event. */
export function rulesOf(id: RuleId, { plan }: CaseRunner): readonly Rule[] {
  return rulesNamed(plan, id.name).filter((rule) => isRule(rule, id))
}

export function rulesAt({ event }: Event, { plan }: CaseRunner): readonly Rule[] {
  return event === 'unmapped' ? [] : (plan.events[event] ?? [])
}

export function isRule(rule: Rule, { name, layer }: RuleId): boolean {
  return rule.layer === layer && isNamed(rule.name, name)
}

/** The entries of a rule and its steps. */
export function entriesOf<E extends { readonly rule: string; readonly layer?: Rule['layer'] }>(
  entries: readonly E[],
  { name, layer }: RuleId,
): readonly E[] {
  return entries.filter((entry) => entry.layer === layer && isNamed(entry.rule, name))
}

export function ruleOf(
  entry: TraceEntry | ExplainedRule,
  { plan }: CaseRunner,
  event: Event,
): Rule | undefined {
  return rulesNamed(plan, entry.rule).find(
    ({ name, layer, event: at }) => name === entry.rule && layer === entry.layer && at === event.event,
  )
}

export interface JudgeContext {
  readonly asked: CaseResult
  readonly bench: CaseRunner
  readonly event: Event
}

export interface Judgement {
  readonly wrong: readonly Mismatch[]
  readonly why: readonly Reason[]
}

export interface Mismatch {
  readonly expected: string
  readonly got: string
}

export interface Reason {
  readonly text: string
  readonly at?: Place
}
