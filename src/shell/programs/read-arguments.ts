// A command's words, told apart by what is known of its program.
import { programName } from '../../patterns/commands/command-words.ts'
import type { ReadArguments, UsedOption } from '../../model/types.ts'
import type { Option, ProgramNotation } from './notation.ts'
import { asksForHelp } from './help.ts'
import { noRoles, parameterOf, type Switch, switchesIn, unknownOption } from './slash-options.ts'
import { programOf } from './table.ts'

/** An option as used, with what its values are: `values[0]` to `values[1]` are their places in argv. */
interface ParsedOption extends UsedOption {
  readonly roles: readonly string[]
  /** Where its values begin and end; empty when there are none or it is joined. */
  readonly from: number
  readonly to: number
}

export interface ParsedArguments {
  readonly program?: ProgramNotation
  readonly root?: ProgramNotation
  readonly path: string[]
  readonly options: ParsedOption[]
  readonly operands: { text: string; at: number }[]
}

interface ArgumentCursor {
  readonly argv: readonly string[]
  readonly open: readonly number[]
  at: number
  program: ProgramNotation
  readonly root: ProgramNotation
  readonly reading: ParsedArguments
}

const none: readonly number[] = []

export function readArguments(argv: readonly string[]): ReadArguments {
  const parsed = parseArguments(argv)
  const { path, options, operands, program } = parsed
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
    ...(asksForHelp(argv, parsed) && { help: true }),
  }
}

/** The same, with roles; `open` are the words that cannot be known, which name no subcommand. */
export function parseArguments(argv: readonly string[], open: readonly number[] = none): ParsedArguments {
  const word = argv[0] ?? ''
  const program = programOf(word)
  if (program === undefined) return parseUnknown(argv)
  const reading = { path: [program.name], options: [], operands: [] }
  const cursor: ArgumentCursor = { argv, open, at: 1, program, root: program, reading }
  if (program.traits.has('bare')) parseBareCluster(cursor)
  parseWords(cursor)
  if (cursor.program.traits.has('refspecs')) replaceRefspecs(reading.operands)
  const { path, options, operands } = reading
  return { path, options, operands, program: cursor.program, root: program }
}

function parseWords(cursor: ArgumentCursor): void {
  const { argv, reading } = cursor
  let ended = cursor.program.traits.has('raw')
  while (cursor.at < argv.length) {
    const word = argv[cursor.at] ?? ''
    if (ended) reading.operands.push({ text: word, at: cursor.at++ })
    else if (word === '--') {
      // `git -- reset` is taken for what it seems to be.
      ended = !cursor.program.hasSubcommands || reading.operands.length > 0
      cursor.at++
    } else if (isOption(word, cursor)) parseOption(word, cursor)
    else if (!enterSubcommand(word, cursor)) {
      addOperand(word, cursor)
      ended = cursor.program.traits.has('stops')
    } else ended = cursor.program.traits.has('raw')
  }
}

