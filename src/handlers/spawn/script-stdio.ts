// A child's stdin, stdout and stderr are files, unlinked before it starts. Unlike a pipe, a file that a grandchild keeps open delays nobody.
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

/** Only the last characters of stderr are kept. */
const MAX_STDERR_CHARS = 40_000
const MAX_STDERR_BYTES = MAX_STDERR_CHARS * 4
/** A larger stderr file is shortened while the child runs. */
const MAX_STDERR_FILE_BYTES = 4 * 1024 * 1024
/** Most UTF-8 bytes per UTF-16 code unit. */
const MAX_BYTES_PER_CHAR = 3

export interface Stdio {
  readonly fds: readonly [stdin: number, stdout: number, stderr: number]
  /** Does stdout exceed its limit? */
  isFlooded(): boolean
  /** Has stderr become so large that it has to be shortened? */
  isLong(): boolean
  /** Keeps the end of stderr alone. What is written at this very moment is lost: nobody may write. */
  shorten(): void
  stdout(): { readonly text: string; readonly flooded: boolean }
  stderr(): string
  close(): void
}

/** Opens the files in the first usable directory; throws the last directory's error. */
export function openStdio(dirs: Iterable<string>, stdin: string, maxStdout: number): Stdio {
  const fds = openIn(dirs, stdin)
  const [, out, err] = fds
  const state = { stderr: '' }
  const stdout = () => {
    const { size } = fstatSync(out)
    const text = readAt(out, 0, Math.min(size, maxStdout * MAX_BYTES_PER_CHAR))
    return {
      text: text.slice(0, maxStdout),
      flooded: size > maxStdout * MAX_BYTES_PER_CHAR || text.length > maxStdout,
    }
  }
  const stderr = () => lastCharacters(state.stderr + readEnd(err))
  const shorten = () => {
    state.stderr = stderr()
    ftruncateSync(err, 0)
  }
  const counted = { size: 0, isLong: false } // as long as it has fewer bytes than characters are let, or grew no further
  const isFlooded = () => {
    const { size } = fstatSync(out)
    if (size <= maxStdout || size === counted.size) return counted.isLong
    counted.size = size
    counted.isLong = stdout().flooded
    return counted.isLong
  }
  const isLong = () => fstatSync(err).size > MAX_STDERR_FILE_BYTES
  return { fds, isFlooded, isLong, shorten, stdout, stderr, close: () => fds.forEach(closeQuietly) }
}

type Fds = Stdio['fds']

function openIn(dirs: Iterable<string>, stdin: string): Fds {
  const failed: { error?: unknown } = {}
  for (const dir of dirs) {
    try {
      return openWith(dir, stdin)
    } catch (error) {
      failed.error = error
    }
  }
  throw failed.error
}

function openWith(dir: string, stdin: string): Fds {
  const fds = openNameless(dir) ?? openUnlinked(dir)
  try {
    writeAll(fds[0], stdin)
    return fds
  } catch (error) {
    fds.forEach(closeQuietly)
    throw error
  }
}

const NAMELESS = 0o20000000 // Linux's O_TMPFILE, which Node does not export; used with O_DIRECTORY

/** Files that never have a name; undefined where the system does not support them. */
function openNameless(dir: string): Fds | undefined {
  if (process.platform !== 'linux') return undefined
  const { O_DIRECTORY, O_RDWR, O_APPEND } = constants
  const flags = NAMELESS | O_DIRECTORY | O_RDWR
  try {
    return openThree((name) => openSync(dir, name === 'in' ? flags : flags | O_APPEND, 0o600))
  } catch {
    return undefined
  }
}

/** Files in a new directory; all are unlinked when this returns. */
function openUnlinked(parent: string): Fds {
  const dir = mkdtempSync(join(parent, 'hooks-'))
  try {
    return openThree((name) => openSync(join(dir, name), name === 'in' ? 'wx+' : 'ax+', 0o600))
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

function openThree(open: (name: string) => number): Fds {
  const opened: number[] = []
  const track = (name: string): number => opened[opened.push(open(name)) - 1] ?? -1
  try {
    return [track('in'), track('out'), track('err')]
  } catch (error) {
    opened.forEach(closeQuietly)
    throw error
  }
}

/** Writes at explicit positions, so that the child reads from the start. */
function writeAll(fd: number, text: string): void {
  const written = writeSync(fd, text, 0)
  if (written === text.length) return // all of it when it is ASCII
  const bytes = Buffer.from(text)
  for (let at = written; at < bytes.length;) at += writeSync(fd, bytes, at, bytes.length - at, at)
}

function readAt(fd: number, from: number, length: number): string {
  const bytes = Buffer.allocUnsafe(length)
  const read = { bytes: 0 }
  while (read.bytes < length) {
    const more = readSync(fd, bytes, read.bytes, length - read.bytes, from + read.bytes)
    if (more === 0) break
    read.bytes += more
  }
  return bytes.toString('utf8', 0, read.bytes)
}

function readEnd(fd: number): string {
  const { size } = fstatSync(fd)
  const from = Math.max(0, size - MAX_STDERR_BYTES)
  return readAt(fd, from, size - from)
}

/** The end of a text, without half a surrogate pair. */
function lastCharacters(text: string, count = MAX_STDERR_CHARS): string {
  const end = text.slice(-count)
  return end.length < text.length && /^[\uDC00-\uDFFF]/.test(end) ? end.slice(1) : end
}

function closeQuietly(fd: number): void {
  try {
    closeSync(fd)
  } catch {
    // closed already
  }
}
