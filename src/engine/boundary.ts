// Where runs and compactions begin, and what is remembered across events for that.
import type { Event, State, Verdict } from '../model/types.ts'
import { withFields } from './change.ts'

const runs = 'runs'
const compactions = 'compactions'
const heldDeny = 'session-denied'

/** A prompt of the user, not empty and not a host's own notification, begins a run. */
function beginsRun(event: Event): boolean {
  if (event.event !== 'UserPromptSubmit' || event.prompt === undefined || event.prompt.trim() === '')
    return false
  return event.metadata?.host_notification !== true
}

function isCompaction(event: Event): boolean {
  return event.event === 'PostCompact' || (event.event === 'SessionStart' && event.source === 'compact')
}

/** Does this event begin something that is counted, or answer for something earlier? */
export function isBoundary({ event }: Event): boolean {
  return event === 'SessionStart' || event === 'UserPromptSubmit' || event === 'PostCompact'
}

/** The key that continues are counted under; a subagent has a count of its own. */
export function continuesKey(event: Event): string {
  return event.event === 'SubagentStop'
    ? `continues/${event.subagent?.id ?? event.subagent?.name ?? ''}`
    : 'continues'
}

export function asksToGoOn(event: Event): boolean {
  return event.event === 'AgentStop' || event.event === 'SubagentStop' || event.event === 'ShouldContinue'
}

/** How many prompts of the user were counted. */
export function promptsIn(state: State): number {
  return state.counted(runs)
}

/** Counts what begins with this event, and gives it how often the run was continued so far. */
export function enter(event: Event, state: State): Event {
  if (beginsRun(event)) state.count(runs)
  if (isCompaction(event)) state.count(compactions)
  if (!asksToGoOn(event)) return event
  const counted = Math.max(state.run().counted(continuesKey(event)), event.stop_active ?? 0)
  return withFields(event, { stop_active: counted })
}

/** True when a `once` rule speaks for the first time; a compaction starts it again. */
export function claimOnce(name: string, scope: 'run' | 'session', state: State): boolean {
  const epoch = state.counted(compactions)
  return (scope === 'run' ? state.run() : state).once(`once/${name}/${epoch}`)
}

/** Keeps the deny of a session's start for its next prompt. */
export function holdDeny(verdict: Verdict, state: State): void {
  const by = verdict.trace.find((entry) => entry.decision === 'deny' || entry.flow === 'stop')
  const reason = verdict.reason ?? verdict.flow_reason ?? ''
  state.write(heldDeny, JSON.stringify({ reason, trace: by && { ...by, decision: 'deny' } }))
}

export interface HeldDeny {
  readonly reason: string
  readonly trace?: Verdict['trace'][number]
}

/** The deny that was kept, for a prompt of the user, once. */
export function takeDeny(event: Event, state: State): HeldDeny | undefined {
  if (!beginsRun(event)) return undefined
  const text = state.read(heldDeny)
  if (text === undefined || text === '') return undefined
  state.write(heldDeny, '')
  try {
    // Written by holdDeny alone.
    return JSON.parse(text) as HeldDeny
  } catch {
    return { reason: 'the session was denied at its start' }
  }
}
