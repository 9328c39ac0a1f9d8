// A command's words, told apart by what is known of its program.
import type { ReadArguments, UsedOption } from '../../model/types.ts'
import type { Option, Program } from './notation.ts'
import { programOf } from './table.ts'

/** An option as used, with what its values are: `values[0]` to `values[1]` are their places in argv. */
interface Use extends UsedOption {
  readonly roles: readonly string[]
  /** Where its values begin and end; empty when there are none or it is joined. */
  readonly from: number
  readonly to: number
}

export interface Reading {
  readonly program?: Program
  readonly root?: Program
  readonly path: string[]
  readonly options: Use[]
  readonly operands: { text: string; at: number }[]
}

interface Cursor {
  readonly argv: readonly string[]
  readonly open: readonly number[]
  at: number
  program: Program
  readonly root: Program
  readonly reading: Reading
}

const none: readonly number[] = []

export function readArguments(argv: readonly string[]): ReadArguments {
  const { path, options, operands, program } = readWords(argv)
  return {
    path,
    options: options.map(({ name, value, at, value_at }) => ({
      name,
      at,
      ...(value === undefined ? {} : { value }),
      ...(value_at === undefined ? {} : { value_at }),
    })),
    operands,
    known: program !== undefined,
  }
}

/** The same, with roles; `open` are the words that cannot be known, which name no subcommand. */
export function readWords(argv: readonly string[], open: readonly number[] = none): Reading {
  const word = argv[0] ?? ''
  const program = programOf(word)
  if (program === undefined) return readUnknown(argv)
  const reading = { path: [program.name], options: [], operands: [] }
  const cursor: Cursor = { argv, open, at: 1, program, root: program, reading }
  if (program.traits.has('bare')) readBare(cursor)
  readAll(cursor)
  if (cursor.program.traits.has('refspecs')) leadRefspecs(reading.operands)
  const { path, options, operands } = reading
  return { path, options, operands, program: cursor.program, root: program }
}

function readAll(cursor: Cursor): void {
  const { argv, reading } = cursor
  let ended = cursor.program.traits.has('raw')
  while (cursor.at < argv.length) {
    const word = argv[cursor.at] ?? ''
    if (ended) reading.operands.push({ text: word, at: cursor.at++ })
    else if (word === '--') {
      // `git -- reset` is taken for what it seems to be.
      ended = !cursor.program.hasSubcommands || reading.operands.length > 0
      cursor.at++
    } else if (isOption(word, cursor)) readOption(word, cursor)
    else if (!enter(word, cursor)) {
      readOperand(word, cursor)
      ended = cursor.program.traits.has('stops')
    } else ended = cursor.program.traits.has('raw')
  }
}

