import { join } from 'node:path'
import { dialects } from '../../catalog.ts'
import type { Host } from '../../run/host.ts'
import { lastPayload, type StoredPayload } from '../../store/ledger/payloads.ts'
import { dirs as findDirs, projectKey } from '../../store/plan/dirs.ts'
import type { Event, EventName, Files } from '../../model/types.ts'

export interface LastEvent {
  readonly payload: Readonly<Record<string, unknown>>
  readonly event: Event
}

export interface LastOf {
  readonly root: string
  readonly files: Files
  /** Only events of this name. */
  readonly name?: EventName
}

const asked: readonly string[] = ['PreToolUse', 'UserPromptSubmit']

/**
 * The event that `--last` means: the last call or prompt, because what an agent sends behind it, the end of a turn or
 * of a session, is seldom what somebody asks about. Where there is none, the newest of any kind.
 */
export function lastEvent(host: Host, of: LastOf): LastEvent | undefined {
  const dir = join(findDirs(host.env).state, projectKey(of.root), 'payloads')
  const open = (kept: StoredPayload): LastEvent | undefined => openKept(host, of, kept)
  const last = (names: readonly string[]): LastEvent | undefined =>
    lastPayload(dir, (kept) => {
      const opened = open(kept)
      return opened !== undefined && names.includes(opened.event.event) ? opened : undefined
    })
  return of.name === undefined ? (last(asked) ?? lastPayload(dir, open)) : last([of.name])
}

function openKept(host: Host, { root, files }: LastOf, kept: StoredPayload): LastEvent | undefined {
  const { payload } = kept
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return undefined
  const fields = payload as Readonly<Record<string, unknown>> // it is an object, no list
  const dialect =
    dialects.find(({ name }) => name === kept.agent) ?? dialects.find(({ name }) => name === 'native')
  const event = dialect?.decode(fields, { env: host.env, cwd: root, root, files })
  return event === undefined ? undefined : { payload: fields, event }
}
