import type { Command } from 'commander'
import { plural } from '../../patterns/text/terminal-text.ts'
import { type Host, writeFailure, type Call } from '../../run/call.ts'
import type { LedgerFilter } from '../../store/ledger/source.ts'
import type { LedgerRow } from '../../store/ledger/rows.ts'
import { drawStats } from './draw-stats.ts'
import { callOf, drawLog, drawRow, drawWould, type WouldGroup } from './draw-ledger.ts'
import { createPage, type Page, printJson } from '../page/page.ts'
import { type OpenLedger, openLedger, type ProjectConfig } from '../open-project.ts'
import { figuresOf } from './ledger-figures.ts'

/** They stand before or after the word behind `hooks ledger`. */
interface LedgerOptions extends Omit<LedgerFilter, 'id'> {
  readonly json?: true
  readonly last?: number
}

/** Without `--last`. */
const DEFAULT_ROWS = 20

/** After an answer without rows. */
function noRowsMessage({ source }: OpenLedger, { since }: LedgerFilter): string {
  const all = since === undefined ? source.read().rows : countOf(source.rows({})) // to find none, all were read
  return all === 0 ? 'nothing was recorded here yet' : `none of the ${plural(all, 'row')} here matches`
}

function countOf(rows: Iterable<LedgerRow>): number {
  let count = 0
  for (const each = rows[Symbol.iterator](); each.next().done !== true;) count += 1
  return count
}

function matchingRows({ source }: OpenLedger, options: LedgerOptions): Iterable<LedgerRow> {
  return options.last === undefined ? source.rows(options) : source.last(options, options.last)
}

function pageOf(host: Host, { root, dirs }: ProjectConfig): Page {
  return createPage(host, { root, home: dirs.home })
}

function print(host: Call, drawn: readonly string[], { source }: OpenLedger): number {
  const { torn } = source.read()
  const note = torn === 0 ? [] : ['', `! ${plural(torn, 'line')} of the ledger could not be read`]
  host.out(`${[...drawn, ...note].join('\n')}\n`)
  return 0
}

/** Also `hooks ledger log`. */
export function ledger(host: Host, options: LedgerOptions): number {
  const open = openLedger(host)
  const { source, here } = open
  if (options.json === true) return printJson(host, { rows: [...matchingRows(open, options)] })
  const most = options.last ?? DEFAULT_ROWS
  const found = source.last(options, most + 1) // one more tells whether there are any
  const shown = found.slice(-most)
  const more = found.length <= most ? [] : ['', `· older rows  (--last ${most * 2})`]
  const drawn =
    shown.length === 0 ? [noRowsMessage(open, options)] : [...drawLog(shown, pageOf(host, here)), ...more]
  return print(host, drawn, open)
}

export function ledgerShow(
  host: Host,
  which: string,
  options: LedgerOptions & { readonly command: Command },
): number {
  if (options.last !== undefined) options.command.error('error: --last has no effect on hooks ledger show')
  const open = openLedger(host)
  const row = findRow(open, which, options)
  if (row === undefined) return writeFailure(host, noSuchRow(open, which, options))
  if (options.json === true) return printJson(host, row)
  const hasContents = row.input !== undefined || row.contents !== undefined
  const hint = hasContents ? [] : ['', '  inputs and outputs are recorded by a rule with "use: ledger"']
  return print(host, [...drawRow(row, pageOf(host, open.here)), ...hint], open)
}

function findRow({ source }: OpenLedger, which: string, filter: LedgerFilter): LedgerRow | undefined {
  if (!/^\d{1,9}$/.test(which)) return source.last({ ...filter, id: which }, 1)[0]
  const back = Number(which)
  if (back === 0) return undefined
  const last = source.last(filter, back)
  return last.length === back ? last[0] : undefined
}

function noSuchRow(open: OpenLedger, which: string, filter: LedgerFilter): string {
  const count = countOf(open.source.rows(filter))
  return count === 0
    ? noRowsMessage(open, filter)
    : `there is no row "${which}": use 1 to ${count}, 1 is the newest, or an id or tool_use_id`
}

export function ledgerWould(host: Host, options: LedgerOptions): number {
  const open = openLedger(host)
  const rules = groupByRule(matchingRows(open, options), options.rule)
  if (options.json === true) return printJson(host, { rules })
  const none = 'no rule in advise or watch would have done anything so far'
  return print(host, rules.length === 0 ? [none] : drawWould(rules, pageOf(host, open.here)), open)
}

export function ledgerStats(host: Host, options: LedgerOptions): number {
  const open = openLedger(host)
  const figures = figuresOf(matchingRows(open, options))
  if (options.json === true) return printJson(host, figures)
  const drawn =
    figures.rows === 0 ? [noRowsMessage(open, options)] : drawStats(figures, pageOf(host, open.here))
  return print(host, drawn, open)
}

function groupByRule(rows: Iterable<LedgerRow>, only: string | undefined): readonly WouldGroup[] {
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

function countCalls(rows: readonly LedgerRow[]): WouldGroup['calls'] {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const call = callOf(row) ?? row.tool_name ?? row.events[0] ?? ''
    counts.set(call, (counts.get(call) ?? 0) + 1)
  }
  return [...counts].map(([call, count]) => ({ call, count })).sort((a, b) => b.count - a.count)
}
