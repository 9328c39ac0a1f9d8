import { placed, readFields } from '../shared/payload-fields.ts'
import type { DecodeContext, Event } from '../../model/types.ts'
import { agentName, eventOf } from './events.ts'
import { textOf } from './output.ts'
import { field } from '../../model/plain-object.ts'

type Payload = Readonly<Record<string, unknown>>

const beside = ['auto_compact_enabled', 'auto_compact_threshold', 'tools_used', 'callback_args']

export function decode(payload: Payload, context: DecodeContext): Event {
  const name = typeof payload['event'] === 'string' ? payload['event'] : ''
  const event = eventOf(name) ?? 'unmapped'
  const fields = readFields(payload, { prompt: ['message'] })
  const metadata = { ...metadataOf(payload), ...fields.metadata }
  return Object.freeze({
    ...resultOf(payload),
    ...responseOf(fields),
    ...(payload['invoked_by'] === 'subagent' && { subagent: { name: 'subagent' } }),
    ...fields,
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...placed(payload, { name, event, agent: agentName }, context),
  })
}

function resultOf(payload: Payload): Partial<Event> {
  if (!Object.hasOwn(payload, 'tool_output')) return {}
  const output = payload['tool_output']
  const success = field(output, 'success')
  return {
    output_text: textOf(output),
    ...(typeof success === 'boolean' && { is_error: !success }),
  }
}

/** The last answer, where only the conversation is given. */
function responseOf({ messages }: Partial<Event>): Partial<Event> {
  const last = messages?.at(-1)
  return last?.role === 'assistant' && typeof last.content === 'string' ? { response: last.content } : {}
}

function metadataOf(payload: Payload): Payload {
  return Object.fromEntries(
    beside.flatMap((key) => (Object.hasOwn(payload, key) ? [[key, payload[key]] as const] : [])),
  )
}
