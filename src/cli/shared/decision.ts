// A decision by the id that its person was told: its row of the ledger, and its event.
import path from 'node:path'
import { isObject, type PlainObject } from '../../model/plain-object.ts'
import type { Host } from '../../run/call.ts'
import { storedPayloads } from '../../store/ledger/payloads.ts'
import type { LedgerRow } from '../../store/ledger/rows.ts'
import { projectKey } from '../../store/disk/dirs.ts'
import { openLedger } from '../ledger/open.ts'

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
