// Writes files that a head vouches for, and the head.
import {
  closeSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs'
import { writeAtomically } from '../private-dir.ts'
import type { Key } from './key.ts'
import { lookOf, type Vouched } from './vouched.ts'

/** Whole, as `writeAtomically`; returns how the file looks then. */
export function writeAndLook(file: string, content: Uint8Array, { lasting = false } = {}): string {
  const temporary = `${file}.${process.pid}.${process.hrtime.bigint()}.1.tmp`
  try {
    const { ino } = writeNew(temporary, content, lasting)
    renameSync(temporary, file)
    const stat = lstatSync(file) // a server may set the time of a change only when a file is closed
    if (stat.ino !== ino) throw new Error(`something else wrote ${file}`)
    return lookOf(stat)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

function writeNew(file: string, content: Uint8Array, lasting: boolean): Stats {
  const fd = openSync(file, 'wx', 0o600)
  try {
    writeFileSync(fd, content)
    if (lasting) fsyncSync(fd)
    return fstatSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** A head that is moved vouches for nothing else: no other file looks like the ones that it lists. */
export function writeVouched(head: string, key: Key, files: Vouched): void {
  const lines = [...files].map(([name, look]) => `${name} ${look}`).join('\n')
  writeAtomically(head, `${key.code('head', lines)}\n${lines}`)
}
