import { createRequire } from 'node:module'
import path from 'node:path'
import type { Host } from '../../run/host.ts'
import type { Database, Sqlite } from '../../store/ledger/database.ts'

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

/** What to do where there is none. */
export function withoutSqlite(node: string): string {
  return [
    `there is no SQLite here: Node ${node} has none, and the package libsql is not installed beside hooks-yaml`,
    '  run hooks with Node 22.13 or later, or: npm install libsql (with -g when hooks is installed so)',
    '  log, show, would, stats and export need none: they read what runs have written, as it stands',
  ].join('\n')
}
