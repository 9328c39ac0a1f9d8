// Values of unknown shape: the objects of JSON, and what they hold.

export type PlainObject = Readonly<Record<string, unknown>>

/** An object that is no list. */
export function isObject(value: unknown): value is PlainObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An own property of a value that may be anything. */
export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined
}
