// What an outcome may hold at its event, by the table of events.
import { events, isEventName } from '../model/events.ts'
import type { Part } from '../model/events.ts'
import type { Event, Outcome } from '../model/types.ts'

const partOf: Readonly<Partial<Record<keyof Outcome, Part>>> = {
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

/** Keys that mean nothing without the decision or the flow that they belong to. */
const company: Readonly<Record<'decision' | 'flow', readonly (keyof Outcome)[]>> = {
  decision: ['decision', 'reason'],
  flow: ['flow', 'flow_reason', 'hard', 'forced', 'stops'],
}

export function mayCarry(event: Event['event'], part: Part): boolean {
  return isEventName(event) && events[event].may.includes(part)
}

/** Is it before something that a deny or a stop prevents? */
export function isBefore(event: Event['event']): boolean {
  return isEventName(event) && events[event].before === true
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

/** A callback that ran, or goes on by itself, asks nothing of the agent any more. */
function isRecord({ callback }: Outcome): boolean {
  return callback?.status === 'done' || callback?.status === 'failed' || callback?.job !== undefined
}

const none: readonly never[] = []

type Breach = readonly [name: string, keys: readonly (keyof Outcome)[]]

/** The parts that the event may not carry, each with its keys. */
export function breachesOf(outcome: Outcome, event: Event['event']): readonly Breach[] {
  const { decision, flow } = outcome
  let found: Breach[] | undefined
  if (decision !== undefined && decision !== 'proceed' && !mayCarry(event, decision))
    found = [[decision, company.decision]]
  if (flow !== undefined && flow !== 'default' && !mayCarry(event, flow))
    (found ??= []).push([flow, company.flow])
  for (const key in outcome) {
    if (key === 'decision' || key === 'reason') continue // all that most rules say
    const name = key as keyof Outcome // the keys of an outcome
    const part = partOf[name]
    if (part === undefined) continue
    const said = outcome[name]
    if (said === undefined || (isList(said) && said.length === 0)) continue
    if (name === 'callback' && isRecord(outcome)) continue
    if (!mayCarry(event, part)) (found ??= []).push([key, [name]])
  }
  return found ?? none
}

export interface Fitted {
  readonly outcome: Outcome
  /** One sentence for each part that the event may not carry. */
  readonly breaches: readonly string[]
}

/** The outcome without what its event may not carry. */
export function fitContract(outcome: Outcome, event: Event['event']): Fitted {
  const found = breachesOf(outcome, event)
  if (found.length === 0) return { outcome, breaches: none }
  const left: Record<string, unknown> = { ...outcome }
  for (const [, keys] of found) for (const key of keys) Reflect.deleteProperty(left, key)
  return { outcome: left, breaches: found.map(([name]) => `${name} not allowed at ${event}`) }
}
