// What an agent cannot be told becomes the next stricter thing that it can, and says so.
import type { Carries, Outcome, Verdict, Warning } from '../model/types.ts'

const changes = ['updated_input', 'updated_output', 'updated_prompt', 'updated_request'] as const

export interface Carried {
  readonly outcome: Outcome
  /** Changes that could not be carried: the rule did not do what it was for. */
  readonly lost: readonly string[]
  readonly warnings: readonly Warning[]
}

function without(outcome: Outcome, keys: readonly (keyof Outcome)[]): Outcome {
  const left: Record<string, unknown> = { ...outcome }
  for (const key of keys) Reflect.deleteProperty(left, key)
  return left
}

/** A text that is only appended to the system prompt may as well stand in the context. */
function carrySystem(outcome: Outcome, carries: Carries): { outcome: Outcome; kept: boolean } {
  const change = outcome.updated_system
  const left = without(outcome, ['updated_system'])
  if (
    change?.append === undefined ||
    change.prepend !== undefined ||
    change.replace !== undefined ||
    !carries.context
  ) {
    return { outcome: left, kept: false }
  }
  return {
    outcome: { ...left, additional_context: [...(outcome.additional_context ?? []), change.append] },
    kept: true,
  }
}

/** A callback that ran is only the record of it. */
function wantsMessages({ replace_messages: messages, callback }: Outcome): boolean {
  const ran = callback?.status === 'done' || callback?.status === 'failed'
  return messages !== undefined || (callback !== undefined && !ran)
}

/** The outcome with only the changes that the agent can be told. */
export function carryChanges(outcome: Outcome, carries: Carries, agent: string): Carried {
  const lost: string[] = changes.filter((key) => outcome[key] !== undefined && carries[key] !== true)
  let left =
    lost.length === 0
      ? outcome
      : without(
          outcome,
          [...changes].filter((key) => lost.includes(key)),
        )
  const warnings: Warning[] = []
  if (left.updated_system !== undefined && carries.updated_system !== true) {
    const { outcome: carried, kept } = carrySystem(left, carries)
    left = carried
    if (kept) warnings.push({ code: 'downgrade', message: `updated_system is given to ${agent} as context` })
    else lost.push('updated_system')
  }
  if (wantsMessages(left) && carries.messages !== true) {
    lost.push('messages')
    left = without(left, ['replace_messages', 'callback'])
  }
  return { outcome: left, lost, warnings }
}

interface Step {
  readonly verdict: Verdict
  readonly agent: string
  readonly carries: Carries
}

function warn(verdict: Verdict, message: string): Verdict {
  return { ...verdict, warnings: [...verdict.warnings, { code: 'downgrade', message }] }
}

function denyInstead({ verdict, agent }: Step): Verdict {
  const { updated_input: _input, updated_output: _output, updated_prompt: _prompt, ...rest } = verdict
  const { updated_system: _system, updated_request: _request, ...left } = rest
  const note = `This needs the user's approval, which ${agent} cannot ask for here.`
  const reason =
    verdict.reason === undefined || verdict.reason === ''
      ? note
      : `${verdict.reason.trimEnd().replace(/(?<![.?!])$/, '.')} ${note}`
  return warn({ ...left, decision: 'deny', reason }, `${agent} cannot ask here: denied instead`)
}

function carryDecision(step: Step): Verdict {
  const { verdict, agent, carries } = step
  const { decision } = verdict
  if (decision === 'proceed' || carries[decision] === true) return verdict
  if (decision === 'ask' && carries.deny === true) return denyInstead(step)
  const { reason: _reason, ...rest } = verdict
  return warn({ ...rest, decision: 'proceed' }, `${agent} cannot be told "${decision}" here`)
}

function carryFlow({ verdict, agent, carries }: Step): Verdict {
  const { flow } = verdict
  if (flow === 'default' || carries[flow] === true) return verdict
  if (flow === 'restart' && carries.continue === true) {
    return warn(
      { ...verdict, flow: 'continue' },
      `${agent} cannot restart: it continues with the next prompt`,
    )
  }
  const { flow_reason: _reason, hard: _hard, forced: _forced, ...rest } = verdict
  return warn({ ...rest, flow: 'default' }, `${agent} cannot be told "${flow}" here`)
}

function carryContext({ verdict, agent, carries }: Step): Verdict {
  if (verdict.additional_context.length === 0 || carries.context === true) return verdict
  return warn({ ...verdict, additional_context: [] }, `${agent} takes no context here`)
}

/** The verdict as the agent can be told it. */
export function downgrade(verdict: Verdict, carries: Carries, agent: string): Verdict {
  return [carryDecision, carryFlow, carryContext].reduce(
    (so_far, step) => step({ verdict: so_far, agent, carries }),
    verdict,
  )
}
