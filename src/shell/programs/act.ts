// One command being worked out: where it stands, and what was found so far.
import type { CommandFact, FactKind, Unresolved } from '../../model/types.ts'
import type { MutableLists } from '../kinds.ts'
import type { Effects, StandardInput, NestedCommand, World } from '../types.ts'
import type { Reading } from './read-arguments.ts'

/** A word of the command; `at` is its place in argv, -1 when the table gave it. */
export interface Word {
  readonly text: string
  readonly at: number
  /** A pattern that the program itself reads. */
  readonly glob?: true
}

export interface Act extends MutableLists<Effects> {
  readonly command: CommandFact
  readonly world: World
  readonly input: StandardInput | undefined
  readonly reading: Reading
  /** Moved by `-C`; empty when it cannot be known. */
  cwd: string
  /** What is copied, moved or linked: its last names are those in a directory that it goes `into`. */
  readonly sources: { readonly name?: string; readonly tree: boolean }[]
  into?: Word
  /** What stands before the inner command of `env` and `sudo`. */
  assignments?: Readonly<Record<string, string>>
  readonly has: (option: string) => boolean
}

export interface Role {
  /** What could be added when its word cannot be known. */
  readonly about: readonly FactKind[]
  /** It looks at a word that cannot be known by itself. */
  readonly knows?: true
  /** The word's place in the command, and whether it is a pattern. */
  apply(word: Word, act: Act): void
}

export type Roles = Readonly<Record<string, Role>>

/** Written out, as one is made for every command. */
export function startAct(
  command: CommandFact,
  world: World,
  { reading, input }: Pick<Act, 'reading' | 'input'>,
): Act {
  return {
    command,
    world,
    reading,
    input,
    cwd: command.cwd,
    sources: [],
    has: (name) => reading.options.some((option) => option.name === name),
    reads: [],
    creates: [],
    edits: [],
    deletes: [],
    adds: [],
    hosts: [],
    unresolved: [],
    runs: [],
    starts: [],
  }
}

export const isOpen = ({ command: { open } }: Act, at: number): boolean => open?.includes(at) === true

export function doubt(act: Act, text: string, { about, reason }: Omit<Unresolved, 'text'>): void {
  if (about.length > 0) act.unresolved.push({ reason, text, about })
}

/** A word that the shell would only know when it runs. */
export function doubtWord(act: Act, { text }: Word, about: readonly FactKind[]): void {
  if (text === '…')
    return doubt(act, act.command.argv.join(' '), {
      about,
      reason: 'the words that are added cannot be known: name each file',
    })
  doubt(act, text, { about, reason: `${text} cannot be known before it runs: write it out` })
}

export function run(act: Act, what: NestedCommand): void {
  const remote = act.command.remote === true || act.reading.program?.traits.has('remote') === true
  act.runs.push(remote ? { ...what, remote: true } : what)
}

/** What a run keeps of the command around it. */
export function around({
  command,
  cwd,
  assignments,
}: Act): Pick<NestedCommand, 'cwd'> & { assignments?: Readonly<Record<string, string>> } {
  return { ...(cwd === command.cwd ? {} : { cwd }), ...(assignments === undefined ? {} : { assignments }) }
}

const shifted = (places: readonly number[] | undefined, [from, to]: readonly [number, number]): number[] =>
  places?.filter((at) => at >= from && at < to).map((at) => at - from) ?? []

/** A run of words of this very command, from one place in argv to another. */
export function runWords(act: Act, from: number, to: number = act.command.argv.length): void {
  const open = shifted(act.command.open, [from, to])
  const globs = shifted(act.command.globs, [from, to])
  run(act, {
    kind: 'argv',
    argv: act.command.argv.slice(from, to),
    ...(open.length === 0 ? {} : { open }),
    ...(globs.length === 0 ? {} : { globs }),
    ...around(act),
  })
}
