import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LedgerLine } from './append.ts'
import type { ContentsLine } from './contents.ts'

/** A line of the spool: an event, or that a person paused a rule or took that back. */
export interface AnyLine extends LedgerLine {
  readonly pause?: { readonly until?: string; readonly reason?: string; readonly by?: string }
}

interface Spool<Line> {
  /** In the order in which they were written. */
  readonly lines: readonly Line[]
  /** How many lines could not be read, such as one that was cut by a full disk. */
  readonly torn: number
}

export interface Ledger {
  readonly lines: readonly AnyLine[]
  readonly contents: readonly ContentsLine[]
  readonly torn: number
}

/** What happened in a project from a day on; nothing where nothing was recorded. */
export function readLedger(stateDir: string, since = ''): Ledger {
  const ledger = readSpool<AnyLine>(join(stateDir, 'ledger'), since)
  const contents = readSpool<ContentsLine>(join(stateDir, 'contents'), since)
  return { lines: ledger.lines, contents: contents.lines, torn: ledger.torn + contents.torn }
}

/** The spool's files are named by their day. */
function readSpool<Line extends { readonly time: string }>(dir: string, since: string): Spool<Line> {
  const texts = daysIn(dir)
    .filter((name) => name >= since.slice(0, 10))
    .flatMap((name) => textOf(join(dir, name)).split('\n'))
    .filter((text) => text !== '')
  const read = texts.map((text) => ({ line: parse(text), text }))
  const torn = read.filter(({ line }) => line === undefined).length
  const whole = read.flatMap(({ line, text }) => line ?? parseBehind(text) ?? []) as Line[] // written by this program, whole because they parse
  return { lines: whole.filter(({ time }) => time >= since), torn }
}

const START = /\{"time":"[^"]{24}","event":"/g // so begins every line, and no text in one: there, quotes are escaped

/** The whole line behind a half one, whose writer was killed or found the disk full. */
function parseBehind(text: string): { readonly time: string } | undefined {
  for (const { index } of text.matchAll(START)) {
    const line = index === 0 ? undefined : parse(text.slice(index))
    if (line !== undefined) return line
  }
  return undefined
}

function parse(text: string): { readonly time: string } | undefined {
  try {
    const line: unknown = JSON.parse(text)
    if (typeof line !== 'object' || line === null || !('time' in line)) return undefined
    return typeof line.time === 'string' ? { ...line, time: line.time } : undefined
  } catch {
    return undefined
  }
}

function daysIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir)
      .filter((name) => /^\d{4}-\d\d-\d\d\.jsonl$/.test(name))
      .sort()
  } catch {
    return []
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
