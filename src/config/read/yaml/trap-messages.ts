import type { DiagnosticCode } from '../../../model/errors.ts'
import type { YamlProblem } from './yaml-problem.ts'
import { quoteHint, type ValueSlot } from './quote.ts'

/** What YAML makes of a text that should have been quoted. */
const trapMessages = {
  'unquoted-at': 'unquoted text cannot begin with "@"',
  'unquoted-bang': '"!" begins a YAML tag: the text behind it is lost',
  'unquoted-braces': '"{" begins a mapping',
  'unquoted-brackets': '"[" begins a list',
  'unquoted-colon': 'a colon and a space in unquoted text begin a new key',
  'unquoted-in-flow': 'inside braces and brackets, unquoted text ends at , [ ] { }',
  'unquoted-indicator': 'unquoted text cannot begin with this sign',
  'unquoted-star': '"*" begins a YAML alias',
} as const satisfies Partial<Record<DiagnosticCode, string>>

export type TrapCode = keyof typeof trapMessages

/** A text from `start` to `end` that YAML reads as something else. */
export interface Trap extends ValueSlot {
  readonly code: TrapCode
  readonly start: number
  readonly end: number
}

export function trapProblem(trap: Trap, text: string): YamlProblem {
  const { code, start, end } = trap
  const message =
    code === 'unquoted-indicator' ? `unquoted text cannot begin with "${text[start]}"` : trapMessages[code]
  return { code, start, end, message, hint: quoteHint(text.slice(start, end), trap) }
}

export function cutAtComment(text: string, range: readonly [number, number], slot: ValueSlot): YamlProblem {
  const [start, end] = range
  const lineEnd = text.indexOf('\n', end)
  const whole = text.slice(start, lineEnd === -1 ? text.length : lineEnd)
  const message = 'text is cut at "#": the rest is a comment'
  return {
    code: 'text-cut',
    start,
    end,
    message,
    hint: quoteHint(whole, slot),
    notes: ['a comment has a space behind its "#"'],
  }
}

/** The trap that unquoted text falls into by how it begins. */
export function trapByStart(text: string): TrapCode | undefined {
  if (text.startsWith('@')) return 'unquoted-at'
  if (text.startsWith('*')) return 'unquoted-star'
  if (text.startsWith('!') && !/^!!\w+(\s|$)/.test(text)) return 'unquoted-bang'
  return /^[`%]|^&(?![\w-]+(\s|$))|^[-?](\s|$)|^[,\]}]|^[|>](?![+-]?\d?[+-]?\s*(#|$))/.test(text)
    ? 'unquoted-indicator'
    : undefined
}
