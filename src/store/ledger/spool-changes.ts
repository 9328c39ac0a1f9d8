// Tracks how far each file of the spool was read, and what was appended since.
import { closeSync, constants, type BigIntStats, openSync, readSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { hash } from '../../patterns/text/hash.ts'
import type { Database } from './database.ts'
import { daysIn, type SpoolLines } from './spool.ts'

type Spool = 'ledger' | 'contents'

/** How far a file was read, and how to know it again. */
interface SpoolFile {
  /** `ledger/2026-03-01.jsonl` */
  readonly file: string
  readonly offset: number
  readonly size: number
  readonly mtime: string
  readonly inode: string
  /** Tells what stands just before the offset. */
  readonly mark: string
  readonly torn: number
  /** 1 when a piece behind the offset is no record yet. */
  readonly tail: number
}

export interface SpoolChange {
  readonly is: 'same' | 'grown' | 'gone' | 'rewritten' | 'late'
  readonly spool: Spool
  readonly path: string
  readonly source: SpoolFile
}

const MARK_BYTES = 256

/** The ledger before the contents: these are written first, so that none is missing of a line that is seen. */
export function findSpoolChanges(database: Database, stateDir: string): readonly SpoolChange[] {
  const sources = database.prepare('SELECT * FROM source').all() as readonly SpoolFile[] // of this table
  const known = new Map(sources.map((source) => [source.file, source]))
  const there = (['ledger', 'contents'] as const).flatMap((spool) =>
    changesIn(join(stateDir, spool), spool, known),
  )
  const files = new Set(there.map(({ source }) => source.file))
  const gone = sources
    .filter(({ file }) => !files.has(file))
    .map((source) => ({ is: 'gone' as const, spool: 'ledger' as const, path: '', source }))
  return [...there, ...gone]
}

function changesIn(dir: string, spool: Spool, known: ReadonlyMap<string, SpoolFile>): readonly SpoolChange[] {
  const last =
    [...known.keys()]
      .filter((file) => file.startsWith(`${spool}/`))
      .sort()
      .at(-1) ?? ''
  return daysIn(dir).flatMap((path) => {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
    if (stat === undefined) return []
    const file = `${spool}/${basename(path)}`
    const before = known.get(file)
    const is = stateOf(path, stat, before)
    return {
      is: is === 'grown' && file < last ? ('late' as const) : is,
      spool,
      path,
      source: seen(file, stat, before),
    }
  })
}

function seen(file: string, { size, mtimeNs, ino }: BigIntStats, before: SpoolFile | undefined): SpoolFile {
  const { offset = 0, mark = '', torn = 0, tail = 0 } = before ?? {}
  return { file, offset, size: Number(size), mtime: String(mtimeNs), inode: String(ino), mark, torn, tail }
}

function stateOf(
  path: string,
  { size, mtimeNs, ino }: BigIntStats,
  before: SpoolFile | undefined,
): 'same' | 'grown' | 'rewritten' {
  if (before === undefined) return 'grown'
  if (String(ino) !== before.inode || Number(size) < before.size) return 'rewritten'
  if (Number(size) === before.size) return String(mtimeNs) === before.mtime ? 'same' : 'rewritten'
  return withFile(path, (fd) => markAt(fd, before.offset)) === before.mark ? 'grown' : 'rewritten'
}

/** Whether anything changed other than the end of the last day's file. */
export function needsRebuild(news: readonly SpoolChange[]): boolean {
  return news.some(({ is }) => is === 'gone' || is === 'rewritten' || is === 'late')
}

function markAt(fd: number, offset: number): string {
  const from = Math.max(0, offset - MARK_BYTES)
  return hash(bytesAt(fd, from, offset - from).toString('latin1'))
}

function withFile<Result>(path: string, work: (fd: number) => Result): Result {
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  try {
    return work(fd)
  } finally {
    closeSync(fd)
  }
}

function bytesAt(fd: number, from: number, most: number): Buffer {
  const bytes = Buffer.allocUnsafe(most)
  let size = 0
  while (size < most) {
    const read = readSync(fd, bytes, size, most - size, from + size)
    if (read === 0) break
    size += read
  }
  return bytes.subarray(0, size)
}

interface LineReader<Line> {
  readonly parse: (text: string) => SpoolLines<Line>
  readonly take: (lines: readonly Line[]) => void
}

/** Reads the new lines in chunks and records how far it got. */
export function readNewLines<Line>(
  database: Database,
  { path, source }: SpoolChange,
  reading: LineReader<Line>,
): void {
  const read = withFile(path, (fd) => {
    const { offset, torn, tail } = readFrom(fd, source, reading)
    return { offset, torn: source.torn + torn, tail, mark: markAt(fd, offset) }
  })
  const { file, size, mtime, inode } = source
  database
    .prepare(
      'INSERT OR REPLACE INTO source (file, offset, size, mtime, inode, mark, torn, tail) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    )
    .run(file, read.offset, size, mtime, inode, read.mark, read.torn, read.tail)
}

const CHUNK_BYTES = 4 * 1024 * 1024
const NEWLINE = 0x0a

function readFrom<Line>(
  fd: number,
  { offset: from, size }: SpoolFile,
  { parse, take }: LineReader<Line>,
): Pick<SpoolFile, 'offset' | 'torn' | 'tail'> {
  let offset = from
  let torn = 0
  for (let most = CHUNK_BYTES; offset < size;) {
    const bytes = bytesAt(fd, offset, Math.min(most, size - offset))
    const isLast = offset + bytes.length >= size || bytes.length === 0
    const lines = bytes.lastIndexOf(NEWLINE) + 1
    if (lines === 0 && !isLast) {
      most *= 2 // one line is longer
      continue
    }
    // As Latin-1 each byte is a character, so that half of one at the end moves nothing.
    const end = isLast ? lines + parse(bytes.subarray(lines).toString('latin1')).end : lines
    const read = parse(bytes.subarray(0, end).toString('utf8'))
    take(read.lines)
    torn += read.torn
    offset += end
    if (isLast) return { offset, torn, tail: end < bytes.length ? 1 : 0 }
  }
  return { offset, torn, tail: 0 }
}
