// Where the calls of a replay come from.
import path from 'node:path'
import type { Host } from '../../run/call.ts'
import { createProgress } from '../page/progress.ts'
import { openLedger, type ProjectConfig } from '../open-project.ts'
import { findNamed, findTranscripts, historyDirs } from './find-files.ts'
import { type LeftOutCalls, type PastEvent, pastEvents } from './past-events.ts'
import { decodeRecorded, rowPayload } from '../call/recorded.ts'
import { isObject } from '../../model/plain-object.ts'
import { storedPayloads } from '../../store/ledger/payloads.ts'

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
  const { source, here, stateDir } = openLedger(host)
  const { root } = here
  const seen = new Set<string>()
  for (const row of source.rows({ since })) {
    if (row.tool_name === undefined || row.input === undefined) continue
    if (row.tool_use_id !== undefined) seen.add(row.tool_use_id)
    const payload = { ...rowPayload(row, root), event: 'PreToolUse' }
    yield { event: decodeRecorded(host, root, { payload }), time: row.time }
  }
  for (const { payload, agent } of storedPayloads(path.join(stateDir, 'payloads'))) {
    if (!isObject(payload)) continue
    const event = decodeRecorded(host, root, { payload, agent })
    if (event.tool_use_id === undefined || !seen.has(event.tool_use_id)) yield { event }
  }
  return { broken: source.read().torn, long: 0, unknown: 0, unreadable: [] }
}
