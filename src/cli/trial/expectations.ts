// A test's expectation against the verdict.
import { isDeepStrictEqual } from 'node:util'
import { isWritten } from '../../model/rule-defaults.ts'
import { isObject } from '../../model/plain-object.ts'
import type { Decision, Event, Place, Rule, TraceEntry, Verdict } from '../../model/types.ts'
import { closestRule, contextOf } from '../call/nearest.ts'
import { spokenFor } from '../call/verdicts.ts'
import { type ExampleWants, isNamed, type RuleId, rulesNamed, type TestWants } from './case.ts'
import type { CaseResult, Bench } from './bench.ts'
import type { ExplainedRule } from '../../engine/dispatch.ts'

/** Lists to which several rules add: only what is named counts. */
const accumulatedLists: readonly string[] = [
  'stops',
  'follow_up_messages',
  'additional_context',
  'system_messages',
  'warnings',
  'trace',
]

export function judgeTest(wants: TestWants, judge: JudgeContext): Judgement {
  const { verdict } = judge.asked
  const wrong = [
    ...Object.keys(wants.verdict)
      .flatMap((key) => differencesAt(key, wants, verdict))
      .map(formatMismatch),
    ...wrongRule(wants, verdict),
  ]
  return { wrong, why: wrong.length === 0 ? [] : whyOf(wants, judge) }
}

function differencesAt(key: string, wants: TestWants, verdict: Verdict): readonly FieldMismatch[] {
  const wanted = wants.verdict[key]
  const got: unknown = Reflect.get(verdict, key)
  return accumulatedLists.includes(key) && Array.isArray(wanted)
    ? listDifference(wanted, got, key)
    : mismatchesIn(wanted, got, key)
}

function formatMismatch({ path, expected, got }: FieldMismatch): Mismatch {
  return { expected: `${path}: ${shown(expected)}`, got: `${path}: ${shown(got)}` }
}

