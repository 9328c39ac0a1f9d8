import { errorMessage } from '../model/errors.ts'

export type ParsedPayload =
  | { readonly value: Readonly<Record<string, unknown>> }
  | { readonly problem: string; readonly text: string }

/** What `hooks status` sends: no payload, so the answer is a refusal that names the program. */
export const PROBE = '"hooks status"'

/** `text` is what was read, or the error met instead. */
export function parsePayload(text: unknown): ParsedPayload {
  if (typeof text !== 'string')
    return { problem: text instanceof Error ? text.message : 'nothing could be read', text: '' }
  const trimmed = text.startsWith('\uFEFF') ? text.slice(1) : text
  if (trimmed.trim() === '') return { problem: 'the payload is empty', text }
  try {
    const value: unknown = JSON.parse(trimmed)
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { problem: 'the payload is not a JSON object', text }
    return tooDeep(value)
      ? { problem: 'the payload is nested too deeply', text }
      : { value: value as Readonly<Record<string, unknown>> } // shown above
  } catch (error) {
    return { problem: `the payload is not JSON: ${errorMessage(error)}`, text }
  }
}

/** JSON.parse takes any depth, JSON.stringify and every walk after it do not. */
const MAX_DEPTH = 200

function tooDeep(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true
    level = level.flatMap((item) =>
      typeof item === 'object' && item !== null ? Object.values(item).filter(isNested) : [],
    )
  }
  return false
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
