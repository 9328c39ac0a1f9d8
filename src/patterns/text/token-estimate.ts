import type { Message } from '../../model/types.ts'

const CHARS_PER_TOKEN = 4

/** About as many tokens as a text has; no model's own count. */
export function estimateTokens(text: string): number {
  return Math.floor(text.length / CHARS_PER_TOKEN)
}

/** Where messages hold calls and results beside their content. */
const otherFields = ['tool_calls', 'function_call', 'tool_input', 'tool_output', 'input', 'output', 'parts']

/** Of a conversation, message by message, with the inputs and outputs of tools. */
export function tokensOf(messages: readonly Message[]): number {
  const texts = messages.map((message) => {
    const others = otherFields.map((name) => textOf(message[name]))
    return textOf(message.content) + others.join('')
  })
  return texts.reduce((sum, text) => sum + estimateTokens(text), 0)
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
