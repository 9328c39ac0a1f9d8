// What a tool call would do.
import type { Event } from './event.ts'

/** One command that a call would run, its wrappers taken off. */
export interface CommandFact {
  /** Decoded words, the program as written first. A word that cannot be known stands as written and in `open`. */
  readonly argv: readonly string[]
  /** Indexes into `argv` of the words that cannot be known. */
  readonly open?: readonly number[]
  /** Indexes into `argv` of the words that are shell patterns which were not expanded. */
  readonly globs?: readonly number[]
  /** The program's base name; empty when it cannot be known. */
  readonly program: string
  /** What the same text sets in its environment. */
  readonly assignments: Readonly<Record<string, string>>
  /** Programs around it, outermost first: sudo, timeout, bash. */
  readonly wrappers: readonly string[]
  /** Absolute; empty when it cannot be known. */
  readonly cwd: string
  /** Commands of one pipeline share a number and stand in its order. */
  readonly pipeline: number
  /** It runs on another machine or in a container: its paths are not ours. */
  readonly remote?: true
}

/** A path that a call would touch. */
export interface PathFact {
  /** Absolute and normal, as named: links not resolved. */
  readonly path: string
  /** It is a shell pattern that was not expanded: it meets whatever it could meet. */
  readonly glob?: true
  /** Everything below counts too. */
  readonly tree?: true
  /** What a search below it passes over. */
  readonly skips?: readonly ('hidden' | 'ignored' | '.git')[]
}

export type FactKind = 'commands' | 'reads' | 'creates' | 'edits' | 'deletes' | 'adds' | 'hosts'

/** Something that cannot be known. */
export interface Unresolved {
  /** For a person and for the model: why it cannot be known and how to write it so that it can. */
  readonly reason: string
  /** The part of the call, as written. */
  readonly text: string
  /** The facts that it could add to. */
  readonly about: readonly FactKind[]
}

/** What a tool call would do. What cannot be known is `unresolved` with a reason, never silently nothing. */
export interface Facts {
  readonly commands: readonly CommandFact[]
  readonly reads: readonly PathFact[]
  readonly creates: readonly PathFact[]
  readonly edits: readonly PathFact[]
  readonly deletes: readonly PathFact[]
  readonly adds: readonly string[]
  /** Host names in lower case; package registries are `registry:npm` and the like. */
  readonly hosts: readonly string[]
  readonly unresolved: readonly Unresolved[]
}

/** One call of the session, as far as it can be known; nothing of its contents. */
export interface PastCall {
  /** Empty: a rule's own script. */
  readonly tool: string
  /** How many prompts of the user had come before it. */
  readonly prompt: number
  readonly failed?: true
  /** Indexes into its commands: those that the call's success tells to have succeeded. */
  readonly passed: readonly number[]
  /** Without `adds` and `hosts`. */
  readonly facts: Facts
}

/** What a session did, in the order in which results came. */
export interface History {
  readonly calls: readonly PastCall[]
  /** How many prompts of the user there were so far. */
  readonly prompt: number
  /** All calls since this prompt are there; 0: since the session began. */
  readonly known_since: number
}

/** An event and its facts, computed when first asked. A change makes a new subject. */
export interface Subject {
  readonly event: Event
  facts(): Facts
  /** What the session did before this event. */
  did(): History
  /** A path with the links of its deepest existing ancestor resolved; absent where there is no file system. */
  readonly real?: (path: string) => string
  /** What else may be looked up; absent where nothing can be. */
  readonly look?: Look | undefined
}

/** One option of a command as it was used. */
export interface UsedOption {
  /** The canonical spelling: the long one where there is one. `--force` for `-f` of `git push`. */
  readonly name: string
  readonly value?: string
  /** Index into argv of the word it stands in; of its value when that is a word of its own. */
  readonly at: number
  readonly value_at?: number
}

/** A command's words, told apart by what is known of its program. */
export interface ReadArguments {
  /** Program and subcommands, canonical: `['npm', 'test']` for `npm t` and `npm run test`. */
  readonly path: readonly string[]
  readonly options: readonly UsedOption[]
  /** Words that are neither. */
  readonly operands: readonly { readonly text: string; readonly at: number }[]
  /** The program is in the table, so that every option is known for what it is. */
  readonly known: boolean
}

/** What matchers look up in the world of a subject, each thing when it is first asked for. */
export interface Look {
  /** What is known of a command's program, applied to its words. */
  words(argv: readonly string[]): ReadArguments
  /** The files that stand below a directory now and that are not passed over; undefined when they are too many. */
  below(tree: PathFact): readonly string[] | undefined
  /** The branch of the repository around a directory, or the commit it stands at; undefined without one. */
  branch(dir: string): string | undefined
  /** Does the file system take `.ENV` for `.env`? */
  folds(): boolean
  /** Other names of the same file inside the root. */
  twins(path: string): readonly string[]
}
