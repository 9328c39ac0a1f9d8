// SQLite for tests: Node's own, or libsql, installed once from the registry.
import path from 'node:path'
import { findSqlite } from '../../src/cli/ledger/open.ts'
import { fromRegistry } from './registry.ts'

const spec = { spec: 'libsql@0.5.29', file: 'libsql/package.json' }
const found = fromRegistry(spec)

/** A directory beside which libsql is installed; undefined where it could not be. */
export const libsqlDir = 'bin' in found ? path.resolve(found.bin, '../../..') : undefined

export const sqlite = findSqlite({ packageDir: libsqlDir ?? '/' })
if (sqlite === undefined && 'missing' in found) console.log(`skipped, no SQLite: ${found.missing}`)
