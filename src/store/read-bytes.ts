import { closeSync, fstatSync, openSync, readSync, type Stats } from 'node:fs'

/** All of a file in one read, which asks less of Node than its own way; undefined for a file that is not to be read, and where a system hands over less than there is. */
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

/** A part of a file; undefined when the file ends before. */
export function readBytesAt(fd: number, start: number, length: number): Uint8Array<ArrayBuffer> | undefined {
  const bytes = new Uint8Array(length)
  return readSync(fd, bytes, 0, length, start) === length ? bytes : undefined
}
