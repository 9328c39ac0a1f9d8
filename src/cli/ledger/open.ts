import { errorMessage } from '../../model/errors.ts'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Host } from '../../run/host.ts'
import { createClock } from '../../store/files.ts'
import { isDamaged, removeDatabase, type Sqlite, type Database } from '../../store/ledger/database.ts'
import { type FilledDatabase, openFilled } from '../../store/ledger/ingest.ts'
import { readLedger } from '../../store/ledger/spool.ts'
import { databaseSource, type LedgerSource, spoolSource } from '../../store/ledger/source.ts'
import { projectKey } from '../../store/plan/dirs.ts'
import { isPrivate } from '../../store/private-dir.ts'
import { findProjectConfig, type ProjectConfig } from '../shared/project-config.ts'

export interface OpenLedger {
  readonly source: LedgerSource
  readonly here: ProjectConfig
  readonly stateDir: string
}

/** Opens the rows of this project: from SQLite where available, else from the spool files. */
export function withLedger<Result>(host: Host, work: (open: OpenLedger) => Result): Result {
  const here = findProjectConfig(host)
  const stateDir = path.join(here.dirs.state, projectKey(here.root))
  const now = createClock().now()
  const sqlite = isPrivate(stateDir) ? findSqlite(host) : undefined
  const filled = sqlite === undefined ? undefined : openDatabase(host, { sqlite, stateDir, now })
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

function openDatabase(
  host: Host,
  { sqlite, stateDir, now }: { sqlite: Sqlite; stateDir: string; now: number },
): FilledDatabase | undefined {
  try {
    return openFilled(sqlite, stateDir, now)
  } catch (error) {
    const why = errorMessage(error)
    host.err(`hooks: the ledger's database cannot be used, its files are read instead: ${why}\n`)
    return undefined
  }
}

/** Node's own SQLite, or that of the package libsql beside ours: never a project's, whose code would run. */
export function findSqlite({ packageDir }: Pick<Host, 'packageDir'>): Sqlite | undefined {
  return ownSqlite() ?? libsql(packageDir)
}

interface NodeSqlite {
  readonly DatabaseSync: new (file: string) => Database
}

function ownSqlite(): Sqlite | undefined {
  const emitWarning = process.emitWarning.bind(process)
  process.emitWarning = () => undefined // Node 22 would say on stderr that it is experimental
  try {
    const found = process.getBuiltinModule('node:sqlite') as NodeSqlite | undefined // Node 20 has none, nor types for it
    return found === undefined
      ? undefined
      : { name: 'node:sqlite', open: (file) => new found.DatabaseSync(file) }
  } finally {
    process.emitWarning = emitWarning
  }
}

function libsql(packageDir: string): Sqlite | undefined {
  try {
    const load = createRequire(path.join(packageDir, 'package.json'))
    const Found = load('libsql') as new (file: string) => Database // as its documentation says
    return { name: 'libsql', open: (file) => new Found(file) }
  } catch {
    return undefined
  }
}

export function withoutSqlite(node: string): string {
  return [
    `there is no SQLite here: Node ${node} has none, and the package libsql is not installed beside hooks-yaml`,
    '  run hooks with Node 22.13 or later, or: npm install libsql (with -g when hooks is installed so)',
    '  log, show, would, stats and export need none: they read what runs have written, as it stands',
  ].join('\n')
}
