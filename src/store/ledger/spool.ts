// The files that runs append to: which there are, and what their bytes say.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { LedgerLine } from './append.ts'
import type { ContentsLine } from './contents.ts'
import { isObject } from '../../model/plain-object.ts'

/** A line of the spool: an event, or that a person paused a rule or took that back. */
export interface SpoolLine extends LedgerLine {
  readonly pause?: { readonly until?: string; readonly reason?: string; readonly by?: string }
}

/** What was read of a spool. */
export interface SpoolLines<Line> {
  /** In the order in which they were written. */
  readonly lines: readonly Line[]
  /** How many pieces could not be read, such as a line that was cut by a full disk. */
  readonly torn: number
  /** Where the last line ended, or the last record of a line without an end; behind it is what may yet become one. */
  readonly end: number
}

/** The files of a spool, oldest first; each is named by its day. */
export function daysIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir)
      .filter((name) => /^\d{4}-\d\d-\d\d\.jsonl$/.test(name))
      .sort()
      .map((name) => join(dir, name))
  } catch {
    return []
  }
}

/** Where the figures of a day are kept. */
export function figuresFile(day: string): string {
  return day.replace(/\.jsonl$/, '.figures')
}

export function parseEvents(text: string): SpoolLines<SpoolLine> {
  return parse(text, isEvent)
}

export function parseContents(text: string): SpoolLines<ContentsLine> {
  return parse(text, isContents)
}

type Fields = Readonly<Partial<Record<string, unknown>>>
type Is<Line> = (fields: Fields) => fields is Fields & Line

function parse<Line>(text: string, is: Is<Line>): SpoolLines<Line> {
  const lines: Line[] = []
  let torn = 0
  let end = 0
  for (let from = 0; from < text.length;) {
    const to = (text.indexOf('\n', from) + 1 || text.length + 1) - 1
    const read = to === from ? { torn: 0, end: 0 } : parseLine(text.slice(from, to), { is, into: lines })
    torn += read.torn
    end = to < text.length ? to + 1 : from + read.end
    from = to + 1
  }
  return { lines, torn, end }
}

interface RecordReader<Line> {
  readonly is: Is<Line>
  readonly into: Line[]
}

const START = /\{"time":"[^"]{24}","event":"/g // so begins every line, and no text in one: there, quotes are escaped
const MAX_STARTS = 64

/** Takes every whole record of a line: a half one, whose writer was killed or found the disk full, has the next one behind it. */
function parseLine<Line>(
  text: string,
  { is, into }: RecordReader<Line>,
): Pick<SpoolLines<Line>, 'torn' | 'end'> {
  const whole = record(text, is)
  if (whole !== undefined) {
    into.push(whole)
    return { torn: 0, end: text.length }
  }
  const starts = [...text.matchAll(START)].map(({ index }) => index).slice(0, MAX_STARTS)
  let torn = 0
  let end = 0
  for (const start of starts) {
    if (start < end) continue // within the record before
    const to = [...starts, text.length].find((each) => each > start && record(text.slice(start, each), is))
    if (to === undefined) continue
    into.push(record(text.slice(start, to), is) as Line) // it was one just now
    if (start > end) torn += 1
    end = to
  }
  return { torn: end < text.length ? torn + 1 : torn, end }
}

function record<Line>(text: string, is: Is<Line>): Line | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return undefined
    const fields = value as Fields // it is an object
    return is(fields) ? fields : undefined
  } catch {
    return undefined
  }
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const names = [
  'id',
  'entry',
  'agent',
  'session',
  'run',
  'tool',
  'tool_use_id',
  'subject',
  'flow',
  'rule',
] as const

/** What a line of any version has; whatever else it has is left as it is. */
function isLine(fields: Fields): boolean {
  const { time, event } = fields
  if (typeof time !== 'string' || !TIME.test(time) || Number.isNaN(Date.parse(time))) return false
  if (typeof event !== 'string') return false
  return names.every((name) => fields[name] === undefined || typeof fields[name] === 'string')
}

const decisions: readonly unknown[] = ['proceed', 'allow', 'ask', 'deny']

function isEvent(fields: Fields): fields is Fields & SpoolLine {
  const { decision, ms, would, failed, warnings, pause } = fields
  return (
    isLine(fields) &&
    decisions.includes(decision) &&
    Number.isFinite(ms) &&
    isAbsentOr(would, (value) => isOf(value, isText)) &&
    [failed, warnings].every((list) => isAbsentOr(list, isTexts)) &&
    isAbsentOr(pause, (value) => isOf(value, isText))
  )
}

function isContents(fields: Fields): fields is Fields & ContentsLine {
  const { contents, trace, intent } = fields
  return (
    isLine(fields) &&
    isAbsentOr(contents, isObject) &&
    isAbsentOr(trace, (value) => Array.isArray(value) && value.every(isObject)) &&
    isAbsentOr(intent, (value) => isOf(value, isTexts))
  )
}

function isAbsentOr(value: unknown, is: (value: unknown) => boolean): boolean {
  return value === undefined || is(value)
}

const isText = (value: unknown): boolean => typeof value === 'string'

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)

/** Are these fields, and each of them that? */
function isOf(value: unknown, is: (value: unknown) => boolean): boolean {
  return isObject(value) && Object.values(value).every(is)
}
