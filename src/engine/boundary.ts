// Counts runs, steps, model calls, compactions and continues in the session's state, and keeps which skill is active.
import { countUnnumbered, finishedSteps, isUnnumbered } from '../handlers/steps.ts'
import { changesSkill, metadataWithSkill, saveSkill } from '../handlers/active-skill.ts'
import type { Event, State, Verdict } from '../model/types.ts'
import { callKey } from '../builtins/shared/call-key.ts'
import { withFields } from './subject.ts'

const RUNS = 'runs'
const COMPACTIONS = 'compactions'
const SAVED_DENY = 'session-denied'
const CONTINUED_BY = 'continued-by'

/** A prompt of the user that is neither empty nor a notification of the host starts a run. */
function startsRun(event: Event): boolean {
  if (event.event !== 'UserPromptSubmit' || event.prompt === undefined || event.prompt.trim() === '')
    return false
  return event.metadata?.host_notification !== true
}

function isCompaction(event: Event): boolean {
  return event.event === 'PostCompact' || (event.event === 'SessionStart' && event.source === 'compact')
}

/** Is there something to count or answer even without rules? */
export function isBoundary(event: Event): boolean {
  const { event: name } = event
  const isStart = name === 'SessionStart' || name === 'UserPromptSubmit' || name === 'PostCompact'
  return isStart || isUnnumbered(event) || changesSkill(event)
}

/** Each subagent has its own count. */
export function continuesKey(event: Event): string {
  return event.event === 'SubagentStop'
    ? `continues/${event.subagent?.id ?? event.subagent?.name ?? ''}`
    : 'continues'
}

export function canContinue(event: Event): boolean {
  return event.event === 'AgentStop' || event.event === 'SubagentStop' || event.event === 'ShouldContinue'
}

export function countPrompts(state: State): number {
  return state.counted(RUNS)
}

/** Reads the state only where somebody reads the metadata. */
export function withSkill(event: Event, state: State): Event {
  let read: { readonly metadata: Event['metadata'] } | undefined
  const descriptors = {
    ...Object.getOwnPropertyDescriptors(event),
    metadata: {
      enumerable: true,
      get: () => (read ??= { metadata: metadataWithSkill(event, state) }).metadata,
    },
  }
  return Object.freeze(Object.create(Object.prototype, descriptors)) as Event // the same one, with lazy metadata
}

/** Counts what this event starts; adds `step` to the events of steps, `stop_active` to events that can continue a run. */
export function countBoundary(event: Event, state: State): Event {
  if (startsRun(event) && !isOwnPrompt(event, state)) state.count(RUNS)
  if (isCompaction(event)) state.count(COMPACTIONS)
  if (changesSkill(event)) saveSkill(event, state)
  if (isUnnumbered(event)) {
    countUnnumbered(event, state)
    const step = canContinue(event) ? undefined : finishedSteps(event, state)
    if (step !== undefined) return withFields(event, { step })
  }
  if (!canContinue(event)) return event
  const counted = Math.max(state.run().counted(continuesKey(event)), event.stop_active ?? 0)
  return withFields(event, { stop_active: counted })
}

/** Counts that the agent is continued, and remembers by which text: some hosts send it back as a prompt. */
export function countContinue(event: Event, verdict: Verdict, state: State): void {
  state.run().count(continuesKey(event))
  const { flow, flow_reason, follow_up_messages, next_prompt, trace } = verdict
  const rule = trace.find((entry) => entry.flow === flow)?.rule ?? ''
  const said = [flow_reason, ...follow_up_messages, next_prompt, `rule ${rule}`]
  state.write(CONTINUED_BY, said.map((text) => text?.trim().split('\n', 1)[0] ?? '').find(Boolean) ?? '')
}

/** The text of a continue comes back as a prompt; the next prompt is the user's again. */
function isOwnPrompt({ prompt = '' }: Event, state: State): boolean {
  const text = state.read(CONTINUED_BY) ?? ''
  if (text === '') return false
  state.write(CONTINUED_BY, '')
  return prompt.includes(text)
}

/**
 * The first time that a `once` rule runs, what to call when its dispatch has ended; else undefined. A compaction resets
 * it, and a call that is judged again, as its judge died, runs it again.
 */
export function claimOnce(
  name: string,
  scope: 'run' | 'session',
  { event, state }: Claim,
): (() => void) | undefined {
  const kept = scope === 'run' ? state.run() : state
  const key = `once/${name}/${state.counted(COMPACTIONS)}`
  const call = callKey(event)
  if (call === undefined) return kept.once(key) ? () => undefined : undefined
  const judged = `${key}/${call}`
  if (!kept.once(key) && kept.close(judged) === undefined) return undefined
  kept.open(judged)
  return () => void kept.close(judged)
}

interface Claim {
  readonly event: Event
  readonly state: State
}

/** Saves the deny of a session's start for its next prompt. */
export function saveSessionDeny(verdict: Verdict, state: State): void {
  const by = verdict.trace.find((entry) => entry.decision === 'deny' || entry.flow === 'stop')
  const reason = verdict.reason ?? verdict.flow_reason ?? ''
  const user_reason = verdict.user_reason ?? verdict.user_flow_reason
  state.write(SAVED_DENY, JSON.stringify({ reason, user_reason, trace: by && { ...by, decision: 'deny' } }))
}

export interface SavedDeny {
  readonly reason: string
  readonly user_reason?: string
  readonly trace?: Verdict['trace'][number]
}

/** The saved deny, for the next prompt of the user only. */
export function takeSessionDeny(event: Event, state: State): SavedDeny | undefined {
  if (!startsRun(event)) return undefined
  const text = state.read(SAVED_DENY)
  if (text === undefined || text === '') return undefined
  state.write(SAVED_DENY, '')
  try {
    return JSON.parse(text) as SavedDeny // written by saveSessionDeny
  } catch {
    return { reason: 'the session was denied at its start' }
  }
}
