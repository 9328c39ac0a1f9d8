import type { ExplainedRule } from '../../../engine/dispatch.ts'
import type { Event, Rule, TraceEntry, Place } from '../../../model/types.ts'
import { isNamed, type RuleId } from '../read/case.ts'
import type { Bench, Asked } from './bench.ts'

/** Why a rule spoke or kept silent. */
export function reasonsOf(rule: RuleId, { asked, bench, event }: Judge): readonly Reason[] {
  const warnings = asked.verdict.warnings.filter(
    (warning) => warning.rule !== undefined && isNamed(warning.rule, rule.name),
  )
  const told = warnings.map(({ message }) => ({ text: message, at: rule.at }))
  const explained = own(asked.explained ?? [], rule)
  if (explained.length === 0) {
    const events = [...new Set(bench.rules.filter((each) => isRule(each, rule)).map((each) => each.event))]
    return [{ text: `it is asked at ${events.join(', ')}, this is ${event.event}`, at: rule.at }, ...told]
  }
  return [...explained.map((each) => ({ text: sentence(each), at: each.at })), ...told]
}

function sentence({ is, why, skipped }: ExplainedRule): string {
  if (skipped === true) return 'a deny before it kept it from being asked'
  if (is === 'yes') return why === undefined || why === '' ? 'it matches everything' : `it matched: ${why}`
  return is === 'maybe' ? `it could not be told: ${why ?? ''}` : (why ?? 'its match does not hold')
}

export function isRule(rule: Rule, { name, layer }: RuleId): boolean {
  return rule.layer === layer && isNamed(rule.name, name)
}

/** What a list says of the rule or its steps. */
export function own<E extends { readonly rule: string; readonly layer?: Rule['layer'] }>(
  entries: readonly E[],
  { name, layer }: RuleId,
): readonly E[] {
  return entries.filter((entry) => entry.layer === layer && isNamed(entry.rule, name))
}

export function ruleOf(entry: TraceEntry | ExplainedRule, { rules }: Bench, event: Event): Rule | undefined {
  return rules.find(
    ({ name, layer, event: at }) => name === entry.rule && layer === entry.layer && at === event.event,
  )
}

/** What came of one event, and of whom it was asked. */
export interface Judge {
  readonly asked: Asked
  readonly bench: Bench
  readonly event: Event
}

export interface Judged {
  readonly wrong: readonly Wrong[]
  readonly why: readonly Reason[]
}

export interface Wrong {
  readonly expected: string
  readonly got: string
}

/** A sentence, and the rule that it is about. */
export interface Reason {
  readonly text: string
  readonly at?: Place
}
