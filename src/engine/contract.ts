// Checks outcomes against the table of events.
import { events, isEventName } from '../model/events.ts'
import { withoutKeys } from '../model/plain-object.ts'
import type { Callback, Event, Outcome, OutcomePart } from '../model/types.ts'

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
