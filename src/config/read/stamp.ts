import { type BigIntStats, lstatSync, readFileSync, type Stats, statSync } from 'node:fs'
import { errorMessage, isMissing } from '../../model/errors.ts'
import { hash } from '../../patterns/text/hash.ts'

/** A path the compiler looked at, as it was before it was read; absent ones too. */
export interface StampedSource {
  readonly path: string
  readonly stamp: string
  /** The hash of the text that was read. */
  readonly content?: string
}

/** What a path looks like from outside: it changes whenever the file, directory or its absence does. */
export function stampOf(file: string): string {
  try {
    const stat = lookThrough(file, true)
    if (typeof stat !== 'object') return stat === 'dangling' ? 'ENOENT' : '-'
    return `${stat.mtimeNs}.${stat.ctimeNs}.${stat.size}.${stat.ino}`
  } catch (error) {
    if (isMissing(error)) return '-'
    return error instanceof Error && 'code' in error ? String(error.code) : '?'
  }
}

/** What is there, links followed. A link that leads nowhere is broken: what it stood for is not gone. */
export function lookThrough(file: string, bigint: true): BigIntStats | 'dangling' | undefined
export function lookThrough(file: string): Stats | 'dangling' | undefined
export function lookThrough(file: string, bigint = false): Stats | BigIntStats | 'dangling' | undefined {
  const options = { bigint, throwIfNoEntry: false } as const
  const own = lstatSync(file, options) // mostly that is all: a look through a link is a second one
  return own?.isSymbolicLink() ? (statSync(file, options) ?? 'dangling') : own
}

/** When a stamp's file last changed, milliseconds since the epoch; undefined when there is no file. */
export function changedAt(stamp: string): number | undefined {
  const [mtime, ctime] = stamp.split('.')
  if (mtime === undefined || ctime === undefined) return undefined
  return Math.max(Number(mtime), Number(ctime)) / 1e6
}

/** The hash of a file's text; `-` when it cannot be read. */
export function contentOf(file: string): string {
  try {
    return hash(readFileSync(file, 'utf8'))
  } catch {
    return '-'
  }
}

/** Why what is at a path is no text file; undefined when it may be one, or nothing is there. */
export function whyUnreadable(file: string): string | undefined {
  try {
    const stat = lookThrough(file)
    if (stat === undefined) return undefined
    if (stat === 'dangling') return 'it is a link that leads nowhere'
    if (stat.isFile()) return undefined
    return stat.isDirectory() ? 'it is a directory' : 'it is not a regular file'
  } catch (error) {
    return isMissing(error) ? undefined : errorMessage(error)
  }
}

/** Bytes of a file; undefined when there is none. */
export function sizeOf(file: string): number | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false })?.size
  } catch {
    return undefined
  }
}

/** A stamp of what the system could not look at. */
export function isUnknown(stamp: string): boolean {
  return stamp !== '-' && !stamp.includes('.')
}
