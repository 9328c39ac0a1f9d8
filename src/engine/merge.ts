// All outcomes become one verdict; the order in which rules speak is the only order there is.
import { composePatches } from '../handlers/merge-patch.ts'
import type {
  Callback,
  Message,
  Outcome,
  Rule,
  SystemChange,
  TraceEntry,
  Verdict,
  Warning,
} from '../model/types.ts'
import { mergeFlow, voiceOf } from './flow.ts'
import type { FlowVoice } from './flow.ts'

type Changes = Pick<
  Verdict,
  'updated_input' | 'updated_output' | 'updated_prompt' | 'updated_system' | 'updated_request'
>
type Single = Pick<Verdict, 'replace_messages' | 'callback' | 'tool_results' | 'metadata' | 'persist'>

/** A verdict in the making. Lists and changes begin as ones that are empty for all: most events add to none. */
export interface Draft {
  denied: boolean
  reason: string | undefined
  asked: boolean
  asks: readonly string[]
  /** Who allowed, and after how many changes. */
  allows: readonly { readonly version: number; readonly reason?: string }[]
  /** How many changes there were. */
  version: number
  flows: readonly FlowVoice[]
  changes: Changes
  single: Single
  /** The rule that has the message slot. */
  slot: string | undefined
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

export function createDraft(): Draft {
  return {
    denied: false,
    reason: undefined,
    asked: false,
    asks: none,
    allows: none,
    version: 0,
    flows: none,
    changes: nothing,
    single: nothing,
    slot: undefined,
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

/** Equal ones once. */
function added<T>(list: readonly T[], more: readonly T[] | undefined): readonly T[] {
  return more === undefined || more.length === 0 ? list : [...new Set([...list, ...more])]
}

function joined<T>(list: readonly T[], more: readonly T[] | undefined): readonly T[] {
  return more === undefined || more.length === 0 ? list : [...list, ...more]
}

export function warn(draft: Draft, warning: Warning): void {
  draft.warnings = [...draft.warnings, warning]
}

export function trace(draft: Draft, entry: TraceEntry): void {
  draft.trace = draft.trace.length === 0 ? [entry] : [...draft.trace, entry]
}

function set(draft: Draft, part: Single): void {
  draft.single = { ...draft.single, ...part }
}

/** `replace` starts afresh; appended and prepended texts grow outwards. */
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

function mergeChanges(draft: Draft, outcome: Outcome): void {
  if (!hasChange(outcome)) return
  const changes: { -readonly [K in keyof Changes]: Changes[K] } = { ...draft.changes }
  if (outcome.updated_input !== undefined) changes.updated_input = outcome.updated_input
  // A tool may well have put out nothing: `null` is a value, a missing key is not.
  if (Object.hasOwn(outcome, 'updated_output') && outcome.updated_output !== undefined) {
    changes.updated_output = outcome.updated_output
  }
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

/** Does it change what the rules after it are asked about? */
export function hasChange(outcome: Outcome): boolean {
  return (
    outcome.updated_input !== undefined ||
    outcome.updated_output !== undefined ||
    outcome.updated_prompt !== undefined ||
    outcome.updated_system !== undefined ||
    outcome.updated_request !== undefined
  )
}

/** Adds a decision alone; the first deny's reason is the reason. */
export function mergeDecision(draft: Draft, outcome: Pick<Outcome, 'decision' | 'reason'>): void {
  const { decision, reason } = outcome
  if (decision === 'deny' && !draft.denied) {
    draft.denied = true
    draft.reason = reason
  }
  if (decision === 'ask') {
    draft.asked = true
    if (reason !== undefined) draft.asks = added(draft.asks, [reason])
  }
  if (decision === 'allow')
    draft.allows = [...draft.allows, { version: draft.version, ...(reason !== undefined && { reason }) }]
}

const roles: ReadonlySet<string> = new Set(['user', 'assistant', 'system', 'tool'])

function refuseMessages(messages: readonly Message[]): string | undefined {
  if (messages.length === 0) return 'an empty list of messages replaces nothing'
  const isBad = messages.some((each) => typeof each !== 'object' || each === null || !roles.has(each.role))
  return isBad ? 'a message has no role, or one that is unknown' : undefined
}

/** It ran, or goes on by itself. */
function isRecord({ status, job }: Callback): boolean {
  return status === 'done' || status === 'failed' || job !== undefined
}

function mergeSlot(draft: Draft, rule: Rule, outcome: Outcome): void {
  const { replace_messages, callback } = outcome
  if (replace_messages === undefined && callback === undefined) return
  const refused = replace_messages === undefined ? undefined : refuseMessages(replace_messages)
  if (refused !== undefined) warn(draft, { code: 'bad-messages', rule: rule.name, message: refused })
  if (refused !== undefined && callback === undefined) return
  if (replace_messages === undefined && callback !== undefined && isRecord(callback)) {
    if (draft.single.callback === undefined) set(draft, { callback }) // a record claims nothing
    return
  }
  if (draft.slot !== undefined) {
    const message = `conflict: "${rule.name}" would replace the messages as well, but "${draft.slot}" came first`
    warn(draft, { code: 'conflict', rule: rule.name, message })
    return
  }
  draft.slot = rule.name
  if (replace_messages !== undefined && refused === undefined) set(draft, { replace_messages })
  if (callback !== undefined) set(draft, { callback })
}

/** Adds what one rule said; `code` is what a stop without codes counts as. */
export function mergeOutcome(draft: Draft, rule: Rule, said: { outcome: Outcome; code?: string }): void {
  const { outcome } = said
  mergeChanges(draft, outcome)
  mergeDecision(draft, outcome)
  const voice = voiceOf(outcome, said.code)
  if (voice !== undefined) draft.flows = [...draft.flows, voice]
  mergeSlot(draft, rule, outcome)
  draft.stops = joined(draft.stops, outcome.stops)
  draft.follow_up_messages = added(draft.follow_up_messages, outcome.follow_up_messages)
  draft.additional_context = added(draft.additional_context, outcome.additional_context)
  draft.system_messages = added(draft.system_messages, outcome.system_messages)
  draft.clear = added(draft.clear, outcome.clear)
  draft.next_prompt ??= outcome.next_prompt
  if (outcome.tool_results !== undefined)
    set(draft, { tool_results: { ...draft.single.tool_results, ...outcome.tool_results } })
  if (outcome.persist !== undefined) set(draft, { persist: outcome.persist })
  mergeObservations(draft, rule, outcome)
}

/** What may still be added after a deny. */
export function mergeObservations(draft: Draft, { name }: Rule, outcome: Outcome): void {
  if (outcome.metadata !== undefined)
    set(draft, { metadata: { ...draft.single.metadata, ...outcome.metadata } })
  for (const warning of outcome.warnings ?? none) warn(draft, { ...warning, rule: warning.rule ?? name })
}

type Writable = { -readonly [K in keyof Verdict]: Verdict[K] }

function decide(draft: Draft, verdict: Writable): void {
  if (draft.denied) {
    verdict.decision = 'deny'
    if (draft.reason !== undefined) verdict.reason = draft.reason
  } else if (draft.asked) {
    verdict.decision = 'ask'
    if (draft.asks.length > 0) verdict.reason = draft.asks.join('\n')
  } else {
    const allow = draft.allows.find((each) => each.version === draft.version)
    if (allow !== undefined) verdict.decision = 'allow'
    if (allow?.reason !== undefined) verdict.reason = allow.reason
  }
}

/** The verdict as it stands. After a deny the changes are left out. Built in place: every event pays for it. */
export function verdictOf(draft: Draft): Verdict {
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
  if (draft.version > 0 && !draft.denied) Object.assign(verdict, draft.changes)
  if (draft.single !== nothing) Object.assign(verdict, draft.single)
  if (verdict.next_prompt === undefined && draft.next_prompt !== undefined)
    verdict.next_prompt = draft.next_prompt
  if (draft.clear.length > 0) verdict.clear = draft.clear
  return verdict
}
