import { canonicalTool } from '../shared/mcp-tool.ts'
import { placed, readFields } from '../shared/payload-fields.ts'
import { groupWith } from '../../model/tool-groups.ts'
import type { DecodeContext, Event, Message } from '../../model/types.ts'
import { agentName, eventOf } from './events.ts'
import { textOf } from './output.ts'
import { field } from '../../model/plain-object.ts'

type Payload = Readonly<Record<string, unknown>>

const beside = ['auto_compact_enabled', 'auto_compact_threshold', 'tools_used', 'callback_args']

export function decode(payload: Payload, context: DecodeContext): Event {
  const name = typeof payload['event'] === 'string' ? payload['event'] : ''
  const event = eventOf(name) ?? 'unmapped'
  const fields = readFields(payload, { prompt: ['message'] })
  const metadata = {
    ...(event === 'AgentStop' && toolsIn(fields.messages)),
    ...metadataOf(payload),
    ...fields.metadata,
  }
  return Object.freeze({
    ...resultOf(payload),
    ...responseOf(fields),
    ...(payload['invoked_by'] === 'subagent' && { subagent: { name: 'subagent' } }),
    ...fields,
    ...(fields.tool_name !== undefined && canonicalTool(fields.tool_name, context)),
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

/** Its messages are texts, calls and results among them: the tools that they name count as used. */
function toolsIn(messages: readonly Message[] = []): Payload {
  const texts = messages.map(({ content }) => content).filter((content) => typeof content === 'string')
  if (texts.length < messages.length) return {}
  const words = new Set(texts.flatMap((text) => text.match(/[A-Za-z]\w*_\w+/g) ?? []))
  const tools_used = [...words].filter(
    (word) => /^(?:mcp|custom_tool)_/.test(word) || groupWith(word) !== undefined,
  )
  return tools_used.length > 0 ? { tools_used } : {}
}

function metadataOf(payload: Payload): Payload {
  return Object.fromEntries(
    beside.flatMap((key) => (Object.hasOwn(payload, key) ? [[key, payload[key]] as const] : [])),
  )
}
