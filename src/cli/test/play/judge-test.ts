// A test's expectation against the verdict.
import { isWritten } from '../../../model/rule-defaults.ts'
import { isDeepStrictEqual } from 'node:util'
import { isObject } from '../../../model/plain-object.ts'
import type { TraceEntry, Verdict } from '../../../model/types.ts'
import { closestRule, contextOf } from '../../explain/nearest.ts'
import { isNamed, rulesNamed, type TestWants } from '../read/case.ts'
import {
  type JudgeContext,
  type Judgement,
  type Reason,
  type Mismatch,
  reasonsOf,
  rulesAt,
} from './reasons.ts'

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

export function deciders({ decision, flow, trace }: Verdict): readonly TraceEntry[] {
  const spoke = trace.filter(({ result }) => result !== 'skipped')
  if (decision !== 'proceed') return spoke.filter((entry) => entry.decision === decision)
  return flow === 'default' ? spoke : spoke.filter((entry) => entry.flow === flow)
}

function isExpectedRule(name: string, { rule = '', prefix }: TestWants): boolean {
  return isNamed(name, rule) || isNamed(name, prefix + rule)
}

function wrongRule(wants: TestWants, verdict: Verdict): readonly Mismatch[] {
  if (wants.rule === undefined) return []
  const names = deciders(verdict).map(({ rule }) => rule)
  if (names.some((name) => isExpectedRule(name, wants))) return []
  return [
    { expected: `rule: ${wants.rule}`, got: `rule: ${names.length === 0 ? '(none)' : names.join(', ')}` },
  ]
}

function whyOf(wants: TestWants, judge: JudgeContext): readonly Reason[] {
  const { verdict } = judge.asked
  const by = deciders(verdict)
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
  const { settings } = bench.plan
  const near = closestRule(rules, contextOf(event, { ...bench.effects, compiler: bench.makers, settings }))
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
