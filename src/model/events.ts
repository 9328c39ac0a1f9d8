import type { Event, EventName, OutcomePart, FactKind } from './types.ts'

export interface EventRow {
  readonly when: string
  readonly aliases: readonly string[]
  /** Allowed parts of an outcome; notes to the user, metadata and warnings always are. */
  readonly may: readonly OutcomePart[]
  /** A deny or stop prevents what comes next. */
  readonly before?: boolean
  /** Sent by embedded agents only. */
  readonly embedded?: boolean
}

const flow: readonly OutcomePart[] = ['continue', 'restart', 'stop', 'follow_ups', 'next_prompt']

/** The events, in the order of an agent's run. */
export const events: Readonly<Record<EventName, EventRow>> = {
  SessionStart: {
    when: 'once, before the loop',
    aliases: ['before_agent', 'agent-start', 'execution_start', 'AgentStart'],
    may: ['context', 'updated_system', 'stop', 'deny'],
  },
  UserPromptSubmit: {
    when: 'a user message arrives',
    aliases: ['user_message_send', 'BeforeAgent', 'beforeSubmitPrompt'],
    may: ['deny', 'ask', 'context', 'updated_prompt', 'stop'],
    before: true,
  },
  PreToolUse: {
    when: 'before a tool runs',
    aliases: ['before_tool_use', 'before_tool_call', 'tool-call-start', 'BeforeTool'],
    may: ['allow', 'ask', 'deny', 'updated_input', 'context', 'stop', 'tool_results'],
    before: true,
  },
  PermissionRequest: {
    when: 'the agent is about to ask its user',
    aliases: [],
    may: ['allow', 'ask', 'deny'],
    before: true,
  },
  PostToolUse: {
    when: 'after a tool ran (`is_error` when it failed)',
    aliases: ['after_tool_use', 'after_tool_call', 'tool-call-end', 'AfterTool', 'PostToolUseFailure'],
    may: ['updated_output', 'context', 'stop'],
  },
  SubagentStart: { when: 'a subagent begins', aliases: [], may: ['context'] },
  SubagentStop: {
    when: 'a subagent would end',
    aliases: [],
    may: ['continue', 'stop', 'updated_output', 'context'],
  },
  AgentStop: {
    when: 'the agent would stop',
    aliases: ['Stop', 'agent_stop', 'agent-stop', 'AfterAgent'],
    may: [...flow, 'messages'],
  },
  PreCompact: {
    when: "before the host's own compaction",
    aliases: [],
    may: ['deny', 'context'],
    before: true,
  },
  PostCompact: { when: "after the host's own compaction", aliases: [], may: ['context'] },
  Notification: { when: 'the host tells its user something', aliases: [], may: [] },
  SessionEnd: { when: 'after the loop, final', aliases: ['execution_end', 'AgentEnd'], may: [] },
  Error: { when: 'anything threw', aliases: ['on_error', 'agent-error', 'StopFailure'], may: [] },
  PreStep: {
    when: 'before a loop iteration',
    aliases: ['before_step', 'step-start'],
    may: ['deny', 'stop', 'context', 'updated_system', 'messages'],
    before: true,
    embedded: true,
  },
  PostStep: {
    when: 'after a loop iteration',
    aliases: ['after_step', 'step-stop'],
    may: ['stop', 'messages'],
    embedded: true,
  },
  PreModelCall: {
    when: 'before each model call',
    aliases: ['modify_request', 'before_inference', 'BeforeModel'],
    may: ['deny', 'stop', 'updated_system', 'updated_request', 'messages'],
    before: true,
    embedded: true,
  },
  PostModelCall: {
    when: 'after each model response, before its tools',
    aliases: ['after_inference', 'after_turn', 'turn_end', 'AfterModel'],
    may: ['stop', 'updated_output', 'messages', 'tool_results'],
    embedded: true,
  },
  ShouldContinue: { when: 'the loop asks "again?"', aliases: ['should_continue'], may: flow, embedded: true },
}

/** The canonical name for any name of an event; undefined when it is unknown. */
export function eventNamed(name: string): EventName | undefined {
  if (isEventName(name)) return name
  return (Object.keys(events) as EventName[]).find((each) => events[each].aliases.includes(name)) // its own keys
}

/** A tool's output where it is text. */
export function outputText({ output_text, tool_output }: Event): string | undefined {
  return output_text ?? (typeof tool_output === 'string' ? tool_output : undefined)
}

export function isEventName(name: string): name is EventName {
  return Object.hasOwn(events, name)
}

/** Nothing passes these unchecked when hooks cannot decide. */
export function isGate(event: Event['event'] | undefined): boolean {
  return event === 'PreToolUse' || event === 'PermissionRequest'
}

export const factKinds: readonly FactKind[] = [
  'commands',
  'reads',
  'creates',
  'edits',
  'deletes',
  'adds',
  'hosts',
  'sends',
  'pushes',
  'commits',
]
