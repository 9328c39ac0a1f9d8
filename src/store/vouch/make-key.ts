// Makes the key, once on a machine.
import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { hasCode } from '../../model/errors.ts'
import { KEY_BYTES } from '../../patterns/text/keyed-hash.ts'
import { lookAt } from '../files.ts'
import { isPrivate, makePrivate } from '../private-dir.ts'
import { type Key, keyFile, readKey } from './key.ts'

/** The key of a state directory, made where there is none, or one that others can read. Undefined: it cannot be kept here. */
export function openKey(state: string): Key | undefined {
  return readKey(state) ?? (makePrivate(state) ? makeKey(state) : undefined)
}

/** Whether there is one, or the next run can make it; makes nothing itself. */
export function canKeepKey(state: string): boolean {
  if (readKey(state) !== undefined) return true
  const isPlace = lookAt(state) === undefined || isPrivate(state)
  return isPlace && lookAt(keyFile(state)) !== 'dir' && isWritable(state)
}

function isWritable(dir: string): boolean {
  if (lookAt(dir) === undefined) return dir !== dirname(dir) && isWritable(dirname(dir))
  try {
    accessSync(dir, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Of processes that make it at the same time, all take the first one's. */
function makeKey(state: string): Key | undefined {
  const file = keyFile(state)
  const temporary = `${file}.${process.pid}.${process.hrtime.bigint()}.1.tmp`
  try {
    writeKey(temporary)
    putInPlace(temporary, state)
    rmSync(temporary, { force: true })
  } catch {
    rmQuietly(temporary)
  }
  return readKey(state)
}

function rmQuietly(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // It is removed where a session begins.
  }
}

function writeKey(file: string): void {
  const fd = openSync(file, 'wx', 0o600)
  try {
    writeSync(fd, process.getBuiltinModule('node:crypto').randomBytes(KEY_BYTES))
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

function putInPlace(temporary: string, state: string): void {
  const file = keyFile(state)
  try {
    linkSync(temporary, file)
  } catch (error) {
    // Another process was first; else what is there is no key, or no link can be made here.
    if (!hasCode(error, 'EEXIST') || readKey(state) === undefined) renameSync(temporary, file)
  }
}
