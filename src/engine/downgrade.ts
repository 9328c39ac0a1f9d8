// Replaces what the agent does not support by the next stricter thing that it does, with a warning.
import { withoutKeys } from '../model/plain-object.ts'
import type { Carries, Outcome, Verdict, Warning } from '../model/types.ts'

const changes = ['updated_input', 'updated_output', 'updated_prompt', 'updated_request'] as const

export interface SupportedChanges {
  readonly outcome: Outcome
  /** Changes that were dropped: the rule did not do its work. */
  readonly lost: readonly string[]
  readonly warnings: readonly Warning[]
}

/** A callback that ran is only a record. */
function needsMessages({ replace_messages: messages, callback }: Outcome): boolean {
  const ran = callback?.status === 'done' || callback?.status === 'failed'
  return messages !== undefined || (callback !== undefined && !ran)
}

/** The outcome with only the changes that the agent supports. */
export function dropUnsupportedChanges(outcome: Outcome, carries: Carries, agent: string): SupportedChanges {
  const dropped: (keyof Outcome)[] = changes.filter(
    (key) => outcome[key] !== undefined && carries[key] !== true,
  )
  const lost: string[] = [...dropped]
  const added: { additional_context?: readonly string[] } = {}
  const warnings: Warning[] = []
  const { updated_system: system } = outcome
  if (system !== undefined && carries.updated_system !== true) {
    dropped.push('updated_system')
    // A text that is only appended to the system prompt can go to the context instead.
    const { append, prepend, replace } = system
    if (append !== undefined && prepend === undefined && replace === undefined && carries.context === true) {
      added.additional_context = [...(outcome.additional_context ?? []), append]
      warnings.push({ code: 'downgrade', message: `updated_system is given to ${agent} as context` })
    } else lost.push('updated_system')
  }
  if (needsMessages(outcome) && carries.messages !== true) {
    dropped.push('replace_messages', 'callback')
    lost.push('messages')
  }
  return {
    outcome: dropped.length === 0 ? outcome : { ...withoutKeys(outcome, dropped), ...added },
    lost,
    warnings,
  }
}

interface Downgrade {
  readonly verdict: Verdict
  readonly agent: string
  readonly carries: Carries
}

function warn(verdict: Verdict, message: string): Verdict {
  return { ...verdict, warnings: [...verdict.warnings, { code: 'downgrade', message }] }
}

function denyInstead({ verdict, agent }: Downgrade): Verdict {
  const left = withoutKeys(verdict, [...changes, 'updated_system'])
  const note = `This needs the user's approval, which ${agent} cannot ask for here.`
  const reason =
    verdict.reason === undefined || verdict.reason === ''
      ? note
      : `${verdict.reason.trimEnd().replace(/(?<![.?!])$/, '.')} ${note}`
  return warn({ ...left, decision: 'deny', reason }, `${agent} cannot ask here: denied instead`)
}

function downgradeDecision(step: Downgrade): Verdict {
  const { verdict, agent, carries } = step
  const { decision } = verdict
  if (decision === 'proceed' || carries[decision] === true) return verdict
  if (decision === 'ask' && carries.deny === true) return denyInstead(step)
  return warn(
    { ...withoutKeys(verdict, ['reason', 'user_reason']), decision: 'proceed' },
    `${agent} cannot be told "${decision}" here`,
  )
}

function downgradeFlow({ verdict, agent, carries }: Downgrade): Verdict {
  const { flow } = verdict
  if (flow === 'default' || carries[flow] === true) return verdict
  if (flow === 'restart' && carries.continue === true) {
    return warn(
      { ...verdict, flow: 'continue' },
      `${agent} cannot restart: it continues with the next prompt`,
    )
  }
  const left = withoutKeys(verdict, ['flow_reason', 'user_flow_reason', 'hard', 'forced'])
  const message = `${agent} cannot be told "${flow}" here`
  const { flow_reason: reason, additional_context: context } = verdict
  if (flow === 'stop' || carries.context !== true || reason === undefined)
    return warn({ ...left, flow: 'default' }, message)
  return warn(
    { ...left, flow: 'default', additional_context: [...context, reason] },
    `${message}: the reason is given as context`,
  )
}

function downgradeContext({ verdict, agent, carries }: Downgrade): Verdict {
  if (verdict.additional_context.length === 0 || carries.context === true) return verdict
  return warn({ ...verdict, additional_context: [] }, `${agent} takes no context here`)
}

/** The verdict in what the agent supports. */
export function downgradeVerdict(verdict: Verdict, carries: Carries, agent: string): Verdict {
  const steps = [downgradeDecision, downgradeFlow, downgradeContext]
  return steps.reduce((left, step) => step({ verdict: left, agent, carries }), verdict)
}
