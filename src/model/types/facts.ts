// What a tool call would do.
import type { Event } from './event.ts'

/** A command that a call would run, without its wrappers. */
export interface CommandFact {
  /** Decoded words, the program first. Unknown words are as written and listed in `open`. */
  readonly argv: readonly string[]
  /** Indexes into `argv` of unknown words. */
  readonly open?: readonly number[]
  /** Indexes into `argv` of unexpanded shell patterns. */
  readonly globs?: readonly number[]
  /** The program's base name; empty when unknown. */
  readonly program: string
  /** Variables set for it. */
  readonly assignments: Readonly<Record<string, string>>
  /** Outermost first: sudo, timeout, bash. */
  readonly wrappers: readonly string[]
  /** Absolute; empty when unknown. */
  readonly cwd: string
  /** Commands of one pipeline share a number. */
  readonly pipeline: number
  /** It runs on another machine or in a container. */
  readonly remote?: true
  /** It stands behind a program that may be a wrapper. */
  readonly guessed?: true
  /** The file that says so: a Makefile, a git hook, code. Words in it that are not known raise no doubt. */
  readonly from?: string
  /** The directory that it works in after `-C` or `--prefix`, empty when unknown; absent: `cwd`. */
  readonly dir?: string
  /** How the call left the repository there before this command: one of these; absent: as on the disk. */
  readonly git?: readonly GitMoment[]
  /** What of the working tree a command of Git takes from or throws away; absent: all of it. */
  readonly takes?: readonly PathFact[]
}

/** What the call has changed of a repository; what is absent is as on the disk. */
export interface GitMoment {
  /** The branch that is checked out, `HEAD` where none is; empty when it cannot be known. */
  readonly branch?: string
  /** The branch before. */
  readonly before?: string
  /** Names that a branch that is not known does not have. */
  readonly not?: readonly string[]
  /** Branches that the call made (true) and deleted, the last word counts; without a name: any. */
  readonly branches?: readonly (readonly [name: string, isThere: boolean])[]
  /** What the call staged; nothing else is where `unstaged`. */
  readonly staged?: readonly PathFact[]
  readonly unstaged?: true
  /** Answers that the call changed; null: they cannot be known. */
  readonly answers?: Readonly<Partial<Record<GitAnswer, boolean | null>>>
  /** The repository that this checkout was made from. */
  readonly of?: string
}

export type GitAnswer = 'dirty' | 'ahead' | 'behind' | 'pushed' | 'worktree' | 'operation' | 'staged'

/** A branch, or another reference, of another repository that a command would change. */
export interface PushFact {
  /** The branch; absent when it cannot be known, or it is none. */
  readonly to?: string
  /** How the name of an unknown branch begins, and names that it does not have. */
  readonly starts?: string
  readonly not?: readonly string[]
  /** What it changes instead of a branch: `refs/tags/v1`. */
  readonly ref?: string
  /** A name of a remote, or an address. */
  readonly remote?: string
  /** It replaces commits, whatever is there; absent when it cannot be known. */
  readonly force?: boolean
  readonly deletes?: boolean
  /** The command pushes it in some of the states that the repository may be in. */
  readonly maybe?: true
}

/** A commit that a command would make. */
export interface CommitFact {
  /** Absent when it cannot be known: an editor asks for it. */
  readonly message?: string
  /** Beside what is staged, or instead of it where `only`. */
  readonly files: readonly PathFact[]
  readonly only?: true
  /** Not all of the files can be known. */
  readonly unlisted?: true
  /** Absent when it cannot be known. */
  readonly amend?: boolean
  readonly no_verify?: boolean
  /** As of the command. */
  readonly dir: string
  readonly git?: readonly GitMoment[]
}

/** A path that a call would touch. */
export interface PathFact {
  /** Absolute and normalized, links not resolved. */
  readonly path: string
  /** An unexpanded shell pattern, which matches whatever it could stand for. */
  readonly glob?: true
  /** Includes everything below. */
  readonly tree?: true
  /** The directory of which a pattern, as in `dir/*`, took everything: this path is one of many. */
  readonly all_of?: string
  /** Its content stays, and its owner may read it: only times, owner or rights change, or a directory goes that is empty. */
  readonly keeps?: true
  /** Excluded from a search below it. */
  readonly skips?: readonly ('hidden' | 'ignored' | '.git')[]
  /** What a search takes by name, whatever it skips: lines as in a .gitignore that stands in `/`. */
  readonly only?: readonly string[]
  /** How it is read. Absent: by name. `search`: one that prints what it finds; `listing`: only names or counts are printed. */
  readonly by?: 'search' | 'listing'
  /** Patterns that a search looks for. */
  readonly seeks?: readonly string[]
  /** Of what is below, only the paths that a program lists. */
  readonly listed_by?: ListQuestion
  /** The same as Git tells it, for those who want to know exactly. */
  readonly listed?: PathFact
}

