import { isObject } from '../../model/plain-object.ts'

/** The input of a call; some agents send an object as JSON text. */
export function parsedInput(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*\{/.test(value)) return value
  try {
    const parsed: unknown = JSON.parse(value)
    return isObject(parsed) ? parsed : value
  } catch {
    return value
  }
}
