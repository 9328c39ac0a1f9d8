// Reads the fields of a script's reply. A wrong one is a TypeError.
import { isObject, type PlainObject as Plain } from '../../model/plain-object.ts'
import type { Outcome } from '../../model/types.ts'

interface KnownFields {
  /** Names, with spaces between them. */
  readonly known: string
  readonly where?: string
  readonly outcome: Outcome
}

/** A misspelt field never counts as consent; a refusal beside it holds. */
export function refuseUnknown(value: Plain, { known, where = '', outcome }: KnownFields): void {
  const names = known.trim().split(/\s+/)
  const unknown = Object.keys(value).find((key) => !names.includes(key))
  if (unknown === undefined || isRefusal(outcome)) return
  throw new TypeError(`unknown field "${where}${unknown}"`)
}

function isRefusal({ decision, flow }: Outcome): boolean {
  return decision === 'deny' || decision === 'ask' || flow !== undefined
}

export function optionalText(value: Plain, key: string): string | undefined {
  const found = value[key]
  if (found === undefined || typeof found === 'string') return found
  throw new TypeError(`"${key}" is not text`)
}

export function optionalObject(value: Plain, key: string): Plain | undefined {
  const found = value[key]
  if (found === undefined || isObject(found)) return found
  throw new TypeError(`"${key}" is not an object`)
}

export function oneOf<T extends string>(value: Plain, key: string, allowed: readonly T[]): T | undefined {
  const found = value[key]
  if (found === undefined) return undefined
  const known = allowed.find((name) => name === found)
  if (known === undefined)
    throw new TypeError(`"${key}" is ${JSON.stringify(found)}, expected ${allowed.join(' or ')}`)
  return known
}

export const reasoned = (reason: string | undefined) => (reason === undefined ? {} : { reason })
