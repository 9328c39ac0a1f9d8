// The core types: every joint of the two pipelines is one of these plain values.
import type { ReadArguments } from './facts/types.ts'

/** Where something stands in a source file; lines and columns count from 1, `length` in characters. */
export interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly length?: number
}

// ---- events

export type EventName =
  | 'SessionStart'
  | 'UserPromptSubmit'
  | 'PreToolUse'
  | 'PermissionRequest'
  | 'PostToolUse'
  | 'SubagentStart'
  | 'SubagentStop'
  | 'AgentStop'
  | 'PreCompact'
  | 'PostCompact'
  | 'Notification'
  | 'SessionEnd'
  | 'Error'
  | 'PreStep'
  | 'PostStep'
  | 'PreModelCall'
  | 'PostModelCall'
  | 'ShouldContinue'

export interface Message {
  readonly role: 'user' | 'assistant' | 'system' | 'tool'
  readonly content: unknown
  readonly [field: string]: unknown
}

/** Token counts; `context` and `max_context` are the window's fill and size. */
export interface Usage {
  readonly input?: number
  readonly output?: number
  readonly total?: number
  readonly context?: number
  readonly max_context?: number
}

/** A payload in our terms, frozen; a field that the agent did not send is absent. */
export interface Event {
  /** `unmapped`: a native event without a row in the event table. */
  readonly event: EventName | 'unmapped'
  /** The agent's own name for the event, when it differs. */
  readonly native_event?: string
  readonly agent?: string
  readonly session_id?: string
  readonly run_id?: string
  readonly cwd: string
  readonly root: string
  readonly branch?: string
  readonly permission_mode?: string
  readonly model?: string
  readonly source?: string
  readonly subagent?: { readonly name: string; readonly id?: string }
  readonly recipe?: string
  readonly turn?: number
  readonly step?: number
  /** How often this run was continued so far. */
  readonly stop_active?: number
  readonly prompt?: string
  readonly tool_name?: string
  readonly tool_input?: unknown
  readonly tool_use_id?: string
  /** As the agent sent it. */
  readonly tool_output?: unknown
  /** The output's text, given by the dialect. */
  readonly output_text?: string
  readonly is_error?: boolean
  readonly messages?: readonly Message[]
  readonly response?: string
  readonly system_prompt?: string
  readonly usage?: Usage
  /** Milliseconds since the epoch. */
  readonly started_at?: number
  readonly finish_reason?: string
  readonly error?: string
  readonly transcript_path?: string
  readonly metadata?: Readonly<Record<string, unknown>>
  /** The payload itself. */
  readonly raw: unknown
}

// ---- facts

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

// ---- matching

export interface Match {
  readonly is: 'yes' | 'no' | 'maybe'
  /** What matched, for texts: `{{path}}`, `{{command}}`, `{{host}}`. */
  readonly bind?: Readonly<Record<string, string>>
  /** What matched or the condition that failed, as a sentence fragment for explain. */
  readonly why?: string
  /** Of a maybe: what of the call cannot be known, and how to write it so that it can; sentences for the model. */
  readonly unknown?: string
  /** What of `bind` is of calls before this one. */
  readonly past?: readonly string[]
}

export type Test = (subject: Subject) => Match

/** One pattern of a list, compiled: exactly one of `exact` and `source` is set. */
export interface PatternItem {
  /** As written in the YAML. */
  readonly text: string
  readonly exact?: string
  /** A regular expression's source and flags. */
  readonly source?: string
  readonly flags?: string
  /** The longest text that it answers for in time; absent: any. */
  readonly most?: number
  /** Of a glob over paths where it begins, one for each alternative; absent: at any depth. */
  readonly bases?: readonly string[]
}

/** A list of patterns, compiled: any of `yes` (all when empty) and none of `no`. */
export interface Pattern {
  readonly yes: readonly PatternItem[]
  readonly no: readonly PatternItem[]
}

/** How the compiler turns what the user wrote under a matcher's key into its pattern. */
export type Takes =
  | 'names'
  | 'text'
  | 'paths'
  | 'hosts'
  | 'commands'
  | 'fields'
  | 'boolean'
  | 'number'
  | 'expression'
  | 'session'

export interface MatcherExample<P = unknown> {
  readonly pattern: P
  readonly event: Partial<Event>
  /** What came before it in its session. */
  readonly before?: readonly Partial<Event>[]
  readonly is: Match['is']
}

