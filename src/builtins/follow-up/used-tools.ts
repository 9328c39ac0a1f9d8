import type { Message } from '../../types.ts'
import { field } from '../../plain-object.ts'

/** The tools that were called since the user's last words, in the shapes that agents keep calls in. */
export function usedTools(messages: readonly Message[]): readonly string[] {
  const last = messages.findLastIndex(isPrompt)
  return [...new Set(messages.slice(last + 1).flatMap(toolsOf))]
}

/** A message of the user himself: results of tools come under the same role. */
function isPrompt({ role, content }: Message): boolean {
  if (role !== 'user') return false
  return !Array.isArray(content) || !content.some((block: unknown) => field(block, 'type') === 'tool_result')
}

function toolsOf(message: Message): readonly string[] {
  const blocks: readonly unknown[] = Array.isArray(message.content) ? message.content : []
  const calls = Array.isArray(message['tool_calls']) ? message['tool_calls'] : []
  const names = [
    ...blocks
      .filter((block) => callTypes.has(field(block, 'type')))
      .map((block) => field(block, 'name') ?? field(block, 'toolName')),
    ...calls.map((call: unknown) => field(call, 'name') ?? field(field(call, 'function'), 'name')),
  ]
  return names.filter((name) => typeof name === 'string')
}

const callTypes = new Set<unknown>(['tool_use', 'server_tool_use', 'tool-call', 'function_call'])
