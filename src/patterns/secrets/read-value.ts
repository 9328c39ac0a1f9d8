// The value that follows a name: quoted, however often the text was made JSON, or bare.
import type { Value } from './judge.ts'

/** A quoted secret is hidden up to here. */
const MAX_CHARS = 4000
const opening = /(?:[fbruFBRU]{1,2}(?=["']))?(\\{0,7}["'`])/y
const bare = /<[^<>\n]{0,80}>|(?:[^\s"'`,;&|<>\\]|\\(?!\\{0,6}(?:[nrt"']|\r?\n))){1,500}/y
const rest = /(?:[^\s"'`,;&|<>\\]|\\(?!\\{0,6}(?:[nrt"']|\r?\n)))*/y

export function readValue(text: string, at: number): Value | undefined {
  const quote = matchAt(opening, text, at)
  if (quote !== undefined) {
    const from = at + quote[0].length
    const to = endOfQuoted(text, from, quote[1] ?? '')
    return { from, to, text: text.slice(from, to), literal: true }
  }
  const found = matchAt(bare, text, at)?.[0]
  if (found === undefined) return undefined
  const trimmed = /[([{]/.test(found) ? found : found.replace(/[)}\].:!?]+$/, '')
  const more = trimmed.length === 500 ? (matchAt(rest, text, at + 500)?.[0].length ?? 0) : 0
  return { from: at, to: at + trimmed.length + more, text: trimmed }
}

export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}

/** Where the same quote, as often escaped, stands again; an open one ends with its line. */
export function endOfQuoted(text: string, from: number, quote: string): number {
  const piece = text.slice(from, from + MAX_CHARS)
  let found = piece.indexOf(quote)
  while (found > 0 && piece[found - 1] === '\\') found = piece.indexOf(quote, found + 1)
  if (found >= 0) return from + found
  const line = piece.search(/[\r\n]/)
  return from + (line < 0 ? piece.length : line)
}
