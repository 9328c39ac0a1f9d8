import { HooksError } from '../model/errors.ts'
import type { Event, Outcome, Recipe, Scripted } from '../model/types.ts'
import { parseOutput } from './ask.ts'

export interface Answered {
  readonly output: string
  readonly event: Event
  readonly native: Scripted | undefined
}

/** What a recipe's output comes to, by its kind. */
export function outcomeOf(
  { name, output: kind }: Pick<Recipe, 'name' | 'output'>,
  { output, event, native }: Answered,
): Outcome {
  switch (kind) {
    case 'messages':
      return { replace_messages: [{ role: 'user', content: output }], persist: true }
    case 'context':
      return { additional_context: [output] }
    case 'text':
      return {}
    case 'decision':
      return tightened(decisionIn(output, { name, event, native }), name)
  }
}

function decisionIn(
  output: string,
  { name, event, native }: Omit<Answered, 'output'> & { name: string },
): Outcome {
  const reply = parseOutput(output, `recipe "${name}"`)
  try {
    if (typeof reply !== 'object' || reply === null || Array.isArray(reply))
      throw new TypeError('it is not an object')
    return native?.fromScript?.(reply, event) ?? {}
  } catch (error) {
    if (error instanceof TypeError)
      throw new HooksError('bad_reply', `the output of recipe "${name}" is no outcome: ${error.message}`, {
        cause: error,
      })
    throw error
  }
}

const tightening: readonly string[] = [
  'decision',
  'reason',
  'flow',
  'flow_reason',
  'metadata',
  'additional_context',
  'system_messages',
]

/** A model's opinion may hold something up, never wave it through, nor change it. */
function tightened(outcome: Outcome, name: string): Outcome {
  const { decision, reason, flow, flow_reason: flowReason } = outcome
  const holds = decision === 'deny' || decision === 'ask'
  const lost = [
    ...Object.keys(outcome).filter((key) => !tightening.includes(key)),
    ...(decision === 'allow' ? ['allow'] : []),
    ...(flow === 'continue' || flow === 'restart' ? [flow] : []),
  ]
  const message = `recipe "${name}" may only tighten: ${lost.join(', ')} left out`
  return {
    ...(holds ? { decision } : {}),
    ...(holds && reason !== undefined ? { reason } : {}),
    ...(flow === 'stop' ? { flow, ...(flowReason === undefined ? {} : { flow_reason: flowReason }) } : {}),
    ...(outcome.metadata === undefined ? {} : { metadata: outcome.metadata }),
    ...(outcome.additional_context === undefined ? {} : { additional_context: outcome.additional_context }),
    ...(outcome.system_messages === undefined ? {} : { system_messages: outcome.system_messages }),
    ...(lost.length === 0 ? {} : { warnings: [{ code: 'contract', message }] }),
  }
}
