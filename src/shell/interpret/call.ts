// One command about to run, as a fact.
import type { CommandFact } from '../../model/types.ts'
import { programName } from '../../patterns/commands/command-words.ts'
import { everything, noEffects } from '../kinds.ts'
import { withGit } from './git-state.ts'
import { hiddenInWord, isPrintableAscii } from './hidden.ts'
import {
  displayText,
  EMPTY,
  hasGlobMark,
  hasNumber,
  isKnown,
  literalOf,
  literalText,
  matches,
  type SymbolicText,
} from '../words/marks.ts'
import { runCodeIn } from '../words/evaluated.ts'
import { recordFlow } from './sending.ts'
import type { CommandContext, WordField, Shell } from './shell.ts'

export interface CommandCall {
  readonly fields: readonly WordField[]
  /** `pipeline` is set: the number of the command's own pipeline. */
  readonly context: CommandContext & { readonly pipeline: number }
  /** It is in a pipeline or substitution: nested commands share its number. */
  readonly shared: boolean
  /** As facts show them. */
  readonly assignments: Readonly<Record<string, string>>
  /** Assignments directly before this command. */
  readonly own: Readonly<Record<string, SymbolicText>>
  /** Skips functions of that name. */
  readonly plain?: true
}

export interface CallFacts {
  readonly fact: CommandFact
  /** As the table of programs sees it: a number is a pattern, not a word that cannot be known. */
  readonly view: CommandFact & { readonly numbers?: true }
}

export function factsOfCommand(shell: Shell, { fields, context, assignments }: CommandCall): CallFacts {
  const argv: string[] = []
  for (const { text } of fields) {
    const word = literalOf(text)
    if (word === undefined) continue
    reportHiddenCharacters(shell, word)
    argv.push(word)
  }
  const program = programName(literalOf(fields[0]?.text) ?? '')
  const { wrappers, pipeline } = context
  const cwd = directoryOf(shell)
  const here: CommandFact = {
    argv,
    program,
    assignments,
    wrappers,
    cwd,
    pipeline,
    ...(context.guessed && { guessed: true }),
  }
  const base: CommandFact = context.remote ? { ...here, remote: true } : here
  const facts: CallFacts =
    argv.length < fields.length ? markedFacts(base, fields) : { fact: base, view: base }
  const { directory } = shell.scope
  return base.cwd !== '' || directory === undefined
    ? facts
    : { ...facts, view: { ...facts.view, cwd: displayText(directory) } }
}

function markedFacts(base: CommandFact, fields: readonly WordField[]): CallFacts {
  const argv: string[] = []
  const seen: string[] = []
  const open: number[] = []
  const globs: number[] = []
  const numbers: number[] = []
  for (const [index, { text, written }] of fields.entries()) {
    const isNumber = hasNumber(text)
    if (!isKnown(text)) open.push(index)
    else if (isNumber) numbers.push(index)
    else if (hasGlobMark(text)) globs.push(index)
    seen.push(isKnown(text) ? displayText(text) : written)
    argv.push(isNumber ? written : (seen[index] ?? ''))
  }
  const fact: Marked = { ...base, argv }
  const view: Marked = { ...base, argv: seen }
  if (globs.length > 0) fact.globs = globs
  if (open.length > 0) fact.open = view.open = open
  if (numbers.length > 0) {
    fact.open = [...open, ...numbers].sort((a, b) => a - b)
    view.numbers = true
  }
  const patterns = numbers.filter((index) => hasGlobMark(fields[index]?.text ?? EMPTY))
  if (globs.length + patterns.length > 0) view.globs = [...globs, ...patterns]
  return { fact, view }
}

interface Marked extends CommandFact {
  open?: readonly number[]
  globs?: readonly number[]
  numbers?: true
}

function reportHiddenCharacters(shell: Shell, text: string): void {
  if (isPrintableAscii(text)) return
  const hidden = hiddenInWord(text)
  if (hidden !== undefined) shell.sink.unresolved(`${hidden}: write it in plain letters`, text, everything)
}

function directoryOf(shell: Shell): string {
  return literalOf(shell.scope.directory) ?? ''
}

/** Records a command whose effects are the shell's own affair. */
export function recordCommand(shell: Shell, call: CommandCall): CommandFact {
  const { fact, view } = factsOfCommand(shell, call)
  shell.sink.push('commands', withGit(shell, fact, noEffects))
  if (fact.remote !== true) recordFlow(shell, call.context.pipeline, { command: view, reads: [], writes: [] })
  runCodeInNames(shell, fact, call.context)
  return fact
}

/** The name `a[$(x)]` of a variable runs x. */
export function runCodeInNames(shell: Shell, { argv, program }: CommandFact, context: CommandContext): void {
  if (program === 'echo') return
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at] ?? ''
    if (word.includes('[') && /^\w+\[.*[`$]/s.test(word)) runCodeIn(shell, literalText(word), context)
  }
}

/** The command's own word; empty when it is not known. */
export const programOf = ({ fields }: CommandCall): string => literalOf(fields[0]?.text) ?? ''

/** The words behind the command's own. */
export const argumentsOf = ({ fields }: CommandCall): SymbolicText[] =>
  fields.slice(1).map(({ text }) => text)

/** The words after the options. */
export function operands(call: CommandCall): SymbolicText[] {
  const words = argumentsOf(call)
  const first = words.findIndex((word) => literalOf(word) === '--' || !matches(word, /^-./))
  if (first < 0) return []
  return literalOf(words[first]) === '--' ? words.slice(first + 1) : words.slice(first)
}
