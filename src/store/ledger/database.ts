// The ledger as a database: what the spool says, ready to be asked. It can be deleted at any time.
import { chmodSync, closeSync, constants, lstatSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isPrivate } from '../private-dir.ts'

export type SqlValue = string | number | null

interface Statement {
  run(...values: readonly SqlValue[]): unknown
  get(...values: readonly SqlValue[]): unknown
  all(...values: readonly SqlValue[]): readonly unknown[]
}

export interface Database {
  exec(sql: string): unknown
  prepare(sql: string): Statement
  close(): void
}

/** A program that knows SQLite. */
export interface Sqlite {
  readonly name: string
  open(file: string): Database
}

/** A database of another version is rebuilt. */
const VERSION = 1
/** Others fill it for at most a few seconds. */
const BUSY_MS = 10_000

const SCHEMA = `
CREATE TABLE ledger (
  id INTEGER PRIMARY KEY, time TEXT NOT NULL, event TEXT NOT NULL, agent TEXT, session TEXT, run TEXT,
  tool TEXT, tool_use_id TEXT, input TEXT, output TEXT, status TEXT, duration_ms INTEGER,
  decision TEXT NOT NULL, flow TEXT, rule TEXT, ms REAL NOT NULL,
  events TEXT NOT NULL, rules TEXT NOT NULL, more TEXT NOT NULL,
  key TEXT, ended INTEGER NOT NULL, waits TEXT
);
CREATE INDEX open_call ON ledger (key) WHERE key IS NOT NULL;
CREATE INDEX running_call ON ledger (id) WHERE key IS NOT NULL AND ended = 0;
CREATE INDEX of_session ON ledger (session);
CREATE TABLE session (session TEXT PRIMARY KEY, heard INTEGER NOT NULL);
CREATE TABLE waiting (line TEXT NOT NULL);
CREATE TABLE source (
  file TEXT PRIMARY KEY, offset INTEGER NOT NULL, size INTEGER NOT NULL, mtime TEXT NOT NULL, inode TEXT NOT NULL,
  mark TEXT NOT NULL, torn INTEGER NOT NULL, tail INTEGER NOT NULL
);
PRAGMA user_version = ${VERSION};
`

export const tables = ['ledger', 'session', 'waiting', 'source'] as const

export function databaseFile(stateDir: string): string {
  return join(stateDir, 'ledger.db')
}

export function openDatabase(sqlite: Sqlite, stateDir: string): Database {
  const file = databaseFile(stateDir)
  createPrivateFile(file, stateDir)
  const database = sqlite.open(file)
  // What is taken out of the spool is not left in pages that are free.
  database.exec(`PRAGMA busy_timeout = ${BUSY_MS}; PRAGMA secure_delete = ON`)
  return database
}

/** Nothing is lost: the spool has everything. */
export function removeDatabase(stateDir: string): void {
  for (const end of ['', '-journal']) rmSync(databaseFile(stateDir) + end, { force: true })
}

/** Creates the file readable only by us, before anything is written. */
function createPrivateFile(file: string, stateDir: string): void {
  if (!isPrivate(stateDir)) throw new Error(`${stateDir} is not a directory that only we can write`)
  closeSync(openSync(file, constants.O_CREAT | constants.O_RDWR | (constants.O_NOFOLLOW ?? 0), 0o600))
  const { mode } = lstatSync(file)
  if ((mode & 0o077) !== 0 && process.platform !== 'win32') chmodSync(file, 0o600)
}

/** Makes the tables where there are none. Within a transaction that writes. */
export function createTables(database: Database): void {
  const found = database.prepare('PRAGMA user_version').get() as { readonly user_version: number } // SQLite says so
  if (found.user_version === 0) database.exec(SCHEMA)
  else if (found.user_version !== VERSION) throw new OtherVersion()
}

class OtherVersion extends Error {}

const CORRUPT = 11
const NOT_A_DATABASE = 26

/** Whether the database has to be rebuilt. */
export function isDamaged(error: unknown): boolean {
  if (error instanceof OtherVersion) return true
  const code = codeOf(error)
  return code === CORRUPT || code === NOT_A_DATABASE
}

/** SQLite's own number: Node and libsql name it differently. */
function codeOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined
  const code: unknown = Reflect.get(error, 'errcode') ?? Reflect.get(error, 'rawCode')
  return typeof code === 'number' ? code & 0xff : undefined
}

export function inTransaction<Result>(database: Database, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    try {
      database.exec('ROLLBACK')
    } catch {
      // A full disk has taken it back already.
    }
    throw error
  }
}
