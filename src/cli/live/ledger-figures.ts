// The data of `hooks ledger stats`.
import { defined } from '../../model/plain-object.ts'
import type { Decision } from '../../model/types.ts'
import type { LedgerRow, Status } from '../../store/ledger/rows.ts'
import { callOf, dayOf } from './draw-ledger.ts'

export type Percentiles = ReturnType<typeof percentiles>
export type LedgerFigures = ReturnType<typeof figuresOf>
export type RuleFigures = LedgerFigures['rules'][number]
export type ToolFigures = LedgerFigures['tools'][number]
export type DayInFigures = LedgerFigures['days'][number]

export function figuresOf(rows: Iterable<LedgerRow>) {
  const all = newCalls()
  const tools = new Map<string, Calls>()
  const days = new Map<string, Calls>()
  const rules = new Map<string, RuleSums>()
  const denied = new Map<string, DeniedCall>()
  const statuses = new Map<Status, number>()
  const decisions = new Map<Decision, number>()
  const sessions = new Set<string>()
  const hooks: number[] = []
  const times: string[] = []
  for (const row of rows) {
    if (row.pause !== undefined) continue
    const { time, session, status, decision, tool_name: tool } = row
    times.push(time)
    hooks.push(row.ms)
    if (session !== undefined) sessions.add(session)
    if (status !== undefined) count(statuses, status)
    count(decisions, decision)
    addCall(all, row)
    addCall(at(days, dayOf(time), newCalls), row)
    if (tool !== undefined) addCall(at(tools, tool, newCalls), row)
    addRules(rules, row)
    if (decision === 'deny') addDenied(denied, row)
  }
  times.sort()
  return {
    rows: hooks.length,
    sessions: sessions.size,
    // When the first and the last row began.
    ...defined({ from: times[0], to: times.at(-1) }),
    ...countsOf(all),
    statuses: Object.fromEntries(statuses) as Partial<Record<Status, number>>, // fewer than all
    decisions: Object.fromEntries(decisions) as Partial<Record<Decision, number>>,
    ...defined({ duration: percentiles(all.durations), hooks: percentiles(hooks) }),
    rules: [...rules].map(ruleFigures).sort((a, b) => timesNamed(b) - timesNamed(a)),
    tools: [...tools].map(toolFigures).sort((a, b) => b.calls - a.calls),
    days: [...days]
      .map(([day, calls]) => ({ day, ...countsOf(calls) }))
      .sort((a, b) => (a.day < b.day ? -1 : 1)),
    denied_most: [...denied.values()].sort((a, b) => b.count - a.count),
  }
}

interface Calls {
  calls: number
  denied: number
  asked: number
  /** Calls that ran and failed. */
  failed: number
  readonly durations: number[]
}

const newCalls = (): Calls => ({ calls: 0, denied: 0, asked: 0, failed: 0, durations: [] })

function addCall(calls: Calls, { status, decision, duration_ms }: LedgerRow): void {
  if (status !== undefined) calls.calls += 1
  if (decision === 'deny') calls.denied += 1
  if (decision === 'ask') calls.asked += 1
  if (status === 'failed') calls.failed += 1
  if (duration_ms !== undefined) calls.durations.push(duration_ms)
}

function countsOf({ calls, denied, asked, failed }: Calls): Omit<Calls, 'durations'> {
  return { calls, denied, asked, failed }
}

function toolFigures([tool, calls]: [string, Calls]) {
  return { tool, ...countsOf(calls), ...defined({ duration: percentiles(calls.durations) }) }
}

interface RuleSums {
  readonly decided: Map<Decision, number>
  /** In `advise` or `watch` mode. */
  readonly would: Map<string, number>
  /** How often the rule itself failed. */
  failed: number
  last: string
}

const newRule = (): RuleSums => ({ decided: new Map(), would: new Map(), failed: 0, last: '' })

function ruleFigures([rule, { decided, would, failed, last }]: [string, RuleSums]) {
  return {
    rule,
    decided: Object.fromEntries(decided) as Partial<Record<Decision, number>>, // fewer than all
    would: Object.fromEntries(would),
    failed,
    last,
  }
}

function addRules(rules: Map<string, RuleSums>, { time, rule, decision, would, failed }: LedgerRow): void {
  const named = (name: string): RuleSums => Object.assign(at(rules, name, newRule), { last: time })
  if (rule !== undefined) count(named(rule).decided, decision)
  for (const [name, what] of Object.entries(would ?? {})) count(named(name).would, what)
  for (const name of failed ?? []) named(name).failed += 1
}

interface DeniedCall {
  readonly call: string
  readonly tool?: string
  readonly rule?: string
  readonly count: number
  readonly last: string
}

function addDenied(denied: Map<string, DeniedCall>, row: LedgerRow): void {
  const { time: last, tool_name: tool, rule, events } = row
  const call = callOf(row) ?? tool ?? events[0] ?? ''
  const key = JSON.stringify([tool, rule, call])
  denied.set(key, { call, ...defined({ tool, rule }), count: (denied.get(key)?.count ?? 0) + 1, last })
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function at<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}

function percentiles(numbers: readonly number[]): { p50_ms: number; p95_ms: number } | undefined {
  if (numbers.length === 0) return undefined
  const sorted = Float64Array.from(numbers).sort()
  const below = (part: number): number => sorted[Math.ceil(sorted.length * part) - 1] ?? 0
  return { p50_ms: below(0.5), p95_ms: below(0.95) }
}

function timesNamed({ decided, would, failed }: { decided: object; would: object; failed: number }): number {
  const counts: readonly number[] = [...Object.values(decided), ...Object.values(would)]
  return counts.reduce((sum, each) => sum + each, failed)
}
