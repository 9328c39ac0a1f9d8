// What Git's references held when a session began, and what came to them since from a remote that was configured then.
import { statSync } from 'node:fs'
import type { SessionRefs } from '../../model/types.ts'
import { isObject } from '../../model/plain-object.ts'
import { childPath } from '../../patterns/paths/paths.ts'
import { recordOf } from '../disk/record.ts'
import { fileNameOf } from '../state/file-name.ts'

const KEEP_MS = 30 * 86_400_000

const records = recordOf<SessionRefs>({
  below: 'refs',
  check: (found) => (isRefs(found) ? found : undefined),
})

const recordAt = (stateDir: string, session: string): ReturnType<typeof records.at> =>
  records.at(stateDir, `${fileNameOf(session)}.json`)

export function readRefs(stateDir: string, session: string): SessionRefs | undefined {
  return recordAt(stateDir, session).value()
}

function isRefs(found: unknown): found is SessionRefs {
  return isObject(found) && [found['tips'], found['remotes'], found['versions']].every(Array.isArray)
}

export function writeRefs(stateDir: string, session: string, refs: SessionRefs): void {
  try {
    for (const old of records.allIn(stateDir)) if (changedTime(old.file) < Date.now() - KEEP_MS) old.remove()
    recordAt(stateDir, session).write(refs)
  } catch {
    // The next event looks again.
  }
}

/** Whether they are not noted yet, or Git fetched something since. */
export function areRefsDue(stateDir: string, session: string, gitDir: string): boolean {
  return changedTime(recordAt(stateDir, session).file) <= changedTime(childPath(gitDir, 'FETCH_HEAD'))
}

/** Milliseconds since the epoch; 0 when it is not there. */
function changedTime(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
