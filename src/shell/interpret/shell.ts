// What the parts of the shell reader share while they read one text.
import type { ParsedScript, Statement, Word } from 'unbash'
import { everything } from '../kinds.ts'
import type { EffectsOf, World } from '../types.ts'
import { UNKNOWN, knownPart } from '../words/marks.ts'
import type { VariableScope, VariableValue } from './scope.ts'
import type { FactSink } from './sink.ts'

/** Where in the text we are: what surrounds a command. */
export interface CommandContext {
  readonly wrappers: readonly string[]
  readonly remote: boolean
  /** The pipeline that everything here belongs to; undefined: each pipeline has its own number. */
  readonly pipeline: number | undefined
  /** What a command reads; undefined: nothing is given. */
  readonly stdin: string | undefined
  /** How many texts, files and calls are around it. */
  readonly depth: number
}

export interface Field {
  /** Decoded, with marks. */
  readonly text: string
  /** As written, quotes aside. */
  readonly written: string
}

interface ShellFunction {
  readonly body: readonly Statement[]
  /** It is surely defined when it is called. */
  readonly sure: boolean
}

/** Where a file comes from. */
export interface FetchedFile {
  readonly program: string
  /** That of the command which fetched or wrote it. */
  readonly pipeline: number
  /** It is a directory: what is not there yet below it comes from there. */
  readonly tree?: true
}

export interface Shell {
  world: World
  readonly effectsOf: EffectsOf
  /** The whole text. */
  readonly source: string
  readonly sink: FactSink
  readonly scope: VariableScope
  readonly functions: Map<string, ShellFunction>
  readonly aliases: Map<string, string>
  /** What the text itself writes into files, by path. */
  readonly writtenFiles: Map<string, string>
  /** Files whose text cannot be known, as the text fetches or writes them, by path. */
  readonly fetchedFiles: Map<string, FetchedFile>
  /** Pipelines in which something is fetched, and by which program. */
  readonly fetchingPrograms: Map<number, string>
  /** What the files of process substitutions give, by path. */
  readonly substitutionFiles: Map<string, string>
  /** What runs beside the current command and reads what it gives: `>(…)`. */
  outputReaders: ((stdin: string) => void)[]
  nextPipeline: number
  /** What the variables of the current function were before it. */
  locals: Map<string, VariableValue | undefined> | undefined
  /** Commands that may still be read. */
  commandsLeft: number
  /** Characters that expansions may still make. */
  charactersLeft: number
  /** Bytes of script files that may still be read. */
  bytesLeft: number
  /** A budget is spent: nothing more is read. */
  stopped: boolean
  walk(shell: Shell, statements: readonly Statement[], context: CommandContext): string
  parse(text: string): ParsedScript
}

const MAX_BROKEN_TEXT = 4096
export const MAX_DEPTH = 24

/** Ends the reading: the rest of the text cannot be known. */
export function stopReading(shell: Shell, reason: string, text: string): void {
  if (!shell.stopped) shell.sink.unresolved(reason, text || shell.source, everything)
  shell.stopped = true
}

export function writtenOf(word: Word): string {
  return word.text.length < 1000 ? word.value : `${word.text.slice(0, 1000)}…`
}

/** Pays for the characters that an expansion makes; false when they are spent. */
export function spendCharacters(shell: Shell, characters: number): boolean {
  shell.charactersLeft -= characters
  if (shell.charactersLeft < 0)
    stopReading(shell, 'the text makes more words than are read: write it out', '')
  return !shell.stopped
}

/** Says that a text is not what the shell takes; nothing more is read of a long one. */
export function reportParseErrors(shell: Shell, script: ParsedScript, text: string): void {
  const [first] = script.errors ?? []
  if (first === undefined) return
  if (script.end - script.pos > MAX_BROKEN_TEXT) shell.stopped = true
  const near =
    first.pos > 0 && text.length > 200 ? text.slice(Math.max(0, first.pos - 100), first.pos + 100) : text
  shell.sink.unresolved(
    `the shell text does not parse (${first.message}): write it so that bash accepts it`,
    near,
    // Where a quote is never closed nothing of the line runs; its commands are told all the same.
    /^unterminated \w+ quote/.test(first.message)
      ? everything.filter((kind) => kind !== 'commands')
      : everything,
  )
}

/** Text that ends in a file counts as added, without what is not known of it. */
export function addWrittenText(shell: Shell, text: string): void {
  const known = knownPart(text)
  if (known.trim() !== '') shell.sink.adds.push(known)
}

/** Remembers what a file holds from here on, in case that it is run. */
export function recordWrittenFile(shell: Shell, path: string, text: string): void {
  const { world, writtenFiles } = shell
  if (text === UNKNOWN || text === '') return
  const before = writtenFiles.get(path)
  const whole = before === undefined ? text : `${before}\n${text}`
  if (!spendCharacters(shell, whole.length)) return
  if (writtenFiles.size === 0) {
    const { files } = world
    const read = (file: string): string | undefined => writtenFiles.get(file) ?? files.read(file)
    const kind: World['files']['kind'] = (file) => (writtenFiles.has(file) ? 'file' : files.kind(file))
    shell.world = { ...world, files: { list: files.list, real: files.real, read, kind } }
  }
  writtenFiles.set(path, whole)
}
