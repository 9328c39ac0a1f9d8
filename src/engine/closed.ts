// How a rule that could not speak is answered: by its `on_error`, in the strictest form that the event can carry.
import type { OnError, Outcome, OnUnresolved } from '../model/types.ts'
import { mayCarry } from './contract.ts'
import type { Course } from './course.ts'
import { agentOf, carriesOf } from './course.ts'

function can(course: Course, part: 'ask' | 'deny' | 'stop' | 'updated_output'): boolean {
  const carries = carriesOf(course)
  return mayCarry(course.subject.event.event, part) && (carries === undefined || carries[part] === true)
}

/** A deny where there is one; else what it was meant to keep back is withheld, else the agent is stopped. */
function denied(course: Course, reason: string): Outcome {
  const { event } = course.subject.event
  if (mayCarry(event, 'deny')) return { decision: 'deny', reason }
  if (can(course, 'updated_output')) return { updated_output: `[withheld: ${reason}]` }
  if (can(course, 'stop')) return stopped(reason)
  return untold(course, reason)
}

/** Nothing can hold it back: then at least the user knows. */
function untold({ subject }: Course, reason: string): Outcome {
  const message = `${agentOf(subject.event)} lets nothing be held back here, and it was to be: ${reason}`
  return { warnings: [{ code: 'contract', message }], system_messages: [`hooks: ${message}`] }
}

function stopped(reason: string): Outcome {
  return { flow: 'stop', hard: true, flow_reason: reason }
}

function asked(course: Course, reason: string): Outcome {
  const { event } = course.subject.event
  if (mayCarry(event, 'ask')) return { decision: 'ask', reason }
  return denied(course, reason)
}

/** What `on_error` or `on_unresolved` says here; undefined for proceed. */
export function closedOutcome(
  course: Course,
  how: OnError | OnUnresolved,
  reason: string,
): Outcome | undefined {
  switch (how) {
    case 'proceed':
      return undefined
    case 'ask':
      return asked(course, reason)
    case 'deny':
      return denied(course, reason)
    case 'stop':
      return can(course, 'stop') || mayCarry(course.subject.event.event, 'deny')
        ? stopped(reason)
        : denied(course, reason)
  }
}