function shown(value: unknown): string {
  if (value === undefined) return '(none)'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function isExpectedRule(name: string, { rule = '', prefix }: TestWants): boolean {
  return isNamed(name, rule) || isNamed(name, prefix + rule)
}

function wrongRule(wants: TestWants, verdict: Verdict): readonly Mismatch[] {
  if (wants.rule === undefined) return []
  const names = spokenFor(verdict).map(({ rule }) => rule)
  if (names.some((name) => isExpectedRule(name, wants))) return []
  return [
    { expected: `rule: ${wants.rule}`, got: `rule: ${names.length === 0 ? '(none)' : names.join(', ')}` },
  ]
}

function whyOf(wants: TestWants, judge: JudgeContext): readonly Reason[] {
  const { verdict } = judge.asked
  const by = spokenFor(verdict)
    .filter(({ rule }) => !isExpectedRule(rule, wants))
    .map(({ rule, at, why }) => ({
      text: `${rule} spoke${why === undefined ? '' : `: ${why}`}`,
      ...(at !== undefined && { at }),
    }))
  const { plan } = judge.bench
  const { rule = '', prefix } = wants
  const [meant] = [...rulesNamed(plan, rule), ...rulesNamed(plan, prefix + rule)]
  const own = meant === undefined ? [] : reasonsOf(meant, judge)
  const found = [...own, ...by]
  return found.length > 0 ? found : silentReasons(judge)
}

/** Nobody spoke: who was kept from it, else who nearly matched. */
function silentReasons({ asked, bench, event }: JudgeContext): readonly Reason[] {
  const kept = (asked.explained ?? []).filter(({ is }) => is === 'yes')
  if (kept.length > 0)
    return kept.map(({ rule, at }) => ({ text: `${rule} matched, but has spoken once already`, at }))
  const rules = rulesAt(event, bench).filter(isWritten)
  const near = closestRule(rules, contextOf(bench.host, event, bench.plan))
  if (near === undefined) return [{ text: `no rule is for ${event.event}` }]
  return [{ text: `closest is ${near.rule.name}: ${near.why}`, at: near.rule.at }]
}

interface FieldMismatch {
  readonly path: string
  readonly expected: unknown
  readonly got: unknown
}

/** Expected fields that are missing or different; other fields are ignored. */
function mismatchesIn(wanted: unknown, got: unknown, path = ''): readonly FieldMismatch[] {
  if (!isObject(wanted) || !isObject(got)) {
    return isDeepStrictEqual(plain(wanted), plain(got)) || sameList(wanted, got)
      ? []
      : [{ path, expected: wanted, got }]
  }
  return Object.keys(wanted).flatMap((key) =>
    mismatchesIn(
      wanted[key],
      Object.hasOwn(got, key) ? got[key] : undefined,
      path === '' ? key : `${path}.${key}`,
    ),
  )
}

/** Expected items must appear in this order, with others between them; an empty list expects none. */
function listDifference(wanted: readonly unknown[], got: unknown, path: string): readonly FieldMismatch[] {
  const different = [{ path, expected: wanted, got }]
  if (!Array.isArray(got) || (wanted.length === 0 && got.length > 0)) return different
  let at = 0
  for (const item of got) if (at < wanted.length && mismatchesIn(wanted[at], item).length === 0) at += 1
  return at === wanted.length ? [] : different
}

function sameList(wanted: unknown, got: unknown): boolean {
  return (
    Array.isArray(wanted) &&
    Array.isArray(got) &&
    wanted.length === got.length &&
    wanted.every((item, at) => mismatchesIn(item, got[at]).length === 0)
  )
}

/** Mappings of a YAML file have no prototype; that is no difference. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}

const strengths: readonly string[] = ['allow', 'ask', 'deny']

/** The decision, even when the mode is watch or advise. */
function decisionOf(entries: readonly TraceEntry[]): Decision {
  const said = entries.map(({ decision, would }) => decision ?? would).filter((each) => each !== undefined)
  const strongest = Math.max(-1, ...said.map((each) => strengths.indexOf(each)))
  return (['allow', 'ask', 'deny'] as const)[strongest] ?? 'proceed'
}

/** Skips rules with scripts when scripts are not run. */
export function judgeExample(wants: ExampleWants, judge: JudgeContext): Judgement | 'skipped' {
  const { asked, bench, event } = judge
  const rules = rulesOf(wants.rule, bench)
  const entries = entriesOf(asked.verdict.trace, wants.rule).filter(({ result }) => result !== 'skipped')
  if (!bench.scripts && rules.some(({ handler }) => handler.kind === 'run' || handler.kind === 'recipe'))
    return 'skipped'
  const decided = decisionOf(entries)
  const spoke = decided === 'proceed' ? inlineWord(entries, judge) : undefined
  if (decided === wants.decision && spoke === undefined) return { wrong: [], why: [] }
  const others = othersIn(asked, wants.rule)
  const got = spoke ?? decided
  return {
    wrong: [
      {
        expected: wants.decision,
        got: got === 'proceed' && others !== undefined ? `proceed (${others})` : got,
      },
    ],
    why: reasonsOf(wants.rule, { asked, bench, event }),
  }
}

/** The word of an inline handler that decides nothing, such as `context`. */
function inlineWord(entries: readonly TraceEntry[], { bench, event }: JudgeContext): string | undefined {
  const words = entries.map((entry) => {
    const handler = ruleOf(entry, bench, event)?.handler
    return handler?.kind === 'inline' ? handler.inline.says : undefined
  })
  return words.find((word) => word !== undefined)?.replace('_', ' ')
}

function othersIn({ verdict }: CaseResult, rule: RuleId): string | undefined {
  const other = verdict.trace.find(
    (entry) =>
      entry.decision === verdict.decision &&
      entry.decision !== 'proceed' &&
      !(entry.layer === rule.layer && isNamed(entry.rule, rule.name)),
  )
  return other && `${other.rule} says ${verdict.decision}`
}

function reasonsOf(rule: RuleId, { asked, bench, event }: JudgeContext): readonly Reason[] {
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
function rulesOf(id: RuleId, { plan }: Bench): readonly Rule[] {
  return rulesNamed(plan, id.name).filter((rule) => isRule(rule, id))
}

export function rulesAt({ event }: Event, { plan }: Bench): readonly Rule[] {
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

export function ruleOf(entry: TraceEntry | ExplainedRule, { plan }: Bench, event: Event): Rule | undefined {
  return rulesNamed(plan, entry.rule).find(
    ({ name, layer, event: at }) => name === entry.rule && layer === entry.layer && at === event.event,
  )
}

interface JudgeContext {
  readonly asked: CaseResult
  readonly bench: Bench
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
