// Converts a framework's messages and back; unchanged ones return as the same object.
import type { ModelRequest, ProviderCall, ToolCall } from '../../library/run/run-types.ts'
import { isObject } from '../../model/plain-object.ts'
import type { Message } from '../../model/types.ts'

const originals = new WeakMap<Message, unknown>()

/** Our message that stands for the framework's own. */
export function linkOriginal(message: Message, original: unknown): Message {
  originals.set(message, original)
  return message
}

/** The framework's own messages; `make` converts those that rules added. */
export function restoreOriginals<M>(messages: readonly Message[], make: (message: Message) => M): M[] {
  // Only `standIn` sets originals, with messages of the same framework.
  return messages.map((message) => (originals.has(message) ? (originals.get(message) as M) : make(message)))
}

export function textIn(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map(textOfPart).join('')
}

function textOfPart(part: unknown): string {
  if (typeof part === 'string') return part
  if (typeof part !== 'object' || part === null) return ''
  return 'text' in part && typeof part.text === 'string' ? part.text : ''
}

/** Joins text-only content; other content stays unchanged. */
export function plainContent(content: unknown, textTypes: ReadonlySet<unknown>): unknown {
  if (!Array.isArray(content)) return content
  return content.every((part) => textTypes.has(typeOf(part))) ? textIn(content) : content
}

function typeOf(part: unknown): unknown {
  return typeof part === 'object' && part !== null && 'type' in part ? part.type : undefined
}

/** The arguments of a call as the model wrote them. */
export function parseInput(text: unknown): Readonly<Record<string, unknown>> {
  if (typeof text !== 'string') return objectOf(text)
  try {
    return objectOf(JSON.parse(text === '' ? '{}' : text))
  } catch {
    return { input: text }
  }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { input: value }
  return { ...value }
}

export function callsIn(message: Message): readonly ToolCall[] {
  const calls = message['tool_calls']
  return Array.isArray(calls) ? calls.filter(isCall) : []
}

function isCall(value: unknown): value is ToolCall {
  return typeof value === 'object' && value !== null && 'id' in value && 'name' in value && 'input' in value
}

const ours: ReadonlySet<string> = new Set(['messages', 'system_prompt', 'tools', 'model'])

/** The settings that rules changed; undefined when there are none. */
export function changedSettings(
  before: ModelRequest,
  now: ModelRequest,
): Readonly<Record<string, unknown>> | undefined {
  const keys = Object.keys({ ...before, ...now }).filter((key) => !ours.has(key) && before[key] !== now[key])
  return keys.length === 0 ? undefined : Object.fromEntries(keys.map((key) => [key, now[key]]))
}

/** Calls that the provider itself made, from blocks of LangChain's own form and of Anthropic's. */
export function providerCallsIn(content: unknown): readonly ProviderCall[] {
  const blocks = Array.isArray(content) ? content.filter(isObject) : []
  const calls = blocks.filter(({ type }) => type === 'server_tool_call' || type === 'server_tool_use')
  return calls.map(({ id, name, args, input = args }) => {
    const done = blocks.find((block) => id === (block['toolCallId'] ?? block['tool_use_id']))
    const { output, content: said = output, status } = done ?? {}
    return {
      id: String(id),
      name: String(name),
      input: isObject(input) ? input : {},
      ...(done !== undefined && { result: { output: said ?? null, is_error: status === 'error' } }),
    }
  })
}
