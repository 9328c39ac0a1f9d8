// What a directory holds, and what a shell pattern names: as many paths as are quickly listed.
import { posix } from 'node:path'
import { passedOver } from '../../passed-over.ts'
import type { Disk } from './words.ts'

const MOST_ENTRIES = 300
const MOST_DIRS = 60
const MOST_FOUND = 100

const ascii = /^[ -~]*$/

interface Skips {
  readonly hidden: boolean
  /** Is what stands here passed over as a whole? */
  readonly tree: (path: string) => boolean
}

/** All files below some paths, or these themselves; undefined when they are many. Links are followed, as they are by who looks below. */
export function filesBelow(
  paths: readonly string[],
  skips: Skips,
  disk: Disk,
): readonly string[] | undefined {
  const found: string[] = []
  const dirs = [...paths]
  let entries = 0
  for (let at = 0; at < dirs.length; at++) {
    const dir = dirs[at] ?? ''
    if (at < paths.length && skips.tree(dir)) continue
    if (at < paths.length && disk.kind(dir) !== 'dir') {
      found.push(dir)
      continue
    }
    const names = disk.list(dir)
    entries += names.length
    if (entries > MOST_ENTRIES || at > MOST_DIRS || !names.every((name) => ascii.test(name))) return undefined
    for (const name of names) {
      if (skips.hidden && name.startsWith('.')) continue
      if (!name.endsWith('/')) found.push(posix.join(dir, name))
      else if (!passedOver.has(name.slice(0, -1))) dirs.push(posix.join(dir, name.slice(0, -1)))
    }
  }
  return found
}

/** The files that a pattern without one in its directories names; undefined for another one, and where it names none. */
export function filesNamed(pattern: string, disk: Disk): readonly string[] | undefined {
  const { dir, base } = posix.parse(pattern)
  if (/[*?[]/.test(dir) || pattern.endsWith('/') || /\*\*|(?:\*.*){4}/.test(base)) return undefined
  const source = base
    .replace(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replace(/\*/g, '[^]*')
    .replace(/\?/g, '[^]')
  const whole = new RegExp(`^${source}$`)
  const names = disk.list(dir).map((name) => (name.endsWith('/') ? name.slice(0, -1) : name))
  const found = names.filter((name) => whole.test(name) && (!name.startsWith('.') || base.startsWith('.')))
  if (found.length === 0 || found.length > MOST_FOUND || !found.every((name) => ascii.test(name)))
    return undefined
  return found.map((name) => posix.join(dir, name))
}
