// Databases in files, and statements that touch files or run commands.
import type { FactKind } from '../../../model/types.ts'
import { everything } from '../../kinds.ts'
import { addRun, addUnresolved, isUnknownWord, role, runShell, type Roles } from '../command-state.ts'
import { both } from './editors.ts'
import { pathRoles } from './paths.ts'

const files: readonly FactKind[] = ['reads', 'creates', 'edits']

const changesData =
  /\b(?:insert|update|delete|drop|create|alter|replace|attach|vacuum|reindex|pragma\s+\w+\s*=)\b|^\s*\.(?!tables|schema|index|databases|headers?\b|mode\b|help)/im

/** A database that is only asked is only read. */
const database = role(files, (word, state) => {
  const statements = state.parsed.operands.slice(1)
  const isAsked =
    statements.length > 0 &&
    statements.every(({ text, at }) => !isUnknownWord(state, at) && !changesData.test(text))
  if (word.text !== ':memory:') (isAsked ? pathRoles.read : both)?.apply(word, state)
})

const sql = role(everything, ({ text }, state) => {
  const command = /(?:\\!|^\s*\.(?:shell|system)|(?:^|;)\s*system(?=\s))\s*([^]+)$/im.exec(text)?.[1]
  if (command !== undefined) runShell(state, command)
  for (const [, program = '', piped = program.replaceAll("''", "'")] of text.matchAll(
    /\bprogram\s+'((?:[^']|'')*)'|\\(?:o|g|gx|w|out|write)\s*\|\s*([^\n]+)/gi,
  ))
    runShell(state, piped)
  for (const [, psql, file = psql ?? ''] of text.matchAll(
    /\\(?:o|w|out|write)\s+([^\s|;]+)|^\s*\.(?:output|once|log|save|backup)\s+(\S+)/gim,
  ))
    pathRoles.write?.apply({ text: file, at: -1 }, state)
  const reads =
    /\\(?:i|ir|copy|o|g|w)\b|^\s*\.(?:output|once|read|import|dump|save|backup|restore|open|clone|excel|log)\b|\bcopy\b[^;]*\b(?:from|to)\b|\b(?:into\s+(?:out|dump)file|load_file|writefile|readfile|load\s+data)\b/im
  if (reads.test(text))
    addUnresolved(state, {
      text,
      about: files,
      reason: 'the files that the statement touches cannot be known: redirect its output instead',
    })
})

/** The option that takes statements; without one they stand behind this many other words. */
const statementOptions: Readonly<Record<string, string | number>> = {
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
const statementsFromInput = role([], (_, state) => {
  const { argv, program } = state.command
  const { options, operands } = state.parsed
  const text = state.input?.text?.trim() ?? ''
  const client = statementOptions[program]
  if (text === '' || client === undefined || argv.at(-1) === text) return
  if (options.some(({ name }) => takesStatements.test(name))) return
  if (typeof client === 'number' && operands.length > client) return
  const words = typeof client === 'number' ? [text] : [client, text]
  addRun(state, { kind: 'argv', argv: [...argv, ...words], beside: true })
})

export const databaseRoles = (): Roles => ({ database, sql, given: statementsFromInput })
