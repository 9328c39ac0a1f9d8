import { eventNamed } from '../../model/events.ts'
import type { Event, EventName } from '../../model/types.ts'

export const agentName = 'acai'

/** The stages of acai's agent loop. */
const names: Readonly<Record<string, EventName>> = {
  'agent-start': 'SessionStart',
  'step-start': 'PreStep',
  'step-stop': 'PostStep',
  'tool-call-start': 'PreToolUse',
  'tool-call-end': 'PostToolUse',
  'tool-call-error': 'PostToolUse',
  'agent-stop': 'AgentStop',
  'agent-error': 'Error',
}

export function nameIn(payload: Readonly<Record<string, unknown>>): string {
  return [payload['event'], payload['type']].find((name) => typeof name === 'string') ?? ''
}

export function isStage(name: string): boolean {
  return Object.hasOwn(names, name)
}

export function eventOf(name: string): EventName | undefined {
  return Object.hasOwn(names, name) ? names[name] : eventNamed(name)
}

/** acai's name for an event, also of one that another agent sent. */
export function nativeName({ event, native_event: native = '', is_error: failed }: Event): string {
  if (isStage(native)) return native
  if (event === 'PostToolUse' && failed === true) return 'tool-call-error'
  return Object.keys(names).find((name) => names[name] === event) ?? event
}
