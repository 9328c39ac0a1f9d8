// What one rule said is fitted to its mode, its event and its agent, merged, and traced.
import { interpolate } from '../patterns/text/interpolate.ts'
import type { Outcome, TraceEntry, Warning } from '../model/types.ts'
import { changeEvent, createSubject } from './change.ts'
import { closedOutcome } from './closed.ts'
import type { Reply } from './consult.ts'
import { fitContract, isBefore } from './contract.ts'
import type { Course, Turn } from './course.ts'
import { agentOf, carriesOf } from './course.ts'
import { carryChanges } from './downgrade.ts'
import { addMatch, addRefused, type OpenEntry } from './select/matched.ts'
import { answeredInPlace } from './in-place.ts'
import { hasChange, mergeObservations, mergeOutcome, trace, warn } from './merge.ts'

interface Fit {
  readonly outcome: Outcome
  readonly warnings: readonly Warning[]
  /** Why it counts as failed. */
  readonly failure?: string
}

const none: readonly never[] = []

/** Without what the event may not carry and what the agent cannot be told. */
function fit(outcome: Outcome, { course, live }: Turn): Fit {
  const { event } = course.subject
  const contract = fitContract(outcome, event.event)
  if (contract.breaches.length > 0 && course.registry.settings.contracts === 'strict') {
    return { outcome: {}, warnings: [], failure: contract.breaches.join(', ') }
  }
  const carries = carriesOf(course)
  if (carries === undefined && contract.breaches.length === 0)
    return { outcome: contract.outcome, warnings: none }
  const warnings = contract.breaches.map((message): Warning => ({
    code: 'contract',
    rule: live.rule.name,
    message,
  }))
  if (carries === undefined) return { outcome: contract.outcome, warnings }
  const carried = carryChanges(contract.outcome, carries, agentOf(event))
  const said = carried.warnings.map((warning): Warning => ({ ...warning, rule: live.rule.name }))
  const failure =
    carried.lost.length === 0
      ? {}
      : { failure: `${agentOf(event)} cannot be given ${carried.lost.join(', ')}` }
  return { outcome: carried.outcome, warnings: [...warnings, ...said], ...failure }
}

const opinions: readonly (keyof Outcome)[] = ['additional_context', 'system_messages', 'metadata', 'warnings']

/** Only what neither decides nor changes. */
function withoutOpinion(outcome: Outcome): Outcome {
  return Object.fromEntries(
    opinions.flatMap((key) => (outcome[key] === undefined ? [] : [[key, outcome[key]]])),
  )
}

function wouldOf(decision: Outcome['decision'], flow: Outcome['flow']): TraceEntry['would'] {
  if (decision !== undefined && decision !== 'proceed') return decision
  return flow === 'default' ? undefined : flow
}

function advice(outcome: Outcome, name: string): string[] {
  const would = wouldOf(outcome.decision, outcome.flow)
  const text = outcome.reason ?? outcome.flow_reason
  const because = text === undefined || text === '' ? '' : `: ${text}`
  if (would !== undefined) return [`rule ${name} (advise) would have answered "${would}"${because}`]
  return hasChange(outcome) || outcome.replace_messages !== undefined || outcome.callback !== undefined
    ? [`rule ${name} (advise) would have made a change`]
    : []
}

/** What is left of an outcome in its rule's mode. */
function inMode(outcome: Outcome, { live }: Turn): Outcome {
  const { mode, name } = live.rule
  if (mode === 'enforce') return outcome
  if (mode === 'watch') return {}
  const left = withoutOpinion(outcome)
  return { ...left, system_messages: [...(left.system_messages ?? []), ...advice(outcome, name)] }
}

/** A stop before something also denies it. */
function stopDenies(outcome: Outcome, course: Course): Outcome {
  if (outcome.flow !== 'stop' || outcome.decision === 'deny' || !isBefore(course.subject.event.event))
    return outcome
  const reason = outcome.reason ?? outcome.flow_reason
  return { ...outcome, decision: 'deny', ...(reason !== undefined && { reason }) }
}

