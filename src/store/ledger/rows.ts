// A row of the ledger: a call with its Pre and its Post, or another event.
import type { ContentsLine } from './contents.ts'
import type { SpoolLine } from './spool.ts'

export const statuses = [
  'prepared',
  'running',
  'succeeded',
  'failed',
  'denied',
  'declined',
  'abandoned',
] as const

export type Status = (typeof statuses)[number]

export interface LedgerRow extends Omit<SpoolLine, 'event' | 'tool' | 'is_error' | 'aborted'> {
  readonly events: readonly string[]
  readonly tool_name?: string
  readonly input?: unknown
  readonly output?: unknown
  /** Of calls only. */
  readonly status?: Status
  /** From Pre to Post. */
  readonly duration_ms?: number
  /** With `use: side-effects`: what the call would create, edit, delete and contact. */
  readonly intent?: NonNullable<ContentsLine['intent']>
  /** Other contents from `use: ledger`: prompt, response, error. */
  readonly contents?: Readonly<Record<string, unknown>>
  readonly trace?: readonly Readonly<Record<string, unknown>>[]
}

/** Every rule that the row names. */
export function ruleNames({ rule, would, failed, trace }: LedgerRow): readonly string[] {
  const traced = (trace ?? []).map((entry) => entry.rule)
  const names = [rule, ...Object.keys(would ?? {}), ...(failed ?? []), ...traced]
  return [...new Set(names.filter((name) => typeof name === 'string'))]
}

/** A row with one more line, or of a first one. Rows are many: the fields are set one by one, in the order in which they are printed. */
export function grow(row: LedgerRow | undefined, line: SpoolLine, found: readonly ContentsLine[]): LedgerRow {
  const first = row ?? line
  const said = first.rule === undefined && line.rule !== undefined ? line : first
  const { input, output, ...contents } = merged(found.map((each) => each.contents)) ?? {}
  const { status, duration_ms } = callPart(row, line)
  const grown: Partial<Record<keyof LedgerRow, unknown>> = {}
  const set = (key: keyof LedgerRow, value: unknown): void => {
    if (value !== undefined) grown[key] = value
  }
  set('id', first.id)
  set('time', first.time)
  set('session', first.session)
  set('run', first.run)
  set('entry', first.entry)
  set('agent', first.agent)
  set('tool_name', row === undefined ? line.tool : row.tool_name)
  set('tool_use_id', first.tool_use_id)
  set('subject', first.subject)
  set('pause', first.pause)
  set('events', row === undefined ? [line.event] : [...row.events, line.event])
  set('input', input === undefined ? row?.input : input)
  set('output', output === undefined ? row?.output : output)
  set('status', status)
  set('duration_ms', duration_ms)
  set('decision', said.decision)
  set('flow', said.flow)
  set('rule', said.rule)
  set('would', merged([row?.would, line.would]))
  set('failed', joined([row?.failed, line.failed]))
  set('warnings', joined([row?.warnings, line.warnings]))
  set('intent', merged([row?.intent, ...found.map(({ intent }) => intent)]))
  set('contents', merged([row?.contents, contents]))
  set('trace', joined([row?.trace, ...found.map(({ trace }) => trace)]))
  set('ms', Math.round(((row?.ms ?? 0) + line.ms) * 1000) / 1000)
  return grown as LedgerRow // with every field that it must have
}

/** Undefined where nothing is in them. */
function merged<Value>(
  parts: readonly (Readonly<Record<string, Value>> | undefined)[],
): Readonly<Record<string, Value>> | undefined {
  let all: Record<string, Value> | undefined
  for (const part of parts)
    if (part !== undefined && Object.keys(part).length > 0) all = Object.assign(all ?? {}, part)
  return all
}

function joined<Item>(lists: readonly (readonly Item[] | undefined)[]): readonly Item[] | undefined {
  if (lists.every((list) => list === undefined)) return undefined
  const all = lists.flatMap((list) => list ?? [])
  return all.length === 0 ? undefined : all
}

/** A call's status after this line. */
function callPart(row: LedgerRow | undefined, line: SpoolLine): Pick<LedgerRow, 'status' | 'duration_ms'> {
  const { event, decision } = line
  if (event === 'PostToolUse') {
    const status = line.is_error === true ? 'failed' : 'succeeded'
    if (row === undefined) return { status }
    return { status, duration_ms: Math.max(0, Date.parse(line.time) - Date.parse(row.time)) }
  }
  if (event !== 'PreToolUse' && row === undefined) return {}
  if (decision === 'deny' || row?.status === 'denied') return { status: 'denied' }
  return { status: decision === 'ask' || row?.status === 'prepared' ? 'prepared' : 'running' }
}

const MINUTE_MS = 60_000
/** After this silence of its session a running call is dead: its agent was killed. */
const DEAD_MS = 60 * MINUTE_MS
/** A question to a person may take longer. */
const UNANSWERED_MS = 24 * 60 * MINUTE_MS

/** How later events ended a call: of its own session, which knows that it did not run, or others. */
export type Ended = 'itself' | 'others'

/** The row with its status now; silence is that of its session. */
export function settleStatus(row: LedgerRow, ended: Ended | undefined, silence_ms: number): LedgerRow {
  if (row.status !== 'prepared' && row.status !== 'running') return row
  if (row.status === 'prepared' && ended === 'itself') return { ...row, status: 'declined' }
  const isOver = ended !== undefined || silence_ms > (row.status === 'prepared' ? UNANSWERED_MS : DEAD_MS)
  return isOver ? { ...row, status: 'abandoned' } : row
}
