// Copies new lines of the spool into the database, in one transaction.
import { type Columns, columns, toColumns, toEntry } from './columns.ts'
import { isoTime } from '../../patterns/text/iso-time.ts'
import type { ContentsLine } from './contents.ts'
import {
  type Database,
  isDamaged,
  createTables,
  openDatabase,
  removeDatabase,
  type Sqlite,
  tables,
  inTransaction,
} from './database.ts'
import {
  addLine,
  belongsToCall,
  callKey,
  createJoinState,
  settleStatus,
  type OpenRow,
  type WaitingContents,
  addWaiting,
} from './rows.ts'
import { findSpoolChanges, needsRebuild, type SpoolChange, readNewLines } from './spool-changes.ts'
import { type SpoolLine, parseContents, parseEvents } from './spool.ts'

export interface FilledDatabase {
  readonly database: Database
  /** How many pieces of the spool could not be read. */
  readonly torn: number
}

/** The database with all lines of the spool; a damaged one is rebuilt first. */
export function openFilled(sqlite: Sqlite, stateDir: string, now: number): FilledDatabase {
  try {
    return fill(sqlite, stateDir, now)
  } catch (error) {
    if (!isDamaged(error)) throw error
    removeDatabase(stateDir)
    return fill(sqlite, stateDir, now)
  }
}

function fill(sqlite: Sqlite, stateDir: string, now: number): FilledDatabase {
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
  return inTransaction(database, () => {
    createTables(database)
    const news = findSpoolChanges(database, stateDir)
    // When a file changed other than at its end, everything is read again.
    if (needsRebuild(news)) for (const table of tables) database.exec(`DELETE FROM ${table}`)
    ingestChanges(database, needsRebuild(news) ? findSpoolChanges(database, stateDir) : news, now)
    settleAll(database, now)
    return tornIn(database)
  })
}

function ingestChanges(database: Database, news: readonly SpoolChange[], now: number): void {
  const fresh = news.filter(({ is }) => is === 'grown')
  if (fresh.length === 0) return
  const waiting = loadWaiting(database)
  for (const each of fresh.filter(({ spool }) => spool === 'contents'))
    readNewLines(database, each, { parse: parseContents, take: (lines) => void addWaiting(lines, waiting) })
  for (const each of fresh.filter(({ spool }) => spool === 'ledger'))
    readNewLines(database, each, { parse: parseEvents, take: (lines) => joinLines(database, lines, waiting) })
  keepWaiting(database, waiting, isoTime(now - DAY_MS))
}

const DAY_MS = 86_400_000

function loadWaiting(database: Database): WaitingContents {
  const kept = database.prepare('SELECT line FROM waiting ORDER BY rowid').all() as readonly {
    line: string
  }[] // written below
  return addWaiting(kept.map(({ line }) => JSON.parse(line) as ContentsLine)) // written below
}

/** Contents whose event has not come within a day belong to a run that was killed. */
function keepWaiting(database: Database, waiting: WaitingContents, since: string): void {
  database.exec('DELETE FROM waiting')
  const insert = database.prepare('INSERT INTO waiting (line) VALUES (?)')
  const recent = [...waiting.values()].flat().filter(({ time }) => time >= since)
  for (const line of recent) insert.run(JSON.stringify(line))
}

function joinLines(database: Database, lines: readonly SpoolLine[], waiting: WaitingContents): void {
  const { next } = database.prepare('SELECT coalesce(max(id), 0) + 1 AS next FROM ledger').get() as {
    readonly next: number
  } // it says so
  const joining = createJoinState(waiting, openFor(database, lines), next)
  for (const line of lines) addLine(joining, line)
  const write = database.prepare(
    `INSERT OR REPLACE INTO ledger (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  )
  for (const entry of joining.touched) write.run(...toColumns(entry))
  const hear = database.prepare('INSERT OR REPLACE INTO session (session, heard) VALUES (?, ?)')
  for (const [session, heard] of joining.heard) hear.run(session, heard)
}

function openFor(database: Database, lines: readonly SpoolLine[]): readonly OpenRow[] {
  const found = new Map<number, OpenRow>()
  const keep = (rows: readonly unknown[]): void => {
    for (const row of rows as readonly Columns[]) found.set(Number(row.id), toEntry(row)) // of this table
  }
  keep(database.prepare('SELECT * FROM ledger WHERE key IS NOT NULL AND ended = 0').all())
  const byKey = database.prepare('SELECT * FROM ledger WHERE key = ?')
  for (const key of new Set(lines.filter(belongsToCall).map(callKey))) keep(byKey.all(key))
  return [...found.values()].sort((a, b) => a.id - b.id)
}

/** Marks calls as abandoned when their session has been silent for long. */
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
    const { status = null } = settleStatus(toEntry(each), each.heard, now)
    if (status !== each.status) write.run(status, each.id)
  }
}

function tornIn(database: Database): number {
  const { torn } = database.prepare('SELECT coalesce(sum(torn + tail), 0) AS torn FROM source').get() as {
    readonly torn: number
  } // it says so
  return torn
}
