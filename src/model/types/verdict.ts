// What handlers say, and all of it merged.
import type { Layer, Place } from './diagnostic.ts'
import type { Message } from './event.ts'

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
  /** It is not waited for. */
  readonly async?: boolean
  readonly status?: 'pending' | 'done' | 'failed'
  /** With `async`: what `hooks recipe result` collects the output by. */
  readonly job?: string
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
  /** It denied a mistake in the call, and says how to mend it: corrected, the call is to be made again. */
  readonly correctable?: true
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

export type Mode = 'enforce' | 'advise' | 'watch'

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
