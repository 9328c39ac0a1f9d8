// Restricts a rule's outcome to its mode, event and agent, then merges and traces it.
import { limitsOf } from '../model/rule-defaults.ts'
import { interpolate } from '../patterns/text/interpolate.ts'
import { pickDefined, toText } from '../model/plain-object.ts'
import type { Event, Half, Outcome, TraceEntry, Warning, Match } from '../model/types.ts'
import { applyChanges, createSubject } from './subject.ts'
import { failureOutcome } from './fail-closed.ts'
import type { HandlerReply } from './ask-handler.ts'
import { enforceContract, isPreventable, dropUnsupportedChanges } from './fit.ts'
import { agentName, agentSupport, type DispatchState, type RuleTurn } from './dispatch-state.ts'
import { hasChange, mergeObservations, mergeOutcome, addTrace, addWarning } from './merge.ts'

interface FittedOutcome {
  readonly outcome: Outcome
  readonly warnings: readonly Warning[]
  readonly failure?: string
}

const none: readonly never[] = []

/** Removes what the event does not allow and the agent does not support. */
function fitToAgent(outcome: Outcome, { state, live }: RuleTurn): FittedOutcome {
  const { event } = state.subject
  const contract = enforceContract(outcome, event.event)
  if (
    contract.breaches.length > 0 &&
    limitsOf(state.registry.settings, live.rule.layer).contracts === 'strict'
  ) {
    return { outcome: {}, warnings: [], failure: contract.breaches.join(', ') }
  }
  const carries = agentSupport(state)
  if (carries === undefined && contract.breaches.length === 0)
    return { outcome: contract.outcome, warnings: none }
  const warnings = contract.breaches.map((message): Warning => ({
    code: 'contract',
    rule: live.rule.name,
    message,
  }))
  if (carries === undefined) return { outcome: contract.outcome, warnings }
  const agent = agentName(event)
  const supported = dropUnsupportedChanges(contract.outcome, carries, agent)
  const more = supported.warnings.map((warning): Warning => ({ ...warning, rule: live.rule.name }))
  return {
    outcome: supported.outcome,
    warnings: [...warnings, ...more],
    ...(supported.lost.length > 0 && { failure: `${agent} cannot be given ${supported.lost.join(', ')}` }),
  }
}

function wouldOf(decision: Outcome['decision'], flow: Outcome['flow']): TraceEntry['would'] {
  if (decision !== undefined && decision !== 'proceed') return decision
  return flow === 'default' ? undefined : flow
}

function advice(outcome: Outcome, name: string): string[] {
  const would = wouldOf(outcome.decision, outcome.flow)
  const text = outcome.user_reason ?? outcome.reason ?? outcome.user_flow_reason ?? outcome.flow_reason
  const because = text === undefined || text === '' ? '' : `: ${text}`
  if (would !== undefined) return [`rule ${name} (advise) would have answered "${would}"${because}`]
  return hasChange(outcome) || outcome.replace_messages !== undefined || outcome.callback !== undefined
    ? [`rule ${name} (advise) would have made a change`]
    : []
}

/** The parts of an outcome that count in its rule's mode. */
function inMode(outcome: Outcome, { live }: RuleTurn): Outcome {
  const { mode, name } = live.rule
  if (mode === 'enforce') return outcome
  if (mode === 'watch') return {}
  return {
    ...pickDefined(outcome, ['additional_context', 'metadata', 'warnings']),
    system_messages: [...(outcome.system_messages ?? []), ...advice(outcome, name)],
  }
}

/** Where the event can still be prevented, a stop also denies. */
function stopDenies(outcome: Outcome, state: DispatchState): Outcome {
  if (outcome.flow !== 'stop' || outcome.decision === 'deny' || !isPreventable(state.subject.event.event))
    return outcome
  const { reason = outcome.flow_reason, user_reason: user = outcome.user_flow_reason } = outcome
  return {
    ...outcome,
    decision: 'deny',
    ...(reason !== undefined && { reason }),
    ...(user !== undefined && { user_reason: user }),
  }
}