/** A question about a subject. `P` is the compiled pattern as it stands in the plan. */
export interface Matcher<P = unknown> {
  readonly key: string
  readonly summary: string
  readonly takes: Takes
  /** A part of the program that is loaded only when a tried rule needs it. */
  readonly needs?: 'facts' | 'cel' | 'state'
  /** The facts that it asks about: an allow covers no others. */
  readonly facts?: readonly FactKind[]
  /** What it binds for texts besides its key. */
  readonly binds?: readonly string[]
  /** Events whose fields can answer; a rule on another event never matches. Absent: all. */
  readonly events?: readonly EventName[]
  /** Patterns as a user writes them. */
  readonly examples: readonly MatcherExample[]
  /** The pattern holds only where one of these stands in the event's tool, input or prompt, or with `facts` in those; `any` when that cannot be said. */
  literals(pattern: P): string[] | 'any'
  /** `every`: an allow asks, so each fact has to meet the pattern; else one is enough. */
  compile(pattern: P, asked?: Asked): Test
}

export type Asked = 'some' | 'every'

export type Condition =
  | { readonly kind: 'key'; readonly key: string; readonly pattern: unknown }
  | { readonly kind: 'all' | 'any'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }

// ---- outcomes and the verdict

export type Decision = 'proceed' | 'allow' | 'ask' | 'deny'
export type Flow = 'default' | 'continue' | 'restart' | 'stop'

export interface Stop {
  readonly code: string
  readonly message: string
  readonly hard: boolean
}

export interface SystemChange {
  readonly append?: string
  readonly prepend?: string
  readonly replace?: string
}

export interface Callback {
  readonly recipe: string
  readonly args?: Readonly<Record<string, unknown>>
  readonly status?: 'pending' | 'done' | 'failed'
  readonly prompt?: string
  readonly output?: string
}

export interface Warning {
  /** A code such as `timeout`, `contract`, `conflict`, `downgrade`. */
  readonly code: string
  readonly rule?: string
  readonly message: string
}

/** One handler's opinion. A key that is present counts, whatever its value: `{}`, `null`, `""`, `0`. */
export interface Outcome {
  readonly decision?: Decision
  readonly reason?: string
  readonly flow?: Flow
  readonly flow_reason?: string
  /** With `flow: stop`: nothing outweighs it. */
  readonly hard?: boolean
  readonly stops?: readonly Stop[]
  /** With `flow: stop`: a limit ended the run, it did not end by itself. */
  readonly forced?: boolean
  /** The whole new input, not a patch. */
  readonly updated_input?: unknown
  readonly updated_output?: unknown
  readonly updated_prompt?: string
  readonly updated_system?: SystemChange
  readonly updated_request?: Readonly<Record<string, unknown>>
  readonly replace_messages?: readonly Message[]
  readonly callback?: Callback
  readonly follow_up_messages?: readonly string[]
  readonly additional_context?: readonly string[]
  readonly system_messages?: readonly string[]
  readonly tool_results?: Readonly<Record<string, unknown>>
  readonly next_prompt?: string
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly persist?: boolean
  readonly clear?: readonly string[]
  readonly warnings?: readonly Warning[]
}

export type TraceResult = 'ran' | 'skipped' | 'error' | 'timeout' | 'bad_reply' | 'spawn_failed'

/** One rule that matched, or that a deny kept from running. */
export interface TraceEntry {
  readonly rule: string
  readonly result: TraceResult
  readonly ms: number
  readonly at?: Place
  readonly layer?: Layer
  /** What the rule decided, when it did. */
  readonly decision?: Decision
  readonly flow?: Flow
  /** What a rule in `advise` or `watch` would have decided. */
  readonly would?: Decision | Flow
  readonly mode?: Mode
  /** What matched, as `Match.why`. */
  readonly why?: string
  /** What of the call the match met, on one line, where that is short. */
  readonly matched?: string
  /** The part of the call that was denied or asked about: `run: git push -f`, `read: .env`. */
  readonly part?: string
  /** It spoke because something of the call cannot be known. */
  readonly unresolved?: true
  readonly stderr?: string
  /** What a script printed that is not a reply. */
  readonly stdout?: string
  /** A handler's one-line description: the command line of a script, the name of a built-in. */
  readonly did?: string
}

