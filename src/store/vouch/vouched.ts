// Files that are used only as they were written: a small head with a keyed code lists how each looked then.
import { closeSync, constants, lstatSync, openSync, readSync, type Stats } from 'node:fs'
import type { Key } from './key.ts'

/** By file name, how each file looked. */
export type Vouched = ReadonlyMap<string, string>

/** The look of a file that was changed, as somebody is still to be told. */
export const SPOILED = 'changed'

/** What changes with every write: nobody sets the time of a change. */
export function lookOf({ size, ino, ctimeMs }: Stats): string {
  return `${size}.${ino}.${ctimeMs}`
}

/** Is a file there that looks otherwise? */
export function isChanged(file: string, look: string): boolean {
  try {
    const stat = lstatSync(file, { throwIfNoEntry: false })
    return stat !== undefined && lookOf(stat) !== look
  } catch {
    return false // it cannot be read either
  }
}

/** What a head vouches for; `forged` when it does not carry the key's code. */
export function readVouched(head: string, key: Key): Vouched | 'forged' {
  const text = readHead(head)
  if (text === undefined) return new Map()
  const end = text.indexOf('\n')
  const lines = text.slice(end + 1)
  if (end < 0 || text.slice(0, end) !== key.code('head', lines)) return 'forged'
  return new Map(lines.split('\n').map((line) => pairOf(line)))
}

function pairOf(line: string): [name: string, look: string] {
  const space = line.lastIndexOf(' ')
  return [line.slice(0, space), line.slice(space + 1)]
}

/** More than all our chunks need. */
const MAX_BYTES = 8192

/** In one read, without a look at it: its code tells. One that cannot be read vouches for nothing. */
function readHead(head: string): string | undefined {
  try {
    const fd = openSync(head, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    try {
      const bytes = Buffer.allocUnsafe(MAX_BYTES)
      return bytes.toString('latin1', 0, readSync(fd, bytes))
    } finally {
      closeSync(fd)
    }
  } catch {
    return undefined
  }
}
