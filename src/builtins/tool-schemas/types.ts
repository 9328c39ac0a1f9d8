import type { ToolSchema } from '../../model/generated/options.ts'

/** A JSON Schema of draft-07 as the user wrote it. */
export type JsonSchema = boolean | Readonly<Record<string, unknown>>

export type ToolSchemas = Readonly<Record<string, ToolSchema>>

/** One thing that does not fit, as `<path> <says>`. */
export interface Problem {
  readonly path: string
  readonly says: string
}

export type Fields = Readonly<Record<string, unknown>>

/** An own field's value; undefined when there is none. */
export function fieldOf(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined
}

/** Absent, null and the empty text are all missing. */
export function isMissing(fields: Fields, name: string): boolean {
  const value = fieldOf(fields, name)
  return value === undefined || value === null || value === ''
}

export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
