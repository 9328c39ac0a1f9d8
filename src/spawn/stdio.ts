// A child's stdin, stdout and stderr are files that already have no name when it starts: whoever keeps them open, nobody waits for an end of file.
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

/** Characters of stderr that are kept, from its end. */
const STDERR_CHARS = 4_000
const STDERR_BYTES = STDERR_CHARS * 4
/** More than this on the disk is thrown away while the child still runs. */
const STDERR_ROOM = 4 * 1024 * 1024
/** No character of a JavaScript string takes more bytes of UTF-8. */
const BYTES_PER_CHAR = 3

export interface Stdio {
  readonly fds: readonly [stdin: number, stdout: number, stderr: number]
  /** Looks at the sizes; true when stdout has more characters than may be. */
  isFlooded(): boolean
  stdout(): { readonly text: string; readonly flooded: boolean }
  stderr(): string
  close(): void
}

/** Opens them in the first of these directories that lets us; throws what the system says about the last. */
export function openStdio(dirs: Iterable<string>, stdin: string, maxStdout: number): Stdio {
  const fds = openIn(dirs, stdin)
  const [, out, err] = fds
  const state = { stderr: '' }
  const stdout = () => {
    const { size } = fstatSync(out)
    const text = readAt(out, 0, Math.min(size, maxStdout * BYTES_PER_CHAR))
    return {
      text: text.slice(0, maxStdout),
      flooded: size > maxStdout * BYTES_PER_CHAR || text.length > maxStdout,
    }
  }
  const stderr = () => lastCharacters(state.stderr + readEnd(err))
  const isFlooded = () => {
    if (fstatSync(err).size > STDERR_ROOM) {
      state.stderr = stderr()
      ftruncateSync(err, 0)
    }
    return fstatSync(out).size > maxStdout * BYTES_PER_CHAR
  }
  return { fds, isFlooded, stdout, stderr, close: () => fds.forEach(closeQuietly) }
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

const NAMELESS = 0o20000000 // Linux's O_TMPFILE, which Node has no name for, together with O_DIRECTORY

/** Files that never have a name; undefined where the system has none. */
function openNameless(dir: string): Fds | undefined {
  if (process.platform !== 'linux') return undefined
  const { O_DIRECTORY, O_RDWR, O_APPEND } = constants
  const flags = NAMELESS | O_DIRECTORY | O_RDWR
  const opened: number[] = []
  const open = (more: number): number => {
    const fd = openSync(dir, flags | more, 0o600)
    opened.push(fd)
    return fd
  }
  try {
    return [open(0), open(O_APPEND), open(O_APPEND)]
  } catch {
    opened.forEach(closeQuietly)
    return undefined
  }
}

/** Files in a directory of their own; all of their names are gone when this returns. */
function openUnlinked(parent: string): Fds {
  const dir = mkdtempSync(join(parent, 'hooks-'))
  const opened: number[] = []
  const open = (name: string, flags: string): number => {
    const file = join(dir, name)
    const fd = openSync(file, flags, 0o600)
    opened.push(fd)
    unlinkSync(file)
    return fd
  }
  try {
    return [open('in', 'wx+'), open('out', 'ax+'), open('err', 'ax+')]
  } catch (error) {
    opened.forEach(closeQuietly)
    throw error
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Writes at explicit positions, so that the child still reads from the start. */
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
  const from = Math.max(0, size - STDERR_BYTES)
  return readAt(fd, from, size - from)
}

/** The end of a text, not cut inside a character. */
function lastCharacters(text: string, count = STDERR_CHARS): string {
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