/** Merges, and makes the subject that the rules after it are asked about. */
function apply(turn: Turn, outcome: Outcome, code?: string): void {
  const { course, live } = turn
  mergeOutcome(course.draft, live.rule, code === undefined ? { outcome } : { outcome, code })
  if (!hasChange(outcome)) return
  course.subject = createSubject(changeEvent(course.subject.event, outcome), course.source, course.real)
  course.changedAt = live.rule.order
}

function withNotice(outcome: Outcome, { course, live, match }: Turn): Outcome {
  const { notify, mode } = live.rule
  if (notify === undefined || mode === 'watch') return outcome
  const text = interpolate(notify, course.subject.event, match.bind)
  return { ...outcome, system_messages: [...(outcome.system_messages ?? []), text] }
}

export interface Said {
  /** What the rule said, fitted; before its mode took its part. */
  readonly outcome: Outcome
  readonly warnings: readonly Warning[]
  /** What its `on_error` adds. */
  readonly closed?: Outcome
  readonly result: TraceEntry['result']
}

/** What a reply comes to here, nothing merged yet. */
export function weigh(turn: Turn, reply: Reply): Said {
  const { course, live } = turn
  const { rule } = live
  const fitted: Fit =
    reply.failure === undefined
      ? fit(answeredInPlace(reply.outcome, course.subject.event, rule.half), turn)
      : { outcome: {}, warnings: [], failure: reply.failure }
  const outcome = stopDenies(fitted.outcome, course)
  const { failure } = fitted
  if (failure === undefined) return { outcome, warnings: fitted.warnings, result: reply.result }
  const wasLost = reply.failure === undefined && Object.keys(fitted.outcome).length > 0
  const code =
    reply.failure !== undefined ? reply.result : carriesOf(course) === undefined ? 'contract' : 'downgrade'
  const warning = { code, rule: rule.name, message: failure }
  const why = reply.failure === undefined ? reply.outcome.reason : undefined
  const closed = closedOutcome(course, rule.on_error, why ?? `rule ${rule.name} failed: ${failure}`)
  return {
    outcome,
    warnings: [...fitted.warnings, warning],
    ...(closed !== undefined && { closed: stopDenies(closed, course) }),
    result: reply.failure !== undefined ? reply.result : wasLost ? 'ran' : 'error',
  }
}

function traceOf({ live, match }: Turn, said: Said, reply: Reply): TraceEntry {
  const { name, at, layer, mode } = live.rule
  const decision = said.closed?.decision ?? said.outcome.decision
  const flow = said.closed?.flow ?? said.outcome.flow
  const entry: OpenEntry = { rule: name, result: said.result, ms: reply.ms, at, layer }
  if (mode === 'enforce') {
    if (decision !== undefined) entry.decision = decision
    if (flow !== undefined) entry.flow = flow
  } else {
    const would = wouldOf(decision, flow)
    if (would !== undefined) entry.would = would
    entry.mode = mode
  }
  addMatch(entry, match)
  if (decision === 'deny' || decision === 'ask') addRefused(entry, match)
  return reply.notes === undefined ? entry : Object.assign(entry, reply.notes)
}

/** A rule's turn comes to its end: merged and traced. */
export function speak(turn: Turn, reply: Reply): void {
  const { course } = turn
  const said = weigh(turn, reply)
  trace(course.draft, traceOf(turn, said, reply))
  for (const warning of said.warnings) warn(course.draft, warning)
  const outcome = inMode(said.outcome, turn)
  if (course.draft.denied) return mergeObservations(course.draft, turn.live.rule, outcome)
  apply(turn, withNotice(outcome, turn))
  if (said.closed !== undefined) apply(turn, inMode(said.closed, turn), 'error')
  return undefined
}
