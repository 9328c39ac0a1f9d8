// How often what happened, by hour, kept beside each day of the ledger: only what is new in it is read.
import { type BigIntStats, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { hash } from '../../patterns/text/hash.ts'
import { type PlacedRecord, recordOf } from '../disk/record.ts'
import { isEventName } from '../../model/events.ts'
import { bytesAt, chunksIn, withFile } from './read-spool.ts'
import { daysIn, figuresFile, parseEvents, type SpoolLine } from './spool.ts'

/** What lines are counted by: names of events, decisions, rules and warnings behind a kind. */
export type Counts = ReadonlyMap<string, number>

/** The figures of a day, and how to know again the lines that they count. */
interface DayFigures {
  /** Where the last counted line ends, and what stands just before it. */
  readonly offset: number
  readonly mark: string
  readonly size: number
  readonly mtime: string
  readonly inode: string
  /** By hour: `2026-03-01T14`. */
  readonly hours: Readonly<Record<string, Readonly<Record<string, number>>>>
}

const MARK_BYTES = 256
const HOUR = '2026-03-01T14'.length

/** From the hour of that time on. */
export function countsSince(stateDir: string, since: string): Counts {
  const days = daysIn(join(stateDir, 'ledger')).filter((file) => basename(file) >= since.slice(0, 10))
  const counts = new Map<string, number>()
  for (const [hour, each] of days.flatMap((file) => Object.entries(figuresOf(file)?.hours ?? {})))
    if (hour >= since.slice(0, HOUR)) for (const [name, more] of Object.entries(each)) add(counts, name, more)
  return counts
}

function figuresOf(file: string): DayFigures | undefined {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false })
  if (stat === undefined) return undefined
  const record = records.at(dirname(file), basename(figuresFile(file)))
  const kept = record.value()
  if (kept !== undefined && isSame(stat, kept)) return kept
  const made = countLines(file, stat, kept !== undefined && hasGrown(file, stat, kept) ? kept : undefined)
  keep(record, made)
  return made
}

function isSame({ size, mtimeNs, ino }: BigIntStats, { size: then, mtime, inode }: DayFigures): boolean {
  return Number(size) === then && String(mtimeNs) === mtime && String(ino) === inode
}

/** Were lines only added? */
function hasGrown(file: string, { size, ino }: BigIntStats, kept: DayFigures): boolean {
  return String(ino) === kept.inode && Number(size) > kept.size && markAt(file, kept.offset) === kept.mark
}

function markAt(file: string, offset: number): string {
  const from = Math.max(0, offset - MARK_BYTES)
  return hash(withFile(file, (fd) => bytesAt(fd, from, offset - from).toString('latin1')) ?? '')
}

function countLines(file: string, stat: BigIntStats, kept: DayFigures | undefined): DayFigures {
  const hours = new Map(
    Object.entries(kept?.hours ?? {}).map(([hour, counts]) => [hour, new Map(Object.entries(counts))]),
  )
  let offset = kept?.offset ?? 0
  for (const { lines, end } of chunksIn(file, { from: offset, parse: parseEvents })) {
    offset = end
    for (const line of lines) {
      const hour = line.time.slice(0, HOUR)
      const counts = hours.get(hour) ?? new Map<string, number>()
      hours.set(hour, counts)
      countLine(counts, line)
    }
  }
  return {
    offset,
    mark: markAt(file, offset),
    size: Number(stat.size),
    mtime: String(stat.mtimeNs),
    inode: String(stat.ino),
    hours: Object.fromEntries([...hours].map(([hour, counts]) => [hour, Object.fromEntries(counts)])),
  }
}

function countLine(counts: Map<string, number>, line: SpoolLine): void {
  const { event, decision, rule, would = {}, failed, warnings = [], pause } = line
  if (pause !== undefined || isAction(event)) return
  add(counts, 'events')
  add(counts, `event ${event}`)
  add(counts, `decision ${decision}`)
  if (failed !== undefined) add(counts, 'failures')
  if (rule !== undefined) add(counts, `rule ${rule}`)
  for (const name of Object.keys(would)) add(counts, `would ${name}`)
  for (const code of warnings) add(counts, `warning ${code}`)
}

/** What a person did with a command, or an agent tried, is no event. */
function isAction(event: string): boolean {
  return event !== 'unmapped' && !isEventName(event)
}

function add(counts: Map<string, number>, name: string, more = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + more)
}

/** Figures that another version kept are made anew. */
const records = recordOf<DayFigures>({ version: 'hooks figures 2' })

function keep(record: PlacedRecord<DayFigures>, figures: DayFigures): void {
  try {
    record.write(figures)
  } catch {
    // Without a place for them they are counted again.
  }
}
