import {
  type Dirent,
  appendFileSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, isAbsolute, join, resolve, sep } from 'node:path'
import { lookThrough } from '../../config/read/stamp.ts'
import { makeDirs, writeAtomically } from './private-dir.ts'
import { isMissing } from '../../model/errors.ts'
import type { Files, Clock } from '../../model/types.ts'

/** The machine's file system. Reading never throws; writing throws what the system says. */
export function createFiles(): Files {
  return { read, write, append, remove, list, kind, inode, real: (file) => real(file) }
}

/** A pipe or a device is not opened for good: reading one might never end. */
function read(file: string, most = Number.POSITIVE_INFINITY): string | undefined {
  try {
    const fd = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      const stat = fstatSync(fd)
      return stat.isFile() && stat.size <= most ? readFileSync(fd, 'utf8') : undefined
    } finally {
      closeSync(fd)
    }
  } catch {
    return undefined
  }
}

function write(file: string, text: string): void {
  makeDirs(dirname(file))
  writeAtomically(file, text)
}

function append(file: string, text: string): void {
  makeDirs(dirname(file))
  appendFileSync(file, text, { mode: 0o600 })
}

function remove(file: string): void {
  rmSync(file, { force: true })
}

function list(dir: string): readonly string[] {
  try {
    return readdirSync(dir, { withFileTypes: true })
      .map((entry) => (isDirectory(dir, entry) ? `${entry.name}/` : entry.name))
      .sort()
  } catch {
    return []
  }
}

function isDirectory(dir: string, entry: Dirent): boolean {
  return entry.isDirectory() || (entry.isSymbolicLink() && kind(join(dir, entry.name)) === 'dir')
}

function kind(file: string): 'file' | 'dir' | undefined {
  const found = lookAt(file)
  return found === 'unknown' ? undefined : found
}

/** Undefined only for what is surely not there; `unknown` for a special file, and where the system cannot tell. */
export function lookAt(file: string): 'file' | 'dir' | 'unknown' | undefined {
  try {
    const stat = lookThrough(file)
    if (typeof stat !== 'object') return stat === 'dangling' ? 'unknown' : undefined
    return stat.isDirectory() ? 'dir' : stat.isFile() ? 'file' : 'unknown'
  } catch (error) {
    return isMissing(error) ? undefined : 'unknown'
  }
}

function inode(file: string): { id: string; links: number } | undefined {
  try {
    const stat = statSync(file, { throwIfNoEntry: false })
    return stat && { id: `${stat.dev}:${stat.ino}`, links: stat.isDirectory() ? 1 : stat.nlink }
  } catch {
    return undefined
  }
}

const MAX_LINKS = 40

/** A link to what is not there yet leads there all the same: writing to it makes it. */
function real(file: string, links = 0): string {
  const end = presentEnd(file)
  const present = file.slice(0, end) || (isAbsolute(file) ? sep : '.')
  const rest = file.slice(end)
  const found = resolved(present)
  if (found !== undefined) return rest === '' ? found : join(found, rest)
  const target = links < MAX_LINKS ? targetOf(present) : undefined
  return target === undefined ? join(present, rest) : real(join(target, rest), links + 1)
}

function resolved(file: string): string | undefined {
  try {
    return realpathSync.native(file)
  } catch {
    return undefined
  }
}

/** Where the longest beginning of a path ends that is there: mostly all of it, or all but its last part. */
function presentEnd(file: string): number {
  if (isPresent(file)) return file.length
  const ends: number[] = []
  for (let at = file.indexOf(sep, 1); at > 0; at = file.indexOf(sep, at + 1)) ends.push(at)
  if (isPresent(file.slice(0, ends.at(-1) ?? 0))) return ends.at(-1) ?? 0
  // By halving: all that stands above what is there is there, too.
  let [low, high] = [0, ends.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isPresent(file.slice(0, ends[middle]))) low = middle + 1
    else high = middle
  }
  return ends[low - 1] ?? 0
}

function isPresent(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

function targetOf(file: string): string | undefined {
  try {
    return resolve(dirname(file), readlinkSync(file))
  } catch {
    return undefined
  }
}

/** The machine's clock; `elapsed` is monotonic, and by `hrtime` because `performance` would load a module for it. */
export function createClock(): Clock {
  return { now: () => Date.now(), elapsed }
}

function elapsed(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1e3 + nanoseconds / 1e6
}
