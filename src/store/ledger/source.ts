// Finds rows in the spool: the newest without reading what is older.
import { join } from 'node:path'
import type { ContentsLine } from './contents.ts'
import { belongsToCall, type JoinedLines, MAX_APART, rowsOf } from './join.ts'
import {
  chunksFrom,
  firstTime,
  type SpoolPlace,
  placeBack,
  placeBeforeEnd,
  placeSince,
  type Spool,
} from './read-spool.ts'
import { type LedgerRow, ruleNames, type Status } from './rows.ts'
import { daysIn, parseContents, parseEvents, type SpoolLine, type SpoolLines } from './spool.ts'

export interface LedgerSource {
  /** What the last answer was read from: how many rows, whether they match or not, and how many pieces that could not be read. */
  read(): { readonly rows: number; readonly torn: number }
  /** Oldest first. */
  rows(filter: LedgerFilter): Iterable<LedgerRow>
  /** The newest so many, oldest first. */
  last(filter: LedgerFilter, most: number): readonly LedgerRow[]
}

/** How much is read from the end, in bytes, before everything is. */
const TAILS: readonly number[] = [256 * 1024, 4 * 1024 * 1024, 8 * 1024 * 1024]
/** Lines in which a call may have begun whose end is asked for, as a rule more than `MAX_APART`. */
const MARGIN_BYTES = 4 * 1024 * 1024
/** Processes do not write in the order of their times, and contents just before their line. */
const SLACK_MS = 60_000

export interface SourceOptions {
  /** Bytes that are read from the end before all is. */
  readonly tails?: readonly number[]
  /** Called for each piece that was read. */
  readonly onRead?: () => void
}

export function openSource(
  stateDir: string,
  now: number,
  { tails = TAILS, onRead }: SourceOptions = {},
): LedgerSource {
  const { read, startOf, rowsFrom, hasContents } = openRows(stateDir, now, onRead)
  const lastFrom = (place: SpoolPlace, filter: LedgerFilter, most: number): readonly FoundRow[] => {
    const withRules = filter.rule === undefined ? undefined : (filter.since ?? '') // contents name rules as well
    const found = lastOf(rowsFrom(place, withRules), filter, most)
    const [first] = found
    if (first === undefined || withRules !== undefined || !hasContents()) return found
    return lastOf(rowsFrom(place, first.row.time), filter, most)
  }
  return {
    read,
    *rows(filter) {
      for (const row of rowsFrom(startOf(filter.since), filter.since ?? ''))
        if (matchesFilter(row, filter)) yield row
    },
    last(filter, most) {
      const all = startOf(filter.since)
      for (const bytes of tails) {
        const place = placeBeforeEnd(bytes, all)
        if (place === undefined) break
        const found = lastFrom(place, filter, most)
        if (found.length === most && !found.some(mayHaveBegunBefore)) return found.map(({ row }) => row)
      }
      return lastFrom(all, filter, most).map(({ row }) => row)
    },
  }
}

function openRows(stateDir: string, now: number, onRead: SourceOptions['onRead']) {
  const events: Spool<SpoolLine> = { dir: join(stateDir, 'ledger'), parse: parseEvents }
  const contents: Spool<ContentsLine> = { dir: join(stateDir, 'contents'), parse: parseContents }
  let read = { rows: 0, torn: 0 }
  const counted = function* <Line>(chunks: Iterable<SpoolLines<Line>>): Generator<SpoolLines<Line>> {
    for (const chunk of chunks) {
      read.torn += chunk.torn
      onRead?.()
      yield chunk
    }
  }
  const contentsSince = (time: string): Iterable<SpoolLines<ContentsLine>> =>
    chunksFrom(placeSince(contents, before(time, SLACK_MS)), contents.parse)
  /** With contents from a time on, '' for those of all rows, undefined for none. */
  const rowsFrom = function* (place: SpoolPlace, since: string | undefined): Generator<LedgerRow> {
    read = { rows: 0, torn: 0 }
    const beside =
      since === undefined ? [] : contentsSince(since === '' ? firstTime(place, events.parse) : since)
    const lines = inStep(counted(chunksFrom(place, events.parse)), counted(beside))
    for (const row of rowsOf(lines, now)) {
      read.rows += 1
      yield row
    }
  }
  return {
    read: () => read,
    startOf: (time = ''): SpoolPlace =>
      placeBack(events, placeSince(events, before(time, SLACK_MS)), MARGIN_BYTES),
    hasContents: () => daysIn(contents.dir).length > 0,
    rowsFrom,
  }
}

function before(time: string, ms: number): string {
  return time === '' ? '' : new Date(Math.max(0, Date.parse(time) - ms)).toISOString()
}

/** Events with the contents that were written until then. */
function* inStep(
  events: Iterable<SpoolLines<SpoolLine>>,
  contents: Iterator<SpoolLines<ContentsLine>>,
): Generator<JoinedLines> {
  let next = contents.next()
  for (const { lines } of events) {
    const until = before(lines.at(-1)?.time ?? '', -SLACK_MS)
    const found: ContentsLine[] = []
    while (next.done !== true) {
      found.push(...next.value.lines)
      const isEnough = (next.value.lines.at(-1)?.time ?? '') > until
      next = contents.next()
      if (isEnough) break
    }
    yield { lines, contents: found }
  }
}

interface FoundRow {
  readonly row: LedgerRow
  /** How many rows were read before it. */
  readonly before: number
}

function lastOf(rows: Iterable<LedgerRow>, filter: LedgerFilter, most: number): readonly FoundRow[] {
  let found: FoundRow[] = []
  let before = 0
  for (const row of rows) {
    if (matchesFilter(row, filter)) found.push({ row, before })
    if (found.length > 2 * most) found = found.slice(-most)
    before += 1
  }
  return found.slice(-most)
}

/** Is the end of a call all that was read of it, or may it be that of another call of its tool? */
function mayHaveBegunBefore({ row, before }: FoundRow): boolean {
  const { events, tool_use_id } = row
  if (before >= MAX_APART || !events.some(belongsToCall)) return false
  return tool_use_id === undefined || belongsToCall(events[0] ?? '')
}

/** Rows that match all given fields. */
export interface LedgerFilter {
  /** A rule that had a part in it. */
  readonly rule?: string
  /** The beginning of a session's id. */
  readonly session?: string
  readonly event?: string
  readonly tool?: string
  readonly agent?: string
  readonly status?: Status
  /** ISO 8601, UTC. */
  readonly since?: string
  /** The id of the row, or the beginning of its call's. */
  readonly id?: string
}

function matchesFilter(row: LedgerRow, filter: LedgerFilter): boolean {
  const { rule, session, event, tool, agent, status, since, id } = filter
  if (id !== undefined && row.id !== id && row.tool_use_id?.startsWith(id) !== true) return false
  if (session !== undefined && row.session?.startsWith(session) !== true) return false
  if (event !== undefined && !row.events.includes(event)) return false
  if (tool !== undefined && row.tool_name !== tool) return false
  if (agent !== undefined && row.agent !== agent) return false
  if (status !== undefined && row.status !== status) return false
  if (since !== undefined && row.time < since) return false
  return rule === undefined || ruleNames(row).includes(rule)
}
