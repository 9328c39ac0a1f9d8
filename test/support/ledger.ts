// Reads the whole spool of a project at once, for tests.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { daysIn, parseContents, parseEvents, type SpoolLines } from '../../src/store/ledger/spool.ts'

export function readLedger(stateDir: string) {
  const ledger = readAll(path.join(stateDir, 'ledger'), parseEvents)
  const contents = readAll(path.join(stateDir, 'contents'), parseContents)
  return { lines: ledger.lines, contents: contents.lines, torn: ledger.torn + contents.torn }
}

export type Ledger = ReturnType<typeof readLedger>

function readAll<Line>(dir: string, parse: (text: string) => SpoolLines<Line>) {
  const read = daysIn(dir).map((file) => parse(readFileSync(file, 'utf8')))
  return {
    lines: read.flatMap(({ lines }) => lines),
    torn: read.reduce((sum, { torn }) => sum + torn, 0),
  }
}