/** All outcomes merged. Lists are always there; the other fields only when a rule set them. */
export interface Verdict {
  readonly decision: Decision
  readonly reason?: string
  readonly flow: Flow
  readonly flow_reason?: string
  readonly hard?: boolean
  readonly stops: readonly Stop[]
  readonly forced?: boolean
  readonly updated_input?: unknown
  readonly updated_output?: unknown
  readonly updated_prompt?: string
  readonly updated_system?: SystemChange
  readonly updated_request?: Readonly<Record<string, unknown>>
  readonly replace_messages?: readonly Message[]
  readonly callback?: Callback
  readonly follow_up_messages: readonly string[]
  readonly additional_context: readonly string[]
  readonly system_messages: readonly string[]
  readonly tool_results?: Readonly<Record<string, unknown>>
  readonly next_prompt?: string
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly persist?: boolean
  readonly clear?: readonly string[]
  readonly warnings: readonly Warning[]
  readonly trace: readonly TraceEntry[]
}

// ---- rules and the plan

/** Lower layers only add: managed, user, project, local. */
export type Layer = 'managed' | 'user' | 'project' | 'local'
export type Mode = 'enforce' | 'advise' | 'watch'
export type OnError = 'proceed' | 'ask' | 'deny' | 'stop'
export type OnUnresolved = 'proceed' | 'ask' | 'deny'
export type Half = 'before' | 'after'

/** What a mapped exit code of a script means. */
export type ExitMeaning = 'proceed' | 'allow' | 'ask' | 'deny' | 'continue' | 'stop' | 'context' | 'notify'

/** One inline handler, its texts not yet interpolated. */
export type InlineSpec =
  | {
      readonly says: 'deny' | 'ask' | 'allow' | 'context' | 'notify' | 'continue' | 'stop'
      readonly text: string
    }
  | { readonly says: 'set_input'; readonly patch: unknown }
  | { readonly says: 'set_output'; readonly value: unknown }
  | { readonly says: 'set_prompt'; readonly text: string }
  | { readonly says: 'set_request'; readonly patch: Readonly<Record<string, unknown>> }
  | { readonly says: 'set_system'; readonly change: SystemChange }

export interface RunSpec {
  readonly kind: 'run'
  /** A list is started without a shell; a string is one literal line for `sh -c`. */
  readonly argv: readonly string[] | string
  /** Absolute; absent: the root. */
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** The dialect that the script speaks, both ways. */
  readonly reply: string
  readonly exit?: Readonly<Record<string, ExitMeaning>>
}

export type HandlerSpec =
  | { readonly kind: 'inline'; readonly inline: InlineSpec }
  | {
      readonly kind: 'use'
      readonly name: string
      readonly with: Readonly<Record<string, unknown>>
      /** The recipe that it may call. */
      readonly recipe?: Recipe
    }
  | RunSpec
  | {
      readonly kind: 'recipe'
      readonly name: string
      readonly args?: Readonly<Record<string, unknown>>
      readonly recipe?: Recipe
    }
  /** Keeps what calls do: the compiler's own, where a rule asks about the session. */
  | { readonly kind: 'remember'; readonly recipe?: never }

// ---- recipes

/** What becomes of a recipe's output. */
export type RecipeOutput = 'messages' | 'context' | 'decision' | 'text'

/** A program that answers prompts: the prompt on stdin, the answer on stdout. */
export interface RunnerSpec {
  /** A list is started without a shell; a string is one literal line for `sh -c`. */
  readonly command: readonly string[] | string
  readonly timeout_ms?: number
}

export interface RecipeArgument {
  readonly description?: string
  readonly default?: unknown
  readonly required?: boolean
}

/** A recipe's file, read and checked, its body not yet rendered: plain data. */
export interface Recipe {
  readonly name: string
  /** Absolute. */
  readonly file: string
  readonly description?: string
  /** Absent: any. */
  readonly arguments?: Readonly<Record<string, RecipeArgument>>
  /** Tools that its run may use; absent: any, empty: none. */
  readonly allowed_tools?: readonly string[]
  readonly output: RecipeOutput
  /** What the output must look like, as JSON. */
  readonly result_schema?: Readonly<Record<string, unknown>>
  readonly timeout_ms?: number
  readonly runner?: RunnerSpec
  readonly body: string
}

/** Where recipes are looked for and what runs them. */
export interface RecipeSettings {
  /** Absolute, the first that has a recipe wins. */
  readonly dirs: readonly string[]
  readonly runner?: RunnerSpec
}

