// Databases in files, and statements that touch files or run commands.
import type { FactKind } from '../../../model/types.ts'
import { everything } from '../../kinds.ts'
import { textToRun } from '../../run-files.ts'
import { plainSql } from '../../tool-sql.ts'
import {
  addRun,
  addUnknownWord,
  addUnresolved,
  isUnknownWord,
  role,
  roleOfAnyWord,
  runShell,
  type CommandState,
  type ArgumentWord,
  type Roles,
} from '../command-state.ts'
import { both } from './editors.ts'
import { pathRoles } from './paths.ts'
import { absolute } from './place.ts'

const files: readonly FactKind[] = ['reads', 'creates', 'edits']

const changesData =
  /\b(?:insert|update|delete|drop|create|alter|replace|attach|vacuum|reindex|pragma\s+\w+\s*=)\b|^\s*\.(?!tables|schema|index|databases|headers?\b|mode\b|help)/im

/** What stands between quotes is a value, whatever it is. */
const isValue = (text: string): boolean => !/[$`…]/.test(text.replace(/'[^']*'/g, ''))

/** A database that is only asked is only read. */
const database = role(files, (word, state) => {
  const statements = state.parsed.operands.slice(1)
  const isAsked =
    statements.length > 0 &&
    statements.every(
      ({ text, at }) => (!isUnknownWord(state, at) || isValue(text)) && !changesData.test(text),
    )
  if (word.text !== ':memory:') (isAsked ? pathRoles.read : both)?.apply(word, state)
})

/** Long texts are read as they stand. */
const MAX_PLAIN = 20_000

/** Adds a command with other statements, unless those are its own. */
function addStatements(text: string, state: CommandState, file?: string): void {
  const { argv, program } = state.command
  const client = statementOptions[program]
  if (text.trim() === '' || argv.at(-1) === text) return
  if (client === undefined && program !== 'sql') return
  const words = typeof client === 'string' ? [client, text] : [text]
  const kept = typeof client === 'number' ? client : 0
  const own = [argv[0] ?? '', ...state.parsed.operands.slice(0, kept).map((word) => word.text)]
  addRun(state, { kind: 'argv', argv: [...own, ...words], beside: true, ...(file !== undefined && { file }) })
}

/** A file with statements, that an option, a redirect or a statement names. */
function runStatementsOf(word: ArgumentWord, state: CommandState): void {
  const path = absolute(word.text, state)
  const isHere = path !== undefined && state.command.remote !== true
  const text = isHere ? textToRun(path, state.world, MAX_PLAIN) : undefined
  if (text !== undefined) addStatements(plainSql(text), state, path)
}

const sqlFile = role(['reads'], (word, state) => {
  if (word.text === '-') return
  pathRoles.read?.apply(word, state)
  runStatementsOf(word, state)
})

/** A file that a statement runs: `\\i`, `.read`, `source`. */
const included = /(?:\\ir?|^\s*\.read|(?:^|;)\s*(?:source|\\\.))\s+["']?([^\s;"']+)/gim

const sql = roleOfAnyWord(everything, (word, state) => {
  const { text } = word
  if (isUnknownWord(state, word.at) && !isValue(text)) return addUnknownWord(state, word, everything)

  for (const [, file = ''] of text.matchAll(included)) runStatementsOf({ text: file, at: -1 }, state)
  if (text.length <= MAX_PLAIN && /\/\*|--|\|\|/.test(text)) {
    const plain = plainSql(text)
    if (plain !== text) addStatements(plain, state)
  }
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
  prisma: '--stdin',
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
  const { text: given, file } = state.input ?? {}
  if (given === undefined && file !== undefined) runStatementsOf({ text: file, at: -1 }, state)
  const text = given?.trim() ?? ''
  const client = statementOptions[program]
  if (text === '' || client === undefined || argv.at(-1) === text) return
  if (options.some(({ name }) => takesStatements.test(name))) return
  if (typeof client === 'number' && operands.length > client) return
  const words = typeof client === 'number' ? [text] : [client, text]
  addRun(state, { kind: 'argv', argv: [...argv, ...words], beside: true })
})

export const databaseRoles = (): Roles => ({ database, sql, 'sql-file': sqlFile, given: statementsFromInput })
