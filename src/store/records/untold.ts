// What was done to a project's rules, until its user is told of it: at the next event that can carry a message.
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type StampedSource, stampOf } from '../../config/read/stamp.ts'
import { isObject } from '../../model/plain-object.ts'
import { makeDirs, writeAtomically } from '../disk/private-dir.ts'

interface Change {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly text: string
}

const MAX_CHANGES = 20
/** Later the ledger tells it. */
const KEEP_MS = 24 * 60 * 60 * 1000

/** Throws what the system says. */
export function addUntold(stateDir: string, change: Change): void {
  makeDirs(stateDir)
  const all = [...read(stateDir, change.at), change].slice(-MAX_CHANGES)
  writeAtomically(fileIn(stateDir), `${JSON.stringify(all)}\n`)
}

/** With their file as a source of the plan, which is compiled at each event until they are told. */
export function readUntold(
  stateDir: string,
  now: number,
): { readonly untold: readonly string[]; readonly source: StampedSource } {
  const path = fileIn(stateDir)
  const stamp = stampOf(path) // before it is read, so that a change in between is seen
  const untold = read(stateDir, now).map(({ text }) => text)
  return { untold, source: { path, stamp: untold.length > 0 ? '?' : stamp } }
}

export function forgetUntold(stateDir: string): void {
  rmSync(fileIn(stateDir), { force: true })
}

function fileIn(stateDir: string): string {
  return join(stateDir, 'untold.json')
}

function read(stateDir: string, now: number): readonly Change[] {
  try {
    const found: unknown = JSON.parse(readFileSync(fileIn(stateDir), 'utf8'))
    return Array.isArray(found) ? found.filter(isChange).filter(({ at }) => now - at < KEEP_MS) : []
  } catch {
    return [] // there is none
  }
}

function isChange(value: unknown): value is Change {
  return isObject(value) && typeof value['at'] === 'number' && typeof value['text'] === 'string'
}
