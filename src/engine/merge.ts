// Merges the outcomes of rules, in their order, into one verdict.
import { composePatches, pickDefined } from '../model/plain-object.ts'
import type { Message, Outcome, Rule, SystemChange, TraceEntry, Verdict, Warning } from '../model/types.ts'
import { isSettled } from './fit.ts'
import { joinReasons, mergeFlow, type RuleFlow, ruleFlow } from './flow.ts'

type Changes = Pick<
  Verdict,
  'updated_input' | 'updated_output' | 'updated_prompt' | 'updated_system' | 'updated_request'
>
type SingleValues = Pick<Verdict, 'replace_messages' | 'callback' | 'tool_results' | 'metadata' | 'persist'>

/** A decision's text for the model, and for the user where that is another. */
type Texts = Pick<Outcome, 'reason' | 'user_reason'>

/** A verdict in the making. Empty lists are shared: most events add to none. */
export interface VerdictDraft {
  /** The first deny. */
  denied: Texts | undefined
  asks: readonly Texts[]
  /** Each allow, and the version that it was given for. */
  allows: readonly { readonly version: number; readonly reason?: string }[]
  /** Counts the changes. */
  version: number
  flows: readonly RuleFlow[]
  changes: Changes
  single: SingleValues
  /** The rule that replaces the messages. */
  messagesRule: string | undefined
  stops: Verdict['stops']
  follow_up_messages: readonly string[]
  additional_context: readonly string[]
  system_messages: readonly string[]
  next_prompt: string | undefined
  clear: readonly string[]
  warnings: readonly Warning[]
  trace: readonly TraceEntry[]
}

const none: readonly never[] = Object.freeze([])
const nothing = Object.freeze({})

export function createVerdictDraft(): VerdictDraft {
  return {
    denied: undefined,
    asks: none,
    allows: none,
    version: 0,
    flows: none,
    changes: nothing,
    single: nothing,
    messagesRule: undefined,
    stops: none,
    follow_up_messages: none,
    additional_context: none,
    system_messages: none,
    next_prompt: undefined,
    clear: none,
    warnings: none,
    trace: none,
  }
}

function appendUnique<T>(list: readonly T[], more: readonly T[] | undefined): readonly T[] {
  return more === undefined || more.length === 0 ? list : [...new Set([...list, ...more])]
}

function append<T>(list: readonly T[], more: readonly T[] | undefined): readonly T[] {
  return more === undefined || more.length === 0 ? list : [...list, ...more]
}

export function addWarning(draft: VerdictDraft, warning: Warning): void {
  draft.warnings = [...draft.warnings, warning]
}

export function addTrace(draft: VerdictDraft, entry: TraceEntry): void {
  draft.trace = draft.trace.length === 0 ? [entry] : [...draft.trace, entry]
}

function setField(draft: VerdictDraft, part: SingleValues): void {
  draft.single = { ...draft.single, ...part }
}

/** `replace` discards earlier changes; appended and prepended texts grow outwards. */
function composeSystem(before: SystemChange | undefined, change: SystemChange): SystemChange {
  const base = before === undefined || change.replace !== undefined ? {} : before
  const append =
    base.append === undefined && change.append === undefined
      ? undefined
      : (base.append ?? '') + (change.append ?? '')
  const prepend =
    base.prepend === undefined && change.prepend === undefined
      ? undefined
      : (change.prepend ?? '') + (base.prepend ?? '')
  const replace = change.replace ?? base.replace
  return {
    ...(append !== undefined && { append }),
    ...(prepend !== undefined && { prepend }),
    ...(replace !== undefined && { replace }),
  }
}

function mergeChanges(draft: VerdictDraft, outcome: Outcome): void {
  if (!hasChange(outcome)) return
  const changes: { -readonly [K in keyof Changes]: Changes[K] } = { ...draft.changes }
  if (outcome.updated_input !== undefined) changes.updated_input = outcome.updated_input
  if (outcome.updated_output !== undefined) changes.updated_output = outcome.updated_output
  if (outcome.updated_prompt !== undefined) changes.updated_prompt = outcome.updated_prompt
  if (outcome.updated_system !== undefined) {
    changes.updated_system = composeSystem(changes.updated_system, outcome.updated_system)
  }
  if (outcome.updated_request !== undefined) {
    changes.updated_request = composePatches(changes.updated_request ?? {}, outcome.updated_request)
  }
  draft.changes = changes
  draft.version += 1
}

/** Does it change the subject for later rules? */
export function hasChange(outcome: Outcome): boolean {
  return (
    outcome.updated_input !== undefined ||
    outcome.updated_output !== undefined ||
    outcome.updated_prompt !== undefined ||
    outcome.updated_system !== undefined ||
    outcome.updated_request !== undefined
  )
}

/** The first deny's reason counts. */
export function mergeDecision(draft: VerdictDraft, outcome: Texts & Pick<Outcome, 'decision'>): void {
  const { decision, reason } = outcome
  if (decision === 'deny') draft.denied ??= outcome
  if (decision === 'ask') draft.asks = [...draft.asks, outcome]
  if (decision === 'allow')
    draft.allows = [...draft.allows, { version: draft.version, ...(reason !== undefined && { reason }) }]
}

