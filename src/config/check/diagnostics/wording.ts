import type { DiagnosticCode } from '../../../model/errors.ts'
import type { Diagnostic } from '../../../model/types.ts'

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
