import { join } from 'node:path'
import type { Files } from '../../model/types.ts'

/** Bounds of one search; beyond them it ends early and says so. */
const deepest = 6
const mostEntries = 2000
const mostSkills = 500

const skipped = new Set(['node_modules/', '.git/'])

export interface Scan {
  /** Paths of SKILL.md files, each file once. */
  readonly found: readonly string[]
  readonly complete: boolean
}

/** Every SKILL.md in or below the directories, shallow ones first. */
export function scanSkills(dirs: readonly string[], files: Files): Scan {
  const found = new Map<string, string>()
  let queue = dirs.map((dir) => ({ dir, depth: 0 }))
  let entries = 0
  while (queue.length > 0) {
    const next: typeof queue = []
    for (const { dir, depth } of queue) {
      if (entries >= mostEntries || found.size >= mostSkills)
        return { found: [...found.values()], complete: false }
      const names = files.list(dir)
      entries += names.length
      if (names.includes('SKILL.md')) addOnce(found, join(dir, 'SKILL.md'), files)
      if (depth >= deepest) continue
      const inner = names.filter((name) => name.endsWith('/') && !skipped.has(name))
      next.push(...inner.map((name) => ({ dir: join(dir, name), depth: depth + 1 })))
    }
    queue = next
  }
  return { found: [...found.values()], complete: true }
}

function addOnce(found: Map<string, string>, file: string, files: Files): void {
  const real = files.real(file)
  if (!found.has(real)) found.set(real, file)
}
