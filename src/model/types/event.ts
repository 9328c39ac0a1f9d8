// Events, independent of the agent.

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

/** Token counts; `context` and `max_context` are the used and the total window. */
export interface Usage {
  readonly input?: number
  readonly output?: number
  readonly total?: number
  readonly context?: number
  readonly max_context?: number
}

/** A decoded payload, frozen; fields that the agent did not send are absent. */
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
  /** The same for every agent: a server's tool is `mcp__server__tool`. */
  readonly tool_name?: string
  /** The agent's own name for the tool, when it differs. */
  readonly native_tool?: string
  readonly tool_input?: unknown
  readonly tool_use_id?: string
  /** As the agent sent it. */
  readonly tool_output?: unknown
  /** The output as text, from the dialect. */
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
  /** Fields of the payload with a value of a wrong type or unit, each as a sentence. */
  readonly ignored?: readonly string[]
  /** The payload. */
  readonly raw: unknown
}
