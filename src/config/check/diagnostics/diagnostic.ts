import { limits } from '../../read/yaml/limits.ts'
import { type DiagnosticCode, diagnosticCodes } from '../../../model/errors.ts'
import { hideSecrets } from '../../../patterns/secrets/secrets.ts'
import type { Diagnostic, Place } from '../../../model/types.ts'

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
