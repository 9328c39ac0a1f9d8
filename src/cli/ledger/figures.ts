// What `hooks ledger stats` says, as data.
import type { LedgerRow, Status } from '../../store/ledger/rows.ts'
import { callOf, dayOf } from '../print/ledger.ts'
import type { Decision } from '../../model/types.ts'

/** Half of them, and all but one in twenty, took at most so long. */
export interface Spread {
  readonly p50_ms: number
  readonly p95_ms: number
}

interface Counts {
  readonly calls: number
  readonly denied: number
  readonly asked: number
  /** Calls that ran and failed. */
  readonly failed: number
}

export interface RuleFigures {
  readonly rule: string
  /** What it decided, and how often. */
  readonly decided: Readonly<Partial<Record<Decision, number>>>
  /** What it would have decided in `advise` or `watch`. */
  readonly would: Readonly<Record<string, number>>
  /** How often it failed itself. */
  readonly failed: number
  readonly last: string
}

export interface ToolFigures extends Counts {
  readonly tool: string
  readonly duration?: Spread
}

export interface DayFigures extends Counts {
  /** Where the reader is. */
  readonly day: string
}

interface DeniedFigures {
  readonly call: string
  readonly tool?: string
  readonly rule?: string
  readonly count: number
  readonly last: string
}

export interface LedgerFigures extends Counts {
  readonly rows: number
  readonly sessions: number
  /** When the first and the last row began. */
  readonly from?: string
  readonly to?: string
  /** Of calls. */
  readonly statuses: Readonly<Partial<Record<Status, number>>>
  readonly decisions: Readonly<Partial<Record<Decision, number>>>
  /** How long calls took. */
  readonly duration?: Spread
  /** How long hooks itself took for a row. */
  readonly hooks?: Spread
  /** Most frequent first. */
  readonly rules: readonly RuleFigures[]
  readonly tools: readonly ToolFigures[]
  /** Oldest first. */
  readonly days: readonly DayFigures[]
  /** Most frequent first. */
  readonly denied_most: readonly DeniedFigures[]
}

export function figuresOf(all: Iterable<LedgerRow>): LedgerFigures {
  const sum = createSums()
  for (const row of all) if (row.pause === undefined) add(sum, row)
  return {
    rows: sum.hooks.length,
    sessions: sum.sessions.size,
    ...(sum.from === undefined ? {} : { from: sum.from }),
    ...(sum.to === undefined ? {} : { to: sum.to }),
    ...countsOf(sum.all),
    statuses: Object.fromEntries(sum.statuses),
    decisions: Object.fromEntries(sum.decisions),
    ...spread('duration', sum.all.durations),
    ...spread('hooks', sum.hooks),
    rules: [...sum.rules].map(([rule, each]) => ruleOf(rule, each)).sort((a, b) => spoken(b) - spoken(a)),
    tools: [...sum.tools]
      .map(([tool, each]) => ({ tool, ...countsOf(each), ...spread('duration', each.durations) }))
      .sort((a, b) => b.calls - a.calls),
    days: [...sum.days]
      .map(([day, each]) => ({ day, ...countsOf(each) }))
      .sort((a, b) => (a.day < b.day ? -1 : 1)),
    denied_most: [...sum.denied.values()].sort((a, b) => b.count - a.count),
  }
}

interface Sum {
  calls: number
  denied: number
  asked: number
  failed: number
  readonly durations: number[]
}

interface RuleSum {
  readonly decided: Map<Decision, number>
  readonly would: Map<string, number>
  failed: number
  last: string
}

interface Sums {
  from?: string
  to?: string
  readonly all: Sum
  readonly hooks: number[]
  readonly sessions: Set<string>
  readonly statuses: Map<Status, number>
  readonly decisions: Map<Decision, number>
  readonly rules: Map<string, RuleSum>
  readonly tools: Map<string, Sum>
  readonly days: Map<string, Sum>
  readonly denied: Map<string, DeniedFigures>
}

const newSum = (): Sum => ({ calls: 0, denied: 0, asked: 0, failed: 0, durations: [] })
const newRule = (): RuleSum => ({ decided: new Map(), would: new Map(), failed: 0, last: '' })

function createSums(): Sums {
  return {
    all: newSum(),
    hooks: [],
    sessions: new Set(),
    statuses: new Map(),
    decisions: new Map(),
    rules: new Map(),
    tools: new Map(),
    days: new Map(),
    denied: new Map(),
  }
}

function add(sum: Sums, row: LedgerRow): void {
  const { time, session, status, decision, tool_name: tool, ms } = row
  if (sum.from === undefined || time < sum.from) sum.from = time
  if (sum.to === undefined || time > sum.to) sum.to = time
  sum.hooks.push(ms)
  if (session !== undefined) sum.sessions.add(session)
  if (status !== undefined) count(sum.statuses, status)
  count(sum.decisions, decision)
  const parts = [sum.all, at(sum.days, dayOf(time), newSum)]
  if (tool !== undefined) parts.push(at(sum.tools, tool, newSum))
  for (const part of parts) addTo(part, row)
  addRules(sum.rules, row)
  if (decision === 'deny') addDenied(sum.denied, row)
}

function addTo(sum: Sum, { status, decision, duration_ms }: LedgerRow): void {
  if (status !== undefined) sum.calls += 1
  if (decision === 'deny') sum.denied += 1
  if (decision === 'ask') sum.asked += 1
  if (status === 'failed') sum.failed += 1
  if (duration_ms !== undefined) sum.durations.push(duration_ms)
}

function addRules(rules: Map<string, RuleSum>, { time, rule, decision, would, failed }: LedgerRow): void {
  const spoke = (name: string): RuleSum => Object.assign(at(rules, name, newRule), { last: time })
  if (rule !== undefined) count(spoke(rule).decided, decision)
  for (const [name, what] of Object.entries(would ?? {})) count(spoke(name).would, what)
  for (const name of failed ?? []) spoke(name).failed += 1
}

function addDenied(denied: Map<string, DeniedFigures>, row: LedgerRow): void {
  const { time: last, tool_name: tool, rule, events } = row
  const call = callOf(row) ?? tool ?? events[0] ?? ''
  const key = JSON.stringify([tool, rule, call])
  denied.set(key, {
    call,
    ...(tool === undefined ? {} : { tool }),
    ...(rule === undefined ? {} : { rule }),
    count: (denied.get(key)?.count ?? 0) + 1,
    last,
  })
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function at<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}

function countsOf({ calls, denied, asked, failed }: Sum): Counts {
  return { calls, denied, asked, failed }
}

function spread<Key extends string>(key: Key, numbers: readonly number[]): Partial<Record<Key, Spread>> {
  if (numbers.length === 0) return {}
  const sorted = Float64Array.from(numbers).sort()
  const below = (part: number): number => sorted[Math.ceil(sorted.length * part) - 1] ?? 0
  return { [key]: { p50_ms: below(0.5), p95_ms: below(0.95) } } as Record<Key, Spread> // its one key
}

function ruleOf(rule: string, { decided, would, failed, last }: RuleSum): RuleFigures {
  return { rule, decided: Object.fromEntries(decided), would: Object.fromEntries(would), failed, last }
}

function spoken({ decided, would, failed }: RuleFigures): number {
  return [...Object.values(decided), ...Object.values(would)].reduce((sum, each) => sum + each, failed)
}
