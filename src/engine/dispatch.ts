// Decides over one event: select, test, handle, merge. A change reopens earlier decisions.
import { isWritten } from '../model/rule-defaults.ts'
import { backgroundFailures } from '../handlers/background.ts'
import { inputFault } from '../shell/tool-input.ts'
import { createWork, spendingFrom } from '../patterns/work.ts'
import { errorMessage } from '../model/errors.ts'
import { pickDefined } from '../model/plain-object.ts'
import type { Event, LiveRule, Match, OnUnresolved, Registry, TraceEntry } from '../model/types.ts'
import { claimOnce, takeSessionDeny } from './boundary.ts'
import { createState } from './create-state.ts'
import { failureOutcome } from './fail-closed.ts'
import {
  answerWithheld,
  whyWithheld,
  askHandler,
  type HandlerReply,
  immediateReply,
  startInBackground,
} from './ask-handler.ts'
import {
  type DecideOptions,
  type DispatchResult,
  type DispatchState,
  isCandidate,
  type RuleTurn,
} from './dispatch-state.ts'
import { finishVerdict } from './finish.ts'
import { addMatch, addRefusedPart, type TraceDraft, applyReply, evaluateReply } from './apply.ts'
import { mergeDecision, addTrace, addWarning } from './merge.ts'
import { canCarry } from './fit.ts'

export type { DecideOptions, DispatchResult, Effects, ExplainedRule } from './dispatch-state.ts'

/** A rule that only an explanation looks at spends nothing of the call's work. */
function testRule(state: DispatchState, live: LiveRule): Match {
  const work = isCandidate(state, live) ? state.work : createWork()
  try {
    return spendingFrom(work, () => live.test(state.subject))
  } catch (error) {
    return { is: 'maybe', why: errorMessage(error) }
  }
}

/** Guards also run on a maybe. */
function isTriggered({ live, match }: RuleTurn): boolean {
  return match.is === 'yes' || (match.is === 'maybe' && isGuard(live))
}

function isGuard({ rule: { handler } }: LiveRule): boolean {
  return handler.kind === 'inline' && (handler.inline.says === 'deny' || handler.inline.says === 'ask')
}

/** A `once` rule runs once, but may run again in the same dispatch. */
function isDue({ state, live }: RuleTurn): boolean {
  const { once, name, layer, at } = live.rule
  if (once === undefined) return true
  const { event } = state.subject
  if (once === 'turn' && event.turn !== undefined) return event.turn <= 1
  // Names are unique only within a file.
  const key = `${layer}/${at.file}/${name}`
  if (state.claimed.has(key)) return true
  const scope = once === 'turn' ? 'run' : once
  const release = claimOnce(key, scope, { event, state: state.options.effects.state })
  if (release === undefined) return false
  state.claimed.set(key, release)
  return true
}

function explain({ state, live, match }: RuleTurn): void {
  const { rule } = live
  if (match.is !== 'yes' && !isWritten(rule)) return // nobody wonders why it let a call pass
  state.explained?.push({
    rule: rule.name,
    at: rule.at,
    layer: rule.layer,
    order: rule.order,
    is: match.is,
    ...(match.why !== undefined && { why: match.why }),
    ...(rule.withheld !== undefined && { withheld: rule.withheld }),
    ...(state.draft.denied !== undefined && !rule.always && match.is !== 'no' && { skipped: true as const }),
  })
}

function traceOnly({ state, live, match }: RuleTurn, result: TraceEntry['result']): void {
  const { name, at, layer } = live.rule
  const entry: TraceDraft = { rule: name, result, ms: 0, at, layer }
  addMatch(entry, match)
  addTrace(state.draft, entry)
}

function failClosed(turn: RuleTurn, how: OnUnresolved, reason: string): HandlerReply | undefined {
  const outcome = failureOutcome(turn.state, how, reason)
  return outcome === undefined ? undefined : immediateReply(outcome)
}

function quarantined(turn: RuleTurn, key: string): HandlerReply | undefined {
  const { rule } = turn.live
  const message = `rule ${rule.name} was not run: it has an ${key}, which this version does not have`
  addWarning(turn.state.draft, { code: 'quarantined', rule: rule.name, message })
  return isGuard(turn.live) ? failClosed(turn, 'ask', message) : undefined
}

