// The words of a command, and of a pattern for one: options, their values, and the others.
import type { CommandFact, Look } from '../../model/types.ts'

/** A word as written; with a source it is a glob. */
export interface CommandWord {
  readonly text: string
  readonly source?: string
  /** Of `--name=value` the value. */
  readonly value?: CommandWord
}

/** One command of a pattern; more than one are a pipeline. */
export interface CommandStage {
  readonly assignments: readonly (CommandWord & { readonly name: string })[]
  /** The program first. */
  readonly words: readonly CommandWord[]
  /** As its own program reads them, where they name one: worked out by the compiler. */
  readonly reading?: ParsedWords
}

/** The words of a command that are neither options nor their values, both as written and as they are called. */
export interface PlainWord {
  readonly text: string
  /** Index into the words. */
  readonly at?: number
}

export interface ParsedWords {
  readonly options: readonly {
    readonly name: string
    readonly value?: string
    readonly at: number
    readonly value_at?: number
  }[]
  readonly called: readonly PlainWord[]
  readonly written: readonly PlainWord[]
  /** The command prints its help or version, and does nothing else. */
  readonly help?: true
}

/** Words as the program reads them that the first one names. */
export function parseWords(argv: readonly string[], look: Pick<Look, 'words'> | undefined): ParsedWords {
  const read = look?.words(argv) ?? readPlainly(argv)
  const taken = new Set(
    read.options.flatMap(({ at, value_at }) => (value_at === undefined ? [at] : [at, value_at])),
  )
  for (const { at } of read.operands) taken.delete(at)
  const written = argv.flatMap((text, at) =>
    at === 0 || taken.has(at) || text === '--' ? [] : [{ text, at }],
  )
  const called = [...read.path.slice(1).map((text) => ({ text })), ...read.operands]
  return { options: read.options, called, written, ...(read.help && { help: true }) }
}

/** Where nothing is known of programs, a word with a dash is an option. */
function readPlainly(argv: readonly string[]): ReturnType<Look['words']> {
  const options = argv.flatMap((word, at) => {
    if (at === 0 || !/^-./.test(word) || word === '--') return []
    const equals = word.indexOf('=')
    return [
      equals < 0 ? { name: word, at } : { name: word.slice(0, equals), value: word.slice(equals + 1), at },
    ]
  })
  const operands = argv.flatMap((text, at) => (at === 0 || /^-./.test(text) ? [] : [{ text, at }]))
  return { path: argv.slice(0, 1), options, operands, known: false }
}

const patternWordsByStage = new WeakMap<CommandStage, Map<string, ParsedWords>>()

/** A pattern's words as this program reads them. */
export function patternWords(stage: CommandStage, program: string, look: Look | undefined): ParsedWords {
  if (stage.reading !== undefined && look !== undefined && stage.words[0]?.text === program)
    return stage.reading
  const known = patternWordsByStage.get(stage) ?? new Map<string, ParsedWords>()
  patternWordsByStage.set(stage, known)
  const key = look === undefined ? `${program} ` : program
  const found = known.get(key) ?? parseWords([program, ...stage.words.slice(1).map(({ text }) => text)], look)
  if (known.size < 50) known.set(key, found)
  return found
}

const wordsByCommand = new WeakMap<CommandFact, ParsedWords>()

export function commandWords(command: CommandFact, look: Look | undefined): ParsedWords {
  const found = wordsByCommand.get(command)
  if (found !== undefined) return found
  const made = parseWords([command.program, ...command.argv.slice(1)], look)
  wordsByCommand.set(command, made)
  return made
}

/** Options whose value comes from elsewhere when they are not given: a context, an account. */
export const ambientOptions: ReadonlySet<string> = new Set(
  (
    '--context --kube-context --kubeconfig --cluster --namespace --profile --project --account --subscription --region --zone ' +
    '--server --host --registry --env --environment --workspace --database --dbname --username --user --stage --remote --target'
  ).split(' '),
)

export const isWindowsPath = (text: string): boolean => /^[A-Za-z]:\\/.test(text)

/** A path of Windows that is not quoted, though `Program Files` stands in it. */
export const windowsProgram =
  /[A-Za-z]:\\(?:[Pp]rogram [Ff]iles(?: \([Xx]86\))?\\)?[^\s"'`|&;<>(){}$%^]+(?=[\s;|&<>)]|$)/

export function baseName(word: string): string {
  const path = isWindowsPath(word) ? word.replaceAll('\\', '/') : word
  return path.slice(path.lastIndexOf('/') + 1)
}

/** The program that a word names: of `C:\Git\bin\git.exe` it is git. */
export function programName(word: string): string {
  return baseName(word).replace(/(?<=.)\.(?:exe|cmd|bat)$/i, '')
}

/** `pip3.12` is pip. */
export function unversioned(program: string): string {
  return program.replace(/(?<=[a-z])-?\d+(?:\.\d+)*$/, '')
}

/** The name that all spellings of one program have, which differ in the version alone. */
export function spelling(program: string, look: Pick<Look, 'words'> | undefined): string {
  const canonical = look?.words([program]).path[0] ?? program
  return unversioned(canonical) === unversioned(program) ? canonical : program
}
