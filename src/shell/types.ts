// Types that the parts of `shell/` share.
import type {
  AddFact,
  CommandFact,
  CommitFact,
  Files,
  GitMoment,
  PathFact,
  PushFact,
  Unresolved,
} from '../model/types.ts'

/** The machine as the call would find it. */
export interface World {
  /** The project's root, absolute. */
  readonly root: string
  readonly home: string
  /** Where the call starts, absolute. */
  readonly cwd: string
  readonly files: Pick<Files, 'list' | 'kind' | 'real' | 'read'>
  /** What a file held before the call, where that is known. */
  readonly before?: (path: string) => string | undefined
  /** The variables that the call starts with. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Has the call written the file before? `maybe`: as one of many below a directory; `known`: what `files` reads is new. */
  readonly written?: (path: string) => 'yes' | 'known' | 'maybe' | 'no'
  /** Programs that files say run the command behind them. */
  readonly wrappers?: readonly string[]
  /** How many bytes of files that the call runs are left to read. */
  readonly reading?: { left: number }
  /** What the call has written and deleted. */
  readonly changes?: () => { readonly written: readonly PathFact[]; readonly deleted: readonly PathFact[] }
  /** The branch of the directory where the call starts, as its event tells. */
  readonly branch?: string | undefined
  /** The checkout around a directory, as the call left it. */
  readonly checkout?: (dir: string) => Checkout | undefined
}

/** A working tree of Git, and the states that it may be in. */
export interface Checkout {
  readonly top: string
  readonly states: readonly GitMoment[]
}

/** A command that another command runs. */
export type NestedCommand =
  /** `bash -c text`, `eval`, a script in the project, an npm script. `open`: a part of the text cannot be known. */
  | {
      readonly kind: 'shell'
      readonly file?: string
      readonly text: string
      readonly cwd?: string
      readonly open?: true
      readonly remote?: true
      /** It runs in addition to the command, not in its place. */
      readonly beside?: true
    }
  /** `sudo`, `xargs`, `find -exec`. `more`: unknown words follow; one open word `…` stands for them. */
  | {
      readonly kind: 'argv'
      /** The file that it stands in, of which only what is sure counts. */
      readonly file?: string
      readonly argv: readonly string[]
      readonly open?: readonly number[]
      /** Indexes of words that are globs: what `find` substitutes for `{}`. */
      readonly globs?: readonly number[]
      readonly assignments?: Readonly<Record<string, string>>
      readonly cwd?: string
      readonly more?: true
      readonly remote?: true
      readonly beside?: true
      /** The program may do something else with the words. */
      readonly guessed?: true
    }

/** What a command sends, before it is known what reaches its standard input. */
export type SendEffect =
  /** Without a path, a file that cannot be known. */
  | { readonly kind: 'file'; readonly path?: PathFact }
  /** Its standard input, or what a substitution prints. */
  | { readonly kind: 'input'; readonly substituted?: true }
  /** Text of the word at an index. */
  | { readonly kind: 'word'; readonly text: string; readonly at: number; readonly aside?: true }
  | { readonly kind: 'variable'; readonly name: string }
  /** All variables. */
  | { readonly kind: 'environment' }
  /** What a repository holds, to the remote of a name that the same call may have given to an address. */
  | { readonly kind: 'repository'; readonly path: PathFact; readonly remote: string }

/** What one command does, without its redirects. */
export interface CommandEffects {
  readonly reads: readonly PathFact[]
  readonly creates: readonly PathFact[]
  readonly edits: readonly PathFact[]
  readonly deletes: readonly PathFact[]
  readonly adds: readonly AddFact[]
  readonly hosts: readonly string[]
  readonly sends: readonly SendEffect[]
  /** To whom it sends; empty: to the hosts. */
  readonly receivers: readonly string[]
  readonly unresolved: readonly Unresolved[]
  readonly runs: readonly NestedCommand[]
  /** Paths of scripts that it runs; an empty one is unknown. */
  readonly starts: readonly string[]
  /** What it copies, moves or links, by path. */
  readonly copies: readonly { readonly from: string; readonly to: string }[]
  /** What it puts before the text of a file, for commands that follow. */
  readonly settings: readonly { readonly path: string; readonly text: string }[]
  /** The directory that an option names. */
  readonly dirs: readonly string[]
  /** Of a command of Git: what it takes from the working tree, pushes and commits, and how it leaves checkouts. */
  readonly takes: readonly PathFact[]
  readonly pushes: readonly PushFact[]
  readonly commits: readonly Omit<CommitFact, 'dir' | 'git'>[]
  readonly checkouts: readonly Checkout[]
}

/** A command's standard input, unless it is the agent's own; `text` when it is known. */
export interface StandardInput {
  readonly text?: string
  /** The file that is redirected to it, absolute. */
  readonly file?: string
}

export type EffectsOf = (command: CommandFact, world: World, input?: StandardInput) => CommandEffects
