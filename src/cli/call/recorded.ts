// Which call is meant: by the id that its person was told, the last one, or a file.
import fs from 'node:fs'
import path from 'node:path'
import { isObject, type PlainObject } from '../../model/plain-object.ts'
import type { Call, Host } from '../../run/call.ts'
import { lastPayload, type StoredPayload, storedPayloads } from '../../store/ledger/payloads.ts'
import type { LedgerRow } from '../../store/ledger/rows.ts'
import { dirs as findDirs, projectKey } from '../../store/disk/dirs.ts'
import { openLedger, rootOf } from '../open-project.ts'
import { dialects } from '../../catalog.ts'
import { isCut } from '../../store/ledger/payloads.ts'
import type { RunArguments } from '../../run/run-arguments.ts'
import type { Event, EventName } from '../../model/types.ts'
import { createFiles } from '../../store/disk/files.ts'

export interface RecordedDecision {
  readonly row: LedgerRow
  /** What the agent sent, or as much of it as the row tells. */
  readonly payload: PlainObject
  /** The agent whose protocol the payload speaks; absent: ours. */
  readonly agent?: string
  /** Not the whole payload: its tool and its command or path, secrets masked. */
  readonly partial: boolean
}

/** Ids begin with a letter. */
export function isDecisionId(word: string): boolean {
  return /^[a-v][0-9a-v]{6}$/.test(word)
}

export function noDecision(id: string): string {
  return `the ledger of this project has no ${id}: hooks ledger shows the ids of its decisions`
}

export function decisionById(host: Host, id: string): RecordedDecision | undefined {
  const { source, here } = openLedger(host)
  const row = source.last({ id }, 1).find((each) => each.id === id)
  if (row === undefined) return undefined
  const kept = storedPayloads(path.join(here.dirs.state, projectKey(here.root), 'payloads')).find(
    (each) => each.id === id,
  )
  if (kept !== undefined && isObject(kept.payload)) {
    const { agent, payload } = kept
    return { row, payload, partial: false, ...(agent !== undefined && { agent }) }
  }
  return { row, payload: payloadOf(row, here.root), partial: true }
}

function payloadOf(
  { events, agent, session, tool_name, input, subject }: LedgerRow,
  cwd: string,
): PlainObject {
  const call = tool_name === undefined ? {} : { tool_name, tool_input: input ?? inputOf(tool_name, subject) }
  return { event: events[0], agent, session_id: session, cwd, ...call }
}

/** A subject is a command, a path or a URL. */
function inputOf(tool: string, subject = ''): PlainObject {
  if (/^https?:/.test(subject)) return { url: subject }
  return /^(?:read|write|edit|multiedit|notebook|glob|grep)/i.test(tool)
    ? { file_path: subject }
    : { command: subject }
}

interface RecordedEvent {
  readonly payload: PlainObject
  readonly event: Event
}

const calls: readonly string[] = ['PreToolUse', 'UserPromptSubmit']

/**
 * The event that `--last` means: the last of the given name; without a name the last call or prompt, because an agent
 * sends ends of turns and sessions after it; if there is none, the newest event.
 */
export function lastEvent(host: Call, root: string, name?: EventName): RecordedEvent | undefined {
  const dir = path.join(findDirs(host.env).state, projectKey(root), 'payloads')
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

/** The recorded payload that `--last` selects. */
export function lastOf(
  host: Call,
  options: Pick<RunArguments, 'root' | 'lastName'>,
): Readonly<Record<string, unknown>> | undefined {
  const root = rootOf(host, { ...(options.root !== undefined && { root: options.root }) })
  const payload = lastEvent(host, root, options.lastName)?.payload
  if (payload !== undefined) warnIfCut(host, JSON.stringify(payload))
  return payload
}

function warnIfCut(host: Pick<Host, 'err'>, json: string): void {
  if (isCut(json))
    host.err('hooks: the payload was cut when it was kept: rules may answer differently to all of it\n')
}

const MAX_BYTES = 32 * 1024 * 1024

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a directory, not a payload',
  EACCES: 'it may not be read',
  EPERM: 'it may not be read',
}

/** The file's text, or why it cannot be read. */
export function readPayloadFile(host: Pick<Host, 'cwd' | 'err'>, file: string): string | Error {
  const absolute = path.resolve(host.cwd, file)
  try {
    if (fs.statSync(absolute).size > MAX_BYTES)
      return new Error(`it is larger than ${MAX_BYTES / 1024 / 1024} MiB`)
    const text = fs.readFileSync(absolute, 'utf8')
    warnIfCut(host, text)
    return text
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return new Error(REASONS[code] ?? `it cannot be read: ${code}`)
  }
}
