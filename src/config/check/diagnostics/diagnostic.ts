import { limits } from '../../read/yaml/limits.ts'
import { type DiagnosticCode, diagnosticCodes } from '../../../model/errors.ts'
import { hideSecrets } from '../../../patterns/text/secrets.ts'
import type { Diagnostic, Place } from '../../../model/types.ts'

export type Details = Partial<Pick<Diagnostic, 'notes' | 'hint' | 'related' | 'rule' | 'severity'>>

/** A diagnostic with its code's severity; a secret that stood in what the user wrote is not said again. */
export function createDiagnostic(
  code: DiagnosticCode,
  at: Place,
  said: Details & { readonly message: string },
): Diagnostic {
  const { message, hint, notes } = said
  return {
    code,
    severity: diagnosticCodes[code].severity,
    at,
    ...said,
    message: truncate(maskSecrets(message)),
    ...(hint !== undefined && { hint: maskSecrets(hint) }),
    ...(notes !== undefined && { notes: notes.map(maskSecrets) }),
  }
}

const maskSecrets = (text: string): string => hideSecrets(text, '***')

const truncate = (message: string) => (message.length > 500 ? `${message.slice(0, 499)}…` : message)

/** In the order of the file; what is said twice about one place is said once. */
export function orderDiagnostics(list: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Set<string>()
  const isNew = ({ at, code, message }: Diagnostic) => {
    const key = JSON.stringify([at.file, at.line, at.column, code, message])
    return !seen.has(key) && seen.add(key)
  }
  const files = [...new Set(list.map((each) => each.at.file))]
  const rank = new Map(files.map((file, index) => [file, index]))
  return list.filter(isNew).sort((a, b) => compare(a.at, b.at, rank))
}

/** As many as somebody reads, and how many there are besides. */
export function limitDiagnostics(list: readonly Diagnostic[], total = list.length): Diagnostic[] {
  const most = limits.problems
  const next = list[most]
  if (next === undefined) return [...list]
  const message = `${total - most} more problems of this file are not listed`
  return [
    ...list.slice(0, most),
    createDiagnostic('more-problems', next.at, { message, hint: 'mend these first' }),
  ]
}

function compare(a: Place, b: Place, rank: ReadonlyMap<string, number>): number {
  return (rank.get(a.file) ?? 0) - (rank.get(b.file) ?? 0) || a.line - b.line || a.column - b.column
}

export type Code = DiagnosticCode

export type Detail = Omit<Diagnostic, 'code' | 'severity' | 'at'>

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
