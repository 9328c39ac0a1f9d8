// Handlers and their context.
import type { Event, EventName } from './event.ts'
import type { Subject } from './facts.ts'
import type { Match } from './matching.ts'
import type { Rule } from './plan.ts'
import type { CoveredFile, RecipeAnswer, RecipeQuestion, RecipeSettings } from './recipe.ts'
import type { Carries, Outcome, OutcomePart, TraceEntry, Verdict } from './verdict.ts'

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Milliseconds that never go back. */
  elapsed(): number
}

export interface Files {
  /** Undefined when the file does not exist, cannot be read or has more bytes than that. */
  readonly read: (path: string, most?: number) => string | undefined
  /** Writes to a temporary file and renames. Throws when it cannot. */
  readonly write: (path: string, text: string) => void
  readonly append: (path: string, text: string) => void
  readonly remove: (path: string) => void
  /** Sorted names; directories end in `/`. Empty when the directory does not exist. */
  readonly list: (dir: string) => readonly string[]
  /** Undefined for anything else, and when nothing exists. */
  readonly kind: (path: string) => 'file' | 'dir' | undefined
  /** With the symlinks of the deepest existing ancestor resolved. */
  readonly real: (path: string) => string
  /** The file's identity and its number of hard links. */
  readonly inode?: (path: string) => { readonly id: string; readonly links: number } | undefined
}

export interface SpawnRequest {
  /** A list runs without a shell, a string by `sh -c`. */
  readonly argv: readonly string[] | string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly stdin: string
  readonly timeout_ms: number
  /** Characters of stdout; more ends the child. */
  readonly max_stdout: number
  /** Not waited for. */
  readonly background?: boolean
  /** Whoever stays between calls asks the program that runs already; others start it for this one. */
  readonly keep_alive?: true
  /** With `background`: a process waits, ends the script in time, and records how it ended. */
  readonly record?: EndRecord
}