/** What Git, or a program that unpacks, is asked for the paths that it would change. */
export interface ListQuestion {
  /** The program and its words: the first of them that is answered counts, an empty one by no paths; without any, nothing can be known. */
  readonly asks: readonly (readonly string[])[]
  /** The directory from which the names lead; absent: the one of the fact. */
  readonly from?: string
  /** How many leading parts are taken off each name. */
  readonly strip?: number
  /**
   * Without an answer, any path there could be what is protected. For other patterns, `tree`: it is a tree like any
   * other; `doubt`: the call has said that it is unresolved.
   */
  readonly otherwise?: 'tree' | 'doubt'
  /** The commit whose versions these files become, the first of these that there is: HEAD is one that has them. */
  readonly brings?: readonly string[]
}

/** What is sent. */
export type Sent =
  /** A file; without a path, one that cannot be known. */
  | { readonly kind: 'file'; readonly path?: PathFact }
  /** A variable of the shell, with its dollar sign. */
  | { readonly kind: 'variable'; readonly name: string }
  /** What a command prints. */
  | { readonly kind: 'output'; readonly command: CommandFact }
  /** A text, as far as it is known. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'unknown' }

/** Something that a call would send to another machine. */
export interface SendFact {
  readonly what: Sent
  /** A host in lower case, or `s3://bucket`, `mcp:server`; absent when it cannot be known. */
  readonly to?: string
  /** The program or tool. */
  readonly by: string
  /** It stands in the address or in a header of a request that may send nothing else. */
  readonly aside?: true
}

export type ActVerb =
  | 'read'
  | 'create'
  | 'change'
  | 'delete'
  | 'publish'
  | 'deploy'
  | 'send'
  | 'grant'
  | 'run'

/** What a call does outside of the machine. */
export interface ActFact {
  readonly service: string
  readonly verb: ActVerb
  readonly target?: string
  /** As far as its words tell. */
  readonly environment?: string
  /** Absent when it cannot be known. */
  readonly undo?: boolean
  /** No table knows the program: its words are read as most programs mean them. */
  readonly maybe?: true
  /** The program or tool. */
  readonly by: string
}

export type FactKind =
  | 'commands'
  | 'reads'
  | 'creates'
  | 'edits'
  | 'deletes'
  | 'adds'
  | 'hosts'
  | 'sends'
  | 'pushes'
  | 'commits'

/** A text that is added to a file: one hunk, or the whole where nothing is known of what stood there. */
export interface AddFact {
  readonly text: string
  /** What it takes the place of. */
  readonly removed?: string
  /** It could be added. */
  readonly maybe?: true
}

/** An unknown part of a call. */
export interface Unresolved {
  /** Why it is unknown and how to write it instead. */
  readonly reason: string
  /** As written. */
  readonly text: string
  /** The kinds of facts that it could add. */
  readonly about: readonly FactKind[]
}

/** What a tool call would do. Unknown parts are listed in `unresolved`. */
export interface Facts {
  readonly commands: readonly CommandFact[]
  readonly reads: readonly PathFact[]
  readonly creates: readonly PathFact[]
  readonly edits: readonly PathFact[]
  readonly deletes: readonly PathFact[]
  readonly adds: readonly AddFact[]
  /** Host names in lower case; package registries are `registry:npm` and the like. */
  readonly hosts: readonly string[]
  readonly sends: readonly SendFact[]
  readonly pushes: readonly PushFact[]
  readonly commits: readonly CommitFact[]
  readonly unresolved: readonly Unresolved[]
  /** The same, each of one command or one pipeline; absent: the call is one command. Copies of the facts have none. */
  readonly apart?: () => readonly PartFacts[]
}

/**
 * What one command of a call does. `commands` holds it alone; the other lists also hold the facts of what it runs, and
 * `reads` what reaches it by a pipe, a substitution, a variable or a file that the call makes. Of a pipeline of several
 * commands, all of these.
 */
export interface PartFacts extends Facts {
  readonly pipeline?: true
}

