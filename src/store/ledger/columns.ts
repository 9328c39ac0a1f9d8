// A row as the columns of a table. Contents are JSON, so that a text and a number differ.
import type { SqlValue } from './database.ts'
import { type LedgerRow, type OpenRow, ruleNames } from './rows.ts'

export const columns = [
  'id',
  'time',
  'event',
  'agent',
  'session',
  'run',
  'tool',
  'tool_use_id',
  'input',
  'output',
  'status',
  'duration_ms',
  'decision',
  'flow',
  'rule',
  'ms',
  'events',
  'rules',
  'more',
  'key',
  'ended',
  'waits',
] as const

type Column = (typeof columns)[number]

/** What SQLite hands out. */
export type Columns = Readonly<Record<Column, SqlValue>>

export function toColumns({ id, row, key, ended }: OpenRow): readonly SqlValue[] {
  const { time, events, tool_name, input, output, status, decision, ms } = row
  const waits = status === 'prepared' || status === 'running'
  const values: Columns = {
    id,
    time,
    event: events[0] ?? '',
    tool: tool_name ?? null,
    input: jsonOf(input),
    output: jsonOf(output),
    status: waits && ended ? 'abandoned' : (status ?? null),
    decision,
    ms,
    events: JSON.stringify(events),
    rules: JSON.stringify(ruleNames(row)),
    more: JSON.stringify(moreOf(row)),
    key: key ?? null,
    ended: ended ? 1 : 0,
    waits: waits ? status : null,
    agent: row.agent ?? null,
    session: row.session ?? null,
    run: row.run ?? null,
    tool_use_id: row.tool_use_id ?? null,
    duration_ms: row.duration_ms ?? null,
    flow: row.flow ?? null,
    rule: row.rule ?? null,
  }
  return columns.map((name) => values[name])
}

function jsonOf(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value)
}

function moreOf(row: LedgerRow): object {
  const { id, entry, subject, would, failed, warnings, intent, contents, trace, pause } = row
  return { id, entry, subject, would, failed, warnings, intent, contents, trace, pause }
}

/** The row that the columns were made of, in the order in which rows are printed. */
export function toRow(of: Columns): LedgerRow {
  const { time, events, tool, input, output, decision, ms, more } = of
  const { id, entry, subject, pause, ...rest } = JSON.parse(String(more)) as Partial<LedgerRow> // written above
  const has = (...names: readonly Column[]): object =>
    Object.fromEntries(names.flatMap((name) => (of[name] === null ? [] : [[name, of[name]]])))
  return {
    ...(id === undefined ? {} : { id }),
    time,
    ...has('session', 'run'),
    ...(entry === undefined ? {} : { entry }),
    ...has('agent'),
    ...(tool === null ? {} : { tool_name: tool }),
    ...has('tool_use_id'),
    ...(subject === undefined ? {} : { subject }),
    ...(pause === undefined ? {} : { pause }),
    events: JSON.parse(String(events)) as readonly string[],
    ...(input === null ? {} : { input: JSON.parse(String(input)) as unknown }),
    ...(output === null ? {} : { output: JSON.parse(String(output)) as unknown }),
    ...has('status', 'duration_ms'),
    decision,
    ...has('flow', 'rule'),
    ...rest,
    ms,
  } as LedgerRow // written above
}

/** A row that may still grow, as it was. */
export function toEntry(of: Columns): OpenRow {
  const row = toRow(of)
  return {
    id: Number(of.id),
    row: of.waits === null ? row : ({ ...row, status: of.waits } as LedgerRow), // one of its statuses
    ended: of.ended === 1,
    ...(of.key === null ? {} : { key: String(of.key) }),
  }
}
