import type { Host } from '../../run/host.ts'
import { databaseFile } from '../../store/ledger/database.ts'
import { withLedger } from './open.ts'
import { findSqlite, withoutSqlite } from './sqlite.ts'

/** `hooks ledger database`: fills it and says where it is, for programs that speak SQL. */
export function ledgerDatabase(host: Host, { json }: { readonly json?: true }): number {
  const sqlite = findSqlite(host)
  if (sqlite === undefined) {
    host.err(`hooks: ${withoutSqlite(process.versions.node)}\n`)
    return 1
  }
  return withLedger(host, ({ source, stateDir }) => {
    if (!source.isDatabase) {
      if (source.count({}) === 0) host.err('hooks: nothing was recorded here yet\n')
      return 1 // else it was told why
    }
    const file = databaseFile(stateDir)
    const found = { file, rows: source.count({}), torn: source.torn, sqlite: sqlite.name }
    host.out(json === true ? `${JSON.stringify(found, undefined, 2)}\n` : `${file}\n`)
    return 0
  })
}
