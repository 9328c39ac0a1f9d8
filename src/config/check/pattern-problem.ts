import type { TextRange } from './text-range.ts'

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
