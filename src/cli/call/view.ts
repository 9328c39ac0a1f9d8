// An explanation as data, for the JSON output and the page.
import { defined } from '../../model/plain-object.ts'
import { isPreventable } from '../../engine/fit.ts'
import type { ExplainedRule } from '../../engine/dispatch.ts'
import { commandLine } from '../../handlers/run/arguments.ts'
import type { Event, Place, Rule, RuleLayer, TraceEntry, Verdict } from '../../model/types.ts'
import { isObserver } from './draw-rules.ts'
import { callFacts, type ShownFacts } from './shown-facts.ts'
import { type MatchContext, type MatchedKey, matchedKeys, missedKey } from './matched.ts'
import { nearness } from './nearest.ts'
import type { AgentAnswer } from './agent-answers.ts'
import { decidersOf, decisionOf, namesOf, type Removal } from './verdicts.ts'

/** One rule of the event, and what it makes of it. */
export interface RuleView {
  readonly rule: string
  readonly at: Place
  readonly layer: RuleLayer
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

export interface Explanation {
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

export interface ViewInput {
  readonly event: Event
  readonly verdict: Verdict
  readonly explained: readonly ExplainedRule[]
  /** The rules of the event. */
  readonly rules: readonly Rule[]
  readonly asking: MatchContext
  readonly removals: readonly Removal[]
  readonly agents: readonly AgentAnswer[]
}

export function viewOf(of: ViewInput): Explanation {
  const { event, verdict, explained, rules, asking, removals, agents } = of
  const views = explained.map((each) =>
    ruleView(each, { rule: findRule(each, rules), entry: findEntry(each, verdict), asking, event }),
  )
  const reason = verdict.reason ?? verdict.flow_reason
  const user_reason = verdict.user_reason ?? verdict.user_flow_reason
  return {
    event: eventView(event),
    ...(event.tool_name !== undefined && { facts: callFacts(asking.subject) }),
    rules: views,
    decision: decisionOf(verdict),
    by: namesOf(decidersOf(verdict)),
    ...defined({ reason, user_reason }),
    ...(verdict.warnings.some(({ code }) => code === 'spent') && { spent: true as const }),
    unknown: views.flatMap(({ rule, asks, not_reached: not }) =>
      asks === undefined || not === true ? [] : [{ rule, asks }],
    ),
    removals,
    agents,
  }
}

function eventView({ event, agent, cwd, root, tool_name, tool_input, prompt }: Event): Explanation['event'] {
  return {
    event,
    ...(agent !== undefined && { agent }),
    cwd,
    root,
    ...defined({ tool_name, tool_input, prompt }),
  }
}

function findRule({ rule, layer, at }: ExplainedRule, rules: readonly Rule[]): Rule | undefined {
  return rules.find((each) => each.name === rule && each.layer === layer && each.at.file === at.file)
}

function findEntry({ rule, layer, at }: ExplainedRule, { trace }: Verdict): TraceEntry | undefined {
  return trace.find((entry) => entry.rule === rule && entry.layer === layer && entry.at?.file === at.file)
}

interface ViewedRule {
  readonly rule: Rule | undefined
  readonly entry: TraceEntry | undefined
  readonly asking: MatchContext
  readonly event: Event
}

function ruleView(each: ExplainedRule, { rule, entry, asking, event }: ViewedRule): RuleView {
  const { is, why, at, layer, skipped } = each
  const says = is === 'no' || rule === undefined ? undefined : wordFor(rule, entry, is)
  const asks = is === 'yes' && rule !== undefined ? askedScript(rule, event) : undefined
  const near = is === 'yes' ? 0 : nearness({ name: each.rule, match: rule?.match }, asking)
  return {
    rule: each.rule,
    at,
    layer,
    is,
    ...(says !== undefined && { says: asks === undefined ? says : 'would run' }),
    met: is === 'yes' ? matchedKeys(rule?.match, asking) : [],
    ...defined({ why, asks }),
    ...(is !== 'no' && rule?.handler.kind === 'use' && { uses: rule.handler.name }),
    ...(skipped === true && { not_reached: true as const }),
    ...(is === 'no' && missedKey(rule?.match, asking) === 'tool' && { other_tool: true as const }),
    ...(near > 0 && { near }),
  }
}

/** What it said, or would say. */
function wordFor(rule: Rule, entry: TraceEntry | undefined, is: ExplainedRule['is']): string | undefined {
  if (rule.withheld !== undefined) return 'not trusted'
  if (entry?.would !== undefined) return `would ${entry.would}`
  if (entry !== undefined && entry.result !== 'ran' && entry.result !== 'skipped') return 'fails'
  if (entry?.mode !== undefined) return entry.mode
  const said = entry?.decision ?? (entry?.flow === 'default' ? undefined : entry?.flow)
  if (said !== undefined) return said
  if (is === 'maybe') return 'maybe'
  const { handler } = rule
  if (handler.kind === 'inline') return handler.inline.says.replace('_', ' ')
  if (handler.kind === 'remember') return handler.kind
  if (isObserver(rule)) return 'observes'
  const isStarted = entry !== undefined && entry.result !== 'skipped' && handler.kind !== 'run'
  return isStarted ? 'ran' : 'would run'
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
