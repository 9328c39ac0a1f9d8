import type { Message } from '../../model/types.ts'

/** How many characters a text has, a surrogate pair counting once. */
export function countCharacters(text: string): number {
  let pairs = 0
  for (let at = 1; at < text.length; at++) {
    if (isPairBefore(text, at + 1)) {
      pairs++
      at++
    }
  }
  return text.length - pairs
}

/** The first `count` characters. */
export function firstCharacters(text: string, count: number): string {
  let at = 0
  for (let left = count; left > 0 && at < text.length; left--) at += isPairBefore(text, at + 2) ? 2 : 1
  return text.slice(0, at)
}

/** The last `count` characters. */
export function lastCharacters(text: string, count: number): string {
  let at = text.length
  for (let left = count; left > 0 && at > 0; left--) at -= isPairBefore(text, at) ? 2 : 1
  return text.slice(at)
}

/** A text of at most `max` characters, its cut marked. */
export function cutText(text: string, max: number): string {
  if (text.length <= max || countCharacters(text) <= max) return text
  return `${firstCharacters(text, Math.max(0, max - 1)).trimEnd()}…`
}

function isPairBefore(text: string, end: number): boolean {
  if (end < 2 || end > text.length) return false
  return (text.charCodeAt(end - 2) & 0xfc00) === 0xd800 && (text.charCodeAt(end - 1) & 0xfc00) === 0xdc00
}

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
