import { readdirSync } from 'node:fs'
import { isMissing } from '../../model/errors.ts'
import { hash } from '../../patterns/text/hash.ts'
import type { Files } from '../../model/types.ts'
import { isUnknown, type StampedSource, stampOf } from '../../config/read/stamp.ts'

export interface RecordedFiles {
  readonly files: Files
  /** The recorded paths; stamps are taken before reading, so a change in between is detected. */
  sources(also: readonly string[]): readonly StampedSource[]
  /** What is there, or may be there, and could not be read: the first of it, as a sentence. */
  unreadable(): string | undefined
}

/** The same files, recording every path with its stamp before it is read. */
export function recordFiles(files: Files): RecordedFiles {
  const seen = new Map<string, StampedSource>()
  const failed = new Set<string>()
  const remember = (path: string): void => {
    if (!seen.has(path)) seen.set(path, { path, stamp: stampOf(path) })
  }
  const read = (path: string): string | undefined => {
    remember(path)
    const text = files.read(path)
    const stamp = seen.get(path)?.stamp ?? '-'
    if (text !== undefined) seen.set(path, { path, stamp, content: hash(text) })
    else if (stamp !== '-' && files.kind(path) !== 'dir') failed.add(path)
    return text
  }
  const kind = (path: string): 'file' | 'dir' | undefined => {
    remember(path)
    const found = files.kind(path)
    if (found === undefined && seen.get(path)?.stamp !== '-') failed.add(path)
    return found
  }
  const list = (dir: string): readonly string[] => {
    remember(dir)
    const names = files.list(dir)
    if (names.length === 0 && mayHoldFiles(dir)) failed.add(dir)
    return names
  }
  const sources = (also: readonly string[]): readonly StampedSource[] => {
    for (const path of also) remember(path)
    return [...seen.values()]
  }
  const unreadable = (): string | undefined => {
    const unknown = [...seen.values()].filter(({ stamp }) => isUnknown(stamp))
    const [path] = [...failed, ...unknown.map((source) => source.path)]
    return path === undefined ? undefined : `${path} cannot be read`
  }
  return { files: { ...files, read, kind, list }, sources, unreadable }
}

/** Whether a directory that was listed as empty holds files, or cannot be listed. */
function mayHoldFiles(dir: string): boolean {
  try {
    return readdirSync(dir).length > 0
  } catch (error) {
    return !isMissing(error)
  }
}
