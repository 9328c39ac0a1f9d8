import { outputText } from '../shared/output-text.ts'
import { placed, readFields } from '../shared/payload-fields.ts'
import type { DecodeContext, Event } from '../../model/types.ts'
import { agentName, eventOf, nameIn } from './events.ts'

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
