// Is an answer the last of its run, or do tool calls follow?
import type { Event, Message } from '../../model/types.ts'

const goingOn: readonly string[] = ['tool_use', 'tool_calls', 'tool-calls', 'function_call']

/** What the host says counts; else an answer with a text and without calls is final. */
export function isFinalResponse({ metadata, finish_reason, messages, response }: Event): boolean {
  if (typeof metadata?.['final'] === 'boolean') return metadata['final']
  if (finish_reason !== undefined && goingOn.includes(finish_reason)) return false
  if (hasCalls(metadata?.['tool_calls'])) return false
  const last = messages?.at(-1)
  if (last !== undefined && callsTools(last)) return false
  return response !== undefined && response.trim() !== ''
}

/** Does a message call tools, in any of the usual shapes? */
function callsTools({ role, content, ...rest }: Message): boolean {
  if (role !== 'assistant') return false
  if (hasCalls(rest['tool_calls'])) return true
  return (
    Array.isArray(content) &&
    content.some((block: unknown) => {
      const type: unknown =
        typeof block === 'object' && block !== null ? Reflect.get(block, 'type') : undefined
      return type === 'tool_use' || type === 'tool-call' || type === 'tool_call'
    })
  )
}

function hasCalls(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : typeof value === 'number' && value > 0
}