/** Runs the handler, or answers in its place; `none` when there is no reply. */
function replyTo(turn: RuleTurn): HandlerReply | Promise<HandlerReply> | 'none' {
  const { live, match } = turn
  const why = whyWithheld(turn)
  if (why !== undefined) {
    const answer = answerWithheld(turn, why)
    return answer === undefined ? 'none' : immediateReply(answer)
  }
  if (live.rule.quarantined !== undefined) return quarantined(turn, live.rule.quarantined) ?? 'none'
  if (match.is === 'yes') return askHandler(turn)
  const reason =
    match.unknown ??
    `it cannot be known whether rule ${live.rule.name} applies: ${match.why ?? 'its match could not be checked'}`
  return failClosed(turn, live.rule.on_unresolved, reason) ?? 'none'
}

function handleReply(turn: RuleTurn, reply: HandlerReply): void {
  if (reply.aborted) turn.state.aborted = true
  else applyReply(turn, reply)
}

function background(turn: RuleTurn): void {
  const failure = startInBackground(turn)
  traceOnly(turn, failure === undefined ? 'ran' : 'error')
  if (failure !== undefined) {
    addWarning(turn.state.draft, { code: 'error', rule: turn.live.rule.name, message: failure })
  }
}

/** Returns a promise only when the handler does. */
function runRule(state: DispatchState, live: LiveRule): Promise<void> | undefined {
  const turn: RuleTurn = { state, live, match: testRule(state, live) }
  if (state.explained !== undefined) explain(turn)
  const { rule } = live
  const unjudged = isUnjudged(turn)
  if (rule.withheld === 'new' || !(unjudged || isTriggered(turn))) return undefined
  if (state.draft.denied !== undefined && !rule.always) {
    if (turn.match.is === 'yes') traceOnly(turn, 'skipped')
    return undefined
  }
  if (unjudged) {
    answerUnjudged(turn)
    return undefined
  }
  if (!isDue(turn)) return undefined
  if (rule.background === true && rule.quarantined === undefined && whyWithheld(turn) === undefined) {
    background(turn)
    return undefined
  }
  const reply = replyTo(turn)
  if (reply === 'none') return undefined
  if (reply instanceof Promise) return reply.then((late) => handleReply(turn, late))
  handleReply(turn, reply)
  return undefined
}

/** A change reopens the decision, unless it is a deny. */
function isReopened({ draft, reopenedFor }: DispatchState): boolean {
  return draft.denied === undefined && reopenedFor !== draft.version
}

/** Runs every pure rule before the last change on the changed subject; only its decision counts. */
async function reopen(state: DispatchState): Promise<void> {
  const { draft, changedAt = -Infinity } = state
  state.reopenedFor = draft.version
  for (const live of state.registry.select(state.subject, -Infinity)) {
    if (live.rule.order >= changedAt || draft.denied !== undefined) return
    if (live.effects === 'none' && live.rule.mode === 'enforce' && live.rule.background !== true)
      await rerun(state, live)
  }
}

async function rerun(state: DispatchState, live: LiveRule): Promise<void> {
  const turn: RuleTurn = { state, live, match: testRule(state, live) }
  if (live.rule.withheld === 'new') return
  if (isUnjudged(turn)) return answerUnjudged(turn)
  if (!isTriggered(turn) || !isDue(turn)) return
  const reply = await replyTo(turn)
  if (reply === 'none') return
  if (reply.aborted) {
    state.aborted = true
    return
  }
  const { outcome, fallback, result } = evaluateReply(turn, reply)
  const decision = fallback?.decision ?? outcome.decision
  if (decision === undefined || decision === 'proceed') return
  const from = fallback?.decision === undefined ? outcome : fallback
  mergeDecision(state.draft, { decision, ...pickDefined(from, ['reason', 'user_reason']) })
  const { name, at, layer } = live.rule
  if (state.draft.trace.some((entry) => entry.rule === name && entry.decision === decision)) return
  const entry: TraceDraft = { rule: name, result, ms: reply.ms, at, layer, decision }
  addMatch(entry, turn.match)
  addRefusedPart(entry, turn.match)
  addTrace(state.draft, entry)
}

