// Where the calls of a replay come from.
import path from 'node:path'
import type { Call, Host } from '../../run/call.ts'
import { createProgress } from '../page/progress.ts'
import { openLedger, type ProjectConfig } from '../open-project.ts'
import { findNamed, findTranscripts, historyDirs } from './find-files.ts'
import { type LeftOutCalls, type PastEvent, pastEvents } from './past-events.ts'
import { dialects } from '../../catalog.ts'
import { isObject, type PlainObject } from '../../model/plain-object.ts'
import type { Event } from '../../model/types.ts'
import { createFiles } from '../../store/disk/files.ts'
import { storedPayloads } from '../../store/ledger/payloads.ts'
import type { LedgerRow } from '../../store/ledger/rows.ts'
import { projectKey } from '../../store/disk/dirs.ts'

interface SourceRequest {
  /** Files and directories that are named. */
  readonly files: readonly string[]
  readonly ledger: boolean
  /** The sessions of all projects. */
  readonly all: boolean
  /** ISO 8601; named files are read from their beginning. */
  readonly since: string
  /** With the results of calls. */
  readonly results: boolean
  /** The transcripts that were written last come first. */
  readonly newest?: boolean
}

interface ReplaySource {
  /** How many files there are to read. */
  readonly count: number
  readonly bytes: number
  readonly events: Generator<PastEvent, LeftOutCalls>
  /** As it is named to a person. */
  readonly from: readonly string[]
  /** Removes the progress bar. */
  end(): void
}

export function openReplaySource(
  host: Host,
  { root, dirs }: ProjectConfig,
  { files, ledger, all, since, results, newest = false }: SourceRequest,
): ReplaySource {
  if (ledger)
    return {
      count: 1,
      bytes: 0,
      events: ledgerEvents(host, since),
      from: ['the ledger'],
      end: () => undefined,
    }
  const isNamed = files.length > 0
  const place = { env: host.env, home: dirs.home, ...(all ? {} : { root }) }
  const found = isNamed
    ? findNamed(files.map((file) => path.resolve(host.cwd, file)))
    : findTranscripts({ ...place, since_ms: Date.parse(since) })
  const progress = createProgress(host)
  const bytes = found.files.reduce((sum, file) => sum + file.bytes, 0)
  const ordered = newest ? found.files.toSorted((a, b) => b.written_ms - a.written_ms) : found.files
  const events = pastEvents(
    { ...found, files: ordered },
    {
      host,
      root,
      here: !all && !isNamed,
      since: isNamed ? '' : since,
      results,
      onRead: (read) => progress.to(read, bytes),
    },
  )
  return {
    count: found.files.length,
    bytes,
    events,
    from: isNamed ? files : historyDirs(place),
    end: () => progress.end(),
  }
}

/** The last payloads that the ledger kept, and calls whose input a rule recorded; secrets are masked in them. */
function* ledgerEvents(host: Host, since: string): Generator<PastEvent, LeftOutCalls> {
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
