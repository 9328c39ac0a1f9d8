// Hard stop > restart > continue > soft stop > default.
import type { Flow, Outcome, Stop } from '../model/types.ts'

/** Codes of stops, the most severe first. */
const severities = [
  'error',
  'stop_requested',
  'user_requested',
  'steps_limit',
  'token_limit',
  'time_limit',
  'retry_limit',
  'finish_reason',
  'completed',
  'unknown',
]

/** A text for the model, and for the user where that is another. */
export interface ReasonTexts {
  readonly text?: string | undefined
  readonly user?: string | undefined
}

/** Each text once; the user's only where one of them is another. */
export function joinReasons(reasons: readonly ReasonTexts[]): ReasonTexts {
  const text = join(reasons.map((each) => each.text))
  const user = reasons.some((each) => each.user !== undefined)
    ? join(reasons.map((each) => each.user ?? each.text))
    : undefined
  return { text, user }
}

function join(texts: readonly (string | undefined)[]): string | undefined {
  const said = [...new Set(texts)].filter((text) => text !== undefined)
  return said.length === 0 ? undefined : said.join('\n')
}

/** The flow part of one rule's outcome. */
export interface RuleFlow {
  readonly flow: Exclude<Flow, 'default'>
  readonly hard: boolean
  readonly forced: boolean
  readonly reasons: readonly (ReasonTexts & { readonly severity: number })[]
  readonly next_prompt?: string
}

export interface FlowResult {
  readonly flow: Flow
  readonly flow_reason?: string
  readonly user_flow_reason?: string
  readonly hard?: boolean
  readonly forced?: boolean
  readonly next_prompt?: string
}

function severityOf(code: string): number {
  const at = severities.indexOf(code)
  return at < 0 ? severities.length : at
}

/** The first of the most severe stops. */
export function mostSevereStop(stops: readonly Stop[]): Stop | undefined {
  return stops.toSorted((one, other) => severityOf(one.code) - severityOf(other.code))[0]
}

/** A stop without a reason gives its codes. */
function reasonsOf(outcome: Outcome, code: string): RuleFlow['reasons'] {
  const { flow_reason: text, user_flow_reason: user } = outcome
  const stops = outcome.stops ?? []
  if (outcome.flow !== 'stop' || stops.length === 0)
    return text === undefined ? [] : [{ text, user, severity: severityOf(code) }]
  return stops.map((stop) => ({ text: text ?? stop.code, user, severity: severityOf(stop.code) }))
}

/** `code` is the severity of a stop without codes. */
export function ruleFlow(outcome: Outcome, code = 'stop_requested'): RuleFlow | undefined {
  const { flow, next_prompt } = outcome
  if (flow === undefined || flow === 'default') return undefined
  return {
    flow,
    hard: flow === 'stop' && (outcome.hard ?? outcome.stops?.some((stop) => stop.hard) ?? false),
    forced: outcome.forced === true,
    reasons: reasonsOf(outcome, code),
    ...(next_prompt !== undefined && { next_prompt }),
  }
}

function rank(each: RuleFlow): number {
  if (each.flow === 'stop') return each.hard ? 3 : 0
  return each.flow === 'restart' ? 2 : 1
}

/** Only flows of the highest rank count. */
export function mergeFlow(flows: readonly RuleFlow[]): FlowResult {
  if (flows.length === 0) return { flow: 'default' }
  const highest = Math.max(...flows.map(rank))
  const highestRanked = flows.filter((each) => rank(each) === highest)
  const flow = highestRanked[0]?.flow ?? 'default'
  const reasons = highestRanked.flatMap((each) => each.reasons)
  const mostSevere = reasons.reduce((least, each) => Math.min(least, each.severity), severities.length)
  const said = flow === 'stop' ? reasons.filter((each) => each.severity === mostSevere).slice(0, 1) : reasons
  const { text, user } = joinReasons(said)
  const next_prompt = highestRanked.find((each) => each.next_prompt !== undefined)?.next_prompt
  return {
    flow,
    ...(text !== undefined && { flow_reason: text }),
    ...(user !== undefined && { user_flow_reason: user }),
    ...(flow === 'stop' && { hard: highest === 3, forced: highestRanked.some((each) => each.forced) }),
    ...(next_prompt !== undefined && { next_prompt }),
  }
}
