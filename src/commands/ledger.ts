import path from 'node:path'
import { createClock } from '../clock.ts'
import type { Host } from '../host.ts'
import { readLedger } from '../ledger/read.ts'
import { joinRows, type LedgerRow } from '../ledger/rows.ts'
import { projectKey } from '../plan/dirs.ts'
import { callOf, drawLog, drawRow, drawWould, type Would } from '../show/ledger.ts'
import { pageWidth, type Page } from '../show/page.ts'
import { choosePaint } from '../show/paint.ts'
import { plural } from '../show/text.ts'
import { findHere, type Here } from './compile-here.ts'

export interface LedgerFilter {
  readonly json?: true
  /** How many rows at most. */
  readonly last?: number
  readonly rule?: string
  /** The beginning of a session's id. */
  readonly session?: string
  readonly event?: string
}

const SHOWN = 20

interface Read {
  readonly rows: readonly LedgerRow[]
  readonly torn: number
  readonly here: Here
  /** What to say when there is no row. */
  readonly none: string
}

function read(host: Host, filter: LedgerFilter): Read {
  const here = findHere(host)
  const ledger = readLedger(path.join(here.dirs.state, projectKey(here.root)))
  const all = joinRows(ledger, createClock().now())
  const rows = all.filter((row) => isWanted(row, filter))
  const none =
    all.length === 0 ? 'nothing was recorded here yet' : `none of the ${plural(all.length, 'row')} here fits`
  return { rows, torn: ledger.torn, here, none }
}

function isWanted(row: LedgerRow, { rule, session, event }: LedgerFilter): boolean {
  if (session !== undefined && row.session?.startsWith(session) !== true) return false
  if (event !== undefined && !row.events.includes(event)) return false
  return rule === undefined || rulesOf(row).includes(rule)
}

/** Every rule that the row names. */
function rulesOf({ rule, would, failed, trace }: LedgerRow): readonly unknown[] {
  return [rule, ...Object.keys(would ?? {}), ...(failed ?? []), ...(trace ?? []).map((entry) => entry.rule)]
}

function pageOf(host: Host, { root, dirs }: Here): Page {
  return { width: pageWidth(host.columns), paint: choosePaint(host), cwd: host.cwd, root, home: dirs.home }
}

function print(host: Host, drawn: readonly string[], torn: number): number {
  const note = torn === 0 ? [] : ['', `! ${plural(torn, 'line')} of the ledger could not be read`]
  host.out(`${[...drawn, ...note].join('\n')}\n`)
  return 0
}

function printJson(host: Host, value: unknown): number {
  host.out(`${JSON.stringify(value, undefined, 2)}\n`)
  return 0
}

/** `hooks ledger log`: the last calls and events, newest last. */
export function ledgerLog(host: Host, filter: LedgerFilter): number {
  const { rows, torn, here, none } = read(host, filter)
  if (filter.json === true)
    return printJson(host, { rows: filter.last === undefined ? rows : rows.slice(-filter.last) })
  const shown = rows.slice(-(filter.last ?? SHOWN))
  const left = rows.length - shown.length
  const more = left === 0 ? [] : ['', `· ${plural(left, 'older row')}  (--last ${rows.length})`]
  return print(host, shown.length === 0 ? [none] : [...drawLog(shown, pageOf(host, here)), ...more], torn)
}

/** `hooks ledger show`: one row with all that was kept; 1 is the newest, or a call by its id. */
export function ledgerShow(host: Host, which: string, filter: LedgerFilter): number {
  const { rows, torn, here, none } = read(host, filter)
  const back = /^\d{1,9}$/.test(which) ? Number(which) : undefined
  const row =
    back === undefined
      ? rows.findLast(({ tool_use_id }) => tool_use_id?.startsWith(which) === true)
      : rows.at(-back)
  if (row === undefined || back === 0) {
    const why =
      rows.length === 0
        ? none
        : `there is no row "${which}": say 1 to ${rows.length}, 1 being the newest, or a tool_use_id`
    host.err(`hooks: ${why}\n`)
    return 1
  }
  if (filter.json === true) return printJson(host, row)
  const hasContents = row.input !== undefined || row.contents !== undefined
  const hint = hasContents ? [] : ['', '  inputs and outputs are kept by a rule with "use: ledger"']
  return print(host, [...drawRow(row, pageOf(host, here)), ...hint], torn)
}

/** `hooks ledger would`: what rules in advise or watch would have done. */
export function ledgerWould(host: Host, filter: LedgerFilter): number {
  const { rows, torn, here } = read(host, filter)
  const rules = gather(rows, filter.rule)
  if (filter.json === true) return printJson(host, { rules })
  const none = 'no rule in advise or watch would have done anything so far'
  return print(host, rules.length === 0 ? [none] : drawWould(rules, pageOf(host, here)), torn)
}

function gather(rows: readonly LedgerRow[], only: string | undefined): readonly Would[] {
  const groups = new Map<string, { rule: string; would: string; rows: LedgerRow[] }>()
  for (const row of rows) {
    for (const [rule, would] of Object.entries(row.would ?? {})) {
      if (only !== undefined && rule !== only) continue
      const key = JSON.stringify([rule, would])
      const group = groups.get(key)
      if (group === undefined) groups.set(key, { rule, would, rows: [row] })
      else group.rows.push(row)
    }
  }
  return [...groups.values()]
    .map((group) => ({
      rule: group.rule,
      would: group.would,
      count: group.rows.length,
      first: group.rows[0]?.time ?? '',
      last: group.rows.at(-1)?.time ?? '',
      calls: countCalls(group.rows),
    }))
    .sort((a, b) => b.count - a.count)
}

function countCalls(rows: readonly LedgerRow[]): Would['calls'] {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const call = callOf(row) ?? row.tool_name ?? row.events[0] ?? ''
    counts.set(call, (counts.get(call) ?? 0) + 1)
  }
  return [...counts].map(([call, count]) => ({ call, count })).sort((a, b) => b.count - a.count)
}
