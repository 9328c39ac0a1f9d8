// Reads rows from the database, or from the spool when there is none.
import { type Columns, toRow } from './columns.ts'
import type { Database, SqlValue } from './database.ts'
import type { Ledger } from './spool.ts'
import { joinRows, type LedgerRow, ruleNames, type Status } from './rows.ts'

export interface LedgerSource {
  readonly isDatabase: boolean
  /** How many pieces of the spool could not be read. */
  readonly torn: number
  /** Oldest first. */
  rows(filter: LedgerFilter): Iterable<LedgerRow>
  /** The newest so many, oldest first. */
  last(filter: LedgerFilter, most: number): readonly LedgerRow[]
  count(filter: LedgerFilter): number
}

export function spoolSource(ledger: Ledger, now: number): LedgerSource {
  const all = joinRows(ledger, now)
  const rows = (filter: LedgerFilter): readonly LedgerRow[] => all.filter((row) => matchesFilter(row, filter))
  return {
    isDatabase: false,
    torn: ledger.torn,
    rows,
    last: (filter, most) => rows(filter).slice(-most),
    count: (filter) => rows(filter).length,
  }
}

const PAGE = 1000

export function databaseSource(database: Database, torn: number): LedgerSource {
  const select = (sql: string, values: readonly SqlValue[]): readonly Columns[] =>
    database.prepare(sql).all(...values) as readonly Columns[] // of this table
  return {
    isDatabase: true,
    torn,
    *rows(filter) {
      const { where, values } = conditionOf(filter)
      const sql = `SELECT * FROM ledger WHERE ${where} AND id > ? ORDER BY id LIMIT ${PAGE}`
      for (let after: SqlValue = 0; ;) {
        const page: readonly Columns[] = select(sql, [...values, after])
        for (const each of page) yield toRow(each)
        const last = page.at(-1)
        if (last === undefined) return
        after = last.id
      }
    },
    last(filter, most) {
      const { where, values } = conditionOf(filter)
      const sql = `SELECT * FROM ledger WHERE ${where} ORDER BY id DESC LIMIT ?`
      return select(sql, [...values, most])
        .map(toRow)
        .toReversed()
    },
    count(filter) {
      const { where, values } = conditionOf(filter)
      return Number(select(`SELECT count(*) AS id FROM ledger WHERE ${where}`, values)[0]?.id ?? 0)
    },
  }
}

interface SqlCondition {
  readonly where: string
  readonly values: readonly SqlValue[]
}

const conditions: Readonly<Record<keyof LedgerFilter, string>> = {
  rule: 'EXISTS (SELECT 1 FROM json_each(rules) WHERE value = ?)',
  session: 'substr(session, 1, length(?1)) = ?1',
  event: 'EXISTS (SELECT 1 FROM json_each(events) WHERE value = ?)',
  tool: 'tool = ?',
  status: 'status = ?',
  since: 'time >= ?',
  call: 'substr(tool_use_id, 1, length(?1)) = ?1',
  id: "json_extract(more, '$.id') = ?",
}

function conditionOf(filter: LedgerFilter): SqlCondition {
  const values: SqlValue[] = []
  const parts: string[] = []
  for (const [name, sql] of Object.entries(conditions)) {
    const value = filter[name as keyof LedgerFilter] // it is one of them
    if (value === undefined) continue
    const twice = sql.includes('?1')
    values.push(...(twice ? [value, value] : [value]))
    parts.push(sql.replaceAll('?1', '?'))
  }
  return { where: parts.join(' AND ') || 'TRUE', values }
}

/** Rows that match all given fields. */
export interface LedgerFilter {
  /** A rule that had a part in it. */
  readonly rule?: string
  /** The beginning of a session's id. */
  readonly session?: string
  readonly event?: string
  readonly tool?: string
  readonly status?: Status
  /** ISO 8601, UTC. */
  readonly since?: string
  /** The beginning of a call's id. */
  readonly call?: string
  /** Of the line that a row began with. */
  readonly id?: string
}

function matchesFilter(row: LedgerRow, filter: LedgerFilter): boolean {
  const { rule, session, event, tool, status, since, call, id } = filter
  if (id !== undefined && row.id !== id) return false
  if (session !== undefined && row.session?.startsWith(session) !== true) return false
  if (call !== undefined && row.tool_use_id?.startsWith(call) !== true) return false
  if (event !== undefined && !row.events.includes(event)) return false
  if (tool !== undefined && row.tool_name !== tool) return false
  if (status !== undefined && row.status !== status) return false
  if (since !== undefined && row.time < since) return false
  return rule === undefined || ruleNames(row).includes(rule)
}
