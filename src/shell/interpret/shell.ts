// State that the shell reader shares while it reads one text.
import type { CommandFact, PathFact } from '../../model/types.ts'
import { spend, SPENT, type Work } from '../../patterns/work.ts'
import { everything } from '../kinds.ts'
import { hunksOf } from '../../patterns/text/line-diff.ts'
import type { EffectsOf, World } from '../types.ts'
import { displayText, isLiteral, knownPart, matches, type SymbolicText } from '../words/marks.ts'
import type { ParsedScript, Statement, Word } from '../words/syntax.ts'
import type { VariableScope, VariableValue } from './scope.ts'
import type { Frame } from './facts/frame.ts'
import type { FactSink } from './facts/sink.ts'

/** What surrounds a command. */
export interface CommandContext {
  readonly wrappers: readonly string[]
  readonly remote: boolean
  /** The pipeline that all commands here belong to; undefined: each pipeline gets its own number. */
  readonly pipeline: number | undefined
  /** Standard input; undefined: the agent's own. */
  readonly stdin: SymbolicText | undefined
  /** The file that standard input is read from, when that is known. */
  readonly stdinFile?: string | undefined
  /** Another pipeline whose redirect gives standard input. */
  readonly fedBy?: number
  /** The script that is read from standard input. */
  readonly script?: string
  /** A script that a command of its own reads again from standard input, maybe with other parameters: once is enough. */
  readonly reread?: string
  /** Texts that variables and settings run: a program in one of them that would run it again is not followed. */
  readonly within?: readonly string[]
  /** It stands behind a program that may be a wrapper. */
  readonly guessed?: true
  /** Nesting of texts, files and calls. */
  readonly depth: number
  /** How many files it was read from, one in another, of which only what is sure counts. */
  readonly files?: number
}

export interface WordField {
  /** Decoded. */
  readonly text: SymbolicText
  /** As written, quotes aside. */
  readonly written: string
}

export interface ShellFunction {
  /** The statements of every body that it may have, by their command: only ever added to. */
  readonly body: Map<Statement['command'], Statement>
  /** It is certainly defined when called. */
  readonly sure: boolean
}

export interface FetchedFile {
  readonly program: string
  /** The pipeline of the command that fetched or wrote it. */
  readonly pipeline: number
  /** It is a directory: new files below it count as fetched. */
  readonly tree?: true
}

/** What one command or redirect reads, prints and writes. */
export interface DataFlow {
  readonly command?: CommandFact
  readonly reads: readonly PathFact[]
  readonly writes: readonly PathFact[]
}

export interface Shell {
  readonly world: World
  readonly effectsOf: EffectsOf
  readonly source: string
  /** It asks for the last word of the command before. */
  readonly usesLastWord: boolean
  readonly sink: FactSink
  readonly scope: VariableScope
  readonly functions: Map<string, ShellFunction>
  readonly aliases: Map<string, SymbolicText>
  /** What the text writes to files, by path. */
  readonly writtenFiles: Map<string, SymbolicText>
  /** What the text copies, moves or links, by the path where it is then. */
  readonly copiedFiles: Map<string, string>
  /** Files that the text fetches, or writes with unknown content, by path. */
  readonly fetchedFiles: Map<string, FetchedFile>
  /** The fetching program by pipeline. */
  readonly fetchingPrograms: Map<number, string>
  /** What goes through the text, by pipeline. */
  readonly flows: Map<number, DataFlow[]>
  /** The pipelines that gave a variable its value, by name. */
  readonly origins: Map<string, readonly number[]>
  /** What set each variable: data reaches those that use it. */
  readonly sources: Map<string, Frame>
  /** Files that descriptors of the text are opened to write: `exec 3>x`. */
  readonly descriptors: Map<number, string>
  /** Output of process substitutions, by path. */
  readonly substitutionFiles: Map<string, SymbolicText>
  /** Written texts with marks, by what a program that reads them sees. */
  readonly shownTexts: Map<string, SymbolicText>
  /** Process substitutions that read the current command's output: `>(…)`. */
  outputReaders: ((stdin: SymbolicText) => void)[]
  nextPipeline: number
  /** Values of the current function's local variables before the call. */
  locals: Map<string, VariableValue | undefined> | undefined
  /** For files of which only what is sure counts: a long one does not keep the rest of the call from being read. */
  readonly filesWork: Work
  /** A limit is reached: nothing more is read. */
  stopped: boolean
  walk(shell: Shell, statements: readonly Statement[], context: CommandContext): SymbolicText
  parse(text: SymbolicText): ParsedScript
}

const MAX_BROKEN_TEXT = 4096
const MAX_DEPTH = 24

/** Stops reading: the rest of the text is unknown. */
export function stopReading(shell: Shell, reason: string, text: string): void {
  const { sink } = shell
  if (!shell.stopped) sink.inside(() => sink.unresolved(reason, text || shell.source, everything), sink.root)
  shell.stopped = true
}

export function writtenOf({ text, value }: Word): string {
  if (text.length >= 1000) return `${displayText(text.slice(0, 1000))}…`
  return displayText(isLiteral(text) && !isLiteral(value) ? text : value)
}

/** What a command and each of its words cost, without what it reads. */
const COMMAND_STEPS = 20
const WORD_STEPS = 4

/** Counts a command that is about to run; false when the budget is spent. */
export function spendCommand(shell: Shell, words: number): boolean {
  return spendSteps(shell, COMMAND_STEPS + WORD_STEPS * words)
}

/** Stops reading when the budget is spent. */
export function spendSteps(shell: Shell, steps: number): boolean {
  if (!spend(steps)) stopReading(shell, SPENT, '')
  return !shell.stopped
}

/** Whether a command is nested too deep; then reading stops. */
export function isTooDeep(shell: Shell, { depth }: CommandContext, text: string): boolean {
  if (depth > MAX_DEPTH)
    stopReading(shell, 'the commands are nested too deep to be read: write the command out', text)
  return depth > MAX_DEPTH
}

const CHARACTERS_PER_STEP = 2

/** Counts the characters of a text that is read or made; false when the budget is spent. */
export function spendCharacters(shell: Shell, characters: number): boolean {
  return spendSteps(shell, characters / CHARACTERS_PER_STEP)
}

/** Reports a text that does not parse; reading stops after a long one. */
export function reportParseErrors(shell: Shell, script: ParsedScript, text: SymbolicText): void {
  const [first] = script.errors ?? []
  if (first === undefined) return
  if (script.end - script.pos > MAX_BROKEN_TEXT) shell.stopped = true
  const near =
    first.pos > 0 && text.length > 200 ? text.slice(Math.max(0, first.pos - 100), first.pos + 100) : text
  shell.sink.unresolved(
    `the shell text does not parse (${displayText(first.message)}): write it so that bash accepts it`,
    displayText(near),
    // With an unclosed quote the line does not run; its commands are still reported.
    matches(first.message, /^unterminated \w+ quote/)
      ? everything.filter((kind) => kind !== 'commands')
      : everything,
  )
}

/** Text written to a file, without its unknown parts: what it adds to the file that it replaces, where that is known. */
export function addWrittenText(shell: Shell, text: SymbolicText, replaced?: string): void {
  const known = knownPart(text)
  if (known.trim() === '') return
  const old = replaced === undefined ? undefined : shell.world.before?.(replaced)
  shell.sink.push('adds', ...hunksOf(old ?? '', known))
}
