// Literals that occur in every command that a pattern matches: its words, and an option in one of its spellings.
import { shellLike, shells } from '../../../patterns/commands/command-stage.ts'
import {
  ambientOptions,
  type CommandStage,
  type CommandWord,
  programName,
  spelling,
} from '../../../patterns/commands/command-words.ts'
import type { ProgramNotation } from '../../../shell/programs/notation.ts'
import {
  type ParsedArguments,
  parseArguments,
  readArguments,
} from '../../../shell/programs/read-arguments.ts'
import { AND, EDGE, literalOfGlob } from '../../../patterns/literal.ts'
import { normalizePath } from '../../../patterns/paths/paths.ts'
import { escapeRegex } from '../../../patterns/globs/glob.ts'

/** One of these, each of the longest words and, where one has to be there, an option; none where nothing is sure. */
export function literalsIn(stages: readonly CommandStage[]): string[] {
  const inPipeline = stages.length > 1
  const all = new Set(
    stages.flatMap((stage) => surelyIn(stage, inPipeline).filter(({ length }) => length > 1)),
  )
  const [longest = '', next = '', third = ''] = [...all].toSorted((one, other) => other.length - one.length)
  // Shorter ones, with the spaces around them, are only looked up beside others.
  if (longest.length < SHORTEST) return longest === '' ? [] : [longest]
  const literal = next === '' ? longest : longest + AND + next
  const choices = stages
    .flatMap((stage, at) => (inPipeline && isShell(stage) ? shellsAt(at) : choicesIn(stage)))
    .filter((pieces) => pieces.length > 0 && pieces.length <= MAX_CHOICES)
  const [fewest, few] = choices.toSorted((one, other) => vaguenessOf(one) - vaguenessOf(other))
  if (fewest !== undefined && few !== undefined && next === '' && fewest.length * few.length <= MAX_CHOICES)
    return fewest.flatMap((piece) => few.map((other) => literal + AND + piece + AND + other))
  if (fewest !== undefined) return fewest.map((piece) => literal + AND + piece)
  return [third === '' ? literal : literal + AND + third]
}

/** How unspecific the pieces are: a single character occurs in many texts. */
function vaguenessOf(pieces: readonly string[]): number {
  return pieces.reduce((sum, { length }) => sum + (length > 1 ? 1 : 4), 0)
}

const SHORTEST = 4
/** More would not be worth their entries. */
const MAX_CHOICES = 9

/** What stands in a command with this program; undefined where that cannot be said. */
export function programIn({ words: [program] }: CommandStage, inPipeline: boolean): string | undefined {
  if (program === undefined) return undefined
  const name = nameOf(program)
  const isGlob = program.source !== undefined
  const text = isGlob ? literalOfGlob(program.text) : name
  const isAny = (isGlob && (inPipeline || program.text.includes('/'))) || (inPipeline && shells.has(name))
  return isAny || !/^[!-~]+$/.test(text) ? undefined : isGlob ? text : ` ${text} `
}

/** As the table has it, which stands in each command beside what was written. */
function nameOf({ text }: CommandWord): string {
  return spelling(programName(text), { words: readArguments })
}

// ---- words

/** Parts of a program's name, words and values that stand in every command that is meant, as it is called canonically. */
function surelyIn({ words, assignments }: CommandStage, inPipeline: boolean): readonly string[] {
  const set = assignments.map(({ name }) => `${name}=`).filter(({ length }) => length >= SHORTEST)
  const [program] = words
  if (program === undefined) return set
  if (program.source !== undefined) return [...set, ...inAny(words, inPipeline)]
  const name = nameOf(program)
  if (inPipeline && shells.has(name)) return set
  const read = readStage(words, name)
  // What an unknown program, or a wrapper, makes of its words cannot be said.
  const operands = isKept(read)
    ? read.operands.flatMap(({ text, at }) => (words[at]?.source === undefined ? [text] : []))
    : []
  // A subcommand stands in the command as it is called, or as it is written here.
  const path = read.path
    .slice(1)
    .filter((word) => words.some(({ text, source }) => source === undefined && text === word))
  const whole = [name, ...path, ...operands].filter((word) => /^[!-~]+$/.test(word)).map(inWord)
  return [...set, ...whole, ...read.options.flatMap(valueOf)]
}

/** Of a program that is not named its piece, and those of patterns and places behind it: no program has such subcommands. */
function inAny([program, ...words]: CommandStage['words'], inPipeline: boolean): readonly string[] {
  const own = inPipeline || program?.text.includes('/') !== false ? [] : [literalOfGlob(program.text)]
  const isBare = words.every(({ text }) => !text.startsWith('-'))
  const patterns = words.filter(({ source }) => isBare && source !== undefined)
  const places = words.filter(({ text, source }) => isBare && source === undefined && text.startsWith('/'))
  return [
    ...own,
    ...patterns.map(({ text }) => longestName(literalOfGlob(text))),
    ...places.map(({ text }) => inWord(text)),
  ]
}

const readings = new WeakMap<CommandStage['words'], ParsedArguments>()

function readStage(words: CommandStage['words'], name: string): ParsedArguments {
  const reading = readings.get(words) ?? parseArguments([name, ...words.slice(1).map(({ text }) => text)])
  readings.set(words, reading)
  return reading
}

/** Its operands are its own, not those of a command that it runs. */
function isKept({ program }: ParsedArguments): boolean {
  const roles = program?.forms.flatMap(({ taking }) => taking.map(({ role }) => role)) ?? ['command']
  return !roles.some((role) => runs.test(role))
}

