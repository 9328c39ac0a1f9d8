import { eventNamed } from '../../model/events.ts'
import type { Event, EventName, DecodeContext } from '../../model/types.ts'
import { outputText, placed, readFields } from '../shared/payload-fields.ts'

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

type Payload = Readonly<Record<string, unknown>>

/** acai's own names; `msg` is what a call put out once it has ended. */
const also = {
  session_id: ['sessionId'],
  tool_name: ['name'],
  tool_input: ['args'],
  tool_use_id: ['toolCallId'],
} as const

export function decode(payload: Payload, context: DecodeContext): Event {
  const name = nameIn(payload)
  const event = eventOf(name) ?? 'unmapped'
  return Object.freeze({
    ...resultOf(payload, event),
    ...(event === 'Error' && typeof payload['message'] === 'string' && { error: payload['message'] }),
    ...readFields(payload, also),
    ...((name === 'tool-call-error' || name === 'PostToolUseFailure') && { is_error: true }),
    ...placed(payload, { name, event, agent: agentName }, context),
  })
}

function resultOf(payload: Payload, event: Event['event']): Partial<Event> {
  if (event !== 'PostToolUse') return {}
  const key = outputKey(payload)
  if (key === undefined) return {}
  return { tool_output: payload[key], output_text: outputText(payload[key]) }
}

/** Where a payload has what the call put out. */
export function outputKey(payload: Payload): 'tool_output' | 'output' | 'msg' | undefined {
  return (['tool_output', 'output', 'msg'] as const).find((key) => Object.hasOwn(payload, key))
}
