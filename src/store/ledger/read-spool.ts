// Reads the files of a spool in chunks, from a place near their end or from their beginning.
import { closeSync, constants, openSync, readSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { daysIn, type SpoolLines } from './spool.ts'

type Parse<Line> = (text: string) => SpoolLines<Line>

/** A place to read from, up to the newest line. */
export interface SpoolPlace {
  /** Oldest first. */
  readonly files: readonly string[]
  /** In the first of them; a line that began before it is skipped. */
  readonly offset: number
}

export interface Spool<Line> {
  readonly dir: string
  readonly parse: Parse<Line>
}

/** The place of a time: all later lines are behind it, as far as lines are in the order of their times. */
export function placeSince<Line extends { readonly time: string }>(
  { dir, parse }: Spool<Line>,
  since: string,
): SpoolPlace {
  const files = daysIn(dir).filter((file) => basename(file) >= since.slice(0, 10))
  if (since === '') return { files, offset: 0 }
  let [before, after] = [0, sizeOf(files[0])]
  while (after - before > LINE_BYTES) {
    const middle = Math.floor((before + after) / 2)
    if (firstTime({ files, offset: middle }, parse) < since) before = middle
    else after = middle
  }
  return { files, offset: before }
}

/** The time of the first line behind it; later than all where there is none. */
export function firstTime<Line extends { readonly time: string }>(
  place: SpoolPlace,
  parse: Parse<Line>,
): string {
  for (const { lines } of chunksFrom(place, parse, LINE_BYTES))
    if (lines[0] !== undefined) return lines[0].time
  return '9999'
}

/** So many bytes before a place. */
export function placeBack<Line>(
  { dir }: Spool<Line>,
  { files, offset: from }: SpoolPlace,
  bytes: number,
): SpoolPlace {
  const all = daysIn(dir)
  let at = all.length - files.length
  let offset = from - bytes
  while (offset < 0 && at > 0) offset += sizeOf(all[--at])
  return { files: all.slice(Math.max(0, at)), offset: Math.max(0, offset) }
}

/** So many bytes before the end, when that is behind the place. */
export function placeBeforeEnd(bytes: number, { files, offset }: SpoolPlace): SpoolPlace | undefined {
  let left = bytes
  for (const [at, file] of [...files.entries()].toReversed()) {
    const size = sizeOf(file) - (at === 0 ? offset : 0)
    if (size > left) return { files: files.slice(at), offset: sizeOf(file) - left }
    left -= size
  }
  return undefined
}

function sizeOf(file = ''): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

export function* chunksFrom<Line>(
  { files, offset }: SpoolPlace,
  parse: Parse<Line>,
  bytes = CHUNK_BYTES,
): Generator<SpoolLines<Line>> {
  for (const [at, file] of files.entries()) {
    const from = at > 0 || offset === 0 ? 0 : withFile(file, (fd) => nextLine(fd, offset))
    if (from !== undefined) yield* chunksIn(file, { from, parse, bytes })
  }
}

const CHUNK_BYTES = 256 * 1024
/** Enough for most lines. */
const LINE_BYTES = 4096
const NEWLINE = 0x0a

function nextLine(fd: number, offset: number): number {
  for (let at = offset - 1; ;) {
    const bytes = bytesAt(fd, at, LINE_BYTES)
    const end = bytes.indexOf(NEWLINE)
    if (end >= 0 || bytes.length === 0) return at + end + 1
    at += bytes.length
  }
}

interface ChunkOptions<Line> {
  readonly from: number
  readonly parse: Parse<Line>
  readonly bytes?: number
}

/** The lines of a file from where one begins; `end` counts from the beginning of the file. */
export function* chunksIn<Line>(
  file: string,
  { from, parse, bytes: chunk = CHUNK_BYTES }: ChunkOptions<Line>,
): Generator<SpoolLines<Line>> {
  let most = chunk
  for (let offset = from; ;) {
    const bytes = withFile(file, (fd) => bytesAt(fd, offset, most))
    if (bytes === undefined) return
    const isLast = bytes.length < most
    const lines = bytes.lastIndexOf(NEWLINE) + 1
    if (lines === 0 && !isLast) {
      most *= 2 // one line is longer
      continue
    }
    // As Latin-1 each byte is a character, so that half of one at the end moves nothing.
    const end = isLast ? lines + parse(bytes.subarray(lines).toString('latin1')).end : lines
    offset += end
    yield { ...parse(bytes.subarray(0, isLast ? bytes.length : end).toString('utf8')), end: offset }
    if (isLast) return
    most = chunk
  }
}

/** Undefined where the file cannot be opened. */
export function withFile<Result>(file: string, work: (fd: number) => Result): Result | undefined {
  let fd: number
  try {
    fd = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  } catch {
    return undefined
  }
  try {
    return work(fd)
  } finally {
    closeSync(fd)
  }
}

export function bytesAt(fd: number, from: number, most: number): Buffer {
  const bytes = Buffer.allocUnsafe(most)
  let size = 0
  while (size < most) {
    const read = readSync(fd, bytes, size, most - size, from + size)
    if (read === 0) break
    size += read
  }
  return bytes.subarray(0, size)
}
