// Checks outcomes against the table of events.
import { events, isEventName } from '../model/events.ts'
import { withoutKeys } from '../model/plain-object.ts'
import type { Callback, Event, Outcome, OutcomePart, Carries, Verdict, Warning } from '../model/types.ts'

const partOf: Readonly<Partial<Record<keyof Outcome, OutcomePart>>> = {
  updated_input: 'updated_input',
  updated_output: 'updated_output',
  updated_prompt: 'updated_prompt',
  updated_system: 'updated_system',
  updated_request: 'updated_request',
  replace_messages: 'messages',
  callback: 'messages',
  follow_up_messages: 'follow_ups',
  additional_context: 'context',
  tool_results: 'tool_results',
  next_prompt: 'next_prompt',
}

/** Keys that belong to a decision or a flow. */
const keysOf: Readonly<Record<'decision' | 'flow', readonly (keyof Outcome)[]>> = {
  decision: ['decision', 'reason', 'user_reason'],
  flow: ['flow', 'flow_reason', 'user_flow_reason', 'hard', 'forced', 'stops'],
}

export function canCarry(event: Event['event'], part: OutcomePart): boolean {
  return isEventName(event) && events[event].may.includes(part)
}

export function isPreventable(event: Event['event']): boolean {
  return isEventName(event) && events[event].before === true
}

/** A callback that ran, or runs as a job, needs nothing from the agent. */
export function isSettled({ status, job }: Callback): boolean {
  return status === 'done' || status === 'failed' || job !== undefined
}

const none: readonly never[] = []

type Breach = readonly [name: string, keys: readonly (keyof Outcome)[]]

/** The parts that the event does not allow, each with its keys. */
export function contractBreaches(outcome: Outcome, event: Event['event']): readonly Breach[] {
  const { decision, flow } = outcome
  let found: Breach[] | undefined
  if (decision !== undefined && decision !== 'proceed' && !canCarry(event, decision))
    found = [[decision, keysOf.decision]]
  if (flow !== undefined && flow !== 'default' && !canCarry(event, flow))
    (found ??= []).push([flow, keysOf.flow])
  for (const key in outcome) {
    if (key === 'decision' || key === 'reason') continue // checked above
    const name = key as keyof Outcome // the keys of an outcome
    const part = partOf[name]
    if (part === undefined) continue
    const value = outcome[name]
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue
    if (name === 'callback' && outcome.callback !== undefined && isSettled(outcome.callback)) continue
    if (!canCarry(event, part)) (found ??= []).push([key, [name]])
  }
  return found ?? none
}

export interface ContractResult {
  readonly outcome: Outcome
  /** One sentence for each part that was removed. */
  readonly breaches: readonly string[]
}

/** Removes what the event does not allow. */
export function enforceContract(outcome: Outcome, event: Event['event']): ContractResult {
  const found = contractBreaches(outcome, event)
  if (found.length === 0) return { outcome, breaches: none }
  return {
    outcome: withoutKeys(
      outcome,
      found.flatMap(([, keys]) => keys),
    ),
    breaches: found.map(([name]) => `${name} not allowed at ${event}`),
  }
}

// Replaces what the agent does not support by the next stricter thing that it does, with a warning.
const changes = ['updated_input', 'updated_output', 'updated_prompt', 'updated_request'] as const

export interface SupportedChanges {
  readonly outcome: Outcome
  /** Changes that were dropped: the rule did not do its work. */
  readonly lost: readonly string[]
  readonly warnings: readonly Warning[]
}

/** A callback that ran is only a record. */
function needsMessages({ replace_messages: messages, callback }: Outcome): boolean {
  const ran = callback?.status === 'done' || callback?.status === 'failed'
  return messages !== undefined || (callback !== undefined && !ran)
}

/** The outcome with only the changes that the agent supports. */
export function dropUnsupportedChanges(outcome: Outcome, carries: Carries, agent: string): SupportedChanges {
  const dropped: (keyof Outcome)[] = changes.filter(
    (key) => outcome[key] !== undefined && carries[key] !== true,
  )
  const lost: string[] = [...dropped]
  const added: { additional_context?: readonly string[] } = {}
  const warnings: Warning[] = []
  const { updated_system: system } = outcome
  if (system !== undefined && carries.updated_system !== true) {
    dropped.push('updated_system')
    // A text that is only appended to the system prompt can go to the context instead.
    const { append, prepend, replace } = system
    if (append !== undefined && prepend === undefined && replace === undefined && carries.context === true) {
      added.additional_context = [...(outcome.additional_context ?? []), append]
      warnings.push({ code: 'downgrade', message: `updated_system is given to ${agent} as context` })
    } else lost.push('updated_system')
  }
  if (needsMessages(outcome) && carries.messages !== true) {
    dropped.push('replace_messages', 'callback')
    lost.push('messages')
  }
  return {
    outcome: dropped.length === 0 ? outcome : { ...withoutKeys(outcome, dropped), ...added },
    lost,
    warnings,
  }
}

interface Downgrade {
  readonly verdict: Verdict
  readonly agent: string
  readonly carries: Carries
}

function warn(verdict: Verdict, message: string): Verdict {
  return { ...verdict, warnings: [...verdict.warnings, { code: 'downgrade', message }] }
}

function denyInstead({ verdict, agent }: Downgrade): Verdict {
  const left = withoutKeys(verdict, [...changes, 'updated_system'])
  const note = `This needs the user's approval, which ${agent} cannot ask for here.`
  const reason =
    verdict.reason === undefined || verdict.reason === ''
      ? note
      : `${verdict.reason.trimEnd().replace(/(?<![.?!])$/, '.')} ${note}`
  return warn({ ...left, decision: 'deny', reason }, `${agent} cannot ask here: denied instead`)
}

function downgradeDecision(step: Downgrade): Verdict {
  const { verdict, agent, carries } = step
  const { decision } = verdict
  if (decision === 'proceed' || carries[decision] === true) return verdict
  if (decision === 'ask' && carries.deny === true) return denyInstead(step)
  return warn(
    { ...withoutKeys(verdict, ['reason', 'user_reason']), decision: 'proceed' },
    `${agent} cannot be told "${decision}" here`,
  )
}

function downgradeFlow({ verdict, agent, carries }: Downgrade): Verdict {
  const { flow } = verdict
  if (flow === 'default' || carries[flow] === true) return verdict
  if (flow === 'restart' && carries.continue === true) {
    return warn(
      { ...verdict, flow: 'continue' },
      `${agent} cannot restart: it continues with the next prompt`,
    )
  }
  const left = withoutKeys(verdict, ['flow_reason', 'user_flow_reason', 'hard', 'forced'])
  const message = `${agent} cannot be told "${flow}" here`
  const { flow_reason: reason, additional_context: context } = verdict
  if (flow === 'stop' || carries.context !== true || reason === undefined)
    return warn({ ...left, flow: 'default' }, message)
  return warn(
    { ...left, flow: 'default', additional_context: [...context, reason] },
    `${message}: the reason is given as context`,
  )
}

function downgradeContext({ verdict, agent, carries }: Downgrade): Verdict {
  if (verdict.additional_context.length === 0 || carries.context === true) return verdict
  return warn({ ...verdict, additional_context: [] }, `${agent} takes no context here`)
}

/** The verdict in what the agent supports. */
export function downgradeVerdict(verdict: Verdict, carries: Carries, agent: string): Verdict {
  const steps = [downgradeDecision, downgradeFlow, downgradeContext]
  return steps.reduce((left, step) => step({ verdict: left, agent, carries }), verdict)
}
