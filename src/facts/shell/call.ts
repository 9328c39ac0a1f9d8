// One command about to run, as a fact.
import type { CommandFact } from '../../types.ts'
import { hiddenInWord, isOrdinary } from './hidden.ts'
import { isKnown, isPattern, isPlain, number, shown } from './marks.ts'
import { directory } from './scope.ts'
import { everything } from './shell.ts'
import type { At, Field, Shell } from './shell.ts'

/** One command that is about to run. */
export interface Call {
  readonly fields: readonly Field[]
  /** `pipeline` is set: the number of the command's own pipeline. */
  readonly at: At & { readonly pipeline: number }
  /** It stands in a pipeline or substitution: what it runs shares its number. */
  readonly shared: boolean
  readonly assignments: Readonly<Record<string, string>>
  /** Those that stand in front of this very command. */
  readonly own: Readonly<Record<string, string>>
  /** No function of that name is meant. */
  readonly plain?: true
}

export interface CallFacts {
  /** As others see it. */
  readonly fact: CommandFact
  /** As the table of programs sees it: a number is a pattern, not a word that cannot be known. */
  readonly view: CommandFact & { readonly numbers?: true }
}

export function factOf(shell: Shell, { fields, at, assignments }: Call): CallFacts {
  const argv: string[] = []
  let marked = false
  for (const { text } of fields) {
    checkWord(shell, text)
    if (!isPlain(text)) marked = true
    argv.push(text)
  }
  const program = isPlain(argv[0] ?? '') ? baseName(argv[0] ?? '') : ''
  const { wrappers, pipeline } = at
  const here: CommandFact = { argv, program, assignments, wrappers, cwd: directoryOf(shell), pipeline }
  const base: CommandFact = at.remote ? { ...here, remote: true } : here
  const facts: CallFacts = marked ? markedFacts(base, fields) : { fact: base, view: base }
  const cwd = shell.scope.text(directory) ?? ''
  return base.cwd !== '' || !isKnown(cwd) ? facts : { ...facts, view: { ...facts.view, cwd: shown(cwd) } }
}

function markedFacts(base: CommandFact, fields: readonly Field[]): CallFacts {
  const open: number[] = []
  const globs: number[] = []
  const numbers: number[] = []
  const view = fields.map(({ text, written }, index) => {
    if (!isKnown(text)) open.push(index)
    else if (isPattern(text)) (text.includes(number) ? numbers : globs).push(index)
    return shown(isKnown(text) ? text : written)
  })
  const argv = view.map((text, index) =>
    numbers.includes(index) ? shown(fields[index]?.written ?? text) : text,
  )
  const unknown = [...open, ...numbers].sort((a, b) => a - b)
  return {
    fact: { ...base, argv, ...list('open', unknown), ...list('globs', globs) },
    view: {
      ...base,
      argv: view,
      ...list('open', open),
      ...list('globs', [...globs, ...numbers]),
      ...(numbers.length > 0 ? { numbers: true as const } : {}),
    },
  }
}

function list<K extends 'open' | 'globs'>(
  key: K,
  indexes: readonly number[],
): Partial<Record<K, readonly number[]>> {
  // the one key of the record is K
  return indexes.length === 0 ? {} : ({ [key]: indexes } as Partial<Record<K, readonly number[]>>)
}

function checkWord(shell: Shell, text: string): void {
  if (isOrdinary(text)) return
  const hidden = isPlain(text) ? hiddenInWord(text) : undefined
  if (hidden !== undefined) shell.sink.unresolved(`${hidden}: write it in plain letters`, text, everything)
}

function directoryOf(shell: Shell): string {
  const cwd = shell.scope.text(directory) ?? ''
  return isPlain(cwd) ? cwd : ''
}

export function baseName(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1)
}

/** Records a command whose effects are the shell's own affair. */
export function record(shell: Shell, call: Call): CommandFact {
  const { fact } = factOf(shell, call)
  shell.sink.commands.push(fact)
  checkNames(shell, fact)
  return fact
}

/** The name `a[$(x)]` of a variable runs x. */
export function checkNames(shell: Shell, { argv, program }: CommandFact): void {
  const word = argv.find((word, index) => index > 0 && word.includes('[') && /^\w+\[.*[`$]/s.test(word))
  if (word !== undefined && program !== 'echo')
    shell.sink.unresolved("a variable's name holds a command: write it out", word, everything)
}
