// What the rules of a new hooks.yaml would have done to the calls of past sessions here.
import type { Plan } from '../../model/types.ts'
import type { Host } from '../../run/call.ts'
import { createClock } from '../../store/disk/files.ts'
import { sinceTime } from '../ledger.ts'
import { play } from '../replay/play.ts'
import { openReplaySource } from '../replay/source.ts'
import { filesWith } from '../shared/files-with.ts'
import { compileLayers, type ProjectConfig } from '../shared/project-config.ts'

export interface PastCalls {
  readonly calls: number
  /** Rules that object to more than a few of them, by name with the number of calls. */
  readonly frequent: ReadonlyMap<string, number>
}

const FEW_CALLS = 3
/** The newest; a whole history takes `hooks replay`. */
const MAX_CALLS = 5000

/** `text` is that of a file which is not written yet. */
export async function judgePastCalls(
  host: Host,
  here: ProjectConfig,
  { file, text }: { readonly file: string; readonly text: string },
): Promise<PastCalls> {
  const since = sinceTime('30d', createClock().now()) ?? ''
  const source = openReplaySource(host, here, {
    files: [],
    ledger: false,
    all: false,
    since,
    results: false,
    newest: true,
  })
  if (source.count === 0) return { calls: 0, frequent: new Map() }
  const layers = [{ layer: 'project' as const, path: file, file: 'hooks.yaml' }]
  const { plan } = compileLayers(host, { ...here, layers }, { asks: false, files: filesWith([file, text]) })
  if (plan === undefined) return { calls: 0, frequent: new Map() }
  const { calls, rules } = await play(host, advising(plan), { events: source.events, max: MAX_CALLS })
  source.end()
  const isEnforced = (name: string): boolean =>
    plan.events.PreToolUse?.some((rule) => rule.name === name && rule.mode === 'enforce') === true
  const frequent = rules.filter(({ rule, count }) => count > FEW_CALLS && isEnforced(rule))
  return { calls, frequent: new Map(frequent.map(({ rule, count }) => [rule, count])) }
}

/** A rule that denies would hide those behind it. */
function advising(plan: Plan): Plan {
  const rules = (plan.events.PreToolUse ?? []).map((rule) => ({ ...rule, mode: 'advise' as const }))
  return { ...plan, events: { ...plan.events, PreToolUse: rules } }
}
