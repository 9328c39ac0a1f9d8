import { HooksError } from '../model/errors.ts'
import type { Event, Outcome, Recipe, Scripted } from '../model/types.ts'
import { isObject, pickDefined } from '../model/plain-object.ts'
import { parseOutput } from './ask-runner.ts'

export interface RecipeReply {
  readonly output: string
  readonly event: Event
  readonly native: Scripted | undefined
}

/** Turns a recipe's output into an outcome. */
export function recipeOutcome(
  { name, output: kind }: Pick<Recipe, 'name' | 'output'>,
  { output, event, native }: RecipeReply,
): Outcome {
  switch (kind) {
    case 'messages':
      return { replace_messages: [{ role: 'user', content: output }], persist: true }
    case 'context':
      return { additional_context: [output] }
    case 'text':
      return {}
    case 'decision':
      return onlyTightening(decisionIn(output, { name, event, native }), name)
  }
}

function decisionIn(
  output: string,
  { name, event, native }: Omit<RecipeReply, 'output'> & { name: string },
): Outcome {
  const reply = parseOutput(output, `recipe "${name}"`)
  try {
    if (!isObject(reply)) throw new TypeError('it is not an object')
    return native?.fromScript?.(reply, event) ?? {}
  } catch (error) {
    if (error instanceof TypeError)
      throw new HooksError('bad_reply', `the output of recipe "${name}" is no outcome: ${error.message}`, {
        cause: error,
      })
    throw error
  }
}

const keptKeys = ['metadata', 'additional_context', 'system_messages'] as const
const decisionTexts = ['reason', 'user_reason'] as const
const flowTexts = ['flow_reason', 'user_flow_reason'] as const
const allowedKeys: readonly string[] = ['decision', 'flow', ...decisionTexts, ...flowTexts, ...keptKeys]

/** A model may make a decision stricter, never allow or change anything. */
function onlyTightening(outcome: Outcome, name: string): Outcome {
  const { decision, flow } = outcome
  const isStrict = decision === 'deny' || decision === 'ask'
  const lost = [
    ...Object.keys(outcome).filter((key) => !allowedKeys.includes(key)),
    ...(decision === 'allow' ? ['allow'] : []),
    ...(flow === 'continue' || flow === 'restart' ? [flow] : []),
  ]
  const message = `recipe "${name}" may only tighten: ${lost.join(', ')} left out`
  return {
    ...(isStrict && { decision, ...pickDefined(outcome, decisionTexts) }),
    ...(flow === 'stop' && { flow, ...pickDefined(outcome, flowTexts) }),
    ...pickDefined(outcome, keptKeys),
    ...(lost.length > 0 && { warnings: [{ code: 'contract', message }] }),
  }
}
