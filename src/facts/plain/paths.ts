// The paths that the words of a plain command could name.
import { posix } from 'node:path'
import { pathFrom } from '../../paths.ts'
import { filesNamed } from './below.ts'
import type { Plain } from './program.ts'
import type { Disk } from './words.ts'

interface Place {
  readonly dirs: readonly string[]
  readonly disk: Disk
}

/** Undefined where what its words name is not what it takes. */
export function pathsOf(plain: Plain, words: readonly string[], place: Place): readonly string[] | undefined {
  const named = plain.first === undefined ? words : words.slice(1)
  const paths = named.map((word) => pathsIn(word, plain))
  if (paths.includes(undefined) || !areThere(plain, named, place)) return undefined
  const all = paths.flatMap((each) => each ?? [])
  const into = plain.goesInto === true ? pathsInto(named) : []
  return into && [...all, ...into, ...(plain.hasRevisions === true ? pathsOfRevisions(named, place) : [])]
}

/** A word, and what could be joined to it if it is an option. */
function pathsIn(word: string, { options }: Plain): readonly string[] | undefined {
  if (!word.startsWith('-')) return [word]
  if (word.startsWith('--')) return word.includes('=') ? [word, word.slice(word.indexOf('=') + 1)] : [word]
  if (options !== undefined) return []
  if (word.length > 6) return undefined
  return Array.from({ length: word.length }, (_, at) => word.slice(at))
}

function areThere({ isThere }: Plain, words: readonly string[], { dirs, disk }: Place): boolean {
  if (isThere === undefined) return true
  const operands = words.filter((word) => !word.startsWith('-'))
  if (operands.length === 0) return false
  return dirs.every((dir) =>
    operands.every((word) => {
      const kind = disk.kind(pathFrom(dir, word))
      return isThere ? kind === 'file' : kind === undefined
    }),
  )
}

/** By their own names in the directory that the last word may be. */
function pathsInto(words: readonly string[]): readonly string[] | undefined {
  const operands = words.filter((word) => !word.startsWith('-'))
  const into = operands.at(-1) ?? ''
  const names = operands.slice(0, -1).map((word) => posix.basename(word))
  return names.some((name) => /^\.{0,2}$/.test(name))
    ? undefined
    : names.map((name) => posix.join(into, name))
}

/** The top of the repository is one of the directories around. */
function pathsOfRevisions(words: readonly string[], { dirs }: Place): readonly string[] {
  const files = words.flatMap((word) => (word.includes(':') ? [word.slice(word.indexOf(':') + 1)] : []))
  return files.length === 0
    ? []
    : dirs.flatMap(above).flatMap((dir) => files.map((file) => posix.join(dir, file)))
}

function above(dir: string): readonly string[] {
  return dir === '/' ? ['/'] : [dir, ...above(posix.dirname(dir))]
}

/** Options whose value is no path. */
const globs = /^--(?:include|exclude|exclude-dir|glob|iglob)=|^-g/

/** What patterns of the shell name; undefined where they name nothing yet. */
export function filesOf(
  patterns: readonly string[],
  { kinds = [], options }: Plain,
  { dirs, disk }: Place,
): readonly string[] | undefined {
  const named = patterns.filter((pattern) => options === undefined || !globs.test(pattern))
  if (named.length === 0) return []
  if (named.some((pattern) => pattern.startsWith('-') || pattern.endsWith('/'))) return undefined
  if (kinds.includes('creates') || kinds.includes('edits')) return undefined
  const found = dirs.flatMap((dir) => named.map((pattern) => filesNamed(pathFrom(dir, pattern), disk)))
  return found.includes(undefined) ? undefined : found.flatMap((each) => each ?? [])
}
