// The verdict, and the verdicts without the winning rules.
import type { DispatchResult } from '../../engine/dispatch.ts'
import { listRules } from '../../engine/select/rule-list.ts'
import type { Opened } from '../../run/call.ts'
import type { Place, Rule, RuleLayer, TraceEntry, Verdict } from '../../model/types.ts'

/** The verdict without some rules. */
export interface Removal {
  /** Removed in addition to those of the removals before. */
  readonly without: string
  readonly decision: string
  readonly by: readonly string[]
}

export interface Verdicts {
  readonly result: DispatchResult
  /** Taking away the rule that decided, then the next, until nothing is left that objects. */
  readonly removals: readonly Removal[]
}

const MAX_STEPS = 10

export async function verdictsFor(opened: Opened): Promise<Verdicts> {
  const decide = (gone: ReadonlySet<string>): Promise<DispatchResult> =>
    opened.host.load('decide').decide(gone.size === 0 ? opened : withoutRules(opened, gone))
  const result = await decide(new Set())
  const removals: Removal[] = []
  const gone = new Set<string>()
  let [winner] = decidersOf(result.verdict)
  while (winner?.at !== undefined && winner.layer !== 'built-in' && removals.length < MAX_STEPS) {
    gone.add(keyOf(winner))
    const { verdict } = await decide(gone)
    const next = decidersOf(verdict)
    // The stand-in rule of a broken file cannot be removed.
    if (next.some((each) => gone.has(keyOf(each)))) break
    removals.push({ without: winner.rule, decision: decisionOf(verdict), by: namesOf(next) })
    winner = next[0]
  }
  return { result, removals }
}

/** The winning rules: the first deny or stop, or all asks, certain ones first. */
export function decidersOf(verdict: Verdict): readonly TraceEntry[] {
  const { decision, flow } = verdict
  if (decision === 'proceed' && flow === 'default') return []
  const found = spokenFor(verdict)
  return decision === 'ask' ? found.toSorted((one, two) => doubtOf(one) - doubtOf(two)) : found.slice(0, 1)
}

/** All that spoke for what was decided; without a decision all that spoke. */
export function spokenFor({ decision, flow, trace }: Verdict): readonly TraceEntry[] {
  const spoke = trace.filter(({ result }) => result !== 'skipped')
  if (decision !== 'proceed') return spoke.filter((entry) => entry.decision === decision)
  return flow === 'default' ? spoke : spoke.filter((entry) => entry.flow === flow)
}

function doubtOf({ unresolved }: TraceEntry): number {
  return unresolved === true ? 1 : 0
}

export function namesOf(entries: readonly TraceEntry[]): readonly string[] {
  return [...new Set(entries.map(({ rule }) => rule))]
}

/** `deny`, `stop`, `proceed`: the decision, or the flow where nothing is decided. */
export function decisionOf({ decision, flow }: Verdict): string {
  return decision === 'proceed' && flow !== 'default' ? flow : decision
}

/** Names are unique in a file only. */
export function keyOf({
  rule,
  layer,
  at,
}: {
  rule: string
  layer?: RuleLayer | undefined
  at?: Place | undefined
}): string {
  return [layer, at?.file, rule].join('\0')
}

function withoutRules(opened: Opened, gone: ReadonlySet<string>): Opened {
  const { plan } = opened
  const isLeft = ({ name, layer, at }: Rule): boolean => !gone.has(keyOf({ rule: name, layer, at }))
  return {
    ...opened,
    plan: {
      ...plan,
      rules: (event) => {
        const list = plan.rules(event)
        const rules = Array.from({ length: list?.length ?? 0 }, (_, place) => list?.at(place) ?? [])
        return listRules(rules.flat().filter(isLeft))(event)
      },
    },
  }
}
