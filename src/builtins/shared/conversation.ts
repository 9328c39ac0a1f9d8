import { field } from '../../model/plain-object.ts'
import type { Event, Message, Verdict } from '../../model/types.ts'

const callReasons: readonly string[] = ['tool_use', 'tool_calls', 'tool-calls', 'function_call']
const callTypes: ReadonlySet<unknown> = new Set(['tool_use', 'tool-call', 'tool_call'])

/** As the host reports it; else a response with text, without tool calls and not followed by their results is final. */
export function isFinalResponse({ metadata, finish_reason, messages, response, raw }: Event): boolean {
  if (typeof metadata?.['final'] === 'boolean') return metadata['final']
  if (finish_reason !== undefined && callReasons.includes(finish_reason)) return false
  if (hasCalls(metadata?.['tool_calls']) || hasCalls(field(raw, 'tool_calls'))) return false
  const last = messages?.at(-1)
  if (last !== undefined && callsTools(last)) return false
  // With another reason the conversation ends before the response.
  if (finish_reason === undefined && isToolResult(last)) return false
  return response !== undefined && response.trim() !== ''
}

function callsTools({ role, content, ...rest }: Message): boolean {
  if (role !== 'assistant') return false
  if (hasCalls(rest['tool_calls'])) return true
  return Array.isArray(content) && content.some((block: unknown) => callTypes.has(field(block, 'type')))
}

function hasCalls(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : typeof value === 'number' && value > 0
}

/** Adds names to the tools in a verdict's metadata. */
export function withTools(
  { metadata }: Pick<Verdict, 'metadata'>,
  more: readonly string[],
): readonly string[] {
  const before = metadata?.['tools']
  return [...new Set([...(Array.isArray(before) ? before : []), ...more])]
}

// Tool calls in the formats of various hosts and messages.
export interface CalledTool {
  readonly id?: string
  readonly name: string
  readonly input: unknown
}

export const blockTypes: ReadonlySet<unknown> = new Set(['tool_use', 'tool-call', 'function_call'])

/** The calls of a model's response, from the host or from the last message. */
export function toolCallsOf({ raw, messages = [] }: Event): readonly CalledTool[] {
  const given = field(raw, 'tool_calls')
  if (Array.isArray(given)) return given.flatMap(parseCall)
  const last = messages.at(-1)
  return last?.role === 'assistant' ? callsIn(last) : []
}

/** In `tool_calls`, else in blocks of these types. */
export function callsIn(message: Message, types = blockTypes): readonly CalledTool[] {
  const calls: unknown = message['tool_calls']
  if (Array.isArray(calls) && calls.length > 0) return calls.flatMap(parseCall)
  const blocks: readonly unknown[] = Array.isArray(message.content) ? message.content : []
  return blocks.filter((block) => types.has(field(block, 'type'))).flatMap(parseCall)
}

const resultTypes: ReadonlySet<unknown> = new Set(['tool_result', 'tool-result', 'function_call_output'])

/** A message of its own role, or of the user's with blocks. */
export function isToolResult(message: Message | undefined): boolean {
  if (message === undefined) return false
  const { role, content } = message
  if (role === 'tool') return true
  return Array.isArray(content) && content.some((block: unknown) => resultTypes.has(field(block, 'type')))
}

function parseCall(call: unknown): readonly CalledTool[] {
  const inner = field(call, 'function')
  const name = first(call, ['name', 'tool_name', 'toolName']) ?? field(inner, 'name')
  if (typeof name !== 'string') return []
  const id = first(call, ['id', 'tool_use_id', 'tool_call_id', 'toolCallId', 'call_id'])
  const input = first(call, ['input', 'tool_input', 'args', 'arguments']) ?? field(inner, 'arguments')
  return [{ name, input: parseInput(input), ...(typeof id === 'string' && { id }) }]
}

function first(value: unknown, names: readonly string[]): unknown {
  return names.map((name) => field(value, name)).find((found) => found !== undefined)
}

/** Some hosts give arguments as JSON text. */
function parseInput(input: unknown): unknown {
  if (typeof input !== 'string') return input
  try {
    return JSON.parse(input)
  } catch {
    return input
  }
}
