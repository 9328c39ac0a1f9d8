import type { DiagnosticCode } from '../../../model/errors.ts'
import type { Diagnostic } from '../../../model/types.ts'
import { createDiagnostic } from '../../check/diagnostics/diagnostic.ts'
import type { Lines } from './lines.ts'

/** A diagnostic by offsets into the text. */
export interface YamlProblem {
  readonly code: DiagnosticCode
  readonly start: number
  readonly end: number
  readonly message: string
  readonly hint?: string
  readonly notes?: readonly string[]
  /** Where the thing stands for the first time. */
  readonly first?: number
}

export function toDiagnostic(problem: YamlProblem, lines: Lines, rule?: string): Diagnostic {
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
