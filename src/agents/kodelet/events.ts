import { eventNamed } from '../../model/events.ts'
import type { Event, EventName } from '../../model/types.ts'

export const agentName = 'kodelet'

/** What Kodelet calls hooks for. A response of the model has two names: only under the first may a hook answer. */
const names: Readonly<Record<string, EventName>> = {
  before_tool_call: 'PreToolUse',
  after_tool_call: 'PostToolUse',
  user_message_send: 'UserPromptSubmit',
  agent_stop: 'AgentStop',
  after_turn: 'PostModelCall',
  turn_end: 'PostModelCall',
}

export function isKodeletName(name: unknown): name is string {
  return typeof name === 'string' && Object.hasOwn(names, name)
}

export function eventOf(name: string): EventName | undefined {
  return isKodeletName(name) ? names[name] : eventNamed(name)
}

/** Kodelet's name for an event, also of one that another agent sent. */
export function nativeName({ event, native_event: native }: Event): string {
  if (isKodeletName(native)) return native
  // A subagent ends as any agent does, and says so in `invoked_by`.
  const wanted = event === 'SubagentStop' ? 'AgentStop' : event
  return Object.keys(names).find((name) => names[name] === wanted) ?? event
}
