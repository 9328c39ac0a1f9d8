// What happens when a rule fails or cannot decide: its `on_error` or `on_unresolved`, as strictly as the event allows.
import type { OnError, Outcome, OnUnresolved } from '../model/types.ts'
import { canCarry } from './fit.ts'
import { agentName, agentSupport, type DispatchState } from './dispatch-state.ts'

function isSupported(state: DispatchState, part: 'stop' | 'updated_output'): boolean {
  const carries = agentSupport(state)
  return canCarry(state.subject.event.event, part) && (carries === undefined || carries[part] === true)
}

/** Denies; where the event cannot, withholds the output or stops the agent, or at least warns the user. */
function deny(state: DispatchState, reason: string): Outcome {
  const { event } = state.subject
  if (canCarry(event.event, 'deny')) return { decision: 'deny', reason }
  if (isSupported(state, 'updated_output')) return { updated_output: `[withheld: ${reason}]` }
  if (isSupported(state, 'stop')) return stop(reason)
  const message = `${agentName(event)} cannot be stopped at this event, so it goes on: ${reason}`
  return { warnings: [{ code: 'contract', message }] }
}

function stop(reason: string): Outcome {
  return { flow: 'stop', hard: true, flow_reason: reason }
}

/** Undefined for `proceed`. */
export function failureOutcome(
  state: DispatchState,
  how: OnError | OnUnresolved,
  reason: string,
): Outcome | undefined {
  const { event } = state.subject.event
  switch (how) {
    case 'proceed':
      return undefined
    case 'ask':
      return canCarry(event, 'ask') ? { decision: 'ask', reason } : deny(state, reason)
    case 'deny':
      return deny(state, reason)
    case 'stop':
      return isSupported(state, 'stop') || canCarry(event, 'deny') ? stop(reason) : deny(state, reason)
  }
}
