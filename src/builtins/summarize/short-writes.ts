import { firstCharacters } from '../../patterns/text/code-points.ts'
import { groupWith } from '../../model/tool-groups.ts'
import type { Message } from '../../model/types.ts'
import { isObject } from '../../model/plain-object.ts'

/** A message with what it writes into files cut short, in the usual shapes of calls and results. */
export function withShortWrites(message: Message, chars: number): Message {
  const { content } = message
  const calls = message['tool_calls']
  if (message.role === 'tool' && writes(message['name'] ?? message['tool_name'])) {
    return typeof content === 'string' ? { ...message, content: firstCharacters(content, chars) } : message
  }
  return {
    ...message,
    ...(Array.isArray(content) ? { content: content.map((block: unknown) => shortCall(block, chars)) } : {}),
    ...(Array.isArray(calls) ? { tool_calls: calls.map((call: unknown) => shortCall(call, chars)) } : {}),
  }
}

/** `{name, input}`, `{name, args}`, `{toolName, input}` or `{function: {name, arguments}}`. */
function shortCall(call: unknown, chars: number): unknown {
  if (!isObject(call)) return call
  if (isObject(call['function'])) return { ...call, function: shortCall(call['function'], chars) }
  if (!writes(call['name'] ?? call['toolName'])) return call
  const entries = ['input', 'args', 'arguments'].flatMap((key) =>
    Object.hasOwn(call, key) ? [[key, shortTexts(call[key], chars)] as const] : [],
  )
  return { ...call, ...Object.fromEntries(entries) }
}

function shortTexts(value: unknown, chars: number): unknown {
  if (typeof value === 'string') return firstCharacters(value, chars)
  if (Array.isArray(value)) return value.map((item: unknown) => shortTexts(item, chars))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortTexts(inner, chars)]))
}

function writes(name: unknown): boolean {
  const group = typeof name === 'string' ? groupWith(name) : undefined
  return group === 'write' || group === 'edit'
}
