// One command against one command of a pattern: program, options in any spelling, other words, what stands around it.
import {
  ambientOptions,
  baseName,
  type CommandStage,
  type CommandWord,
  commandWords,
  type PlainWord,
  type ParsedWords,
  patternWords,
  programName,
  spelling,
  unversioned,
} from './command-words.ts'
import { normalizePath } from '../paths/paths.ts'
import { mustSpend } from '../work.ts'
import type { CommandFact, Engines, Look, Match } from '../../model/types.ts'

export type MatchState = Match['is']

/** What is asked of one command. */
export interface CommandQuestion extends Pick<Engines, 'linear'> {
  readonly look: Look | undefined
  /** An allow asks: what surrounds the command has to be named, too. */
  readonly strict: boolean
  /** Meeting it lets go: a program is meant as written, a last `*` is a word, and an option is one that is seen. */
  readonly exact: boolean
}

export function both(one: MatchState, two: MatchState): MatchState {
  return one === 'no' || two === 'yes' ? one : two === 'no' || one === 'yes' ? two : 'maybe'
}

export function either(one: MatchState, two: MatchState): MatchState {
  return one === 'yes' || two === 'no' ? one : two === 'yes' || one === 'no' ? two : 'maybe'
}

const tests = new WeakMap<CommandWord, (text: string) => boolean>()
/** A glob is not asked about more. */
const MAX_GLOB_TEXT = 8_192

function matchWord(word: CommandWord, text: string): MatchState {
  if (word.source === undefined) return word.text === text || isSamePlace(word, text) ? 'yes' : 'no'
  if (text.length > MAX_GLOB_TEXT) return word.text === '*' ? 'yes' : 'maybe'
  let test = tests.get(word)
  if (test === undefined) {
    const regex = new RegExp(word.source)
    test = (each) => regex.test(each)
    tests.set(word, test)
  }
  return test(text) || (text.includes('/') && test(normalizePath(text))) ? 'yes' : 'no'
}

/** `*`, not the `\*` of a file that is called so. */
function isAnyWord(word: CommandWord): boolean {
  return word.text === '*' && matchWord(word, 'x') === 'yes'
}

/** `/etc/` is `/etc`. */
function isSamePlace({ text: wanted }: CommandWord, text: string): boolean {
  return wanted.startsWith('/') && text.startsWith('/') && normalizePath(text) === normalizePath(wanted)
}

export const shells: ReadonlySet<string> = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'fish'])
/** In a pipeline they take what a shell takes. */
export const shellLike: ReadonlySet<string> = new Set([...shells, 'eval', 'source', '.'])

/** `GIT`, which is git where the file system takes it for that. */
function isCapitalOf(name: string, program: string): boolean {
  return name === program.toLowerCase() && program === program.toUpperCase()
}

const programsByWord = new WeakMap<CommandWord, Readonly<Record<'exact' | 'any', string>>>()

/** What a pattern calls the program. */
function programIn(word: CommandWord, exact: boolean): string {
  if (word.source !== undefined) return word.text
  let names = programsByWord.get(word)
  if (names === undefined) {
    names = { exact: baseName(word.text), any: programName(word.text) }
    programsByWord.set(word, names)
  }
  return names[exact ? 'exact' : 'any']
}

function matchesProgram(word: CommandWord, program: string, asking: StageQuestion): boolean {
  const name = programIn(word, asking.exact)
  if (asking.inPipeline && shells.has(name)) return shellLike.has(program)
  if (word.source !== undefined) return matchWord(word, program) === 'yes'
  if (name === program) return true
  if (name[0]?.toLowerCase() !== program[0]?.toLowerCase()) return false // as most do
  return (
    isCapitalOf(name, program) ||
    (!asking.exact &&
      unversioned(name) === unversioned(program) &&
      spelling(name, asking.look) === spelling(program, asking.look))
  )
}

interface Sides {
  readonly stage: CommandStage
  readonly pattern: ParsedWords
  readonly command: CommandFact
  readonly own: ParsedWords
  readonly exact: boolean
}

