import { field } from '../../model/plain-object.ts'
import type { Message } from '../../model/types.ts'

/** Kodelet's messages are texts: of blocks the text, and what else there is as JSON, calls of tools too, so that their names can be found. */
export function asText(message: Message): string {
  const { content, tool_calls: calls } = message
  const text = textOf(content)
  if (!Array.isArray(calls) || calls.length === 0) return text
  return [...(text === '' ? [] : [text]), ...calls.map((call) => JSON.stringify(call))].join('\n')
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (content === undefined || content === null) return ''
  if (!Array.isArray(content)) return JSON.stringify(content)
  return content
    .map((block: unknown) => {
      const text = field(block, 'text')
      return typeof text === 'string' ? text : JSON.stringify(block)
    })
    .join('\n')
}
