// How an agent is listened to and answered.
import type { Event, EventName } from './event.ts'
import type { Files } from './handler.ts'
import type { ExitMeaning } from './plan.ts'
import type { Carries, Outcome, Verdict } from './verdict.ts'

/** What becomes of the call when the hook does not answer: it goes on, it does not, or nobody has seen it. */
export type OnFailure = 'open' | 'closed' | 'unknown'

export interface Failures {
  /** The hook's process dies, or exits with a code that means nothing. */
  readonly crash: OnFailure
  readonly timeout: OnFailure
  /** It exits with 0 and prints nothing. */
  readonly empty: OnFailure
  /** It prints what is no answer. */
  readonly broken: OnFailure
  /** Exit code 2 with a reason on stderr. */
  readonly exit_2: 'denies' | 'fails'
}

export interface Capabilities {
  readonly failure: Failures
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
  /** It is told of an event that is under way already, and has no say. */
  readonly late?: true
}

/** How hook programs in a directory are found to be rules. */
export interface Discovery {
  /** Which of two programs of one name counts. */
  readonly keeps: 'first' | 'last'
  /** Files that cannot be started by themselves are no hooks, whatever could start them. */
  readonly onlyExecutable?: true
  /** What makes a program describe itself. */
  ask(file: string): { readonly argv: readonly string[]; readonly env: Readonly<Record<string, string>> }
  /** Throws a TypeError that says what is wrong with what it printed. */
  read(text: string): SelfDescription
  /** How it is started when an event comes. */
  run(file: string): readonly string[]
}

/** What compiling may ask of hook programs. */
export interface Programs {
  /** Can it be started: by itself, or by what its first line or its name says? */
  startable(file: string): 'itself' | 'otherwise' | undefined
  /** What it printed, when it exited 0 in time; else why not. */
  ask(
    argv: readonly string[],
    place: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
  ): { readonly printed: string } | { readonly failure: string }
}

/** What is needed of a dialect for the scripts that speak it. */
export type Scripted = Pick<
  Dialect,
  'name' | 'aliases' | 'toScript' | 'fromScript' | 'scriptText' | 'scriptExit' | 'scriptEnv'
>

/** What a run needs of a dialect until there is something to answer. */
export type Listener = Pick<Dialect, 'name' | 'root' | 'decode' | 'capabilities' | 'capabilitiesAt'>
