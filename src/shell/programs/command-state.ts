// The state of working out one command's effects: the command, where it runs, and the effects found so far.
import type { CommandFact, FactKind } from '../../model/types.ts'
import { createEffects, everything, type MutableLists } from '../kinds.ts'
import type { CommandEffects, NestedCommand, SendEffect, StandardInput, World } from '../types.ts'
import type { ParsedArguments } from './read-arguments.ts'

/** A word of the command; `at` is its index in argv, -1 when the table gave it. */
export interface ArgumentWord {
  readonly text: string
  readonly at: number
  /** A pattern that the program itself expands. */
  readonly glob?: true
}

export interface CopySource {
  readonly name?: string
  readonly tree: boolean
  /** What is sent when the destination is elsewhere; absent when it comes from elsewhere itself. */
  readonly sent?: SendEffect
}

export interface CommandState extends MutableLists<CommandEffects> {
  readonly command: CommandFact
  readonly world: World
  readonly input: StandardInput | undefined
  readonly parsed: ParsedArguments
  /** Changed by `-C`; empty when it is unknown. */
  cwd: string
  /** What is copied, moved or linked; it keeps its names in a directory `into`. */
  readonly sources: CopySource[]
  into?: ArgumentWord
  /** The assignments before the inner command of `env` and `sudo`. */
  assignments?: Readonly<Record<string, string>>
  readonly has: (option: string) => boolean
}

export interface Role {
  /** The kinds of facts that are unresolved when its word is unknown. */
  readonly about: readonly FactKind[]
  /** It handles unknown words itself. */
  readonly handlesUnknown?: true
  apply(word: ArgumentWord, state: CommandState): void
}

export type Roles = Readonly<Record<string, Role>>

export const role = (about: Role['about'], apply: Role['apply']): Role => ({ about, apply })

/** A role that handles unknown words itself. */
export const roleOfAnyWord = (about: Role['about'], apply: Role['apply']): Role => ({
  about,
  handlesUnknown: true,
  apply,
})

export function createCommandState({
  command,
  world,
  parsed,
  input,
}: Pick<CommandState, 'command' | 'world' | 'parsed' | 'input'>): CommandState {
  const has = (name: string) => parsed.options.some((option) => option.name === name)
  return {
    command,
    world,
    parsed,
    input,
    cwd: command.cwd,
    sources: [],
    has,
    ...createEffects(),
  }
}

export const optionValue = ({ parsed }: CommandState, ...names: readonly string[]): string | undefined =>
  parsed.options.find(({ name }) => names.includes(name))?.value

export const isUnknownWord = ({ command: { open } }: CommandState, at: number): boolean =>
  open?.includes(at) === true

interface UnresolvedEffect {
  readonly about: readonly FactKind[]
  readonly reason: string
  /** The whole command by default. */
  readonly text?: string
}

export function addUnresolved(state: CommandState, { about, reason, text }: UnresolvedEffect): void {
  if (about.length === 0) return
  state.unresolved.push({ reason, text: text ?? state.command.argv.join(' '), about })
}

/** A word that only the shell knows when it runs. */
export function addUnknownWord(
  state: CommandState,
  { text }: ArgumentWord,
  about: readonly FactKind[],
): void {
  if (text === '…')
    addUnresolved(state, { about, reason: 'the words that are added cannot be known: name each file' })
  else addUnresolved(state, { about, text, reason: `${text} cannot be known before it runs: write it out` })
}

export function addRun(state: CommandState, nested: NestedCommand): void {
  const remote = state.command.remote === true || state.parsed.program?.traits.has('remote') === true
  state.runs.push(remote ? { ...nested, remote: true } : nested)
}

export function runShell(state: CommandState, text: string): void {
  addRun(state, { kind: 'shell', text })
  addBareShell(state, text)
}

/** What a shell runs that is told nothing, when another program starts it. */
export function addBareShell(state: CommandState, text: string): void {
  if (bareShell.test(text) && state.command.remote !== true)
    addUnresolved(state, {
      text,
      about: everything,
      reason: `what ${text} would run for ${state.command.program} cannot be known: write the commands out`,
    })
}

const bareShell = /^\s*(?:exec\s+)?(?:\/\S*\/)?(?:ba|da|z|k|a|mk|fi)?sh(?:\s+-[ilp]+)*\s*$/

/** The directory of nested commands, where an option changed it. */
export function changedCwd({ command, cwd }: CommandState): { readonly cwd?: string } {
  return cwd === command.cwd ? {} : { cwd }
}

export interface NestedWords {
  readonly argv: readonly string[]
  /** Indexes of unknown words. */
  readonly open?: readonly number[]
  /** Indexes of patterns. */
  readonly globs?: readonly number[]
}

/** Runs these words with the directory and the assignments of the command around them. */
export function runWords(
  state: CommandState,
  { argv, open = [], globs = [] }: NestedWords,
  more?: true,
): void {
  if (argv.length === 0) return
  const { assignments } = state
  addRun(state, {
    kind: 'argv',
    argv,
    ...(open.length === 0 ? {} : { open }),
    ...(globs.length === 0 ? {} : { globs }),
    ...changedCwd(state),
    ...(assignments === undefined ? {} : { assignments }),
    ...(more === undefined ? {} : { more }),
  })
}

/** Runs the words of this command from an index on, as arguments of these words. */
export function runArguments(state: CommandState, from: number, ...before: readonly string[]): void {
  const { argv, open, globs } = state.command
  const shifted = (indexes: readonly number[] = []) =>
    indexes.filter((at) => at >= from).map((at) => at - from + before.length)
  runWords(state, { argv: [...before, ...argv.slice(from)], open: shifted(open), globs: shifted(globs) })
}
