// A directory that no home and no environment leads to: both may be a project's, or a container's.
import { lstatSync, mkdirSync, readdirSync, rmSync, type Stats } from 'node:fs'
import { hasCode } from '../../model/errors.ts'

/** Found by the user's number. */
export function userDir(): string {
  const uid = process.getuid?.() ?? 0
  const own = lookAt(`/run/user/${uid}`)
  return own?.isDirectory() === true && own.uid === uid ? `/run/user/${uid}/hooks` : `/tmp/hooks-${uid}`
}

/** The user's alone: what vouches for what is in it is its place. */
export function isOwnDir(dir: string): boolean {
  const stat = lookAt(dir)
  return (
    stat !== undefined && stat.isDirectory() && (stat.mode & 0o077) === 0 && stat.uid === process.getuid?.()
  )
}

function lookAt(dir: string): Stats | undefined {
  try {
    return lstatSync(dir, { throwIfNoEntry: false })
  } catch {
    return undefined // there is no way to it
  }
}

/** Whether it is there now, and the user's alone. */
export function makeOwnDir(dir: string): boolean {
  try {
    mkdirSync(dir, { mode: 0o700 })
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) return false
  }
  return isOwnDir(dir)
}

/** Removes what was written so long ago, milliseconds. */
export function removeOlder(dir: string, ms: number): void {
  const now = Date.now()
  try {
    for (const name of readdirSync(dir)) {
      const { mtimeMs = now } = lstatSync(`${dir}/${name}`, { throwIfNoEntry: false }) ?? {}
      if (now - mtimeMs > ms) rmSync(`${dir}/${name}`, { force: true })
    }
  } catch {
    // There is none.
  }
}
