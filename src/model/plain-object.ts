// Values of unknown shape, as JSON has them.

export type PlainObject = Readonly<Record<string, unknown>>

/** An object that is not an array. */
export function isObject(value: unknown): value is PlainObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An own property of any value; undefined when it has none of that name. */
export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined
}

/** The value; of a list as JSON text that list. */
export function listIn(value: unknown): unknown {
  if (typeof value !== 'string' || !value.trimStart().startsWith('[')) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** Strings unchanged, everything else as JSON. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** The value with every string in it mapped, however deep. */
export function mapStrings(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item: unknown) => mapStrings(item, map))
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapStrings(inner, map)]))
}

/** The named properties that are not undefined. */
export function pickDefined<T extends object, K extends keyof T>(
  from: T,
  names: readonly K[],
): Partial<Pick<T, K>> {
  const picked: Partial<Pick<T, K>> = {}
  for (const name of names) if (from[name] !== undefined) picked[name] = from[name]
  return picked
}

/** The others. */
export function withoutKeys<T extends object, K extends keyof T>(from: T, names: readonly K[]): Omit<T, K> {
  const left = { ...from }
  for (const name of names) Reflect.deleteProperty(left, name)
  return left
}

type Defined<T> = {
  readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K]
} & { readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> }

/** The fields that are not undefined. */
export function defined<T extends object>(fields: T): Defined<T> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as Defined<T> // the same fields
}

const SHOWN_CHARS = 40

/** A wrong value, for a message: lists and objects only by their kind. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (isObject(value)) return 'an object'
  const json = JSON.stringify(value)
  return json.length > SHOWN_CHARS ? `${json.slice(0, SHOWN_CHARS)}…` : json
}

// JSON merge patches (RFC 7396). Results share nothing with the arguments; `__proto__` is an ordinary key.
function setField(target: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true })
}

export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const merged: Record<string, unknown> = {}
  if (isObject(target)) for (const [key, value] of Object.entries(target)) setField(merged, key, value)
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) Reflect.deleteProperty(merged, key)
    else setField(merged, key, mergePatch(Object.hasOwn(merged, key) ? merged[key] : undefined, value))
  }
  return merged
}

/** One patch with the effect of both, so `null` is kept. */
export function composePatches(first: PlainObject, second: PlainObject): PlainObject {
  const merged: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(first)) setField(merged, key, value)
  for (const [key, value] of Object.entries(second)) {
    const before = Object.hasOwn(merged, key) ? merged[key] : undefined
    setField(merged, key, isObject(before) && isObject(value) ? composePatches(before, value) : value)
  }
  return merged
}
