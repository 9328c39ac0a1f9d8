import { eventNamed } from '../../model/events.ts'
import { outputText } from '../shared/output-text.ts'
import { placed, readFields } from '../shared/payload-fields.ts'
import type { DecodeContext, Event } from '../../model/types.ts'
import { agentName, nameIn } from './events.ts'
import { field } from '../../model/plain-object.ts'

type Payload = Readonly<Record<string, unknown>>

export function decode(payload: Payload, context: DecodeContext): Event {
  const name = nameIn(payload)
  const event = eventNamed(name) ?? 'unmapped'
  const output = payload['tool_output'] ?? payload['tool_response']
  return Object.freeze({
    ...(output !== undefined && { output_text: outputText(output), ...failureOf(output) }),
    ...(name === 'PostToolUseFailure' && { is_error: true }),
    ...readFields(payload, event === 'AgentStop' ? { response: ['output'] } : {}),
    ...placed(payload, { name, event, agent: agentName }, context),
  })
}

/** A result that holds an error has failed, whatever else it holds. */
function failureOf(output: unknown): Partial<Event> {
  const [marked, error] = [field(output, 'is_error'), field(output, 'error')]
  if (marked === true || (error !== undefined && error !== null && error !== false && error !== ''))
    return { is_error: true }
  return typeof marked === 'boolean' ? { is_error: marked } : {}
}
