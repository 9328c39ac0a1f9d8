// A framework's messages as ours, and back: what no rule touched comes back as the very same object.
import type { ModelRequest, ToolCall } from '../../library/run/run-types.ts'
import type { Message } from '../../model/types.ts'

const originals = new WeakMap<Message, unknown>()

/** Our message that stands for the framework's own. */
export function standIn(message: Message, original: unknown): Message {
  originals.set(message, original)
  return message
}

/** The framework's own messages; those that rules added are made by `make`. */
export function backFrom<M>(messages: readonly Message[], make: (message: Message) => M): M[] {
  // Only this module sets originals, each from the framework that asks for them here.
  return messages.map((message) => (originals.has(message) ? (originals.get(message) as M) : make(message)))
}

/** The text of a content: itself, or its parts' text. */
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

/** A content of text alone is that text; others stay what they are. */
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

/** The calls that one of our messages holds. */
export function callsIn(message: Message): readonly ToolCall[] {
  const calls = message['tool_calls']
  return Array.isArray(calls) ? calls.filter(isCall) : []
}

function isCall(value: unknown): value is ToolCall {
  return typeof value === 'object' && value !== null && 'id' in value && 'name' in value && 'input' in value
}

const ours: ReadonlySet<string> = new Set(['messages', 'system_prompt', 'tools', 'model'])

/** The settings that rules changed, by the names that the framework has for them; undefined when they are the same. */
export function changedSettings(
  before: ModelRequest,
  now: ModelRequest,
): Readonly<Record<string, unknown>> | undefined {
  const keys = Object.keys({ ...before, ...now }).filter((key) => !ours.has(key) && before[key] !== now[key])
  return keys.length === 0 ? undefined : Object.fromEntries(keys.map((key) => [key, now[key]]))
}
