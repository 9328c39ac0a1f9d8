// Expands a path's globs against the file system.
import type { PathFact } from '../model/types.ts'
import { wholeOf } from '../patterns/globs/glob-overlap.ts'
import { canonicalPath, isDevice } from './absolute-path.ts'
import type { World } from './types.ts'

const MAX_PATHS = 256
const MAX_LISTINGS = 64

type DirectoryLister = Pick<World['files'], 'list'>

export function factsOfPath(fact: PathFact, files: DirectoryLister): readonly PathFact[] {
  const path = canonicalPath(fact.path)
  if (isDevice(path)) return []
  if (fact.glob !== true || !hasGlob(path)) return path === fact.path ? [fact] : [{ ...fact, path }]
  const found = expandPath(path, files)
  if (found === undefined) return [{ ...fact, path }]
  const { glob: _, ...rest } = fact
  const depth = path.split('/').length - wholeOf(path).split('/').length
  return found.map((each) => ({
    ...rest,
    path: each,
    ...(depth > 0 && { all_of: each.split('/').slice(0, -depth).join('/') || '/' }),
  }))
}

/** The existing paths that match; undefined when there are none or too many, as with `**`. */
export function expandPath(pattern: string, files: DirectoryLister): readonly string[] | undefined {
  let found: readonly string[] = ['']
  let listings = 0
  const segments = canonicalPath(pattern).split('/').slice(1)
  for (const [at, segment] of segments.entries()) {
    if (segment.includes('**')) return undefined
    if (!hasGlob(segment)) found = found.map((dir) => `${dir}/${segment}`)
    else {
      listings += found.length
      if (listings > MAX_LISTINGS) return undefined
      found = found.flatMap((dir) =>
        listMatching(dir, { segment, isLast: at === segments.length - 1 }, files),
      )
    }
    if (found.length === 0 || found.length > MAX_PATHS) return undefined
  }
  return found
}

function hasGlob(text: string): boolean {
  return /[*?[]/.test(text)
}

/** Only directories lead on. */
function listMatching(
  dir: string,
  { segment, isLast }: { readonly segment: string; readonly isLast: boolean },
  files: DirectoryLister,
): readonly string[] {
  const names = files.list(dir === '' ? '/' : dir)
  const paths: string[] = []
  for (const listed of names) {
    if (!isLast && !listed.endsWith('/')) continue
    const name = listed.endsWith('/') ? listed.slice(0, -1) : listed
    if (name.startsWith('.') && !segment.startsWith('.')) continue
    if (matchesSegment(name, segment)) paths.push(`${dir}/${name}`)
  }
  return paths
}

/** Does a shell glob without slashes match this name? Backtracks only to the last `*`. */
export function matchesSegment(name: string, pattern: string): boolean {
  let at = 0
  let from = 0
  let star = -1
  let resume = 0
  while (at < name.length) {
    const step = from < pattern.length && pattern[from] !== '*' ? matchOne(name[at] ?? '', pattern, from) : 0
    if (step > 0) {
      at++
      from += step
    } else if (pattern[from] === '*') {
      star = from++
      resume = at
    } else if (star >= 0) {
      from = star + 1
      at = ++resume
    } else return false
  }
  while (pattern[from] === '*') from++
  return from === pattern.length
}

/** The length of the glob's token that matches this character; 0 when it does not. */
function matchOne(char: string, pattern: string, from: number): number {
  const sign = pattern[from]
  if (sign === '?') return 1
  if (sign !== '[') return sign === char ? 1 : 0
  const end = pattern.indexOf(']', from + (/[!^]/.test(pattern[from + 1] ?? '') ? 3 : 2))
  if (end < 0) return char === '[' ? 1 : 0
  return inClass(char, pattern.slice(from + 1, end)) ? end - from + 1 : 0
}

function inClass(char: string, body: string): boolean {
  if (body.includes('[:')) return true
  const negated = /^[!^]/.test(body)
  const set = negated ? body.slice(1) : body
  for (let at = 0; at < set.length; at++) {
    const first = set[at] ?? ''
    const ranged = set[at + 1] === '-' && at + 2 < set.length
    const last = ranged ? (set[at + 2] ?? '') : first
    if (char >= first && char <= last) return !negated
    if (ranged) at += 2
  }
  return negated
}
