// Which call is meant: the last one, one by the id that its person was told, a file, or what comes on stdin.
import fs from 'node:fs'
import path from 'node:path'
import { native } from '../../agents/native/native.ts'
import { dialects } from '../../catalog.ts'
import { isObject, type PlainObject } from '../../model/plain-object.ts'
import type { Dialect, Event, EventName } from '../../model/types.ts'
import type { Call, Host } from '../../run/call.ts'
import { chooseDialect, parsePayload } from '../../run/payload.ts'
import { dirs as findDirs, projectKey } from '../../store/disk/dirs.ts'
import { createFiles } from '../../store/disk/files.ts'
import { isCut, lastPayload, type StoredPayload, storedPayloads } from '../../store/ledger/payloads.ts'
import type { LedgerRow } from '../../store/ledger/rows.ts'
import { openLedger, rootOf } from '../open-project.ts'

/** `-` as a file is stdin. */
type NamedCall =
  | { readonly last: EventName | undefined; readonly root: string | undefined }
  | { readonly id: string }
  | { readonly file: string }

export interface Sender {
  /** The agent that sent it, where that is said, and the option that says so. */
  readonly from: string | undefined
  readonly option: string
  /** Where it would be made, instead of what the payload says. */
  readonly cwd?: string
}

export interface MeantCall {
  readonly payload: PlainObject
  readonly dialect: Dialect
}

/** The call, or why there is none. */
export async function callMeant(host: Host, named: NamedCall, sender: Sender): Promise<MeantCall | string> {
  if ('last' in named) {
    const { last, root } = named
    const found = lastEvent(host, rootOf(host, root === undefined ? {} : { root }), last)
    if (found === undefined) return nothingRecorded(last)
    warnIfCut(host, JSON.stringify(found.payload))
    return sentBy(host, found.payload, sender)
  }
  if ('id' in named) {
    const { id } = named
    const found = decisionById(host, id)
    if (found === undefined) return noDecision(id)
    if (found.partial)
      host.err(
        `hooks: of ${id} only its command or path is kept, secrets masked: rules may answer differently to all of it\n`,
      )
    return sentBy(host, found.payload, { ...sender, from: sender.from ?? found.agent ?? 'native' })
  }
  const { file } = named
  const text =
    file === '-' ? await host.stdin().catch((error: unknown) => error) : readPayloadFile(host, file)
  const read = parsePayload(text)
  if ('problem' in read) return `${file === '-' ? 'stdin' : file}: ${read.problem}`
  return sentBy(host, read.value, sender)
}

/** A payload with its dialect; a message where nobody knows that. */
export function sentBy(host: Call, sent: PlainObject, { cwd, ...sender }: Sender): MeantCall | string {
  const payload = cwd === undefined ? sent : { ...sent, cwd }
  const dialect = chooseDialect(payload, { env: host.env, ...sender })
  return typeof dialect === 'string' ? dialect : { payload, dialect }
}

export function nothingRecorded(name = 'event'): string {
  return `no ${name} was recorded here yet; once an agent has called hooks, the last call is its own`
}

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
  const { source, here, stateDir } = openLedger(host)
  const row = source.last({ id }, 1).find((each) => each.id === id)
  if (row === undefined) return undefined
  const kept = storedPayloads(path.join(stateDir, 'payloads')).find((each) => each.id === id)
  if (kept !== undefined && isObject(kept.payload)) {
    const { agent, payload } = kept
    return { row, payload, partial: false, ...(agent !== undefined && { agent }) }
  }
  return { row, payload: rowPayload(row, here.root), partial: true }
}

/** As much of a call as its row tells, in our own terms. */
export function rowPayload(row: LedgerRow, cwd: string): PlainObject {
  const { events, agent, session, tool_name, tool_use_id, input, subject } = row
  const call =
    tool_name === undefined
      ? {}
      : { tool_name, tool_use_id, tool_input: input ?? inputOf(tool_name, subject) }
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
    lastPayload(dir, ({ payload, agent }) => {
      if (!isObject(payload)) return undefined
      const event = decodeRecorded(host, root, { payload, agent })
      return names === undefined || names.includes(event.event) ? { payload, event } : undefined
    })
  return name === undefined ? (last(calls) ?? last()) : last([name])
}

/** In our own terms where no agent is named. */
export function decodeRecorded(
  host: Call,
  root: string,
  { payload, agent }: { readonly payload: PlainObject; readonly agent?: StoredPayload['agent'] | undefined },
): Event {
  const dialect = dialects.find(({ name }) => name === agent) ?? native
  return dialect.decode(payload, { env: host.env, cwd: root, root, files: createFiles() })
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
function readPayloadFile(host: Pick<Host, 'cwd' | 'err'>, file: string): string | Error {
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