function isOption(word: string, { program, at, open }: Cursor): boolean {
  if (word.length > 1 && word[0] === '-') return !(open.includes(at) && /^-*[$`]/.test(word))
  if (!program.hasBareOptions) return false
  const key = word.slice(0, word.indexOf('=') + 1)
  return program.option(word) !== undefined || (key !== '' && program.option(key) !== undefined)
}

/** Goes into the subcommand that the word names. */
function enter(word: string, cursor: Cursor): boolean {
  const { program, reading, at, open } = cursor
  if (!program.hasSubcommands || reading.operands.length > 0 || open.includes(at)) return false
  const found = program.subcommand(word) ?? program.subcommand(word.toLowerCase())
  if (found === undefined) return false
  if ('name' in found) {
    cursor.program = found
    reading.path.push(found.name)
  } else lead(found, cursor)
  cursor.at++
  return true
}

/** A subcommand that is another one of the same program. */
function lead(to: readonly string[], cursor: Cursor): void {
  const { reading, root } = cursor
  reading.path.length = 1
  cursor.program = root
  for (const word of to) {
    const next = cursor.program.subcommand(word)
    if (next === undefined || !('name' in next)) break
    cursor.program = next
    reading.path.push(next.name)
  }
}

function readOperand(word: string, cursor: Cursor): void {
  const { program, reading } = cursor
  const at = cursor.at++
  let text = word
  for (const { prefix, implies } of program.prefixes) {
    if (!word.startsWith(prefix) || word === prefix) continue
    for (const name of implies) reading.options.push(plain(name, at))
    text = word.slice(prefix.length)
  }
  reading.operands.push({ text, at })
}

const heads = 'refs/heads/'

/** `HEAD:refs/heads/main` leads to main. */
function leadRefspecs(operands: { text: string; at: number }[]): void {
  for (const operand of operands.slice(1)) {
    const to = operand.text.slice(operand.text.lastIndexOf(':') + 1)
    const name = to.startsWith(heads) ? to.slice(heads.length) : to
    if (name !== '') operand.text = name
  }
}

const noRoles: readonly string[] = []
const plain = (name: string, at: number): Use => ({ name, at, roles: noRoles, from: 0, to: 0 })

// ---- options

/** An option of this subcommand, or of one around it whose options stand everywhere. */
function find(spelling: string, { program }: Cursor): Option | undefined {
  let around: Program | undefined = program
  while (around !== undefined) {
    const option = around.option(spelling)
    if (option !== undefined && (around === program || around.traits.has('global'))) return option
    around = around.parent
  }
  return undefined
}

/** GNU and git take the beginning of a long option that only one has. */
function findLong(spelling: string, cursor: Cursor): Option | undefined {
  const exact = find(spelling, cursor) ?? find(spelling.toLowerCase(), cursor)
  if (exact !== undefined || spelling.length < 4) return exact
  return cursor.program.optionFrom(spelling)
}

const unknownOption = (name: string): Option => ({
  name,
  spellings: noRoles,
  roles: noRoles,
  joined: false,
  implies: noRoles,
})

function readOption(word: string, cursor: Cursor): void {
  const whole = find(word, cursor)
  if (whole !== undefined) return take(whole, undefined, cursor)
  const equals = word.indexOf('=')
  if (word[0] !== '-') return readKeyed(word, equals + 1, cursor)
  if (word.startsWith('--') || cursor.program.traits.has('dashes') || cursor.root.traits.has('dashes'))
    return readLong(word, equals, cursor)
  if (/^-\d+$/.test(word)) {
    const number = find('-NUM', cursor)
    if (number !== undefined) return take(number, word.slice(1), cursor)
  }
  readCluster(word, cursor)
}

/** `of=x`: the spelling ends with the equals sign. */
function readKeyed(word: string, end: number, cursor: Cursor): void {
  const option = find(word.slice(0, end), cursor)
  if (option !== undefined) take({ ...option, name: word.slice(0, end - 1) }, word.slice(end), cursor)
}

function readLong(word: string, equals: number, cursor: Cursor): void {
  const spelling = equals < 0 ? word : word.slice(0, equals)
  const value = equals < 0 ? undefined : word.slice(equals + 1)
  const dashed = spelling.startsWith('--')
  const option =
    (dashed ? findLong(spelling, cursor) : find(spelling, cursor)) ??
    (cursor.root.traits.has('dashes') ? find(dashed ? spelling.slice(1) : `-${spelling}`, cursor) : undefined)
  if (option !== undefined) return take(option, value, cursor)
  const next = cursor.argv[cursor.at + 1]
  const takes =
    cursor.root.traits.has('takes') && value === undefined && next !== undefined && !next.startsWith('-')
  take({ ...unknownOption(spelling), roles: takes ? ['text'] : noRoles }, value, cursor)
}

/** `-rf`, `-ofile`: letters until one takes a value. */
function readCluster(word: string, cursor: Cursor): void {
  for (let letter = 1; letter < word.length; letter++) {
    const spelling = `-${word[letter]}`
    const option = find(spelling, cursor) ?? unknownOption(spelling)
    const rest = word.slice(letter + 1)
    if (option.roles[0] === 'digits') {
      const digits = /^\d*/.exec(rest)?.[0] ?? ''
      letter += digits.length
      use(option, { at: cursor.at, from: 0, to: 0, joined: digits === '' ? undefined : digits }, cursor)
      if (letter >= word.length - 1) cursor.at++
      continue
    }
    if (option.roles.length > 0 && rest !== '') return take(option, rest.replace(/^=(?=.)/, ''), cursor)
    if (rest === '') return take(option, undefined, cursor)
    use(option, { at: cursor.at, from: 0, to: 0, joined: undefined }, cursor)
  }
}

/** Takes an option and the words that are its values, and goes on behind them. */
function take(option: Option, joined: string | undefined, cursor: Cursor): void {
  const at = cursor.at++
  const from = cursor.at
  if (!option.joined)
    for (const role of option.roles.slice(joined === undefined ? 0 : 1)) cursor.at = pass(role, cursor)
  use(option, { at, from, to: cursor.at, joined }, cursor)
}

interface Span {
  readonly at: number
  readonly from: number
  readonly to: number
  readonly joined: string | undefined
}

function use(option: Option, { at, from, to, joined }: Span, { argv, reading }: Cursor): void {
  const value = joined ?? (to > from ? argv[from] : undefined)
  for (const name of option.implies) reading.options.push(plain(name, at))
  if (option.implies.length > 0 && !option.name.startsWith('--')) return
  const used: { -readonly [K in keyof Use]: Use[K] } = {
    name: option.name,
    at,
    roles: option.roles,
    from,
    to,
  }
  if (value !== undefined) used.value = value
  if (joined === undefined && to > from) used.value_at = from
  reading.options.push(used)
}

/** Where the value of this role ends: `find -exec` runs what stands until `;` or `+`. */
function pass(role: string, { argv, at }: Cursor): number {
  if (role !== 'exec' && role !== 'fd-exec') return Math.min(at + 1, argv.length)
  let end = at
  while (end < argv.length && argv[end] !== ';' && !(argv[end] === '+' && argv[end - 1] === '{}')) end++
  return Math.min(end + 1, argv.length)
}

/** `tar xzf a.tgz`: the first word is letters, their values follow it in order. */
function readBare(cursor: Cursor): void {
  const word = cursor.argv[1] ?? ''
  if (!/^[A-Za-z]+$/.test(word)) return
  cursor.at = 2
  for (const letter of word) {
    const option = find(`-${letter}`, cursor)
    if (option === undefined) continue
    const from = cursor.at
    if (option.roles.length > 0 && !option.joined) cursor.at = Math.min(from + 1, cursor.argv.length)
    use(option, { at: 1, from, to: cursor.at, joined: undefined }, cursor)
  }
}

/** A program that the table does not have: what begins with a dash is an option, `--` ends them. */
function readUnknown(argv: readonly string[]): Reading {
  const word = argv[0] ?? ''
  const reading: Reading = { path: [word.slice(word.lastIndexOf('/') + 1)], options: [], operands: [] }
  const end = argv.indexOf('--')
  argv.forEach((text, at) => {
    if (at === 0 || at === end) return
    const isOption = text.length > 1 && text.startsWith('-') && (end < 0 || at < end)
    if (!isOption) return void reading.operands.push({ text, at })
    const equals = text.startsWith('--') ? text.indexOf('=') : -1
    const name = equals < 0 ? text : text.slice(0, equals)
    reading.options.push({ ...plain(name, at), ...(equals < 0 ? {} : { value: text.slice(equals + 1) }) })
  })
  return reading
}
