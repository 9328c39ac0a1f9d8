export type Plain = Readonly<Record<string, unknown>>

/** An object that is no list. */
export function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
