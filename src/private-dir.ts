import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** Makes a directory that only we can enter; false when it is somebody else's, a link, or cannot be made. */
export function makePrivate(dir: string): boolean {
  try {
    if (lstatSync(dir, { throwIfNoEntry: false }) === undefined)
      mkdirSync(dir, { recursive: true, mode: 0o700 })
    return isPrivate(dir)
  } catch {
    return false
  }
}

/** Is this a directory of ours, not a link, with no rights for others? */
export function isPrivate(dir: string): boolean {
  const stat = lstatSync(dir, { throwIfNoEntry: false })
  if (stat === undefined || !stat.isDirectory()) return false
  const uid = process.getuid?.()
  return uid === undefined || (stat.uid === uid && (stat.mode & 0o022) === 0)
}

/** Appends in one write, so that no two writers tear each other's text, and returns the file's size. Throws when not all of it fits. */
export function appendPrivate(file: string, text: string): number {
  const fd = openForAppend(file)
  try {
    const bytes = Buffer.from(text)
    const written = writeSync(fd, bytes)
    const { size } = fstatSync(fd)
    if (written === bytes.length) return size
    ftruncateSync(fd, size - written) // half a line would spoil the next one
    throw new Error(`only ${written} of ${bytes.length} bytes fit on the disk`)
  } finally {
    closeSync(fd)
  }
}

/** Writes a file anew; its directory is there. */
export function overwritePrivate(file: string, text: string): void {
  const fd = openSync(file, constants.O_TRUNC | WRITE, 0o600)
  try {
    writeSync(fd, text)
  } finally {
    closeSync(fd)
  }
}

const WRITE = constants.O_CREAT | constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0)

function openForAppend(file: string): number {
  const flags = constants.O_APPEND | WRITE
  try {
    return openSync(file, flags, 0o600)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    return openSync(file, flags, 0o600)
  }
}
