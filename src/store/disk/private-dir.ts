import { hasCode } from '../../model/errors.ts'
import {
  type Stats,
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  statSync,
  readdirSync,
  symlinkSync,
  writeSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** Makes a directory and its parents. Node's recursive mkdir never returns below /proc. */
export function makeDirs(dir: string): void {
  if (isDir(dir)) return
  const above = dirname(dir)
  if (above !== dir) makeDirs(above)
  try {
    mkdirSync(dir, { mode: 0o700 })
  } catch (error) {
    if (!isDir(dir)) throw error
  }
}

function isDir(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

/** Links a project's state directory to the project: the command in agents' settings finds it without hooks. */
export function linkProject(stateDir: string, root: string): void {
  try {
    symlinkSync(root, join(stateDir, 'root'), 'junction')
  } catch {
    // It is there, or the next day tries again.
  }
}

/** Makes a directory that only we can enter; false when it is somebody else's, a link, or cannot be made. */
export function makePrivate(dir: string): boolean {
  try {
    const found = lstatSync(dir, { throwIfNoEntry: false })
    if (found !== undefined) return isOurs(found)
    makeDirs(dir)
    return isPrivate(dir)
  } catch {
    return false
  }
}

/** Whether it is our directory, not a link, with no rights for others. */
export function isPrivate(dir: string): boolean {
  try {
    const stat = lstatSync(dir, { throwIfNoEntry: false })
    return stat !== undefined && isOurs(stat)
  } catch {
    return false // there is no way to it
  }
}

function isOurs(stat: Stats): boolean {
  if (!stat.isDirectory()) return false
  const uid = process.getuid?.()
  return uid === undefined || (stat.uid === uid && (stat.mode & 0o022) === 0)
}

/** Whether it is a file of ours that nobody else can write. */
export function isOwnFile(stat: Stats): boolean {
  const uid = process.getuid?.()
  return stat.isFile() && (uid === undefined || (stat.uid === uid && (stat.mode & 0o022) === 0))
}

/** Appends in one write, so that no two writers tear each other's text. Throws when not all of it fits. */
export function appendPrivate(file: string, text: string, whenNew?: () => void): void {
  appendThen(file, text, { look: () => undefined, whenNew })
}

/** The same; returns where the text ends. */
export function appendAndLocate(file: string, text: string): number {
  return appendThen(file, text, { look: endOfOwnText })
}

interface Appending<T> {
  readonly look: (fd: number) => T
  /** After its directory had to be made. */
  readonly whenNew?: (() => void) | undefined
}

function appendThen<T>(file: string, text: string, { look, whenNew }: Appending<T>): T {
  const fd = openForAppend(file, whenNew)
  try {
    const written = writeSync(fd, text)
    const size = Buffer.byteLength(text)
    if (written === size) return look(fd)
    // Never truncated: another process may have appended since. Readers find the next line after the partial one.
    throw new Error(`only ${written} of ${size} bytes fit on the disk`)
  } finally {
    closeSync(fd)
  }
}

/** Where the text that was just appended ends: the size, less what others have appended since. */
export function endOfOwnText(fd: number): number {
  const since = new Uint8Array(64)
  for (let others = 0; ;) {
    const { size } = fstatSync(fd)
    const read = readSync(fd, since) // from where our own text ends
    if (read === 0) return size - others
    others += read
  }
}

/** Overwrites a file in place; its directory exists. Truncating it first would make ext4 flush it on close. */
export function overwritePrivate(file: string, text: string): void {
  const fd = openSync(file, constants.O_WRONLY | CREATE_NOFOLLOW, 0o600)
  try {
    const size = writeSync(fd, text, 0)
    if (fstatSync(fd).size > size) ftruncateSync(fd, size)
  } finally {
    closeSync(fd)
  }
}

const CREATE_NOFOLLOW = constants.O_CREAT | (constants.O_NOFOLLOW ?? 0)

function openForAppend(file: string, whenNew: () => void = () => undefined): number {
  const flags = constants.O_APPEND | constants.O_RDWR | CREATE_NOFOLLOW
  try {
    return openSync(file, flags, 0o600)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
    makeDirs(dirname(file))
    whenNew()
    return openSync(file, flags, 0o600)
  }
}

/** A whole file in one read, which is faster than readFileSync; undefined when it is refused or the read is short. */
export function readBytes(
  file: string,
  flags: number,
  isGood: (stat: Stats) => boolean = () => true,
): Uint8Array<ArrayBuffer> | undefined {
  const fd = openSync(file, flags)
  try {
    const stat = fstatSync(fd)
    if (!isGood(stat)) return undefined
    const bytes = new Uint8Array(stat.size)
    return readSync(fd, bytes) === stat.size ? bytes : undefined
  } finally {
    closeSync(fd)
  }
}

/** A part of a file; undefined when the file is shorter. */
export function readBytesAt(
  file: string,
  start: number,
  length: number,
): Uint8Array<ArrayBuffer> | undefined {
  const bytes = new Uint8Array(length)
  const fd = openSync(file, 'r')
  try {
    return readSync(fd, bytes, 0, length, start) === length ? bytes : undefined
  } finally {
    closeSync(fd)
  }
}

let writes = 0

/** Writes a file whole: a reader sees the old one or the new one. */
export function writeAtomically(file: string, content: string | Uint8Array): void {
  // The time as well: a process that had this number before may have been killed, or run in another container.
  const temporary = `${file}.${process.pid}.${process.hrtime.bigint()}.${++writes}.tmp`
  try {
    writeFileSync(temporary, content, { mode: 0o600, flag: 'wx' })
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/** Empty where there is no directory. */
export function readdirSafely(dir: string): readonly string[] {
  try {
    return readdirSync(dir)
  } catch {
    return []
  }
}
