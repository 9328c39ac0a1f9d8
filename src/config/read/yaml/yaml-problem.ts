import type { DiagnosticCode } from '../../../model/errors.ts'
import type { Diagnostic } from '../../../model/types.ts'
import { createDiagnostic } from '../../diagnostics/diagnostics.ts'
import type { TextLines } from './lines.ts'

/** A diagnostic by offsets into the text. */
export interface YamlProblem {
  readonly code: DiagnosticCode
  readonly start: number
  readonly end: number
  readonly message: string
  readonly hint?: string
  readonly notes?: readonly string[]
  /** Offset of the first definition. */
  readonly first?: number
}

export function toDiagnostic(problem: YamlProblem, lines: TextLines, rule?: string): Diagnostic {
  const { code, start, end, message, hint, notes, first } = problem
  return createDiagnostic(code, lines.place(start, end), {
    message,
    ...(hint !== undefined && { hint }),
    ...(notes !== undefined && { notes }),
    ...(first !== undefined && {
      related: [{ message: 'first defined', at: lines.place(first, first + 1) }],
    }),
    ...(rule !== undefined && { rule }),
  })
}

const MAX_SHOWN = 300

/** A text as YAML that means exactly it. */
export function quote(text: string): string {
  if (/[\n\t]/.test(text)) return JSON.stringify(text)
  const isPlainInDouble = text.includes("'") && !/["\\]/.test(text)
  return isPlainInDouble ? `"${text}"` : `'${text.replaceAll("'", "''")}'`
}

/** Where a value stands: under a key, in a list of lines, or between other values in brackets. */
export interface ValueSlot {
  readonly key?: string
  readonly inList?: boolean
  /** For people or models, as is all below it. */
  readonly isText?: boolean
}

/** The hint for a value that needs quotes: the exact text to write. */
export function quoteHint(text: string, slot: ValueSlot): string {
  if (text.length > MAX_SHOWN) return 'put the whole text in single quotes'
  const value = quote(text.trim())
  if (slot.key !== undefined) return `quote it: ${slot.key}: ${value}`
  return `quote it: ${slot.inList ? '- ' : ''}${value}`
}

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