/** By its name; as written where that is meant, and beside it for a pattern such as `*.exe`. */
function isProgram(word: CommandWord, { program, argv }: CommandFact, asking: StageQuestion): boolean {
  if (!asking.exact && matchesProgram(word, program, asking)) return true
  const isWritten = asking.exact || word.source !== undefined
  return isWritten && matchesProgram(word, baseName(argv[0] ?? ''), asking)
}

/** Every option of the pattern is used, with a value that meets the pattern's. */
function matchOptions({ stage, pattern, command, own, exact }: Sides): MatchState {
  return pattern.options.reduce<MatchState>((sum, wanted) => {
    if (sum === 'no') return sum
    const value = valueWord(stage, wanted)
    const used = own.options.filter(({ name }) => name === wanted.name)
    const met = used.map((option) => (value === undefined ? 'yes' : matchValue(value, option, command)))
    const best = met.reduce<MatchState>(either, 'no')
    if (best === 'yes') return sum
    const isElsewhere = value !== undefined && used.length === 0 && ambientOptions.has(wanted.name)
    const isOpen = !exact && couldBeOption(command)
    return both(sum, best === 'maybe' || isElsewhere || isOpen ? 'maybe' : 'no')
  }, 'yes')
}

type ReadOption = ParsedWords['options'][number]

function valueWord({ words }: CommandStage, { at, value_at, value }: ReadOption): CommandWord | undefined {
  if (value === undefined) return undefined
  return (value_at === undefined || value_at === at ? words[at]?.value : words[value_at]) ?? { text: value }
}

function matchValue(
  wanted: CommandWord,
  { value, at, value_at }: ReadOption,
  { open }: CommandFact,
): MatchState {
  if (value === undefined) return 'no'
  if (open?.includes(value_at ?? at) === true) return isAnyWord(wanted) ? 'yes' : 'maybe'
  return matchWord(wanted, value)
}

