import type { Event } from '../../model/types.ts'
import { mayHoldSecret } from '../../patterns/secrets/secrets.ts'

/** What a call is about, best first. */
const fields = ['command', 'cmd', 'file_path', 'notebook_path', 'filePath', 'path', 'url'] as const
const MAX_SUBJECT = 200
/** Read for secrets, so that none is cut in half. */
const MAX_READ = 4096

/** The command, path or URL of a call, or where a session came from, secrets masked. Never a prompt. */
export function subjectOf(
  { tool_input: input, source }: Event,
  mask: (value: unknown) => string,
): string | undefined {
  const found = typeof input === 'object' && input !== null ? fieldIn(input) : source
  if (found === undefined) return undefined
  const short = typeof found === 'string' ? found.slice(0, MAX_READ) : found
  try {
    return textOf(short, mask).slice(0, MAX_SUBJECT)
  } catch {
    return undefined // the rest of the line stands without it
  }
}

function textOf(value: string | readonly string[], mask: (value: unknown) => string): string {
  const isSafe = !mayHoldSecret(typeof value === 'string' ? value : JSON.stringify(value))
  const shown: unknown = isSafe ? value : JSON.parse(mask(value))
  return Array.isArray(shown) ? shown.join(' ') : String(shown)
}

function fieldIn(input: object): string | readonly string[] | undefined {
  for (const name of fields) {
    const value: unknown = Object.hasOwn(input, name) ? Reflect.get(input, name) : undefined
    if (typeof value === 'string' && value !== '') return value
    if (Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string'))
      return value
  }
  return undefined
}
