import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ContentsLine } from './contents.ts'
import { type SpoolLine, daysIn, type SpoolLines, parseContents, parseEvents } from './spool.ts'

export interface Ledger {
  readonly lines: readonly SpoolLine[]
  readonly contents: readonly ContentsLine[]
  readonly torn: number
}

/** What happened in a project from a time on; nothing where nothing was recorded. */
export function readLedger(stateDir: string, since = ''): Ledger {
  const ledger = readSpool(join(stateDir, 'ledger'), since, parseEvents)
  const contents = readSpool(join(stateDir, 'contents'), since, parseContents) // after the events, before which they are written
  return { lines: ledger.lines, contents: contents.lines, torn: ledger.torn + contents.torn }
}

function readSpool<Line extends { readonly time: string }>(
  dir: string,
  since: string,
  parse: (text: string) => SpoolLines<Line>,
): Pick<SpoolLines<Line>, 'lines' | 'torn'> {
  const read = daysIn(dir)
    .filter((file) => basename(file) >= since.slice(0, 10))
    .map((file) => parse(textOf(file)))
  return {
    lines: read.flatMap(({ lines }) => lines).filter(({ time }) => time >= since),
    torn: read.reduce((sum, { torn }) => sum + torn, 0),
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