/** Is there a word that could turn out to be an option? */
function couldBeOption({ argv, open }: CommandFact): boolean {
  return open?.some((at) => /^["']?(?:[$`*?[{…]|-)/.test(argv[at] ?? '')) ?? false
}

/** The pattern's other words are the first of the command's. */
function matchPlainWords(
  { stage, command, exact }: Sides,
  wanted: readonly PlainWord[],
  found: readonly PlainWord[],
): MatchState {
  let is: MatchState = 'yes'
  for (const [index, { text, at }] of wanted.entries()) {
    const own = found[index]
    const word = (at === undefined ? undefined : stage.words[at]) ?? { text }
    if (!exact && at === stage.words.length - 1 && isAnyWord(word)) return is
    if (own === undefined) return is === 'maybe' || hasOpen(command, found.slice(0, index)) ? 'maybe' : 'no'
    const isOpen = own.at !== undefined && command.open?.includes(own.at) === true
    if (isOpen) is = isAnyWord(word) ? is : 'maybe'
    else if (matchWord(word, own.text) === 'no')
      return hasOpen(command, found.slice(0, index)) ? 'maybe' : 'no'
    else is = both(is, matchWord(word, own.text))
  }
  return is
}

/** An open word may become several, or none. */
function hasOpen({ open }: CommandFact, words: readonly PlainWord[]): boolean {
  return open !== undefined && words.some(({ at }) => at !== undefined && open.includes(at))
}

/** `git checkout -- *` is about paths: what it means stands and falls with the `--`, save before a word with a dash. */
function matchDoubleDash({ stage: { words }, command }: Sides): MatchState {
  const end = words.findIndex(({ text }) => text === '--')
  if (end < 0 || words[end + 1]?.text.startsWith('-') === true || command.argv.includes('--')) return 'yes'
  return couldBeOption(command) ? 'maybe' : 'no'
}

const WORDS_PER_STEP = 8

function matchArguments(
  stage: CommandStage,
  command: CommandFact,
  { look, exact }: StageQuestion,
): MatchState {
  if (stage.words.length < 2) return 'yes'
  mustSpend(1 + command.argv.length / WORDS_PER_STEP)
  const pattern = patternWords(stage, command.program, look)
  const sides = { stage, pattern, command, own: commandWords(command, look), exact }
  const options = both(matchOptions(sides), matchDoubleDash(sides))
  if (options === 'no') return 'no'
  const called = matchPlainWords(sides, pattern.called, sides.own.called)
  return both(
    options,
    called === 'yes' ? called : either(called, matchPlainWords(sides, pattern.written, sides.own.written)),
  )
}

function matchAssignments({ assignments }: CommandStage, command: CommandFact): MatchState {
  if (assignments.length === 0) return 'yes'
  return assignments.reduce<MatchState>((sum, wanted) => {
    const value = Object.hasOwn(command.assignments, wanted.name)
      ? command.assignments[wanted.name]
      : undefined
    if (value === undefined) return 'no'
    // A value that is not known stands as written.
    const is = matchWord(wanted, value)
    return both(sum, is === 'no' && /[$`]/.test(value) ? 'maybe' : is)
  }, 'yes')
}

/** `sudo rm` is an rm that sudo runs: what stands behind the wrapper's own options is a pattern of its own. */
function matchWrapped(stage: CommandStage, command: CommandFact, question: StageQuestion): MatchState {
  const program = stage.words[0]
  // `git diff` is a subcommand, not a diff that Git runs.
  if (program === undefined || program.text === '*' || program.text === 'git') return 'no'
  const at = command.wrappers.findIndex((wrapper) =>
    matchesProgram(program, wrapper, { ...question, inPipeline: false }),
  )
  if (
    at < 0 ||
    (question.strict && !command.wrappers.slice(0, at).every((wrapper) => transparentWrappers.has(wrapper)))
  )
    return 'no'
  const rest = stage.words.slice(1)
  const inner = { ...command, wrappers: command.wrappers.slice(at + 1) }
  const first = rest.findIndex(({ text }) => !text.startsWith('-'))
  const bare: MatchState = first === 0 || rest.length === 0 ? 'yes' : 'maybe' // its own options are not known any more
  if (first < 0) return question.strict ? 'no' : bare // an allow has to name what is wrapped
  const stages = [
    rest.slice(first),
    ...(rest[first]?.text === '*' && rest.length > first + 1 ? [rest.slice(first + 1)] : []),
  ]
  const met = stages.map((words) => matchStage({ assignments: [], words }, inner, question))
  return both(bare, met.reduce<MatchState>(either, 'no'))
}

export interface StageQuestion extends CommandQuestion {
  readonly inPipeline: boolean
}

export function matchStage(stage: CommandStage, command: CommandFact, asking: StageQuestion): MatchState {
  const assigned = matchAssignments(stage, command)
  const program = stage.words[0]
  if (assigned === 'no' || program === undefined) return assigned
  if (command.program === '') return 'maybe'
  const direct =
    isProgram(program, command, asking) && (!asking.strict || isUnmodified(stage, command))
      ? matchArguments(stage, command, asking)
      : 'no'
  const met =
    direct === 'yes' || command.wrappers.length === 0
      ? direct
      : either(direct, matchWrapped(stage, command, asking))
  return both(assigned, met)
}

/** Programs that run another one as it is. */
const transparentWrappers = new Set(
  'bash command dash env ionice ksh nice nohup sh stdbuf time timeout zsh'.split(' '),
)
const harmlessVariables =
  /^(?:CI|COLUMNS|DEBUG|FORCE_COLOR|LANG|LC_[A-Z]+|LINES|NODE_ENV|NO_COLOR|OLDPWD|PWD|TERM|TZ)$/
const systemDirs = /^\/(?:usr\/(?:local\/)?|opt\/homebrew\/)?s?bin\/[^/]+$/

/** For an allow: nothing around the command makes it another one than the pattern names. */
function isUnmodified({ words, assignments }: CommandStage, command: CommandFact): boolean {
  const named = new Set(assignments.map(({ name }) => name))
  const [program = ''] = command.argv
  const isOwn = !program.includes('/') || systemDirs.test(program) || program === words[0]?.text
  return (
    isOwn &&
    command.remote === undefined &&
    command.wrappers.every((wrapper) => transparentWrappers.has(wrapper)) &&
    Object.keys(command.assignments).every((name) => named.has(name) || harmlessVariables.test(name))
  )
}
