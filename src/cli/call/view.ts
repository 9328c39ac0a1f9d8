// A judged call as data: what explain prints as JSON, and what every page of a call is drawn from.
import { defined } from '../../model/plain-object.ts'
import { hideFromPage } from './draw-call.ts'
import { isPreventable } from '../../engine/fit.ts'
import type { ExplainedRule } from '../../engine/dispatch.ts'
import { commandLine } from '../../handlers/run/arguments.ts'
import type { Event, Place, Rule, RuleLayer, TraceEntry, Verdict } from '../../model/types.ts'
import { callFacts, type ShownFacts } from './shown-facts.ts'
import { type MatchContext, type MatchedKey, matchedKeys, missedKey } from './matched.ts'
import { nearness } from './nearest.ts'
import type { AgentAnswer } from './agent-answers.ts'
import { decidersOf, decisionOf, keyOf, namesOf, type Removal } from './verdicts.ts'

/** A call, and what its rules said. */
export interface JudgedCall {
  readonly event: Event
  readonly verdict: Verdict
  /** What each rule of the event made of it; absent: only those that spoke are known. */
  readonly explained?: readonly ExplainedRule[]
  /** The rules of the event. */
  readonly rules: readonly Rule[]
  /** No script was started. */
  readonly dry?: boolean
}

/** One rule of the event, and what it makes of it. */
export interface RuleView {
  readonly rule: string
  readonly at: Place | undefined
  readonly layer: RuleLayer | undefined
  readonly is: ExplainedRule['is']
  /** `deny`, `ask`, `would ask` in advise mode, `would run` for a script; absent: nothing. */
  readonly says?: string
  /** The keys that matched. */
  readonly met: readonly MatchedKey[]
  /** What matched, or the first condition that failed. */
  readonly why?: string
  /** The script or recipe, not started, whose answer is unknown. */
  readonly asks?: string
  /** The built-in that it uses. */
  readonly uses?: string
  /** Skipped because an earlier rule denied. */
  readonly not_reached?: true
  /** It is for other tools. */
  readonly other_tool?: true
  /** How close it came to matching: keys that match, plus words shared with the call's command. */
  readonly near?: number
}

export interface CallView {
  readonly event: Pick<Event, 'event' | 'agent' | 'cwd' | 'root' | 'tool_name' | 'tool_input' | 'prompt'>
  /** Absent for events without a tool call. */
  readonly facts?: ShownFacts
  readonly rules: readonly RuleView[]
  readonly decision: string
  readonly by: readonly string[]
  readonly reason?: string
  readonly user_reason?: string
  /** The call is more work than its budget: not every rule was checked. */
  readonly spent?: true
  /** Rules whose scripts could decide otherwise. */
  readonly unknown: readonly { readonly rule: string; readonly asks: string }[]
  readonly removals: readonly Removal[]
  readonly agents: readonly AgentAnswer[]
}

/** What is secret is hidden. */
export function viewOf(
  { event, verdict }: JudgedCall,
  rules: readonly RuleView[],
  { asking, ...beside }: Pick<CallView, 'removals' | 'agents'> & { readonly asking: MatchContext },
): CallView {
  const reason = verdict.reason ?? verdict.flow_reason
  const user_reason = verdict.user_reason ?? verdict.user_flow_reason
  return hideFromPage({
    event: eventView(event),
    ...(event.tool_name !== undefined && { facts: callFacts(asking.subject) }),
    rules,
    decision: decisionOf(verdict),
    by: namesOf(decidersOf(verdict)),
    ...defined({ reason, user_reason }),
    ...(verdict.warnings.some(({ code }) => code === 'spent') && { spent: true as const }),
    unknown: rules.flatMap(({ rule, asks, not_reached: not }) =>
      asks === undefined || not === true ? [] : [{ rule, asks }],
    ),
    ...beside,
  })
}

function eventView({ event, agent, cwd, root, tool_name, tool_input, prompt }: Event): CallView['event'] {
  return {
    event,
    ...(agent !== undefined && { agent }),
    cwd,
    root,
    ...defined({ tool_name, tool_input, prompt }),
  }
}

