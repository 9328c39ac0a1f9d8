import type { Message } from '../../model/types.ts'
import { field } from '../../model/plain-object.ts'
import { blockTypes, callsIn } from '../shared/tool-calls.ts'

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

/** Those that ran at the provider, too. */
const types: ReadonlySet<unknown> = new Set([...blockTypes, 'server_tool_use'])

function toolsOf(message: Message): readonly string[] {
  return callsIn(message, types).map(({ name }) => name)
}