function isOption(word: string, cursor: ArgumentCursor): boolean {
  const { program, at, open } = cursor
  if (word[0] === '/') return switchesIn(word, program) !== undefined
  if (word.length > 1 && word[0] === '+' && program.traits.has('plus')) return true
  if (word.length > 1 && word[0] === '-') return !(open.includes(at) && /^-*[$`]/.test(word))
  if (!program.hasBareOptions) return false
  const key = word.slice(0, word.indexOf('=') + 1)
  return program.option(word) !== undefined || (key !== '' && program.option(key) !== undefined)
}

/** Goes into the subcommand that the word names. */
function enterSubcommand(word: string, cursor: ArgumentCursor): boolean {
  const { program, reading, at, open } = cursor
  if (!program.hasSubcommands || reading.operands.length > 0 || open.includes(at)) return false
  const found = program.subcommand(word) ?? program.subcommand(word.toLowerCase())
  if (found === undefined) return false
  if ('name' in found) {
    cursor.program = found
    reading.path.push(found.name)
  } else followAlias(found, cursor)
  cursor.at++
  return true
}

/** A subcommand that is another one of the same program. */
function followAlias(to: readonly string[], cursor: ArgumentCursor): void {
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

function addOperand(word: string, cursor: ArgumentCursor): void {
  const { program, reading } = cursor
  const at = cursor.at++
  let text = word
  for (const { prefix, implies } of program.prefixes) {
    if (!word.startsWith(prefix) || word === prefix) continue
    for (const name of implies) reading.options.push(impliedOption(name, at))
    text = word.slice(prefix.length)
  }
  reading.operands.push({ text, at })
}

const BRANCH_PREFIX = 'refs/heads/'

/** `HEAD:refs/heads/main` leads to main. */
function replaceRefspecs(operands: { text: string; at: number }[]): void {
  for (const operand of operands.slice(1)) {
    const to = operand.text.slice(operand.text.lastIndexOf(':') + 1)
    const name = to.startsWith(BRANCH_PREFIX) ? to.slice(BRANCH_PREFIX.length) : to
    if (name !== '') operand.text = name
  }
}

const impliedOption = (name: string, at: number): ParsedOption => ({
  name,
  at,
  roles: noRoles,
  from: 0,
  to: 0,
})

// ---- options

/** An option of this subcommand, or of one around it whose options stand everywhere. */
function findOption(spelling: string, { program }: ArgumentCursor): Option | undefined {
  let around: ProgramNotation | undefined = program
  while (around !== undefined) {
    const option = around.option(spelling)
    if (option !== undefined && (around === program || around.traits.has('global'))) return option
    around = around.parent
  }
  return undefined
}

/** GNU and git take the beginning of a long option that only one has. */
function findLongOption(spelling: string, cursor: ArgumentCursor): Option | undefined {
  const exact = findOption(spelling, cursor) ?? findOption(spelling.toLowerCase(), cursor)
  if (exact !== undefined || spelling.length < 4) return exact
  return cursor.program.optionFrom(spelling)
}

function parseOption(word: string, cursor: ArgumentCursor): void {
  if (word[0] === '/') return consumeSwitches(switchesIn(word, cursor.program) ?? [], cursor)
  if (cursor.root.traits.has('cmdlet'))
    return consumeOption(parameterOf(word, cursor.root), undefined, cursor)
  const whole = findOption(word, cursor)
  if (whole !== undefined) return consumeOption(whole, undefined, cursor)
  const equals = word.indexOf('=')
  if (word[0] === '+') return parseCluster(word, cursor)
  if (word[0] !== '-') return parseBareOption(word, equals + 1, cursor)
  if (word.startsWith('--') || cursor.program.traits.has('dashes') || cursor.root.traits.has('dashes'))
    return parseLongOption(word, equals, cursor)
  if (/^-\d+$/.test(word)) {
    const number = findOption('-NUM', cursor)
    if (number !== undefined) return consumeOption(number, word.slice(1), cursor)
  }
  parseCluster(word, cursor)
}

function consumeSwitches(switches: readonly Switch[], cursor: ArgumentCursor): void {
  const last = switches.length - 1
  for (const [index, { option, value }] of switches.entries())
    if (index === last) consumeOption(option, value, cursor)
    else addOption(option, { at: cursor.at, from: 0, to: 0, joined: undefined }, cursor)
}

/** `of=x`: the spelling ends with the equals sign. */
function parseBareOption(word: string, end: number, cursor: ArgumentCursor): void {
  const option = findOption(word.slice(0, end), cursor)
  if (option !== undefined)
    consumeOption({ ...option, name: word.slice(0, end - 1) }, word.slice(end), cursor)
}

function parseLongOption(word: string, equals: number, cursor: ArgumentCursor): void {
  const spelling = equals < 0 ? word : word.slice(0, equals)
  const value = equals < 0 ? undefined : word.slice(equals + 1)
  const dashed = spelling.startsWith('--')
  const option =
    (dashed ? findLongOption(spelling, cursor) : findOption(spelling, cursor)) ??
    (cursor.root.traits.has('dashes')
      ? findOption(dashed ? spelling.slice(1) : `-${spelling}`, cursor)
      : undefined)
  if (option !== undefined) return consumeOption(option, value, cursor)
  const next = cursor.argv[cursor.at + 1]
  const takes =
    cursor.root.traits.has('takes') && value === undefined && next !== undefined && !next.startsWith('-')
  consumeOption({ ...unknownOption(spelling), roles: takes ? ['text'] : noRoles }, value, cursor)
}

/** `-rf`, `+x`, `-ofile`: letters until one takes a value. */
function parseCluster(word: string, cursor: ArgumentCursor): void {
  for (let letter = 1; letter < word.length; letter++) {
    const spelling = `${word[0]}${word[letter]}`
    const option = findOption(spelling, cursor) ?? unknownOption(spelling)
    const rest = word.slice(letter + 1)
    if (option.roles[0] === 'digits') {
      const digits = /^\d*/.exec(rest)?.[0] ?? ''
      letter += digits.length
      addOption(option, { at: cursor.at, from: 0, to: 0, joined: digits === '' ? undefined : digits }, cursor)
      if (letter >= word.length - 1) cursor.at++
      continue
    }
    if (option.roles.length > 0 && rest !== '')
      return consumeOption(option, rest.replace(/^=(?=.)/, ''), cursor)
    if (rest === '') return consumeOption(option, undefined, cursor)
    addOption(option, { at: cursor.at, from: 0, to: 0, joined: undefined }, cursor)
  }
}

/** Takes an option and the words that are its values, and goes on behind them. */
function consumeOption(option: Option, joined: string | undefined, cursor: ArgumentCursor): void {
  const at = cursor.at++
  const from = cursor.at
  if (!option.joined)
    for (const role of option.roles.slice(joined === undefined ? 0 : 1)) cursor.at = endOfValue(role, cursor)
  if (option.roles.some((role) => takesRest.has(role))) cursor.at = cursor.argv.length
  addOption(option, { at, from, to: cursor.at, joined }, cursor)
}

/** What stands behind `cmd /c` and `powershell -Command` is one text, whatever it looks like. */
const takesRest: ReadonlySet<string> = new Set(['cmd-words', 'powershell'])

interface OptionSpan {
  readonly at: number
  readonly from: number
  readonly to: number
  readonly joined: string | undefined
}

function addOption(
  option: Option,
  { at, from, to, joined }: OptionSpan,
  { argv, reading }: ArgumentCursor,
): void {
  const value = joined ?? (to > from ? argv[from] : undefined)
  for (const name of option.implies) reading.options.push(impliedOption(name, at))
  if (option.implies.length > 0 && !option.name.startsWith('--')) return
  const used: { -readonly [K in keyof ParsedOption]: ParsedOption[K] } = {
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
function endOfValue(role: string, { argv, at }: ArgumentCursor): number {
  if (role !== 'exec' && role !== 'fd-exec') return Math.min(at + 1, argv.length)
  let end = at
  while (end < argv.length && argv[end] !== ';' && !(argv[end] === '+' && argv[end - 1] === '{}')) end++
  return Math.min(end + 1, argv.length)
}

/** `tar xzf a.tgz`: the first word is letters, their values follow it in order. */
function parseBareCluster(cursor: ArgumentCursor): void {
  const word = cursor.argv[1] ?? ''
  if (!/^[A-Za-z]+$/.test(word)) return
  cursor.at = 2
  for (const letter of word) {
    const option = findOption(`-${letter}`, cursor)
    if (option === undefined) continue
    const from = cursor.at
    if (option.roles.length > 0 && !option.joined) cursor.at = Math.min(from + 1, cursor.argv.length)
    addOption(option, { at: 1, from, to: cursor.at, joined: undefined }, cursor)
  }
}

/** A program that the table does not have: what begins with a dash is an option, `--` ends them. */
function parseUnknown(argv: readonly string[]): ParsedArguments {
  const word = argv[0] ?? ''
  const reading: ParsedArguments = {
    path: [programName(word)],
    options: [],
    operands: [],
  }
  const end = argv.indexOf('--')
  argv.forEach((text, at) => {
    if (at === 0 || at === end) return
    const isOption = text.length > 1 && text.startsWith('-') && (end < 0 || at < end)
    if (!isOption) return void reading.operands.push({ text, at })
    const equals = text.startsWith('--') ? text.indexOf('=') : -1
    const name = equals < 0 ? text : text.slice(0, equals)
    reading.options.push({
      ...impliedOption(name, at),
      ...(equals < 0 ? {} : { value: text.slice(equals + 1) }),
    })
  })
  return reading
}
