import { type PlainObject, shown } from '../../model/plain-object.ts'

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

/** A tool without a name is no tool that rules could know. */
export function isPresent(payload: PlainObject, name: string): boolean {
  return isGiven(payload[name]) || (name === 'tool_name' && payload[name] === null)
}