/** Merges the outcome; a change makes a new subject for later rules. */
function mergeReply(turn: RuleTurn, outcome: Outcome, code?: string): void {
  const { state, live } = turn
  mergeOutcome(state.draft, live.rule, code === undefined ? { outcome } : { outcome, code })
  if (!hasChange(outcome)) return
  state.subject = createSubject(applyChanges(state.subject.event, outcome), state.source, state.real)
  state.changedAt = live.rule.order
}

function withNotice(outcome: Outcome, { state, live, match }: RuleTurn): Outcome {
  const { notify, mode } = live.rule
  if (notify === undefined || mode === 'watch') return outcome
  const text = interpolate(notify, state.subject.event, match.bind)
  return { ...outcome, system_messages: [...(outcome.system_messages ?? []), text] }
}

export interface EvaluatedReply {
  /** Before the rule's mode applies. */
  readonly outcome: Outcome
  readonly warnings: readonly Warning[]
  /** From its `on_error`. */
  readonly fallback?: Outcome
  readonly result: TraceEntry['result']
}

/** The reply restricted to event and agent; a failure adds the `on_error` fallback. */
export function evaluateReply(turn: RuleTurn, reply: HandlerReply): EvaluatedReply {
  const { state, live } = turn
  const { rule } = live
  const fitted: FittedOutcome =
    reply.failure === undefined
      ? fitToAgent(denyWithToolResult(reply.outcome, state.subject.event, rule.half), turn)
      : { outcome: {}, warnings: [], failure: reply.failure }
  const outcome = stopDenies(fitted.outcome, state)
  const { failure } = fitted
  if (failure === undefined) return { outcome, warnings: fitted.warnings, result: reply.result }
  const handlerFailed = reply.failure !== undefined
  const code = handlerFailed ? reply.result : agentSupport(state) === undefined ? 'contract' : 'downgrade'
  const ownReason = handlerFailed ? undefined : reply.outcome.reason
  const reason = ownReason ?? `rule ${rule.name} failed: ${failure}`
  const fallback = failureOutcome(state, rule.on_error, reason)
  const didRun = !handlerFailed && Object.keys(fitted.outcome).length > 0
  return {
    outcome,
    warnings: [...fitted.warnings, { code, rule: rule.name, message: failure }],
    ...(fallback !== undefined && { fallback: stopDenies(fallback, state) }),
    result: handlerFailed ? reply.result : didRun ? 'ran' : 'error',
  }
}

function traceOf({ live, match }: RuleTurn, evaluated: EvaluatedReply, reply: HandlerReply): TraceEntry {
  const { name, at, layer, mode } = live.rule
  const decision = evaluated.fallback?.decision ?? evaluated.outcome.decision
  const flow = evaluated.fallback?.flow ?? evaluated.outcome.flow
  const entry: TraceDraft = { rule: name, result: evaluated.result, ms: reply.ms, at, layer }
  if (mode === 'enforce') {
    if (decision !== undefined) entry.decision = decision
    if (flow !== undefined) entry.flow = flow
  } else {
    const would = wouldOf(decision, flow)
    if (would !== undefined) entry.would = would
    entry.mode = mode
  }
  addMatch(entry, match)
  if (decision === 'deny' || decision === 'ask') addRefusedPart(entry, match)
  return reply.notes === undefined ? entry : Object.assign(entry, reply.notes)
}

export function applyReply(turn: RuleTurn, reply: HandlerReply): void {
  const { state } = turn
  const evaluated = evaluateReply(turn, reply)
  addTrace(state.draft, traceOf(turn, evaluated, reply))
  for (const warning of evaluated.warnings) addWarning(state.draft, warning)
  const outcome = inMode(evaluated.outcome, turn)
  if (state.draft.denied !== undefined) return mergeObservations(state.draft, turn.live.rule, outcome)
  mergeReply(turn, withNotice(outcome, turn))
  if (evaluated.fallback !== undefined) mergeReply(turn, inMode(evaluated.fallback, turn), 'error')
  return undefined
}

