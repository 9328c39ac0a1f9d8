// Hard stop > restart > continue > soft stop > default.
import type { Flow, Outcome, Stop } from '../model/types.ts'

/** What ends a run, the gravest first. */
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

/** What one rule said about the flow. */
export interface FlowVoice {
  readonly flow: Exclude<Flow, 'default'>
  readonly hard: boolean
  readonly forced: boolean
  readonly reasons: readonly { readonly text: string; readonly severity: number }[]
  readonly next_prompt?: string
}

export interface FlowResult {
  readonly flow: Flow
  readonly flow_reason?: string
  readonly hard?: boolean
  readonly forced?: boolean
  readonly next_prompt?: string
}

function severityOf(code: string): number {
  const at = severities.indexOf(code)
  return at < 0 ? severities.length : at
}

/** The stop that a run is said to have ended by: of equals the first. */
export function gravestOf(stops: readonly Stop[]): Stop | undefined {
  return stops.toSorted((one, other) => severityOf(one.code) - severityOf(other.code))[0]
}

/** A stop speaks by its codes, unless it has words of its own; other flows by their words. */
function reasonsOf(outcome: Outcome, code: string): FlowVoice['reasons'] {
  const text = outcome.flow_reason
  const stops = outcome.stops ?? []
  if (outcome.flow !== 'stop' || stops.length === 0)
    return text === undefined ? [] : [{ text, severity: severityOf(code) }]
  return stops.map((stop) => ({ text: text ?? stop.code, severity: severityOf(stop.code) }))
}

/** `code` is what a stop without codes counts as. */
export function voiceOf(outcome: Outcome, code = 'stop_requested'): FlowVoice | undefined {
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

function rank(voice: FlowVoice): number {
  if (voice.flow === 'stop') return voice.hard ? 3 : 0
  return voice.flow === 'restart' ? 2 : 1
}

/** What counts of several voices; those of lower rank are not heard. */
export function mergeFlow(voices: readonly FlowVoice[]): FlowResult {
  if (voices.length === 0) return { flow: 'default' }
  const highest = Math.max(...voices.map(rank))
  const heard = voices.filter((voice) => rank(voice) === highest)
  const flow = heard[0]?.flow ?? 'default'
  const reasons = heard.flatMap((voice) => voice.reasons)
  const gravest = reasons.reduce((least, reason) => Math.min(least, reason.severity), severities.length)
  const texts = reasons
    .filter((reason) => flow !== 'stop' || reason.severity === gravest)
    .map((reason) => reason.text)
  const said = flow === 'stop' ? texts[0] : [...new Set(texts)].join('\n')
  const next_prompt = heard.find((voice) => voice.next_prompt !== undefined)?.next_prompt
  return {
    flow,
    ...(said !== undefined && texts.length > 0 && { flow_reason: said }),
    ...(flow === 'stop' && { hard: highest === 3, forced: heard.some((voice) => voice.forced) }),
    ...(next_prompt !== undefined && { next_prompt }),
  }
}
