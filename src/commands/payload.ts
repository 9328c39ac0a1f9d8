import { eventNamed } from '../events.ts'

export type Payload =
  | { readonly value: Readonly<Record<string, unknown>> }
  | { readonly problem: string; readonly text: string }

/** `text` is what was read, or the error met instead. */
export function parsePayload(text: unknown): Payload {
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
    return {
      problem: `the payload is not JSON: ${error instanceof Error ? error.message : String(error)}`,
      text,
    }
  }
}

/** JSON.parse takes any depth, JSON.stringify and every walk after it do not. */
const DEEPEST = 200

function tooDeep(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return true
    level = level.flatMap((item) =>
      typeof item === 'object' && item !== null ? Object.values(item).filter(isNested) : [],
    )
  }
  return false
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

/** What to say to an agent whose payload cannot be read: before a tool nothing passes unseen; elsewhere nothing is held up. */
export function unreadable({ problem, text }: Extract<Payload, { problem: string }>): {
  stderr: string
  exit: 1 | 2
} {
  const named = /"(?:hook_event_name|hookEventName|event)"\s*:\s*"(\w+)"/.exec(text)?.[1]
  const event = named === undefined ? undefined : eventNamed(named)
  const guards = named === undefined || event === 'PreToolUse' || event === 'PermissionRequest'
  if (guards)
    return {
      stderr: `hooks could not read this event, so the call was not checked and is refused: ${problem}\n`,
      exit: 2,
    }
  return { stderr: `hooks could not read this ${named} event: ${problem}\n`, exit: 1 }
}
