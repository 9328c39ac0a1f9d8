// The files that a user trusted together with a rule.
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { stampOf } from '../../config/read/stamp.ts'
import type { CoveredFile } from '../../model/types.ts'

const MAX_BYTES = 64_000_000

/** The first of these files that is not what was trusted; its content is read only where its stamp differs. */
export function changedFile(covers: readonly CoveredFile[], root: string): string | undefined {
  return covers.find(
    ({ path, stamp, digest }) => stampOf(path) !== stamp && digestOfFile(path, root) !== digest,
  )?.path
}

/** Of its content, where its links lead, and whether it is executable; undefined when it cannot be read. */
export function digestOfFile(path: string, root: string): string | undefined {
  const { createHash } = process.getBuiltinModule('node:crypto') // rarely needed, and a fifth of a start
  try {
    const stat = statSync(path)
    if (!stat.isFile() || stat.size > MAX_BYTES) return undefined
    const real = relative(realOf(root), realpathSync(path))
    const mode = (stat.mode & 0o111) === 0 ? 'file' : 'program'
    return createHash('sha256').update(`${mode}\0${real}\0`).update(readFileSync(path)).digest('hex')
  } catch {
    return undefined
  }
}

/** Of the nearest directory that exists. */
export function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const above = join(path, '..')
    return above === path ? path : join(realOf(above), relative(above, path))
  }
}

/** The directory itself or below it, wherever links lead. */
export function isReallyInside(path: string, dir: string): boolean {
  const [inside, top] = [realOf(path), realOf(dir)]
  return inside === top || inside.startsWith(top.endsWith(sep) ? top : top + sep)
}
