import { eventNamed } from '../../model/events.ts'
import { field, isObject, type PlainObject as Plain } from '../../model/plain-object.ts'
import { groupWith } from '../../model/tool-groups.ts'
import type { Event, EventName, DecodeContext, Message } from '../../model/types.ts'
import { canonicalTool } from '../shared/tool-name.ts'
import { outputText, placed, readFields } from '../shared/payload-fields.ts'

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

/** Kodelet's structured results: `{toolName, success, error, metadata, timestamp}`, with the text where its tool has it. */
const slots = ['output', 'content', 'result'] as const

export function isStructured(value: unknown): value is Plain {
  return isObject(value) && typeof value['toolName'] === 'string' && typeof value['success'] === 'boolean'
}

function slotsOf(output: Plain): readonly (typeof slots)[number][] {
  return slots.filter((slot) => typeof field(output['metadata'], slot) === 'string')
}

/** What a tool said: why it failed, then what it put out. */
export function textOf(output: unknown): string {
  if (!isStructured(output)) return outputText(output)
  const own = slotsOf(output)
  const parts = [output['error'], ...own.map((slot) => field(output['metadata'], slot))]
  const texts = parts.filter((part) => typeof part === 'string' && part !== '')
  if (texts.length > 0 || own.length > 0) return texts.join('\n')
  return outputText(output['metadata'])
}

/** Is there a place in it for another text? */
export function takesText(output: unknown): boolean {
  return isStructured(output) || typeof output === 'string'
}

/**
 * The same result with another text, nothing of the old one left in it. One without a place for a text becomes a failure
 * that says it: what is to be hidden must not be read. Undefined when it is no result of Kodelet's.
 */
export function withText(output: unknown, text: string): unknown {
  if (typeof output === 'string') return text
  if (!isStructured(output)) return undefined
  const places = slotsOf(output).map((slot, index) => [slot, index === 0 ? text : ''] as const)
  const hadError = typeof output['error'] === 'string' && output['error'] !== ''
  if (places.length === 0) return { ...output, success: false, error: text, metadata: {} }
  return {
    ...output,
    ...(hadError && { error: text }),
    ...(isObject(output['metadata']) && {
      metadata: { ...output['metadata'], ...Object.fromEntries(places) },
    }),
  }
}

/** A result that came in another shape, as Kodelet would have it. */
export function structured(output: unknown, about: { toolName: string; failed: boolean }): unknown {
  if (isStructured(output)) return output
  const text = outputText(output)
  const success = !about.failed
  const metadata = isObject(output) ? output : { output: text }
  return { toolName: about.toolName, success, ...(about.failed && { error: text }), metadata }
}

const beside = ['auto_compact_enabled', 'auto_compact_threshold', 'tools_used', 'callback_args']

export function decode(payload: Plain, context: DecodeContext): Event {
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

function resultOf(payload: Plain): Partial<Event> {
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
function toolsIn(messages: readonly Message[] = []): Plain {
  const texts = messages.map(({ content }) => content).filter((content) => typeof content === 'string')
  if (texts.length < messages.length) return {}
  const words = new Set(texts.flatMap((text) => text.match(/[A-Za-z]\w*_\w+/g) ?? []))
  const tools_used = [...words].filter(
    (word) => /^(?:mcp|custom_tool)_/.test(word) || groupWith(word) !== undefined,
  )
  return tools_used.length > 0 ? { tools_used } : {}
}

function metadataOf(payload: Plain): Plain {
  return Object.fromEntries(
    beside.flatMap((key) => (Object.hasOwn(payload, key) ? [[key, payload[key]] as const] : [])),
  )
}
