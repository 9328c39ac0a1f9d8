import { childPath } from '../../patterns/paths/paths.ts'
import { hash } from '../../patterns/text/hash.ts'

/** A session without a name. */
export const NO_SESSION = 'none'

export function sessionsDir(stateDir: string): string {
  return childPath(stateDir, 'sessions')
}

/** A file of a session's state. */
export function sessionFile(stateDir: string, session: string | undefined, name: string): string {
  const dir = childPath(sessionsDir(stateDir), fileNameOf(session ?? NO_SESSION))
  return childPath(childPath(dir, 'files'), fileNameOf(name))
}

const MAX_CHARACTERS = 200
const PREFIX_CHARACTERS = 120

/** A file name for any text: no two texts share one, not even where names ignore case; the empty text has one too. Long texts are hashed. */
export function fileNameOf(text: string): string {
  const name = text === '' ? '%' : text.replace(/^\.|[^a-z0-9_.-]/g, escaped)
  if (name.length <= MAX_CHARACTERS) return name
  return `${name.slice(0, PREFIX_CHARACTERS)}~${text.length.toString(36)}-${hash(text)}-${hash(`${text}~`)}`
}

function escaped(unit: string): string {
  const code = unit.charCodeAt(0).toString(16)
  return code.length > 2 ? `%u${code.padStart(4, '0')}` : `%${code.padStart(2, '0')}`
}
