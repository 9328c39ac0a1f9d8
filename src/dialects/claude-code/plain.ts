/** JSON's own kind of object, with unknown values. */
export type Plain = Readonly<Record<string, unknown>>

export function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An own property of a value that may be anything. */
export function field(value: unknown, key: string): unknown {
  return isPlain(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

export function textField(value: unknown, key: string): string | undefined {
  const found = field(value, key)
  return typeof found === 'string' ? found : undefined
}
