// Secrets in the arguments and the input of commands, wherever a command stands in a text.
import { secretArguments, type SecretArgument } from '../../model/generated/secret-arguments.ts'
import { inputSpans } from './command-input.ts'
import { type CommandLine, readCommand } from './command-line.ts'
import { isSecretValue, type TextSpan } from './judge.ts'

/** What follows a program's name: a blank, or the end of a word in a list. */
const WORD_ENDS = [' ', '"', "'", '\\', '\t', '\n']

/** Could the text hold a secret of a command? Most texts that name a program lack its subcommand or option. */
export function mayHoldArgument(text: string): boolean {
  return secretArguments.some((row) => mayHoldRow(row, text))
}

function mayHoldRow({ programs, path = [], options, stdin }: SecretArgument, text: string): boolean {
  return (
    programs.some((name) => text.includes(name) && (stdin === true || endsAsWord(text, name))) &&
    path.every((names) => names.some((name) => text.includes(name))) &&
    (options.length === 0 || options.some((name) => text.includes(name.length === 2 ? '-' : name)))
  )
}

function endsAsWord(text: string, name: string): boolean {
  return WORD_ENDS.some((end) => text.includes(name + end))
}

/** Where secrets of commands stand in a text. */
export function findArguments(text: string): readonly TextSpan[] {
  const possible = secretArguments.filter((row) => mayHoldRow(row, text))
  const programs = new Set(possible.flatMap(({ programs: names }) => names))
  return [...programs].flatMap((program) => {
    const own = possible.filter(({ programs: names }) => names.includes(program))
    return occurrences(text, program).flatMap((at) => findInCommand(readCommand(text, at), own))
  })
}

/** Where a program's name stands as a word that can begin a command. */
function occurrences(text: string, program: string): readonly number[] {
  const found: number[] = []
  for (let at = text.indexOf(program); at >= 0; at = text.indexOf(program, at + program.length)) {
    const isWhole = !/[\w-]/.test(text[at + program.length] ?? ' ')
    const begins = at === 0 || !/[\w-]/.test(text[at - 1] ?? ' ') || /\\[nrt]$/.test(text.slice(at - 2, at))
    if (isWhole && begins) found.push(at)
  }
  return found
}

function findInCommand(command: CommandLine, own: readonly SecretArgument[]): readonly TextSpan[] {
  const words = command.words.map(({ text }) => text)
  return own.flatMap((row) => {
    if (row.stdin === true) return isCalled(row, words) ? inputSpans(command) : []
    return findRow(row, words, true).flatMap(({ at, from }) => {
      const word = command.words[at]
      return word === undefined ? [] : [{ from: word.from + from, to: word.to }]
    })
  })
}

export interface FoundWord {
  readonly at: number
  /** Where in the word the secret begins. */
  readonly from: number
}

/** The same for a command that is given as a list of words. */
export function findInWords(words: readonly string[]): readonly FoundWord[] {
  return words.flatMap((word, at) =>
    secretArguments
      .filter(({ programs, stdin }) => stdin !== true && programs.includes(word))
      .flatMap((row) =>
        findRow(row, words.slice(at, at + 60), false).map((found) => ({ ...found, at: found.at + at })),
      ),
  )
}

/** Index behind the subcommands; 0 when one is missing. */
function behindPath({ path = [] }: SecretArgument, words: readonly string[]): number {
  let next = 1
  for (const names of path) {
    const at = words.findIndex((word, index) => index >= next && names.includes(word))
    if (at < 0 || at > next + 8) return 0
    next = at + 1
  }
  return next
}

function isCalled(row: SecretArgument, words: readonly string[]): boolean {
  const next = behindPath(row, words)
  return next > 0 && row.options.every((name) => hasOption(name, words.slice(1)))
}

function hasOption(name: string, words: readonly string[]): boolean {
  return words.some(
    (word) => word === name || (name.length === 2 && /^-\w+$/.test(word) && word.includes(name.slice(1))),
  )
}

function findRow(row: SecretArgument, words: readonly string[], isText: boolean): readonly FoundWord[] {
  const next = behindPath(row, words)
  if (next === 0) return []
  const found = row.skip === undefined ? optionValues(row, words, next) : operandValues(row, words, next)
  // A word of prose is no secret: "use cargo login to ..."
  const isPlain = isText && row.skip !== undefined && row.setting !== true && row.behind === undefined
  return found.flatMap(({ at, from }) => {
    const value = (words[at] ?? '').slice(from)
    const lead =
      row.behind === undefined ? 0 : (new RegExp(`^["']?${row.behind}`).exec(value)?.[0].length ?? -1)
    const text = value.slice(lead).replace(/^(["'])(.*)\1$/, '$2')
    const isSecret = lead >= 0 && isSecretValue({ text, literal: true }, isPlain ? 'named' : 'given')
    return isSecret ? [{ at, from: from + lead }] : []
  })
}

/** The values of options: the next word, behind `=`, or joined to a letter. */
function optionValues(row: SecretArgument, words: readonly string[], next: number): readonly FoundWord[] {
  return words.flatMap((word, at) => {
    if (at < next || !word.startsWith('-')) return []
    return row.options.flatMap((name) => optionValue(name, row, { word, at }))
  })
}

function optionValue(
  name: string,
  row: SecretArgument,
  { word, at }: { word: string; at: number },
): readonly FoundWord[] {
  const isLetter = name.length === 2 && row.dashes !== true
  const lead = isLetter ? leadOf(name, row, word) : word.startsWith(name) ? name.length : 0
  if (lead === 0) return []
  if (lead === word.length) return row.joined === true ? [] : [{ at: at + 1, from: 0 }]
  if (word[lead] === '=') return [{ at, from: lead + 1 }]
  return isLetter ? [{ at, from: lead }] : []
}

/** A letter may stand behind others in one word: `-rP`. */
function leadOf(name: string, { flags = '' }: SecretArgument, word: string): number {
  for (let at = 1; at < word.length && at < 10; at++) {
    if (word[at] === name[1]) return at + 1
    if (!flags.includes(word[at] ?? '')) return 0
  }
  return 0
}

const settingName = /[Pp]ass|[Ss]ecret|[Tt]oken|[Oo][Aa]uth|_auth|http-basic|bearer|_key(?!_id)/

/** Options with a value of their own shift the operands: all from the one before the secret on is hidden. */
function operandValues(row: SecretArgument, words: readonly string[], next: number): readonly FoundWord[] {
  if (!row.options.every((name) => hasOption(name, words.slice(next)))) return []
  const operands = words.flatMap((word, at) => (at < next || /^-./.test(word) ? [] : [{ at, from: 0 }]))
  if (row.setting !== true)
    return operands.slice(row.skip, (row.skip ?? 0) + (row.behind === undefined ? 2 : 60))
  const name = operands.findIndex(({ at }) => settingName.test(words[at] ?? ''))
  return name < 0 ? [] : operands.slice(name + 1, name + 3)
}