/** An earlier call of the session, without its contents. */
export interface PastCall {
  /** Empty: a rule's own script. */
  readonly tool: string
  /** Its agent's own name for the tool, when it differs. */
  readonly native?: string
  /** The number of prompts before it. */
  readonly prompt: number
  readonly failed?: true
  /** Indexes of the commands that succeeded if the call did. */
  readonly passed: readonly number[]
  /** Without `adds`, `hosts` and `sends`. */
  readonly facts: Facts
}

/** The earlier calls of a session, in the order of their results. */
export interface History {
  readonly calls: readonly PastCall[]
  /** The number of prompts so far. */
  readonly prompt: number
  /** The history is complete since this prompt; 0: since the session began. */
  readonly known_since: number
}

/** An event and its facts, computed lazily. A change makes a new subject. */
export interface Subject {
  readonly event: Event
  facts(): PartFacts
  /** Of one command of a call: the call. */
  readonly call?: Subject
  /** The session's earlier calls. */
  did(): History
  /** Resolves links of the deepest existing ancestor; absent without a file system. */
  readonly real?: (path: string) => string
  readonly look?: Look | undefined
}

export interface UsedOption {
  /** The long form where there is one: `--force` for `-f` of `git push`. */
  readonly name: string
  readonly value?: string
  /** Indexes into argv; `value_at` when the value is a separate word. */
  readonly at: number
  readonly value_at?: number
}

/** A command's words, parsed by the table of programs. */
export interface ReadArguments {
  /** Program and subcommands, canonical: `['npm', 'test']` for `npm t` and `npm run test`. */
  readonly path: readonly string[]
  readonly options: readonly UsedOption[]
  /** Words that are neither. */
  readonly operands: readonly { readonly text: string; readonly at: number }[]
  /** The program is in the table. */
  readonly known: boolean
  /** It prints its help or version, and does nothing else. */
  readonly help?: true
}

/** Files of a directory. */
export interface ListedDirectory {
  readonly dir: string
  readonly names: readonly string[]
}

/** What Git's references held when a session began, and what came to them since by its own remotes. */
export interface SessionRefs {
  /** Commits. */
  readonly tips: readonly string[]
  /** Addresses on other machines, as they were configured. */
  readonly remotes: readonly string[]
  /** Blobs of configuration files that were in force during the session. */
  readonly versions: readonly string[]
}

/** What matchers look up on demand. */
export interface Look {
  words(argv: readonly string[]): ReadArguments
  /** What a command, or a tool of a server, does outside of the machine. */
  acts(of: CommandFact | Event): readonly ActFact[]
  /** The files below a directory, or those that a glob names, without excluded ones; undefined when there are too many. */
  below(fact: PathFact): readonly ListedDirectory[] | undefined
  /** What a program lists below a directory; undefined when that cannot be known; else why the program gave no answer. */
  listed(
    top: string,
    question: ListQuestion,
  ): readonly ListedDirectory[] | { readonly unanswered: string } | undefined
  /** Whether the versions of files that a commit brings were held when the session began; undefined when that cannot be known. */
  held(top: string, revisions: readonly string[], path: string): boolean | undefined
  /** Whether an agent goes on calling us with the version of its settings that a commit brings. */
  calls(
    top: string,
    revisions: readonly string[],
    settings: { readonly path: string; readonly scopes: readonly string[] },
  ): boolean
  /** Did HEAD have the file when the session began? Undefined when that cannot be known. */
  tracked(path: string): boolean | undefined
  /** The branch or the detached commit of a directory's repository. */
  branch(dir: string): string | undefined
  /** The top of the repository around a directory. */
  top(dir: string): string | undefined
  /** Is it a worktree beside the first? */
  worktree(dir: string): boolean
  /** What is begun there: rebase, merge, cherry-pick or bisect. */
  operation(dir: string): string | undefined
  /** Is the commit that is checked out there on a remote? Undefined when that cannot be known. */
  pushed(dir: string): boolean | undefined
  /** Is the file system case-insensitive? */
  folds(): boolean
  /** Hard links of the file inside the root. */
  twins(path: string): readonly string[]
  /**
   * Is the directory the root's counterpart in another worktree of the repository, or the top of a checkout inside the
   * root that is not ignored?
   */
  isCheckout(dir: string): boolean
  /** The root's counterparts in the worktrees that Git knows of. */
  worktrees(): readonly string[]
  /** The root, or its counterpart in the worktree that a directory is in; undefined outside of the repository. */
  tree(dir: string): string | undefined
}
