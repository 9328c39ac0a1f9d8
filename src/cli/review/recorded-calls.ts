// Which recorded calls a change of the rules would answer otherwise.
import type { Event, Files, Plan, Verdict } from '../../model/types.ts'
import type { Host } from '../../run/call.ts'
import { createClock, createFiles } from '../../store/disk/files.ts'
import { readTrust } from '../../store/records/trust.ts'
import { sinceTime } from '../ledger.ts'
import { hasMemory, play } from '../replay/play.ts'
import { openReplaySource } from '../replay/source.ts'
import { callOf } from '../replay/tally.ts'
import { compileLayers, type ProjectConfig } from '../shared/project-config.ts'

export interface CallChanges {
  /** How many recorded calls were judged. */
  readonly judged: number
  readonly changed: readonly ChangedCall[]
}

type Answer = 'deny' | 'ask' | 'proceed'

interface ChangedCall {
  readonly call: string
  readonly count: number
  readonly before: Answer
  readonly after: Answer
}

/** The newest; a whole history takes `hooks replay`. */
const MAX_CALLS = 2000

/** `files` are the machine's, with the change. */
export async function changedCalls(host: Host, here: ProjectConfig, files: Files): Promise<CallChanges> {
  const before = planFor(host, here, createFiles())
  const after = planFor(host, here, files)
  if (before === undefined || after === undefined) return { judged: 0, changed: [] }
  const old = await playPast(host, here, before)
  const now = await playPast(host, here, after)
  const changed = new Map<string, ChangedCall>()
  for (const [at, { call, answer }] of now.entries()) {
    const was = old[at]?.answer ?? answer
    const key = [call, was, answer].join('\0')
    const count = (changed.get(key)?.count ?? 0) + 1
    if (was !== answer) changed.set(key, { call, count, before: was, after: answer })
  }
  return { judged: now.length, changed: [...changed.values()].sort((a, b) => b.count - a.count) }
}

/** Nothing is started, and what needs trust is judged as if it had it. */
function planFor(host: Host, here: ProjectConfig, files: Files): Plan | undefined {
  const { trust } = readTrust(here.dirs, here.root, createClock().now())
  const played = { ...trust, played: true as const }
  const { plan, sound } = compileLayers(host, here, { asks: false, trust: played, files })
  return plan ?? sound
}

interface AnsweredCall {
  readonly call: string
  readonly answer: Answer
}

/** The transcripts of this project; where there are none, what its ledger kept. */
async function playPast(host: Host, here: ProjectConfig, plan: Plan): Promise<readonly AnsweredCall[]> {
  const since = sinceTime('30d', createClock().now()) ?? ''
  const request = { files: [], all: false, since, results: hasMemory(plan, 'PostToolUse'), newest: true }
  const transcripts = openReplaySource(host, here, { ...request, ledger: false })
  const source =
    transcripts.count > 0 ? transcripts : openReplaySource(host, here, { ...request, ledger: true })
  const calls: AnsweredCall[] = []
  const onCall = (event: Event, { decision, flow }: Verdict): void => {
    const answer = flow === 'stop' ? 'deny' : decision === 'allow' ? 'proceed' : decision
    calls.push({ call: callOf(event), answer })
  }
  await play(host, plan, { events: source.events, max: MAX_CALLS, onCall })
  source.end()
  return calls
}