const runs = /command|words|applet|script|exec|code|parallel|shell/

interface WrittenOption {
  readonly name: string
  readonly value?: string
}

/** The value of an option stands in the command, beside it or joined to it, unless it may come from elsewhere. */
function valueOf({ name, value = '' }: WrittenOption): readonly string[] {
  const piece = value.includes('/') || ambientOptions.has(name) ? '' : literalOfGlob(value)
  return piece.length < SHORTEST ? [] : [piece]
}

/** The word, or of a path, which may be spelled in other ways, its longest name. */
function inWord(word: string): string {
  if (!word.includes('/')) return ` ${word} `
  const name = longestName(word.startsWith('/') ? normalizePath(word) : word)
  return name === '' ? ' /' : name
}

/** Its wildcards are escaped, as in `rm -r \*`. */
function isFixed({ text, source }: CommandWord): boolean {
  const own = escapeRegex(text)
  return source === `^${own}$` || source === `^(?:${own}$)`
}

/** A name of one character says something behind its slash alone. */
function inName(word: string): string {
  const name = longestName(word)
  return name.length > 1 || !word.includes('/') ? name : word.slice(word.lastIndexOf('/'))
}

function longestName(path: string): string {
  return path.split('/').reduce((longest, name) => (name.length > longest.length ? name : longest))
}

// ---- choices

function isShell({ words: [program] }: CommandStage): boolean {
  return program !== undefined && program.source === undefined && shells.has(programName(program.text))
}

/** A dot is a common word: behind the first command of a pipeline it begins one. */
function shellsAt(at: number): readonly (readonly string[])[] {
  return at === 0 ? [] : [[...shellLike].map((shell) => (shell === '.' ? `${EDGE} . ` : ` ${shell} `))]
}

/** Lists of which one piece each has to be there. */
function choicesIn({ words }: CommandStage): readonly (readonly string[])[] {
  const [program, first] = words
  if (program === undefined || program.source !== undefined) return []
  const name = programName(program.text)
  const read = readStage(words, name)
  if (!isKept(read)) return []
  // In `git * --force` the spelling of the option depends on the subcommand.
  if (read.program?.hasSubcommands === true) return ends(words)
  const running = first?.text.startsWith('-') === true ? runningOptions(read) : []
  if (running === undefined) return []
  const options = read.options.map(({ name: option, value }) =>
    value !== undefined && ambientOptions.has(option) ? [] : piecesOf(option, read),
  )
  const others = running.map((option) => piecesOf(option, read))
  if (others.some(({ length }) => length === 0)) return []
  // No slash, as a path is also taken without those that say nothing.
  const patterns = read.operands.flatMap(({ at }) => {
    const word = words[at]
    return word?.source === undefined
      ? []
      : [isFixed(word) ? inName(word.text) : longestName(literalOfGlob(word.text))]
  })
  return [
    ...ends(words),
    ...patterns.filter((piece) => piece !== '').map((piece) => [piece]),
    ...options.filter(({ length }) => length > 0).map((pieces) => [...pieces, ...others.flat()]),
  ]
}

/** Of `find . -exec rm`, the options of find are taken for unknown: those with which it runs another command. */
function runningOptions({ root }: ParsedArguments): readonly string[] | undefined {
  if (root === undefined || root.hasSubcommands) return undefined
  return root.options().flatMap(({ name, roles }) => (roles.some((role) => runs.test(role)) ? [name] : []))
}

/** After `--` come paths. */
function ends(words: CommandStage['words']): readonly (readonly string[])[] {
  const end = words.findIndex(({ text }) => text === '--')
  return end < 0 || words[end + 1]?.text.startsWith('-') === true ? [] : [[' -- ']]
}

/** What every spelling of an option has, letters of a cluster as if they stood alone; none where that cannot be said. */
function piecesOf(name: string, { program, root }: ParsedArguments): readonly string[] {
  const levels: ProgramNotation[] = []
  for (let level = program; level !== undefined; level = level.parent) levels.push(level)
  if (root?.traits.has('bare') === true || !name.startsWith('-')) return []
  const meant = levels
    .flatMap((level) => level.options())
    .filter((option) => option.name === name || option.implies.includes(name))
  const spellings = [name, ...meant.flatMap((option) => option.spellings)]
  // Of `git push origin +main` the sign.
  const signs = levels.flatMap(({ prefixes }) => prefixes.filter(({ implies }) => implies.includes(name)))
  const isSingle = root?.traits.has('dashes') === true
  if (!isSingle && levels.some(({ traits }) => traits.has('dashes'))) return []
  const pieces = [
    ...spellings
      .filter((spelling) => !signs.some(({ prefix }) => spelling === `${prefix}*`))
      .map((spelling) => pieceOf(spelling, isSingle)),
    ...signs.map(({ prefix }) => ` ${prefix}`),
  ]
  return pieces.includes('') ? [] : [...new Set(pieces)]
}

/** A long option may be cut after its second letter, and with `dashes` have one dash or two; '' where it is any number. */
function pieceOf(spelling: string, isSingle: boolean): string {
  if (spelling === '-NUM') return ''
  const [, dashes = '', letters = ''] = /^(--?)([A-Za-z0-9][A-Za-z0-9-]*)$/.exec(spelling) ?? []
  if (letters === '') return ''
  if (isSingle) return `-${letters.slice(0, 2)}`
  return dashes === '--' ? ` --${letters.slice(0, 2)}` : ` -${letters}`
}
