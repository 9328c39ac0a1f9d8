// The words of a command that stands in a text: in a shell, in quotes, as a JSON list, however often the text was made JSON.
import type { TextSpan } from './judge.ts'
import { endOfQuoted, matchAt } from './read-value.ts'

interface LineWord extends TextSpan {
  /** Without its quotes, as `from` and `to`. */
  readonly text: string
}

export interface CommandLine {
  readonly text: string
  readonly words: readonly LineWord[]
  readonly from: number
  /** Where its last word ends. */
  readonly to: number
}

const MAX_WORDS = 60
const blank = /(?:[^\S\r\n]|\\{3,12}(?:r\\{1,8})?n|\\{1,12}(?:\r?\n|[rt])|\\n(?=\s{0,8}-)){1,400}/y
const separator = (quote: string): RegExp =>
  new RegExp(
    `${escaped(quote)}\\s{0,3},\\s{0,8}(?:${escaped(quote)}args${escaped(quote)}\\s{0,3}:\\s{0,3}\\[\\s{0,8})?${escaped(quote)}`,
    'y',
  )
const redirect = /\d?(?:>>?|<(?!<))&?\s{0,3}/y
const quoted = /\\{0,7}["'`]/y
const piece = /[^\s"'`|;&<>\\]{1,4000}|\\(?!\\{0,11}(?:[nrt"']|\r?\n))|\\{1,2}[^\s\\"'nrt]/y

function escaped(quote: string): string {
  return quote.replaceAll('\\', '\\\\')
}

/** The command from its program's name on. */
export function readCommand(text: string, at: number): CommandLine {
  const quote = /\\{0,7}["'`]$/.exec(text.slice(Math.max(0, at - 8), at))?.[0] ?? ''
  const between = quote === '' || quote.endsWith('`') ? undefined : separator(quote)
  const words: LineWord[] = []
  let next = at
  let to = at
  while (words.length < MAX_WORDS) {
    const word = readWord(text, next, quote)
    if (word === undefined) break
    words.push(word)
    to = word.end
    next = skipBlank(text, to, between)
    if (next === to) break
    next = skipRedirect(text, next)
  }
  return { text, words, from: at, to }
}

function skipBlank(text: string, at: number, between: RegExp | undefined): number {
  const found = matchAt(blank, text, at) ?? (between && matchAt(between, text, at))
  return at + (found?.[0].length ?? 0)
}

function skipRedirect(text: string, at: number): number {
  const operator = matchAt(redirect, text, at)
  if (operator === undefined) return at
  const target = readWord(text, at + operator[0].length, '')
  const end = target?.end ?? at
  return end + (matchAt(blank, text, end)?.[0].length ?? 0)
}

/** Behind a word, a quote that began before the command. */
function isClosing(text: string, at: number): boolean {
  return /^[\s,\]}):;\\]?$/.test(text.slice(at, at + 1))
}

function readWord(text: string, at: number, around: string): (LineWord & { end: number }) | undefined {
  let end = at
  let inner: TextSpan | undefined
  for (let pieces = 0; pieces < 40; pieces++) {
    const quote = matchAt(quoted, text, end)?.[0]
    if (quote !== undefined && (quote === around || (pieces > 0 && isClosing(text, end + quote.length))))
      break
    const from = end
    if (quote === undefined) end += matchAt(piece, text, end)?.[0].length ?? 0
    else {
      const to = endOfQuoted(text, end + quote.length, quote)
      if (pieces === 0) inner = { from: end + quote.length, to }
      end = text.startsWith(quote, to) ? to + quote.length : to
    }
    if (end === from) break
    if (pieces > 0) inner = undefined
  }
  if (end === at) return undefined
  const { from, to } = inner ?? { from: at, to: end }
  return { from, to, end, text: text.slice(from, to) }
}
