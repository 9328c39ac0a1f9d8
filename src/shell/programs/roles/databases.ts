// Databases in files, and statements that touch files or run commands.
import type { FactKind } from '../../../model/types.ts'
import { everything } from '../../kinds.ts'
import { doubt, isOpen, run, type Role, type Roles } from '../act.ts'
import { both } from './editors.ts'
import { pathRoles } from './paths.ts'

const files: readonly FactKind[] = ['reads', 'creates', 'edits']

const changes =
  /\b(?:insert|update|delete|drop|create|alter|replace|attach|vacuum|reindex|pragma\s+\w+\s*=)\b|^\s*\.(?!tables|schema|index|databases|headers?\b|mode\b|help)/im

/** A database that is only asked is only read. */
const database: Role = {
  about: files,
  apply(word, act) {
    const statements = act.reading.operands.slice(1)
    const isAsked =
      statements.length > 0 && statements.every(({ text, at }) => !isOpen(act, at) && !changes.test(text))
    if (word.text !== ':memory:') (isAsked ? pathRoles.read : both)?.apply(word, act)
  },
}

const sql: Role = {
  about: everything,
  apply({ text }, act) {
    const command = /(?:\\!|^\s*\.(?:shell|system)|(?:^|;)\s*system(?=\s))\s*([^]+)$/im.exec(text)?.[1]
    if (command !== undefined) run(act, { kind: 'shell', text: command })
    const reads =
      /\\(?:i|ir|copy|o|g|w)\b|^\s*\.(?:output|once|read|import|dump|save|backup|restore|open|clone|excel|log)\b|\bcopy\b[^;]*\b(?:from|to)\b|\b(?:into\s+(?:out|dump)file|load_file|writefile|readfile|load\s+data)\b/im
    if (reads.test(text))
      doubt(act, text, {
        about: files,
        reason: 'the files that the statement touches cannot be known: redirect its output instead',
      })
  },
}

/** The option that takes statements; without one they stand behind this many other words. */
const clients: Readonly<Record<string, string | number>> = {
  psql: '-c',
  mysql: '-e',
  mariadb: '-e',
  sqlcmd: '-Q',
  clickhouse: '--query',
  'clickhouse-client': '--query',
  duckdb: '-c',
  mongo: '--eval',
  mongosh: '--eval',
  cqlsh: '-e',
  sqlite: 1,
  sqlite3: 1,
  'redis-cli': 0,
  sftp: 1,
}
const takesStatements = /^(?:--command|--execute|--eval|--file|--query|-Q)$/

/** `psql <<< text` does what `psql -c text` does. */
const given: Role = {
  about: [],
  apply(_, act) {
    const { argv, program } = act.command
    const { options, operands } = act.reading
    const text = act.input?.text?.trim() ?? ''
    const client = clients[program]
    if (text === '' || client === undefined || argv.at(-1) === text) return
    if (options.some(({ name }) => takesStatements.test(name))) return
    if (typeof client === 'number' && operands.length > client) return
    const words = typeof client === 'number' ? [text] : [client, text]
    run(act, { kind: 'argv', argv: [...argv, ...words], beside: true })
  },
}

export const databaseRoles = (): Roles => ({ database, sql, given })
