// The calls of this project that its ledger kept: the last payloads, and calls whose input a rule recorded.
import path from 'node:path'
import { dialects } from '../../catalog.ts'
import { isObject, type PlainObject } from '../../model/plain-object.ts'
import type { Event } from '../../model/types.ts'
import type { Host, Call } from '../../run/call.ts'
import { createFiles } from '../../store/disk/files.ts'
import { storedPayloads } from '../../store/ledger/payloads.ts'
import type { LedgerRow } from '../../store/ledger/rows.ts'
import { projectKey } from '../../store/disk/dirs.ts'
import { openLedger } from '../ledger/open.ts'
import type { LeftOut, PastEvent } from './past-events.ts'

/** Secrets are masked in what it kept. */
export function* ledgerEvents(host: Host, since: string): Generator<PastEvent, LeftOut> {
  const {
    source,
    here: { root, dirs },
  } = openLedger(host)
  const seen = new Set<string>()
  for (const row of source.rows({ since })) {
    if (row.tool_name === undefined || row.input === undefined) continue
    if (row.tool_use_id !== undefined) seen.add(row.tool_use_id)
    yield { event: decode(host, root, { payload: payloadOf(row, root), agent: 'native' }), time: row.time }
  }
  for (const kept of storedPayloads(path.join(dirs.state, projectKey(root), 'payloads'))) {
    if (!isObject(kept.payload)) continue
    const event = decode(host, root, { payload: kept.payload, agent: kept.agent })
    if (event.tool_use_id === undefined || !seen.has(event.tool_use_id)) yield { event }
  }
  return { broken: source.read().torn, long: 0, unknown: 0, unreadable: [] }
}

function payloadOf({ agent, session, tool_name, tool_use_id, input }: LedgerRow, cwd: string): PlainObject {
  return { event: 'PreToolUse', agent, session_id: session, tool_name, tool_use_id, tool_input: input, cwd }
}

function decode(
  host: Call,
  root: string,
  { payload, agent }: { readonly payload: PlainObject; readonly agent: string | undefined },
): Event {
  const dialect =
    dialects.find(({ name }) => name === agent) ?? dialects.find(({ name }) => name === 'native')
  if (dialect === undefined) throw new Error('there is no native dialect')
  return dialect.decode(payload, { env: host.env, cwd: root, root, files: createFiles() })
}
