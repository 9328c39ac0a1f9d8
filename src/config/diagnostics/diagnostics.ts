import { type DiagnosticCode, diagnosticCodes } from '../../model/errors.ts'
import { hideSecrets } from '../../patterns/secrets/secrets.ts'
import type { Diagnostic, Place } from '../../model/types.ts'
import { limits } from './sizes.ts'

/** What a diagnostic says besides its code and place; absent: its code's severity. */
export type Detail = Omit<Diagnostic, 'code' | 'severity' | 'at'> & Partial<Pick<Diagnostic, 'severity'>>

/** A diagnostic with its code's severity; secrets that the user wrote are masked. */
export function createDiagnostic(code: DiagnosticCode, at: Place, detail: Detail): Diagnostic {
  const { message, hint, notes } = detail
  return {
    code,
    severity: diagnosticCodes[code].severity,
    at,
    ...detail,
    message: truncate(maskSecrets(message)),
    ...(hint !== undefined && { hint: maskSecrets(hint) }),
    ...(notes !== undefined && { notes: notes.map(maskSecrets) }),
  }
}

const maskSecrets = (text: string): string => hideSecrets(text, '***')

const truncate = (message: string) => (message.length > 500 ? `${message.slice(0, 499)}…` : message)

/** In the order of the file, without duplicates. */
export function orderDiagnostics(list: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Set<string>()
  const isNew = ({ at, code, message }: Diagnostic) => {
    const key = JSON.stringify([at.file, at.line, at.column, code, message])
    return !seen.has(key) && seen.add(key)
  }
  const files = [...new Set(list.map((each) => each.at.file))]
  const rank = new Map(files.map((file, index) => [file, index]))
  const rankOf = ({ file }: Place): number => rank.get(file) ?? 0
  return list
    .filter(isNew)
    .sort(({ at: a }, { at: b }) => rankOf(a) - rankOf(b) || a.line - b.line || a.column - b.column)
}

/** The first problems, and how many more there are. */
export function limitDiagnostics(list: readonly Diagnostic[], total = list.length): Diagnostic[] {
  const most = limits.problems
  const next = list[most]
  if (next === undefined) return [...list]
  const message = `${total - most} more problems of this file are not listed`
  return [
    ...list.slice(0, most),
    createDiagnostic('more-problems', next.at, { message, hint: 'fix these first' }),
  ]
}

/** `"a"`, `"a" and "b"`, `"a", "b" and "c"`. */
export function quoted(names: readonly string[], word = 'and'): string {
  const each = names.map((name) => `"${name}"`)
  const last = each.pop() ?? ''
  return each.length === 0 ? last : `${each.join(', ')} ${word} ${last}`
}

const MAX_LISTED = 12

export function listNames(names: readonly string[]): string {
  return names.length > MAX_LISTED ? `${names.slice(0, MAX_LISTED).join(', ')}, …` : names.join(', ')
}

/** The name that was probably meant, or undefined when none is near. */
export function nearest(
  written: string,
  names: readonly string[],
  maxDistance = Math.max(1, Math.floor(written.length / 3)),
): string | undefined {
  const same = names.find((name) => normalizeName(name) === normalizeName(written))
  if (same !== undefined) return same
  if (written.length > 100) return undefined
  const near = names
    .map((name) => ({ name, edits: distance(written, name) }))
    .filter(({ edits }) => edits <= maxDistance)
  return near.sort((a, b) => a.edits - b.edits)[0]?.name
}

const normalizeName = (name: string) => name.toLowerCase().replace(/[-_ ]/g, '')

/** Insertions, deletions, replacements and swapped neighbours between two words. */
function distance(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : replaced
      row.push(Math.min(replaced, swapped, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    before = last
    last = row
  }
  return last[b.length] ?? 0
}

/** A part of a text: where it begins and how long it is. */
export type TextRange = readonly [offset: number, length: number]

/** The place of a part of a one-line text, plain or quoted; otherwise the place of the whole text. */
export function placeOfRange(whole: Place, written: string | undefined, [offset, length]: TextRange): Place {
  if (written === undefined || /[\n\r]/.test(written) || /^[|>&*!]/.test(written)) return whole
  const quote = /^['"]/.exec(written)?.[0]
  if (quote === '"' && written.includes('\\')) return whole
  const start = quote === undefined ? offset : 1 + offset + escapedQuotes(written, offset)
  return {
    ...whole,
    column: whole.column + start,
    length: Math.max(1, Math.min(length, written.length - start)),
  }
}

/** A quote inside single quotes is written twice: how many stand before. */
function escapedQuotes(written: string, offset: number): number {
  if (!written.startsWith("'")) return 0
  return written.slice(1).replaceAll("''", '\0').slice(0, offset).split('\0').length - 1
}

export type PatternCode =
  | 'bad-command'
  | 'bad-expression'
  | 'bad-glob'
  | 'bad-pattern'
  | 'bad-regex'
  | 'unknown-group'
  | 'unsafe-regex'

export interface PatternProblem {
  readonly code: PatternCode
  readonly message: string
  readonly hint?: string
  /** The item of a list, or the field, with the problem; a path when it is deeper. */
  readonly index?: number | string | readonly (number | string)[]
  /** Where in the text: its offset and length. */
  readonly within?: TextRange
}

export type ReportPattern = (problem: PatternProblem) => void
