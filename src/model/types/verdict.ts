// Outcomes of handlers, and the merged verdict.
import type { Place, RuleLayer } from './diagnostic.ts'
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
  /** Runs in the background. */
  readonly async?: boolean
  readonly status?: 'pending' | 'done' | 'failed'
  /** With `async`: the id for `hooks recipe result`. */
  readonly job?: string
  readonly prompt?: string
  readonly output?: string
}

export interface Warning {
  /** Such as `timeout`, `contract`, `conflict`, `downgrade`. */
  readonly code: string
  readonly rule?: string
  readonly message: string
}

/** One handler's result. Every present key counts, also `{}`, `null`, `""` and `0`. */
export interface Outcome {
  readonly decision?: Decision
  /** For the model; for the user too unless `user_reason` is there. */
  readonly reason?: string
  readonly user_reason?: string
  readonly flow?: Flow
  readonly flow_reason?: string
  readonly user_flow_reason?: string
  /** With `flow: stop`: it outweighs everything. */
  readonly hard?: boolean
  readonly stops?: readonly Stop[]
  /** With `flow: stop`: a limit ended the run. */
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

/** A rule that matched, or that a deny skipped. */
export interface TraceEntry {
  readonly rule: string
  readonly result: TraceResult
  readonly ms: number
  readonly at?: Place
  readonly layer?: RuleLayer
  readonly decision?: Decision
  readonly flow?: Flow
  /** The decision that `advise` or `watch` suppressed. */
  readonly would?: Decision | Flow
  readonly mode?: Mode
  /** `Match.why`. */
  readonly why?: string
  /** The matched values, when short. */
  readonly matched?: string
  /** The denied part of the call: `run: git push -f`, `read: .env`. */
  readonly part?: string
  /** It ran because part of the call is unknown. */
  readonly unresolved?: true
  /** The denied call has a mistake and should be made again, corrected. */
  readonly correctable?: true
  readonly stderr?: string
  /** Output of a script that is not a reply. */
  readonly stdout?: string
  /** A handler's one-line description: the command line of a script, the name of a built-in. */
  readonly did?: string
}

/** The merged outcomes. Lists are always present, other fields only when set. */
export interface Verdict {
  /** Of its row in the ledger, where it denied, asked or held a stop up: for people only. */
  readonly id?: string
  readonly decision: Decision
  /** For the model; for the user too unless `user_reason` is there. */
  readonly reason?: string
  readonly user_reason?: string
  readonly flow: Flow
  readonly flow_reason?: string
  readonly user_flow_reason?: string
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

/** What an agent supports at one event, by verdict field. */
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

/** What an outcome can hold, by the names of handlers and verdict fields. */
export type OutcomePart =
  | 'allow'
  | 'ask'
  | 'deny'
  | 'continue'
  | 'restart'
  | 'stop'
  | 'context'
  | 'updated_input'
  | 'updated_output'
  | 'updated_prompt'
  | 'updated_system'
  | 'updated_request'
  | 'messages'
  | 'follow_ups'
  | 'next_prompt'
  | 'tool_results'
