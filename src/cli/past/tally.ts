// Counts what rules would have done, by rule and call.
import type { Event, RuleLayer, Mode, Place, TraceEntry, Verdict } from '../../model/types.ts'
import { subjectOf } from '../../store/ledger/append.ts'
import { hideFromPage } from '../call/draw-call.ts'
import { decidersOf } from '../call/verdicts.ts'
import type { LeftOutCalls, PastEvent } from './past-events.ts'

const decisions = ['deny', 'ask'] as const
type Objection = (typeof decisions)[number]

/** The calls that one rule objects to. */
export interface RuleTally {
  readonly rule: string
  readonly layer: RuleLayer | undefined
  readonly at: Place | undefined
  readonly decision: Objection
  /** In `advise` and `watch` it objects without effect. */
  readonly mode: Mode
  readonly count: number
  /** Most frequent first. */
  readonly calls: readonly CallTally[]
}

export interface CallTally {
  /** The part of the call that the rule objects to: a command, a path, a host. Secrets are masked. */
  readonly call: string
  readonly count: number
  readonly tool: string
  readonly session?: string
  /** When it was last made. */
  readonly last?: string
}

export interface Totals {
  readonly calls: number
  readonly sessions: number
  readonly denied: number
  readonly asked: number
  /** Calls that only rules in `advise` or `watch` object to. */
  readonly advised: number
  readonly from?: string
  readonly to?: string
  /** Most frequent first. */
  readonly rules: readonly RuleTally[]
}

export interface Played extends Totals {
  readonly left_out: LeftOutCalls
  /** Rules of calls that would start a script or ask a model: here they have no opinion. */
  readonly not_started: readonly string[]
}

interface PastTally {
  add(past: PastEvent, verdict: Verdict): void
  /** What another tally counted, of other sessions. */
  join(other: Totals): void
  totals(): Totals
}

type Counted<T> = { -readonly [K in keyof T]: T[K] }
type Group = Counted<Omit<RuleTally, 'calls'>> & { readonly calls: Map<string, CallTally> }
type RuleGroups = Map<string, Group>

export function createTally(): PastTally {
  const groups: RuleGroups = new Map()
  const sessions = new Set<string>()
  const sums = { calls: 0, denied: 0, asked: 0, advised: 0, sessions: 0 }
  const times: { from?: string; to?: string } = {}
  const seen = (time: string | undefined): void => {
    if (time !== undefined && !(time >= (times.from ?? '~'))) times.from = time
    if (time !== undefined && time > (times.to ?? '')) times.to = time
  }
  return {
    add(past, verdict) {
      sums.calls += 1
      sums.sessions = sessions.add(past.event.session_id ?? '').size
      seen(past.time)
      const entries = objections(verdict)
      if (isDenied(verdict)) sums.denied += 1
      else if (verdict.decision === 'ask') sums.asked += 1
      else if (entries.length > 0) sums.advised += 1
      for (const entry of entries) count(groups, entry, past)
    },
    join({ from, to, rules, ...others }) {
      for (const key of sumKeys) sums[key] += others[key]
      seen(from)
      seen(to)
      for (const { calls, ...rule } of rules) {
        const group = groupOf(groups, rule)
        group.count += rule.count
        for (const each of calls) addCall(group, each)
      }
    },
    totals: () => ({ ...sums, ...times, rules: sorted(groups) }),
  }
}

const sumKeys = ['calls', 'denied', 'asked', 'advised', 'sessions'] as const

/** Of different sessions. */
export function joinTotals(all: readonly Totals[]): Totals {
  const tally = createTally()
  for (const each of all) tally.join(each)
  return tally.totals()
}

function sorted(groups: RuleGroups): readonly RuleTally[] {
  return [...groups.values()]
    .map((group) => ({
      ...group,
      calls: [...group.calls.values()].sort(
        (a, b) => b.count - a.count || byText(a.last ?? '', b.last ?? '') || byText(a.call, b.call),
      ),
    }))
    .sort(
      (a, b) =>
        b.count - a.count ||
        decisions.indexOf(a.decision) - decisions.indexOf(b.decision) ||
        byText(a.rule, b.rule),
    )
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** A stop before a call denies it. */
function isDenied({ decision, flow }: Verdict): boolean {
  return decision === 'deny' || flow === 'stop'
}

interface ObjectingRule {
  readonly entry: TraceEntry
  readonly decision: Objection
}

/** The rules that decided, and those that would have, were they in force. */
function objections(verdict: Verdict): readonly ObjectingRule[] {
  const decision = isDenied(verdict) ? 'deny' : 'ask'
  const decided = isDenied(verdict) || verdict.decision === 'ask' ? decidersOf(verdict) : []
  const advised = verdict.trace.flatMap((entry): readonly ObjectingRule[] => {
    if (entry.would === 'ask') return [{ entry, decision: 'ask' }]
    return entry.would === 'deny' || entry.would === 'stop' ? [{ entry, decision: 'deny' }] : []
  })
  return [...decided.map((entry) => ({ entry, decision }) as const), ...advised]
}

function count(groups: RuleGroups, { entry, decision }: ObjectingRule, past: PastEvent): void {
  const { rule, layer, at } = entry
  const mode = entry.would === undefined ? 'enforce' : (entry.mode ?? 'advise')
  const group = groupOf(groups, { rule, layer, at, decision, mode })
  group.count += 1
  const { event, time } = past
  addCall(group, {
    call: callOf(event, entry),
    count: 1,
    tool: event.tool_name ?? event.event,
    ...(event.session_id !== undefined && { session: event.session_id }),
    ...(time !== undefined && { last: time }),
  })
}

function groupOf(
  groups: RuleGroups,
  { rule, layer, at, decision, mode }: Omit<RuleTally, 'calls' | 'count'>,
): Group {
  const key = [layer, at?.file, rule, decision, mode].join('\0')
  const group = groups.get(key) ?? { rule, layer, at, decision, mode, count: 0, calls: new Map() }
  groups.set(key, group)
  return group
}

/** The session and the time are those of the last one. */
function addCall({ calls }: Group, { count: times, ...last }: CallTally): void {
  const before = calls.get(last.call)
  const isLater = !((before?.last ?? '') > (last.last ?? ''))
  calls.set(last.call, {
    ...(isLater ? { ...before, ...last } : { ...last, ...before }),
    count: (before?.count ?? 0) + times,
  })
}

const MAX_CALL_CHARS = 200

/** The part of a call that a rule met, else its command or path; secrets are masked. */
export function callOf(event: Event, { part }: Pick<TraceEntry, 'part'> = {}): string {
  const about =
    part === undefined
      ? subjectOf(event, (value) => JSON.stringify(hideFromPage(value)))
      : hideFromPage(part.replace(/^run: /, ''))
  return (about ?? event.tool_name ?? event.event).slice(0, MAX_CALL_CHARS)
}
