import { isObject } from '../../model/plain-object.ts'

const SHOWN_CHARS = 40

/** A wrong value, for a message: lists and objects only by their kind. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (isObject(value)) return 'an object'
  const json = JSON.stringify(value)
  return json.length > SHOWN_CHARS ? `${json.slice(0, SHOWN_CHARS)}…` : json
}

/** What stands in a field of a payload, and what it takes. */
export function ignoredField(
  name: string,
  value: unknown,
  { expected, unit = '' }: { readonly expected: string; readonly unit?: string },
): string {
  return `"${name}" of the payload is ${shown(value)}${unit}, expected ${expected}: it is ignored`
}

export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}
