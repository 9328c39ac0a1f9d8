// From the spool into the database: only what is new, all of it or nothing.
import { type Columns, columns, toColumns, toEntry } from './columns.ts'
import { isoTime } from '../../patterns/text/iso-time.ts'
import type { ContentsLine } from './contents.ts'
import {
  type Database,
  isDamaged,
  makeTables,
  openDatabase,
  removeDatabase,
  type Sqlite,
  tables,
  transact,
} from './database.ts'
import {
  addLine,
  asksForCall,
  callKey,
  createJoining,
  settle,
  type Entry,
  type Waiting,
  waitFor,
} from './rows.ts'
import { findNews, isOverhauled, type News, readNews } from './news.ts'
import { type AnyLine, parseContents, parseEvents } from './spool.ts'

export interface Filled {
  readonly database: Database
  /** How many pieces of the spool could not be read. */
  readonly torn: number
}

/** The database, with all that has come; one that is damaged is made anew first. */
export function openFilled(sqlite: Sqlite, stateDir: string, now: number): Filled {
  try {
    return fill(sqlite, stateDir, now)
  } catch (error) {
    if (!isDamaged(error)) throw error
    removeDatabase(stateDir)
    return fill(sqlite, stateDir, now)
  }
}

function fill(sqlite: Sqlite, stateDir: string, now: number): Filled {
  const database = openDatabase(sqlite, stateDir)
  try {
    return { database, torn: ingest(database, stateDir, now) }
  } catch (error) {
    database.close()
    throw error
  }
}

/** Makes the database say what the spool says. Returns how many pieces of the spool could not be read. */
function ingest(database: Database, stateDir: string, now: number): number {
  return transact(database, () => {
    makeTables(database)
    const news = findNews(database, stateDir)
    // What is no longer as it was read is read anew, from the start.
    if (isOverhauled(news)) for (const table of tables) database.exec(`DELETE FROM ${table}`)
    take(database, isOverhauled(news) ? findNews(database, stateDir) : news, now)
    settleAll(database, now)
    return tornIn(database)
  })
}

function take(database: Database, news: readonly News[], now: number): void {
  const fresh = news.filter(({ is }) => is === 'grown')
  if (fresh.length === 0) return
  const waiting = loadWaiting(database)
  for (const each of fresh.filter(({ spool }) => spool === 'contents'))
    readNews(database, each, { parse: parseContents, take: (lines) => void waitFor(lines, waiting) })
  for (const each of fresh.filter(({ spool }) => spool === 'ledger'))
    readNews(database, each, { parse: parseEvents, take: (lines) => join(database, lines, waiting) })
  keepWaiting(database, waiting, isoTime(now - DAY_MS))
}

const DAY_MS = 86_400_000

function loadWaiting(database: Database): Waiting {
  const kept = database.prepare('SELECT line FROM waiting ORDER BY rowid').all() as readonly {
    line: string
  }[] // written below
  return waitFor(kept.map(({ line }) => JSON.parse(line) as ContentsLine)) // written below
}

/** What no event has come for in a day is of a run that was killed. */
function keepWaiting(database: Database, waiting: Waiting, since: string): void {
  database.exec('DELETE FROM waiting')
  const insert = database.prepare('INSERT INTO waiting (line) VALUES (?)')
  const recent = [...waiting.values()].flat().filter(({ time }) => time >= since)
  for (const line of recent) insert.run(JSON.stringify(line))
}

/** Adds some lines to the rows that they belong to. */
function join(database: Database, lines: readonly AnyLine[], waiting: Waiting): void {
  const { next } = database.prepare('SELECT coalesce(max(id), 0) + 1 AS next FROM ledger').get() as {
    readonly next: number
  } // it says so
  const joining = createJoining(waiting, openFor(database, lines), next)
  for (const line of lines) addLine(joining, line)
  const write = database.prepare(
    `INSERT OR REPLACE INTO ledger (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  )
  for (const entry of joining.touched) write.run(...toColumns(entry))
  const hear = database.prepare('INSERT OR REPLACE INTO session (session, heard) VALUES (?, ?)')
  for (const [session, heard] of joining.heard) hear.run(session, heard)
}

/** The calls that these lines may close or end. */
function openFor(database: Database, lines: readonly AnyLine[]): readonly Entry[] {
  const found = new Map<number, Entry>()
  const keep = (rows: readonly unknown[]): void => {
    for (const row of rows as readonly Columns[]) found.set(Number(row.id), toEntry(row)) // of this table
  }
  keep(database.prepare('SELECT * FROM ledger WHERE key IS NOT NULL AND ended = 0').all())
  const byKey = database.prepare('SELECT * FROM ledger WHERE key = ?')
  for (const key of new Set(lines.filter(asksForCall).map(callKey))) keep(byKey.all(key))
  return [...found.values()].sort((a, b) => a.id - b.id)
}

/** Some calls are abandoned by nothing but time. */
function settleAll(database: Database, now: number): void {
  const running = database
    .prepare(
      `SELECT ledger.*, session.heard AS heard FROM ledger
       LEFT JOIN session ON session.session = coalesce(ledger.session, '')
       WHERE key IS NOT NULL AND ended = 0`,
    )
    .all() as readonly (Columns & { readonly heard: number })[] // of these tables
  const write = database.prepare('UPDATE ledger SET status = ? WHERE id = ?')
  for (const each of running) {
    const { status = null } = settle(toEntry(each), each.heard, now)
    if (status !== each.status) write.run(status, each.id)
  }
}

function tornIn(database: Database): number {
  const { torn } = database.prepare('SELECT coalesce(sum(torn + tail), 0) AS torn FROM source').get() as {
    readonly torn: number
  } // it says so
  return torn
}
