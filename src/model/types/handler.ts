// What a rule that matched runs, and what that may touch.
import type { Event, EventName } from './event.ts'
import type { Subject } from './facts.ts'
import type { Match } from './matching.ts'
import type { Rule } from './plan.ts'
import type { RecipeAnswer, RecipeQuestion, RecipeSettings } from './recipe.ts'
import type { ExportSpans } from './span.ts'
import type { Carries, Outcome, TraceEntry, Verdict } from './verdict.ts'

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Milliseconds that never go back. */
  elapsed(): number
}

export interface Files {
  /** The file's text; undefined when there is none or it cannot be read. */
  readonly read: (path: string) => string | undefined
  /** Writes to a temporary file and renames. Throws when it cannot. */
  readonly write: (path: string, text: string) => void
  readonly append: (path: string, text: string) => void
  readonly remove: (path: string) => void
  /** Names of the entries, sorted; directories end in `/`. Empty when there is no such directory. */
  readonly list: (dir: string) => readonly string[]
  /** Undefined for what is neither, such as a pipe or a device, as for what is not there. */
  readonly kind: (path: string) => 'file' | 'dir' | undefined
  /** With the symlinks of the deepest existing ancestor resolved. */
  readonly real: (path: string) => string
  /** Which file it is, whatever it is called, and how many names it has; undefined when there is none. */
  readonly inode?: (path: string) => { readonly id: string; readonly links: number } | undefined
}

export interface SpawnRequest {
  /** A list is started as it is; a string by `sh -c`. */
  readonly argv: readonly string[] | string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly stdin: string
  readonly timeout_ms: number
  /** Characters of stdout that are kept; more of it ends the child. */
  readonly max_stdout: number
  /** Not waited for. */
  readonly background?: boolean
}

export interface SpawnResult {
  readonly end: 'exit' | 'signal' | 'timeout' | 'flood' | 'failed' | 'aborted'
  /** With `exit` only. */
  readonly code?: number
  /** With `signal` only. */
  readonly signal?: string
  /** With `failed` only: why it could not be started, such as `ENOENT`. */
  readonly failure?: string
  readonly stdout: string
  readonly stderr: string
  readonly ms: number
}

export type Spawn = (request: SpawnRequest) => Promise<SpawnResult>

/** What is remembered between events: counters, firsts, open calls, small files. One scope is one session or one run of it. */
export interface State {
  /** Adds one and returns the new total. */
  count(key: string): number
  counted(key: string): number
  reset(key: string): void
  /** True the first time it is asked in this scope. */
  once(key: string): boolean
  /** Starts a span, at the clock's now or earlier. */
  open(call: string, since?: number): void
  /** Ends a span: the milliseconds it took; undefined when it was not open. */
  close(call: string): number | undefined
  read(name: string): string | undefined
  write(name: string, text: string): void
  /** Adds to the end of what `read` gives, whole whoever else does; the length then, in bytes or characters. */
  append(name: string, text: string): number
  /** Where a script may keep its own state; undefined in memory. */
  file(name: string): string | undefined
  /** The same store, of this run only: it starts again with each prompt of the user. */
  run(): State
}

export interface Context {
  readonly rule: Rule
  readonly match: Match
  readonly prior: Verdict
  readonly clock: Clock
  readonly files: Files
  readonly spawn: Spawn
  readonly state: State
  readonly env: Readonly<Record<string, string | undefined>>
  /** Milliseconds this rule may still take. */
  readonly time_ms: number
  readonly reply_chars: number
  /** A file's YAML front matter and the text below it; `data` is undefined when there is none or it is not a mapping. */
  frontMatter(text: string): { readonly data?: Readonly<Record<string, unknown>>; readonly body: string }
  /** Adds a line to what the ledger keeps of contents: time, session and call are added, secrets are masked by the caller. Throws when it cannot be written. */
  record(entry: Readonly<Record<string, unknown>>): void
  /** Sends spans to a collector; absent where nothing leaves the machine: in a test, in a dry run. */
  readonly exportSpans?: ExportSpans
  readonly recipes?: RecipeSettings
  /** Asks the recipe of a built-in that has one. Throws a HooksError when nothing answers it. */
  ask?(question: RecipeQuestion): Promise<RecipeAnswer>
  /** Nothing is started: a recipe that would run stays pending. */
  readonly dry?: boolean
  /** What the agent can be told at this event; absent: everything that the event may carry. */
  readonly carries?: Carries
  /** Adds what is worth seeing to this rule's trace entry. */
  note(entry: Pick<TraceEntry, 'stderr' | 'stdout' | 'did' | 'correctable'>): void
  readonly signal?: AbortSignal
}

/** Throws a HooksError with code `error`, `timeout`, `bad_reply`, `spawn_failed` or `aborted` when it failed; anything else thrown is a bug. Both become the rule's `on_error`, save `aborted`. */
export type Handler = (subject: Subject, context: Context) => Outcome | Promise<Outcome>

/** What an inline rule says of an event: its own words, for which nothing has to be prepared. */
export type Saying = (event: Event, bind: Match['bind']) => Outcome

export interface BuiltinExample {
  readonly name: string
  readonly with: Readonly<Record<string, unknown>>
  readonly event: Readonly<Record<string, unknown>> & { readonly event: EventName }
  /** A subset of what the handler says. */
  readonly outcome: Outcome
  /** Files that stand under the root, by relative path. */
  readonly files?: Readonly<Record<string, string>>
}

export interface Builtin<O = Readonly<Record<string, unknown>>> {
  readonly name: string
  readonly summary: string
  readonly events: readonly EventName[] | 'any'
  /** What asking again may repeat: a built-in without effects is asked again after a change. */
  readonly effects: 'none' | 'state' | 'world'
  /** It never has an opinion: `always` is implied. */
  readonly observes?: boolean
  /** It stands for rules, which the compiler puts in its place: its `compile` is never asked. */
  readonly expands?: true
  /** It fails closed: `on_error` is deny unless the rule says otherwise. */
  readonly guards?: boolean
  /** Events at which its rule is asked as well, wherever it is written: without them it could not do its work. */
  readonly completes?: readonly EventName[]
  /** An option that lists `/regex/` patterns: the compiler vets them as it does those of a match. */
  readonly patterns?: string
  /** Top-level keys of the file that the compiler hands over in its options. */
  readonly uses?: readonly 'schemas'[]
  readonly examples: readonly BuiltinExample[]
  /** The recipe that it may call back for: the compiler puts it into the plan. */
  recipe?(options: O): string
  /** What is wrong with options that each by itself are of their kind: the file does not validate. */
  problem?(
    options: O,
  ): { readonly option: string; readonly message: string; readonly hint: string } | undefined
  /** Why these options make it do nothing, for an info; undefined when they do something. */
  inactive?(options: O): string | undefined
  compile(options: O): Handler
}