/** One entry of hooks.yaml, checked, sugar expanded, defaults filled: plain data. */
export interface Rule {
  readonly name: string
  readonly at: Place
  readonly layer: Layer
  readonly event: EventName
  /** The total order within its event. */
  readonly order: number
  readonly priority: number
  readonly description?: string
  /** Absent: matches everything. */
  readonly match?: Condition
  /** It matches only where one of these stands in the event's tool, input or prompt, or in the facts; absent: it may always. */
  readonly literals?: readonly string[]
  /** Its match asks about facts. */
  readonly facts?: true
  /** Its script may be the command that its match looks back to: when it succeeds, that is kept. */
  readonly counts?: true
  readonly handler: HandlerSpec
  /** A message to the user beside any handler. */
  readonly notify?: string
  readonly mode: Mode
  readonly once?: 'run' | 'session'
  readonly always: boolean
  readonly background?: boolean
  readonly timeout_ms: number
  readonly on_error: OnError
  readonly on_unresolved: OnUnresolved
  /** Which half of a `wrap` rule. */
  readonly half?: Half
  /** Set by the machine's owner: it cannot be paused or switched off. */
  readonly locked?: true
  /** This rule has a key that this version does not know: it is not run, a deny or ask asks for what its match names. */
  readonly quarantined?: string
}

/** What holds for a whole dispatch. */
export interface Settings {
  /** The longest a dispatch may take, milliseconds. */
  readonly dispatch_ms: number
  readonly continues: number
  readonly reply_chars: number
  readonly contracts: 'warn' | 'strict'
  readonly on_config_error: 'proceed' | 'ask' | 'deny'
  /** How many payloads are kept; 0 for none. */
  readonly ledger_payloads: number
  readonly recipes?: RecipeSettings
}

/** hooks.yaml and all it extends: plain data, the same bytes for the same files. */
export interface Plan {
  readonly root: string
  readonly settings: Settings
  readonly events: Readonly<Partial<Record<EventName, readonly Rule[]>>>
}

// ---- handlers and what they may touch

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
  /** Starts a span at the clock's now. */
  open(call: string): void
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
  readonly recipes?: RecipeSettings
  /** Nothing is started: a recipe that would run stays pending. */
  readonly dry?: boolean
  /** What the agent can be told at this event; absent: everything that the event may carry. */
  readonly carries?: Carries
  /** Adds what is worth seeing to this rule's trace entry. */
  note(entry: Pick<TraceEntry, 'stderr' | 'stdout' | 'did'>): void
  readonly signal?: AbortSignal
}

/** Throws a HooksError with code `error`, `timeout`, `bad_reply`, `spawn_failed` or `aborted` when it failed; anything else thrown is a bug. Both become the rule's `on_error`, save `aborted`. */
export type Handler = (subject: Subject, context: Context) => Outcome | Promise<Outcome>

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
  /** Why these options make it do nothing, for an info; undefined when they do something. */
  inactive?(options: O): string | undefined
  compile(options: O): Handler
}

// ---- dialects

/** What an agent can be told at one event, by verdict field. */
export interface Carries {
  readonly deny?: boolean
  readonly ask?: boolean
  readonly allow?: boolean
  readonly stop?: boolean
  readonly continue?: boolean
  readonly restart?: boolean
  readonly context?: boolean
  readonly notify?: boolean
  readonly updated_input?: boolean
  readonly updated_output?: boolean
  readonly updated_prompt?: boolean
  readonly updated_system?: boolean
  readonly updated_request?: boolean
  readonly messages?: boolean
}

export interface Capabilities {
  readonly events: Readonly<Partial<Record<EventName, Carries>>>
  /** How long the agent waits for its hook, milliseconds. */
  readonly timeout_ms: number
  /** Events that it waits less long for. */
  readonly timeouts_ms?: Readonly<Partial<Record<EventName, number>>>
  /** How often in a row the agent lets a stop be refused; absent: no cap. */
  readonly continues?: number
}

/** What the agent's hook process prints and exits with. */
export interface Answer {
  readonly stdout: string
  readonly stderr: string
  readonly exit: number
}

export type Env = Readonly<Record<string, string | undefined>>

/** What a dialect may need to read while decoding. */
export interface DecodeContext {
  readonly env: Env
  readonly cwd: string
  readonly root: string
  readonly files: Files
}

