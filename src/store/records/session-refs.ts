// What Git's references held when a session began, and what came to them since from a remote that was configured then.
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import type { SessionRefs } from '../../model/types.ts'
import { isObject } from '../../model/plain-object.ts'
import { childPath } from '../../patterns/paths/paths.ts'
import { isOwnFile, makePrivate, writeAtomically } from '../disk/private-dir.ts'
import { fileNameOf } from '../state/file-name.ts'

const KEEP_MS = 30 * 86_400_000

export function refsFile(stateDir: string, session: string): string {
  return childPath(childPath(stateDir, 'refs'), `${fileNameOf(session)}.json`)
}

export function readRefs(file: string): SessionRefs | undefined {
  try {
    if (!isOwnFile(statSync(file))) return undefined
    const found: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isRefs(found) ? found : undefined
  } catch {
    return undefined
  }
}

function isRefs(found: unknown): found is SessionRefs {
  return isObject(found) && [found['tips'], found['remotes'], found['versions']].every(Array.isArray)
}

export function writeRefs(stateDir: string, session: string, refs: SessionRefs): void {
  try {
    const dir = childPath(stateDir, 'refs')
    if (!makePrivate(dir)) return
    for (const name of readdirSync(dir)) {
      const old = childPath(dir, name)
      if (changedTime(old) < Date.now() - KEEP_MS) rmSync(old, { force: true })
    }
    writeAtomically(refsFile(stateDir, session), JSON.stringify(refs))
  } catch {
    // The next event looks again.
  }
}

/** Whether they are not noted yet, or Git fetched something since. */
export function areRefsDue(stateDir: string, session: string, gitDir: string): boolean {
  return changedTime(refsFile(stateDir, session)) <= changedTime(childPath(gitDir, 'FETCH_HEAD'))
}

/** Milliseconds since the epoch; 0 when it is not there. */
function changedTime(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