/** How the end of a background script is recorded. */
export interface EndRecord {
  /** Lines are added to it; empty where none can be kept. */
  readonly file: string
  /** Stands behind an exit code that is not among the expected ones; `*` expects all. */
  readonly label: string
  readonly expected: readonly string[]
  /** The line for a script that was still running after its time limit. */
  readonly late: string
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

/** State between events, of one session or one run: counters, flags, timers, small files. */
export interface State {
  /** Adds one and returns the new total. */
  count(key: string): number
  counted(key: string): number
  reset(key: string): void
  /** True the first time in this scope. */
  once(key: string): boolean
  /** Starts a timer, now or earlier. */
  open(call: string, since?: number): void
  /** Ends a timer: elapsed milliseconds; undefined when it was not started. */
  close(call: string): number | undefined
  read(name: string): string | undefined
  write(name: string, text: string): void
  /** Appends atomically; returns the new length in bytes or characters. */
  append(name: string, text: string): number
  /** A path for a script's own state; undefined in memory. */
  file(name: string): string | undefined
  /** The state of this run, which begins with each prompt of the user. */
  run(): State
  /** Why it is kept by this process alone, once it is; of the session's state. */
  readonly problem?: string | undefined
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
  /** Splits YAML front matter from the text below; `data` is undefined without a valid mapping. */
  frontMatter(text: string): { readonly data?: Readonly<Record<string, unknown>>; readonly body: string }
  /** Adds contents to the ledger, masked by the caller. Throws when it cannot be written. */
  record(entry: Readonly<Record<string, unknown>>): void
  /** Sends spans to a collector; absent in tests and dry runs. */
  readonly exportSpans?: ExportSpans
  readonly recipes?: RecipeSettings
  /** The first of these files that is not what its user trusted; absent: everything is trusted. */
  readonly changedFile?: (covers: readonly CoveredFile[], root: string) => string | undefined
  /** Runs the recipe of a built-in. Throws a HooksError when it fails. */
  ask?(question: RecipeQuestion): Promise<RecipeAnswer>
  /** Starts nothing: recipes stay pending. */
  readonly dry?: boolean
  /** What the agent supports at this event; absent: everything the event allows. */
  readonly carries?: Carries
  /** Adds details to this rule's trace entry. */
  note(entry: Pick<TraceEntry, 'stderr' | 'stdout' | 'did' | 'correctable'>): void
  readonly signal?: AbortSignal
}

/** A failure is a HooksError with code `error`, `timeout`, `bad_reply`, `spawn_failed` or `aborted`; other errors are bugs. Except for `aborted` the rule's `on_error` applies. */
export type Handler = (subject: Subject, context: Context) => Outcome | Promise<Outcome>

/** The handler of an inline rule, which needs no context. */
export type Saying = (event: Event, bind: Match['bind']) => Outcome

export interface BuiltinExample {
  readonly name: string
  readonly with: Readonly<Record<string, unknown>>
  readonly event: Readonly<Record<string, unknown>> & { readonly event: EventName }
  /** A subset of the handler's outcome. */
  readonly outcome: Outcome
  /** Files by path relative to the root. */
  readonly files?: Readonly<Record<string, string>>
}

export interface Builtin<O = Readonly<Record<string, unknown>>> {
  readonly name: string
  readonly summary: string
  readonly events: readonly EventName[] | 'any'
  /** Built-ins without effects run again after a change. */
  readonly effects: 'none' | 'state' | 'world'
  /** It never decides or changes anything; implies `always`. */
  readonly observes?: boolean
  /** With these options it can only deny, ask, stop or tell, so its rules hold in a clone that nobody has trusted. */
  readonly tightens?: true | ((options: O) => boolean)
  /** The compiler replaces it by rules; its `compile` is never called. */
  readonly expands?: true
  /** It fails closed: `on_error` is deny, or ask, unless the rule says otherwise. */
  readonly guards?: boolean | 'ask'
  /** Further events that its rule always runs at. */
  readonly completes?: readonly EventName[]
  /** An option with `/regex/` patterns, which the compiler checks. */
  readonly patterns?: string
  /** Top-level keys of hooks.yaml that are added to its options. */
  readonly uses?: readonly 'schemas'[]
  readonly examples: readonly BuiltinExample[]
  /** The recipe that it may run, for the plan. */
  recipe?(options: O): string
  /** An error in the combination of options. */
  problem?(
    options: O,
  ): { readonly option: string; readonly message: string; readonly hint: string } | undefined
  /** With these options at this event: which decisions and flows it may give, for agents that cannot be told all. */
  answers?(options: O, event: EventName): readonly OutcomePart[]
  /** The paths of the agent's own files that it reads: a host may have them elsewhere. */
  agentFiles?(options: O): readonly string[]
  /** Why these options have no effect. */
  inactive?(options: O): string | undefined
  /** An option that has no effect under some agents when the rule is asked at these events only. */
  doubt?(
    options: O,
    events: readonly EventName[],
  ): { readonly option: string; readonly message: string; readonly hint: string } | undefined
  compile(options: O): Handler
}

/** A line of a trace file. The spans of a session are one trace. */
export interface Span {
  /** `llm.call`, `tool.call`, `agent.run`, or `hook.<phase>/<rule>`. */
  readonly name: string
  /** 32 hexadecimal digits. */
  readonly trace_id: string
  /** 16 hexadecimal digits. */
  readonly span_id: string
  readonly parent_id?: string
  /** ISO 8601. */
  readonly start: string
  /** Absent when the start is unknown. */
  readonly duration_ms?: number
  readonly error?: string
  readonly [field: string]: unknown
}

/** A collector that speaks OTLP over HTTP. */
export interface SpanTarget {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly service: string
}

/** Sends spans to a collector: with others (`later`), at the end of a run (`soon`) or of the session (`now`). Resolves to a problem, never rejects. */
export type ExportSpans = (
  target: SpanTarget,
  spans: readonly Span[],
  when: 'later' | 'soon' | 'now',
) => Promise<string | undefined>