/**
 * A rule may provide the result of a tool call that is then not made, in `tool_results` or as the output of a wrap's
 * first half. That is a deny with the result as its reason, for agents that do not read `tool_results`.
 */
function denyWithToolResult(outcome: Outcome, event: Event, half: Half | undefined): Outcome {
  if (event.event !== 'PreToolUse') return outcome
  const given = half === 'before' ? outputAsResult(outcome, event) : outcome
  const id = event.tool_use_id
  const results = given.tool_results
  if (results === undefined || id === undefined || !Object.hasOwn(results, id)) return given
  if (given.decision === 'deny') return given
  return { ...given, decision: 'deny', reason: resultReason(results[id]) }
}

function outputAsResult(outcome: Outcome, { tool_use_id: id }: Event): Outcome {
  if (outcome.updated_output === undefined) return outcome
  const { updated_output: output, ...rest } = outcome
  if (id === undefined) return { ...rest, decision: 'deny', reason: resultReason(output) }
  return { ...rest, tool_results: { ...rest.tool_results, [id]: output } }
}

function resultReason(output: unknown): string {
  const text = toText(output)
  return text === ''
    ? 'It was answered without being run, with nothing.'
    : `It was answered without being run: ${text}`
}

// The match in a trace entry. Entries are built in place: this is on the hot path.
export type TraceDraft = { -readonly [K in keyof TraceEntry]: TraceEntry[K] }

const MAX_MATCHED_CHARS = 200

/** Adds why a rule matched and the matched values, without the tool's name. */
export function addMatch(entry: TraceDraft, { why, bind, past, by }: Match): void {
  if (why !== undefined) entry.why = by === undefined || bind?.['command'] === by ? why : `${by}: ${why}`
  const matched = bind === undefined || past !== undefined ? '' : valuesIn(bind)
  if (matched === '' || matched.length > MAX_MATCHED_CHARS) return
  if (!matched.includes('\n') && !matched.includes('\r')) entry.matched = matched
}

function valuesIn(bind: Readonly<Record<string, string>>): string {
  let all = ''
  for (const key in bind) {
    if (key === 'tool' || isRepeated(bind, key)) continue
    const value = bind[key] ?? ''
    all = all === '' ? value : `${all}, ${value}`
  }
  return all
}

function isRepeated(bind: Readonly<Record<string, string>>, key: string): boolean {
  for (const before in bind) {
    if (before === key) return false
    if (before !== 'tool' && bind[before] === bind[key]) return true
  }
  return false
}

/** Adds the refused part of the call, so that the model changes nothing else. */
export function addRefusedPart(entry: TraceDraft, match: Match): void {
  const part = refusedPart(match)
  if (part !== undefined) entry.part = part.length > MAX_PART_CHARS ? part.slice(0, MAX_PART_CHARS) : part
  if (match.is === 'maybe' && match.unknown !== undefined) entry.unresolved = true
}

function refusedPart({ bind, past, by, verb = 'touch' }: Match): string | undefined {
  if (by !== undefined && by !== '') return `run: ${by}`
  if (bind === undefined) return undefined
  const { command, path, paths, host } = bind
  // Values of earlier calls do not count.
  const isPast = (name: string): boolean => past?.includes(name) === true
  if (command !== undefined && !isPast('command')) return `run: ${command}`
  if (path !== undefined && !isPast('path'))
    return `${verb}: ${pathsOf(paths === undefined || isPast('paths') ? path : paths)}`
  return host === undefined || isPast('host') ? undefined : `contact: ${host}`
}

const MAX_PART_CHARS = 2_000
const MAX_PATHS = 3

function pathsOf(paths: string): string {
  if (!paths.includes('\n')) return paths
  const all = paths.split('\n')
  const more = all.length - MAX_PATHS
  return all.slice(0, MAX_PATHS).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
