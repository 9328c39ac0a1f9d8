import { normalize, relative, sep } from 'node:path'
import { isNormalized } from './paths.ts'

/** A path below a normalized directory; faster than `join`, which scans every character. */
export function childPath(dir: string, name: string): string {
  return dir.endsWith(sep) ? dir + name : dir + sep + name
}

export function parentPath(path: string): string {
  return path.slice(0, path.lastIndexOf(sep)) || sep
}

/** As `normalize`, with a fast path. */
export function normalPath(path: string): string {
  return sep === '/' && isNormalized(path) ? path : normalize(path)
}

/** A file's path as people see it: relative to a directory when it lies below. */
export function shortPath(file: string, dir: string): string {
  const below = relative(dir, file)
  return below.startsWith('..') ? file : below
}