export interface Dialect {
  readonly name: string
  /** Further names that a rule may write in `reply`. */
  readonly aliases?: readonly string[]
  readonly summary: string
  readonly capabilities: Capabilities
  /** The capabilities at this very event, where they depend on more than its name. */
  capabilitiesAt?(event: Event): Capabilities
  /** Is this payload of this dialect, and how surely: 0 no, 1 could be, 2 surely. */
  recognizes(payload: Readonly<Record<string, unknown>>, env: Env): 0 | 1 | 2
  /** The project root that the agent names by itself. */
  root?(payload: Readonly<Record<string, unknown>>, env: Env): string | undefined
  decode(payload: Readonly<Record<string, unknown>>, context: DecodeContext): Event
  encode(verdict: Verdict, event: Event): Answer
  /** What a script that speaks this dialect reads on stdin. */
  toScript?(event: Event, prior: Verdict): unknown
  /** The reply is parsed JSON, or the text when that does not begin with `{`. Throws a TypeError with a reason when it is not of this dialect. */
  fromScript?(reply: unknown, event: Event): Outcome
  /** No agent speaks it: it is for scripts and replays. */
  readonly agentless?: true
  /** Its scripts answer in plain text: what they print is never read as JSON. */
  readonly scriptText?: true
  /** What a script's exit codes mean in this dialect, unless its rule maps them itself. */
  scriptExit?(event: Event): Readonly<Record<string, ExitMeaning>>
  /** Variables that the dialect promises to scripts. */
  scriptEnv?(event: Event): Readonly<Record<string, string>>
}

/** What is needed of a dialect before a rule is asked. */
export type Listener = Pick<Dialect, 'name' | 'root' | 'decode'>

/** What is needed of a dialect for the scripts that speak it. */
export type Scripted = Pick<
  Dialect,
  'name' | 'aliases' | 'toScript' | 'fromScript' | 'scriptText' | 'scriptExit' | 'scriptEnv'
>

/** What is needed of a dialect while its agent's rules are asked. */
export type Capable = Pick<Dialect, 'name' | 'capabilities' | 'capabilitiesAt'>

/** What is needed of a dialect to answer its agent. */
export type Speaker = Pick<Dialect, 'name' | 'encode'>

// ---- definitions, injected

/** The lists that the compiler and the engine work with; `catalog.ts` has the shipped ones. */
export interface Catalog {
  readonly matchers: readonly Matcher<never>[]
  readonly builtins: readonly Builtin<never>[]
  readonly dialects: readonly Dialect[]
}

/** A rule made live. */
export interface LiveRule {
  readonly rule: Rule
  readonly test: Test
  readonly handle: Handler
  /** Asking it again repeats nothing: inline, or a built-in without effects. */
  readonly pure: boolean
}

/** The texts of facts that literals are looked for in; undefined when some cannot be known. */
export type FactTexts = () => string | undefined

/** The rules of one event in their order, each read when it is first asked for. */
export interface RuleList {
  readonly length: number
  /** The longest time that one of them may take. */
  readonly longest_ms: number
  /** One of them asks about facts. */
  readonly facts: boolean
  at(place: number): Rule
  /** Places of the rules that could match, ascending; without facts those that only facts could rule out are among them. */
  candidates(event: Event, facts?: FactTexts): readonly number[]
}

/** A plan made live. */
export interface Registry {
  readonly settings: Settings
  /** The rules that could match, in order, from this order on. */
  select(subject: Subject, from: number): Iterable<LiveRule>
  /** Every rule of the subject's event, in order, from this order on. */
  all(subject: Subject, from: number): Iterable<LiveRule>
  /** How many rules an event has, and the longest time that one of them may take. */
  measure(event: Event['event']): { readonly rules: number; readonly longest_ms: number }
}

// ---- diagnostics

export type Severity = 'error' | 'warning' | 'info'

/** A problem in what the user wrote, with its place. */
export interface Diagnostic {
  readonly code: string
  readonly severity: Severity
  /** One sentence, lower case, names in double quotes, no final stop. */
  readonly message: string
  readonly at: Place
  /** Further lines below the frame that explain. */
  readonly notes?: readonly string[]
  /** An imperative with the exact edit or command. */
  readonly hint?: string
  readonly related?: readonly { readonly message: string; readonly at: Place }[]
  /** The rule it concerns, when it concerns one. */
  readonly rule?: string
}