const roles: ReadonlySet<string> = new Set(['user', 'assistant', 'system', 'tool'])

function messagesProblem(messages: readonly Message[]): string | undefined {
  if (messages.length === 0) return 'an empty list of messages replaces nothing'
  const isBad = messages.some((each) => typeof each !== 'object' || each === null || !roles.has(each.role))
  return isBad ? 'a message has no role, or one that is unknown' : undefined
}

function mergeMessages(draft: VerdictDraft, rule: Rule, outcome: Outcome): void {
  const { replace_messages, callback } = outcome
  if (replace_messages === undefined && callback === undefined) return
  const refused = replace_messages === undefined ? undefined : messagesProblem(replace_messages)
  if (refused !== undefined) addWarning(draft, { code: 'bad-messages', rule: rule.name, message: refused })
  if (refused !== undefined && callback === undefined) return
  if (replace_messages === undefined && callback !== undefined && isSettled(callback)) {
    if (draft.single.callback === undefined) setField(draft, { callback }) // only a record
    return
  }
  if (draft.messagesRule !== undefined) {
    const message = `conflict: "${rule.name}" would replace the messages as well, but "${draft.messagesRule}" came first`
    addWarning(draft, { code: 'conflict', rule: rule.name, message })
    return
  }
  draft.messagesRule = rule.name
  if (replace_messages !== undefined && refused === undefined) setField(draft, { replace_messages })
  if (callback !== undefined) setField(draft, { callback })
}

/** `code` is the severity of a stop without codes. */
export function mergeOutcome(
  draft: VerdictDraft,
  rule: Rule,
  reply: { outcome: Outcome; code?: string },
): void {
  const { outcome, code } = reply
  mergeChanges(draft, outcome)
  mergeDecision(draft, outcome)
  const flow = ruleFlow(outcome, code)
  if (flow !== undefined) draft.flows = [...draft.flows, flow]
  mergeMessages(draft, rule, outcome)
  draft.stops = append(draft.stops, outcome.stops)
  draft.follow_up_messages = appendUnique(draft.follow_up_messages, outcome.follow_up_messages)
  draft.additional_context = appendUnique(draft.additional_context, outcome.additional_context)
  draft.system_messages = appendUnique(draft.system_messages, outcome.system_messages)
  draft.clear = appendUnique(draft.clear, outcome.clear)
  draft.next_prompt ??= outcome.next_prompt
  if (outcome.tool_results !== undefined)
    setField(draft, { tool_results: { ...draft.single.tool_results, ...outcome.tool_results } })
  if (outcome.persist !== undefined) setField(draft, { persist: outcome.persist })
  mergeObservations(draft, rule, outcome)
}

/** The parts that count even after a deny. */
export function mergeObservations(draft: VerdictDraft, { name }: Rule, outcome: Outcome): void {
  if (outcome.metadata !== undefined)
    setField(draft, { metadata: { ...draft.single.metadata, ...outcome.metadata } })
  for (const warning of outcome.warnings ?? none)
    addWarning(draft, { ...warning, rule: warning.rule ?? name })
}

/** Several rules' texts, each once. */
function askTexts(asks: readonly Texts[]): Texts {
  const { text, user } = joinReasons(
    asks.map(({ reason, user_reason }) => ({ text: reason, user: user_reason })),
  )
  return { ...(text !== undefined && { reason: text }), ...(user !== undefined && { user_reason: user }) }
}

type Writable = { -readonly [K in keyof Verdict]: Verdict[K] }

function decide(draft: VerdictDraft, verdict: Writable): void {
  if (draft.denied !== undefined) {
    verdict.decision = 'deny'
    Object.assign(verdict, pickDefined(draft.denied, ['reason', 'user_reason']))
  } else if (draft.asks.length > 0) {
    verdict.decision = 'ask'
    Object.assign(verdict, askTexts(draft.asks))
  } else {
    const allow = draft.allows.find((each) => each.version === draft.version)
    if (allow !== undefined) verdict.decision = 'allow'
    if (allow?.reason !== undefined) verdict.reason = allow.reason
  }
}

/** The verdict so far; after a deny without changes. Built in place: it is on the hot path. */
export function toVerdict(draft: VerdictDraft): Verdict {
  const verdict: Writable = {
    decision: 'proceed',
    flow: 'default',
    stops: draft.stops,
    follow_up_messages: draft.follow_up_messages,
    additional_context: draft.additional_context,
    system_messages: draft.system_messages,
    warnings: draft.warnings,
    trace: draft.trace,
  }
  decide(draft, verdict)
  if (draft.flows.length > 0) Object.assign(verdict, mergeFlow(draft.flows))
  if (draft.version > 0 && draft.denied === undefined) Object.assign(verdict, draft.changes)
  if (draft.single !== nothing) Object.assign(verdict, draft.single)
  if (verdict.next_prompt === undefined && draft.next_prompt !== undefined)
    verdict.next_prompt = draft.next_prompt
  if (draft.clear.length > 0) verdict.clear = draft.clear
  return verdict
}
