import { field } from '../../model/plain-object.ts'
import type { Event, Message } from '../../model/types.ts'
import { isToolResult } from './tool-calls.ts'

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
