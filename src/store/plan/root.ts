import { dirname } from 'node:path'
import { inside } from '../../patterns/paths/inside.ts'
import type { Files } from '../../model/types.ts'

export const PROJECT_FILE = 'hooks.yaml'
export const LOCAL_FILE = 'hooks.local.yaml'

export interface FoundRoot {
  readonly root: string
  /** Files below the root, on the way to where the agent stands, that do not apply. */
  readonly nested: readonly string[]
}

/** The outermost ancestor of `from` with a hooks.yaml inside the repository; without a repository the nearest one; else `from`. */
export function findRoot(from: string, files: Files): FoundRoot {
  const found: string[] = []
  let inRepository = false
  for (let dir = from; ; dir = dirname(dir)) {
    inRepository = files.kind(inside(dir, '.git')) !== undefined
    if (inRepository && dir === from) return { root: from, nested: [] } // with a hooks.yaml or without
    if (files.kind(inside(dir, PROJECT_FILE)) === 'file') found.push(dir)
    if (inRepository || dirname(dir) === dir) break
  }
  const root = (inRepository ? found.at(-1) : found[0]) ?? from
  const nested = found
    .filter((dir) => dir !== root && dir.startsWith(root))
    .map((dir) => inside(dir, PROJECT_FILE))
  return { root, nested }
}

/** The top of the repository that a directory is in; without one the directory itself. */
export function repositoryOf(from: string, files: Files): string {
  for (let dir = from; ; dir = dirname(dir)) {
    if (files.kind(inside(dir, '.git')) !== undefined) return dir
    if (dirname(dir) === dir) return from
  }
}