/** A rule's view, and what it is made from. */
export interface JudgedRule {
  readonly view: RuleView
  readonly entry: TraceEntry | undefined
  readonly own: Rule | undefined
}

/** Without `asking` nothing is told of the keys that matched, nor how near a rule came. */
export function judgedRules(judged: JudgedCall, asking?: MatchContext): readonly JudgedRule[] {
  const { verdict, explained } = judged
  const entries = new Map(verdict.trace.map((entry) => [keyOf(entry), entry]))
  const rules = new Map(judged.rules.map((rule) => [keyOf({ ...rule, rule: rule.name }), rule]))
  const asked =
    explained?.map((each) => ({ each, entry: entries.get(keyOf(each)) })) ??
    verdict.trace.map((entry) => ({ each: spokenRule(entry), entry }))
  return asked.map(({ each, entry }) => {
    const own = rules.get(keyOf(each))
    return { view: hideFromPage(ruleView(each, { entry, own, judged, asking })), entry, own }
  })
}

interface ViewedRule extends Omit<JudgedRule, 'view'> {
  readonly judged: JudgedCall
  readonly asking: MatchContext | undefined
}

function ruleView(each: SpokenRule, { entry, own, judged, asking }: ViewedRule): RuleView {
  const { rule: name, at, layer, is, why } = each
  const { dry = false, event } = judged
  const says = is === 'no' ? undefined : wordFor(own, entry, { is, dry })
  const asks = is === 'yes' && own !== undefined && dry ? askedScript(own, event) : undefined
  const near = is === 'yes' || asking === undefined ? 0 : nearness({ name, match: own?.match }, asking)
  return {
    rule: name,
    at,
    layer,
    is,
    ...(says !== undefined && { says: asks === undefined ? says : 'would run' }),
    met: is === 'yes' && asking !== undefined ? matchedKeys(own?.match, asking) : [],
    ...defined({ why, asks }),
    ...(is !== 'no' && own?.handler.kind === 'use' && { uses: own.handler.name }),
    ...(each.skipped === true && { not_reached: true as const }),
    ...(is === 'no' && asking && missedKey(own?.match, asking) === 'tool' && { other_tool: true as const }),
    ...(near > 0 && { near }),
  }
}

type SpokenRule = Pick<RuleView, 'rule' | 'at' | 'layer' | 'is' | 'why'> & Pick<ExplainedRule, 'skipped'>

function spokenRule({ rule, at, layer, why, result }: TraceEntry): SpokenRule {
  return { rule, at, layer, is: 'yes', ...defined({ why }), ...(result === 'skipped' && { skipped: true }) }
}

/** What it said, or would say. */
function wordFor(
  rule: Rule | undefined,
  entry: TraceEntry | undefined,
  { is, dry }: { is: ExplainedRule['is']; dry: boolean },
): string | undefined {
  if (rule?.withheld !== undefined) return 'not trusted'
  if (entry?.would !== undefined) return `would ${entry.would}`
  if (entry !== undefined && entry.result !== 'ran' && entry.result !== 'skipped') return 'fails'
  const said = entry?.mode ?? entry?.decision ?? (entry?.flow === 'default' ? undefined : entry?.flow)
  if (said !== undefined) return said
  if (is === 'maybe') return 'maybe'
  const kind = rule?.handler.kind
  if (rule?.handler.kind === 'inline') return rule.handler.inline.says.replace('_', ' ')
  if (kind === 'remember') return kind
  if (isObserver(rule)) return 'observes'
  if (entry === undefined || entry.result === 'skipped' || (dry && kind === 'run')) return 'would run'
  return rule?.background === true ? 'started' : 'ran'
}

/** A built-in that only records: it always runs. */
export function isObserver(rule: Rule | undefined): boolean {
  return rule?.handler.kind === 'remember' || (rule?.handler.kind === 'use' && rule.always)
}

/** The script or recipe whose answer could change the decision. */
function askedScript(
  { handler, background, mode, always }: Rule,
  { event, root }: Event,
): string | undefined {
  if (!isPreventable(event) || background === true || always || mode !== 'enforce') return undefined
  if (handler.kind === 'run') return commandLine(handler.argv).replaceAll(`${root}/`, './')
  return handler.kind === 'recipe' ? `recipe ${handler.name}` : undefined
}
