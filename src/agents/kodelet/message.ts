import { field } from '../../model/plain-object.ts'

/** Kodelet's messages are texts: of blocks the text, and what else there is as JSON, so that the names of tools can be found. */
export function textOf(content: unknown): string {
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
