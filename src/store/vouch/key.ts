// The key with which this user's hooks knows its own files again. It lies outside of every project.
import { constants, type Stats } from 'node:fs'
import { childPath } from '../../patterns/paths/child-path.ts'
import { KEY_BYTES, keyedHash } from '../../patterns/text/keyed-hash.ts'
import { readBytes } from '../private-dir.ts'

export interface Key {
  /** Of what a file says, in parts; the first names its kind. */
  code(...parts: readonly string[]): string
}

export function keyFile(state: string): string {
  return childPath(state, 'key')
}

/** The key of a state directory; undefined where there is none, or one that others can read. */
export function readKey(state: string): Key | undefined {
  try {
    const bytes = readBytes(keyFile(state), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0), isOursAlone)
    return bytes && { code: (...parts) => keyedHash(bytes, parts.join('\0')) }
  } catch {
    return undefined
  }
}

function isOursAlone(stat: Stats): boolean {
  const uid = process.getuid?.()
  const isOurs = uid === undefined || (stat.uid === uid && (stat.mode & 0o077) === 0)
  return isOurs && stat.isFile() && stat.size === KEY_BYTES
}
