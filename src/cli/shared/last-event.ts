import { join } from 'node:path'
import { dialects } from '../../catalog.ts'
import { isObject, type PlainObject } from '../../model/plain-object.ts'
import type { Event, EventName } from '../../model/types.ts'
import type { Call } from '../../run/call.ts'
import { createFiles } from '../../store/disk/files.ts'
import { lastPayload, type StoredPayload } from '../../store/ledger/payloads.ts'
import { dirs as findDirs, projectKey } from '../../store/disk/dirs.ts'

export interface RecordedEvent {
  readonly payload: PlainObject
  readonly event: Event
}

const calls: readonly string[] = ['PreToolUse', 'UserPromptSubmit']

/**
 * The event that `--last` means: the last of the given name; without a name the last call or prompt, because an agent
 * sends ends of turns and sessions after it; if there is none, the newest event.
 */
export function lastEvent(host: Call, root: string, name?: EventName): RecordedEvent | undefined {
  const dir = join(findDirs(host.env).state, projectKey(root), 'payloads')
  const last = (names?: readonly string[]): RecordedEvent | undefined =>
    lastPayload(dir, (kept) => {
      const recorded = decode(host, root, kept)
      return names === undefined || names.includes(recorded?.event.event ?? '') ? recorded : undefined
    })
  return name === undefined ? (last(calls) ?? last()) : last([name])
}

function decode(host: Call, root: string, { payload, agent }: StoredPayload): RecordedEvent | undefined {
  if (!isObject(payload)) return undefined
  const dialect =
    dialects.find(({ name }) => name === agent) ?? dialects.find(({ name }) => name === 'native')
  const event = dialect?.decode(payload, { env: host.env, cwd: root, root, files: createFiles() })
  return event === undefined ? undefined : { payload, event }
}
