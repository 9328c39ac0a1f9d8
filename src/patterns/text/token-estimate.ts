import type { Message } from '../../model/types.ts'

const CHARS_PER_TOKEN = 4

/** About as many tokens as a text has; no model's own count. */
export function estimateTokens(text: string): number {
  return Math.floor(text.length / CHARS_PER_TOKEN)
}

/** Of a conversation, message by message. */
export function tokensOf(messages: readonly Pick<Message, 'content'>[]): number {
  const texts = messages.map(({ content }) =>
    typeof content === 'string' ? content : JSON.stringify(content ?? ''),
  )
  return texts.reduce((sum, text) => sum + estimateTokens(text), 0)
}
