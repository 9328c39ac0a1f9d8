// What a change of the rules would do: new errors, examples that fail, and what would need trust.
import path from 'node:path'
import { formatDiagnostics } from '../../config/diagnostics/formats.ts'
import type { ConfigFile } from '../../config/read/config-file.ts'
import type { JudgedUnit } from '../../config/trust/trust.ts'
import type { Diagnostic, Event, Files, Plan, Verdict } from '../../model/types.ts'
import type { Host } from '../../run/call.ts'
import type { FileChange } from '../../store/records/proposals.ts'
import { wantsColour } from '../page/page.ts'
import { compileLayers, type ProjectConfig, sinceTime } from '../open-project.ts'
import { compilePlayed } from '../trial/bench.ts'
import { testTarget } from '../trial/trial.ts'
import type { PlayedCase } from '../trial/play-case.ts'
import type { TestReport } from '../trial/report.ts'
import { findTestTargets } from '../trial/targets.ts'
import { createClock, createFiles } from '../../store/disk/files.ts'
import { hasMemory, play } from '../past/replay-calls.ts'
import { openReplaySource } from '../past/chosen-calls.ts'
import { callOf } from '../past/tally.ts'

export interface Assessment {
  /** Errors that the files do not have yet, drawn with their places. */
  readonly errors?: string
  readonly report: TestReport
  /** What would need trust. */
  readonly units: readonly JudgedUnit[]
}

interface ChangedRules {
  readonly changes: readonly FileChange[]
  /** The machine's, with the changes. */
  readonly files: Files
}

export async function assess(host: Host, here: ProjectConfig, changed: ChangedRules): Promise<Assessment> {
  const { diagnostics: before } = compileLayers(host, here, { asks: false })
  const { report, diagnostics, texts } = await playExamples(host, here, changed)
  const errors = diagnostics.filter((each) => !before.some((known) => keyOf(known) === keyOf(each)))
  const { units } = compileLayers(host, here, { asks: false, files: changed.files })
  return {
    ...(errors.length > 0 && {
      errors: formatDiagnostics(errors, 'pretty', { texts, color: wantsColour(host) }),
    }),
    report,
    units,
  }
}

/** It breaks a file, or an example. */
export function isBroken({ errors, report }: Assessment): boolean {
  return errors !== undefined || report.played.some(({ status }) => status === 'failed')
}

/** The files of the project's rules that are there, read as they are. */
export function projectFiles(host: Host, here: ProjectConfig): readonly ConfigFile[] {
  return compileLayers(host, here, { asks: false }).parsed.filter(({ layer }) => layer === 'project')
}

/** Those of the project's own files, and of a changed file that they extend. */
async function playExamples(host: Host, here: ProjectConfig, { changes, files }: ChangedRules) {
  const found = findTestTargets(host, [])
  const testFiles = 'problem' in found ? [] : found.testFiles
  const tested = (options: { readonly all?: true }) =>
    testTarget(host, { ...here, files: [] }, { testFiles, options, files })
  const own = await tested({})
  const extended = changes.filter((change) => here.layers.every((layer) => layer.path !== change.path))
  if (extended.length === 0) return own
  const isOfIt = ({ of: { at } }: PlayedCase): boolean =>
    extended.some((change) => change.path === path.resolve(host.cwd, at.file))
  const { report } = await tested({ all: true })
  return {
    ...own,
    report: { ...own.report, played: [...own.report.played, ...report.played.filter(isOfIt)] },
  }
}

function keyOf({ code, message, at }: Diagnostic): string {
  return [at.file, code, message].join('\0')
}

/** What a change of the rules would answer otherwise. */
export interface CallChanges {
  /** How many recorded calls were judged. */
  readonly judged: number
  readonly changed: readonly ChangedCall[]
}

type RecordedAnswer = 'deny' | 'ask' | 'proceed'

interface ChangedCall {
  readonly call: string
  readonly count: number
  readonly before: RecordedAnswer
  readonly after: RecordedAnswer
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

function planFor(host: Host, here: ProjectConfig, files: Files): Plan | undefined {
  const { plan, sound } = compilePlayed(host, here, files)
  return plan ?? sound
}

interface AnsweredCall {
  readonly call: string
  readonly answer: RecordedAnswer
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
