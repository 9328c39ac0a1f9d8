import path from 'node:path'
import { createClock } from '../../store/files.ts'
import type { Host } from '../../run/host.ts'
import { isDamaged, removeDatabase, type Sqlite } from '../../store/ledger/database.ts'
import { type FilledDatabase, openFilled } from '../../store/ledger/ingest.ts'
import { readLedger } from '../../store/ledger/spool.ts'
import { databaseSource, type LedgerSource, spoolSource } from '../../store/ledger/source.ts'
import { projectKey } from '../../store/plan/dirs.ts'
import { isPrivate } from '../../store/private-dir.ts'
import { findHere, type Here } from '../shared/compile-here.ts'
import { findSqlite } from './sqlite.ts'

export interface OpenLedger {
  readonly source: LedgerSource
  readonly here: Here
  readonly stateDir: string
}

/** Does something with the rows of this project: by the database where there is SQLite, else, and whatever is wrong with it, by the spool. */
export function withLedger<Result>(host: Host, work: (open: OpenLedger) => Result): Result {
  const here = findHere(host)
  const stateDir = path.join(here.dirs.state, projectKey(here.root))
  const now = createClock().now()
  const sqlite = isPrivate(stateDir) ? findSqlite(host) : undefined
  const filled = sqlite === undefined ? undefined : tryToFill(host, { sqlite, stateDir, now })
  if (filled === undefined) return work({ source: spoolSource(readLedger(stateDir), now), here, stateDir })
  try {
    return work({ source: databaseSource(filled.database, filled.torn), here, stateDir })
  } catch (error) {
    if (isDamaged(error)) removeDatabase(stateDir) // the next one makes it anew
    throw error
  } finally {
    filled.database.close()
  }
}

interface Place {
  readonly sqlite: Sqlite
  readonly stateDir: string
  readonly now: number
}

function tryToFill(host: Host, { sqlite, stateDir, now }: Place): FilledDatabase | undefined {
  try {
    return openFilled(sqlite, stateDir, now)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    host.err(`hooks: the ledger's database cannot be used, its files are read instead: ${why}\n`)
    return undefined
  }
}
