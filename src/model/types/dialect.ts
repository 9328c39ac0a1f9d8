// The protocols of agents.
import type { Event, EventName } from './event.ts'
import type { Files } from './handler.ts'
import type { ScriptMeaning } from './plan.ts'
import type { Carries, Outcome, Verdict } from './verdict.ts'

/** What the agent does without an answer: goes on (open), stops (closed), or not tested. */
export type OnFailure = 'open' | 'closed' | 'unknown'

export interface Failures {
  /** The hook's process dies, or exits with an unknown code. */
  readonly crash: OnFailure
  readonly timeout: OnFailure
  /** Exit 0 without output. */
  readonly empty: OnFailure
  /** Invalid output. */
  readonly broken: OnFailure
  /** Exit code 2 with a reason on stderr. */
  readonly exit_2: 'denies' | 'fails'
}

type PerEvent<T> = Readonly<Partial<Record<EventName, T>>>

export type Surface = 'terminal' | 'headless' | 'desktop' | 'cloud'

/** Rows that differ where everything that the variant names holds. */
export interface CapabilityVariant {
  /** Semver range. */
  readonly versions?: string
  readonly surface?: Surface
  readonly permission_mode?: string
  /** Each replaces the whole row of its event. */
  readonly events: PerEvent<Carries>
}

export interface Capabilities {
  /** Semver range of the versions that this was observed with. */
  readonly versions?: string
  /** Events that the agent calls its hook for. */
  readonly events: PerEvent<Carries>
  readonly variants?: readonly CapabilityVariant[]
  /** What arrives in another form than the rule gave it: how. */
  readonly weakened?: PerEvent<Readonly<Partial<Record<keyof Carries, string>>>>
  readonly failure: Failures
  /** Events where a failure means something else. */
  readonly failures?: PerEvent<Partial<Failures>>
  /** How long the agent waits for its hook, milliseconds. */
  readonly timeout_ms: number
  /** Shorter limits of some events. */
  readonly timeouts_ms?: PerEvent<number>
  /** The longest context that reaches the model whole, characters; absent: any. */
  readonly context_chars?: number
  /** How often in a row a stop can be refused; absent: no limit. */
  readonly continues?: number
}

/** What the agent's hook process prints and exits with. */
export interface Answer {
  readonly stdout: string
  readonly stderr: string
  readonly exit: number
}

/** Who reads what of an answer. */
export interface AnswerReaders {
  readonly user?: string
  readonly model?: string
}

export type Env = Readonly<Record<string, string | undefined>>

export interface DecodeContext {
  readonly env: Env
  readonly cwd: string
  readonly root: string
  readonly files: Files
  /** The event that the calling settings name, for payloads that name none. */
  readonly claimed?: string | undefined
}

export interface Dialect {
  readonly name: string
  /** Further names that a rule may write in `reply`. */
  readonly aliases?: readonly string[]
  readonly summary: string
  /** Its own names of events. */
  readonly events?: Readonly<Record<string, EventName | 'unmapped'>>
  readonly capabilities: Capabilities
  /** For capabilities that depend on more than the event's name. */
  capabilitiesAt?(event: Event): Capabilities
  /** Is this payload of this dialect? 0 no, 1 possibly, 2 certainly. */
  recognizes(payload: Readonly<Record<string, unknown>>, env: Env): 0 | 1 | 2
  /** The project root in the payload. */
  root?(payload: Readonly<Record<string, unknown>>, env: Env): string | undefined
  decode(payload: Readonly<Record<string, unknown>>, context: DecodeContext): Event
  encode(verdict: Verdict, event: Event): Answer
  /** What the agent's user is shown of an answer, and what its model reads. */
  readers?(answer: Answer, event: Event): AnswerReaders
  /** The stdin of a script in this dialect. */
  toScript?(event: Event, prior: Verdict, form?: string): unknown
  /** The reply is parsed JSON, or text that does not begin with `{`. Throws a TypeError when it is invalid. */
  fromScript?(reply: unknown, event: Event): Outcome
  /** Whether a reply of a script that names no dialect can only be in this one. */
  isOwnReply?(reply: object): boolean
  /** For scripts and replays only, without an agent. */
  readonly agentless?: true
  /** Its scripts answer in plain text, never in JSON. */
  readonly scriptText?: true
  /** The meaning of exit codes, unless the rule maps them. */
  scriptExit?(event: Event): Readonly<Record<string, ScriptMeaning>>
  /** Its JSON counts whatever the exit code, unless that is 2; otherwise only with 0. */
  readonly scriptReplies?: 'always'
  /** Events of its own that its scripts may be written for beside the usual ones: `reply: NAME/FORM`. */
  readonly scriptForms?: readonly string[]
  /** Environment variables of scripts. */
  scriptEnv?(event: Event): Readonly<Record<string, string>>
  /** What a person does to make it call us, as an imperative; absent: `hooks install` does it. */
  readonly byHand?: string
  /** Its programs can be found in directories. */
  readonly discovery?: Discovery
}

/** What a hook program says of itself. */
export interface SelfDescription {
  readonly events: readonly EventName[]
  /** Absent: its file's name. */
  readonly name?: string
  readonly description?: string
  readonly timeout_ms?: number
  /** It only observes an event that has already begun. */
  readonly late?: true
}

/** How hook programs in directories become rules. */
export interface Discovery {
  /** Of two programs with one name. */
  readonly keeps: 'first' | 'last'
  /** Ignores files without the execute bit. */
  readonly onlyExecutable?: true
  /** The command that makes a program describe itself. */
  ask(file: string): { readonly argv: readonly string[]; readonly env: Readonly<Record<string, string>> }
  /** Parses the description; throws a TypeError when it is invalid. */
  read(text: string): SelfDescription
  /** The command that runs it. */
  run(file: string): readonly string[]
}

/** Runs hook programs while rules are compiled. */
export interface Programs {
  /** `otherwise`: by an interpreter from its shebang or extension. */
  startable(file: string): 'itself' | 'otherwise' | undefined
  /** False: none may be started here. */
  readonly asks: boolean
  ask(
    argv: readonly string[],
    place: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
  ): { readonly printed: string } | { readonly failure: string }
}

/** The part of a dialect that runs before there is an answer. */
export type Listener = Pick<
  Dialect,
  'name' | 'recognizes' | 'root' | 'decode' | 'capabilities' | 'capabilitiesAt' | 'byHand'
>
