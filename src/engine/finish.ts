// From all that was said to the verdict that is answered.
import type { Verdict } from '../model/types.ts'
import { asksToGoOn, continuesKey, holdDeny } from './boundary.ts'
import type { Course } from './course.ts'
import { agentOf, carriesOf } from './course.ts'
import { downgrade } from './downgrade.ts'
import { mergeFlow } from './flow.ts'
import { verdictOf } from './merge.ts'

function capOf({ registry, options }: Course): number {
  const own = options.capabilities?.continues
  return own === undefined ? registry.settings.continues : Math.min(registry.settings.continues, own - 1)
}

/** Over the cap nothing makes the agent go on any more; a soft stop that was outweighed counts again. */
function letGo(verdict: Verdict, course: Course, cap: number): Verdict {
  const { flow: _flow, flow_reason: _reason, next_prompt: _prompt, ...rest } = verdict
  const left = mergeFlow(course.draft.flows.filter((voice) => voice.flow === 'stop'))
  const message = `the agent was continued ${cap} times in this run, so it is let go`
  return {
    ...rest,
    ...left,
    follow_up_messages: [],
    warnings: [...verdict.warnings, { code: 'continues', message }],
  }
}

function capContinues(verdict: Verdict, course: Course): Verdict {
  const { event } = course.subject
  if ((verdict.flow !== 'continue' && verdict.flow !== 'restart') || !asksToGoOn(event)) return verdict
  const run = course.options.effects.state.run()
  const key = continuesKey(event)
  const cap = capOf(course)
  if (Math.max(run.counted(key), event.stop_active ?? 0) >= cap) return letGo(verdict, course, cap)
  run.count(key)
  return verdict
}

/** A deny or a stop at the session's start that the agent cannot be told answers the next prompt. */
function keepForPrompt(verdict: Verdict, course: Course): Verdict {
  const { event, options } = { event: course.subject.event, options: course.options }
  holdDeny(verdict, options.effects.state)
  const message = `${agentOf(event)} cannot be refused a session: the next prompt is denied instead`
  const { reason: _reason, flow_reason: _flow_reason, hard: _hard, forced: _forced, ...rest } = verdict
  return {
    ...rest,
    decision: 'proceed',
    flow: 'default',
    warnings: [...verdict.warnings, { code: 'downgrade', message }],
  }
}

function fitAgent(verdict: Verdict, course: Course): Verdict {
  const carries = carriesOf(course)
  if (carries === undefined) return verdict
  const isRefused = verdict.decision === 'deny' || (verdict.flow === 'stop' && carries.stop !== true)
  const isHeld = course.subject.event.event === 'SessionStart' && isRefused && carries.deny !== true
  return downgrade(isHeld ? keepForPrompt(verdict, course) : verdict, carries, agentOf(course.subject.event))
}

export function finish(course: Course): Verdict {
  const verdict = verdictOf(course.draft)
  return course.aborted ? verdict : capContinues(fitAgent(verdict, course), course)
}
