import type { Message } from '../../types.ts'

/** The tools that were called since the user's last words, in the shapes that agents keep calls in. */
export function usedTools(messages: readonly Message[]): readonly string[] {
  const last = messages.findLastIndex(isPrompt)
  return [...new Set(messages.slice(last + 1).flatMap(toolsOf))]
}

/** A message of the user himself: results of tools come under the same role. */
function isPrompt({ role, content }: Message): boolean {
  if (role !== 'user') return false
  return (
    !Array.isArray(content) || !content.some((block: unknown) => fieldOf(block, 'type') === 'tool_result')
  )
}

function toolsOf(message: Message): readonly string[] {
  const blocks: readonly unknown[] = Array.isArray(message.content) ? message.content : []
  const calls = Array.isArray(message['tool_calls']) ? message['tool_calls'] : []
  const names = [
    ...blocks
      .filter((block) => callTypes.has(fieldOf(block, 'type')))
      .map((block) => fieldOf(block, 'name') ?? fieldOf(block, 'toolName')),
    ...calls.map((call: unknown) => fieldOf(call, 'name') ?? fieldOf(fieldOf(call, 'function'), 'name')),
  ]
  return names.filter((name) => typeof name === 'string')
}

const callTypes = new Set<unknown>(['tool_use', 'server_tool_use', 'tool-call', 'function_call'])

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined
}