/** Selects the following rules anew after a change; undefined at the end and after an abort. */
function nextRule(state: DispatchState): LiveRule | undefined {
  if (state.selectedFor !== state.draft.version) selectRest(state)
  const live = state.rules[state.next++]
  if (live !== undefined && state.options.signal?.aborted === true) state.aborted = true
  return state.aborted ? undefined : live
}

function selectRest(state: DispatchState): void {
  const { registry, subject, rules, next } = state
  const from = (rules[next - 1]?.rule.order ?? -Infinity) + 1
  state.candidates = spendingFrom(state.work, () => registry.select(subject, from))
  state.rules = state.explained === undefined ? state.candidates : registry.all(subject, from)
  state.next = 0
  state.selectedFor = state.draft.version
}

/** A deny of the session's start counts for its first prompt. */
function applySessionDeny(state: DispatchState): void {
  const saved = takeSessionDeny(state.subject.event, state.options.effects.state)
  if (saved === undefined) return
  mergeDecision(state.draft, { ...saved, decision: 'deny' })
  if (saved.trace !== undefined) addTrace(state.draft, saved.trace)
}

/** Never rejects: a failure becomes a warning and the rule's `on_error`. */
export async function dispatch(
  registry: Registry,
  event: Event,
  options: DecideOptions,
): Promise<DispatchResult> {
  const state = createState(registry, event, options)
  const fault = inputFault(event)?.reason
  for (const message of [...(event.ignored ?? []), ...(fault === undefined ? [] : [fault])])
    addWarning(state.draft, { code: 'payload', message })
  if (registry.settings.background === true)
    for (const failure of backgroundFailures(options.effects.state, options.effects.files))
      addWarning(state.draft, failure)
  applySessionDeny(state)
  for (let live = nextRule(state); live !== undefined; live = nextRule(state)) {
    if (live.rule.always && isReopened(state)) await reopen(state)
    const late = runRule(state, live)
    if (late !== undefined) await late
  }
  if (!state.aborted && isReopened(state)) await reopen(state)
  for (const release of state.claimed.values()) release()
  return resultOf(state)
}

function resultOf(state: DispatchState): DispatchResult {
  return {
    verdict: finishVerdict(state),
    subject: state.subject,
    considered: state.considered,
    ...(state.explained !== undefined && { explained: state.explained }),
    ...(state.aborted && { aborted: true }),
  }
}

// A call that is more work than the budget allows: what was found stands, and of the rules that were not checked to their end any could hold the call up.
const message = 'the call is too much work to check against every rule'

/** An ask that no rule made. */
const ask = {
  decision: 'ask',
  reason:
    'This call is too much work to check against every rule. Split it into several calls, or write it shorter.',
  user_reason:
    'This call is too much work to check against every rule, so one that was not checked may be against it. Approve it only if you have read it to its end.',
} as const

/** Was the rule not checked to its end, so that it could have denied, asked, held or changed the call? */
function isUnjudged({ state, live, match }: RuleTurn): boolean {
  return match.is === 'maybe' && state.work.spent && isCandidate(state, live) && couldHold(live)
}

const harmless: ReadonlySet<string> = new Set(['allow', 'context', 'notify'])

function couldHold({ rule: { handler, mode, always, background, quarantined } }: LiveRule): boolean {
  if (mode !== 'enforce' || always || background === true || handler.kind === 'remember') return false
  if (handler.kind === 'inline') return !harmless.has(handler.inline.says)
  return quarantined === undefined
}

/** Asks once for the call. Where nobody can be asked, the rule has failed. */
function answerUnjudged(turn: RuleTurn): void {
  const { draft, subject } = turn.state
  if (!canCarry(subject.event.event, 'ask'))
    return applyReply(turn, { outcome: {}, result: 'error', failure: message, ms: 0 })
  if (draft.asks.includes(ask)) return
  mergeDecision(draft, ask)
  addWarning(draft, { code: 'spent', message })
}
