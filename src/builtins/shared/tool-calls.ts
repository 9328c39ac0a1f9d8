// The tool calls of a model's response, in the shapes that hosts and messages keep them in.
import type { Event, Message } from '../../model/types.ts'
import { field } from '../../model/plain-object.ts'

export interface CalledTool {
  readonly id?: string
  readonly name: string
  readonly input: unknown
}

export const blockTypes: ReadonlySet<unknown> = new Set(['tool_use', 'tool-call', 'function_call'])

/** What the model of this response wants to call: as the host says it, else as its last message does. */
export function toolCallsOf({ raw, messages = [] }: Event): readonly CalledTool[] {
  const given = field(raw, 'tool_calls')
  if (Array.isArray(given)) return given.flatMap(readCall)
  const last = messages.at(-1)
  return last?.role === 'assistant' ? callsIn(last) : []
}

/** The calls that a message holds: beside its content, or as blocks of these types in it. */
export function callsIn(message: Message, types = blockTypes): readonly CalledTool[] {
  const calls: unknown = message['tool_calls']
  if (Array.isArray(calls) && calls.length > 0) return calls.flatMap(readCall)
  const blocks: readonly unknown[] = Array.isArray(message.content) ? message.content : []
  return blocks.filter((block) => types.has(field(block, 'type'))).flatMap(readCall)
}

function readCall(call: unknown): readonly CalledTool[] {
  const inner = field(call, 'function')
  const name = first(call, ['name', 'tool_name', 'toolName']) ?? field(inner, 'name')
  if (typeof name !== 'string') return []
  const id = first(call, ['id', 'tool_use_id', 'tool_call_id', 'toolCallId', 'call_id'])
  const input = first(call, ['input', 'tool_input', 'args', 'arguments']) ?? field(inner, 'arguments')
  return [{ name, input: parsed(input), ...(typeof id === 'string' && { id }) }]
}

function first(value: unknown, names: readonly string[]): unknown {
  return names.map((name) => field(value, name)).find((found) => found !== undefined)
}

/** Some hosts hand arguments over as text. */
function parsed(input: unknown): unknown {
  if (typeof input !== 'string') return input
  try {
    return JSON.parse(input)
  } catch {
    return input
  }
}
