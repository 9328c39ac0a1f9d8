// Answers a callback: finds its recipe, renders and runs it, and turns its output into an outcome.
import { HooksError, isHooksError } from '../model/errors.ts'
import { events, isEventName } from '../model/events.ts'
import type {
  Callback,
  Context,
  Event,
  Outcome,
  RecipeAnswer,
  RecipeQuestion,
  Verdict,
  Warning,
  Recipe,
  Dialect,
} from '../model/types.ts'
import { type RecipeContext, prepareRecipe, type PreparedRecipe, findCalledRecipe } from './prepare-recipe.ts'
import { askRunner, type PromptRequest, parseOutput } from './ask-runner.ts'
import { isObject, pickDefined } from '../model/plain-object.ts'

/** A failure sets the callback's status, or throws where the rule's `on_error` applies. */
export async function answerCallback(outcome: Outcome, recipeContext: RecipeContext): Promise<Outcome> {
  const { callback, ...rest } = outcome
  if (callback === undefined || outcome.replace_messages !== undefined) return outcome
  try {
    const answered = await answer(callback, recipeContext)
    return answered === undefined ? outcome : joinOutcomes(rest, answered, recipeContext.context)
  } catch (error) {
    if (!isHooksError(error) || error.code === 'aborted' || recipeContext.context.rule.on_error !== 'proceed')
      throw error
    const { recipe, args } = callback
    const failed = { recipe, ...(args !== undefined && { args }), status: 'failed' as const }
    const warnings = [{ code: error.code, message: error.message }]
    return joinOutcomes(rest, { callback: failed, warnings }, recipeContext.context)
  }
}

/** Runs the recipe of a built-in. */
export async function askRecipe(
  { messages, ...callback }: RecipeQuestion,
  recipeContext: RecipeContext,
): Promise<RecipeAnswer> {
  const recipe = findCalledRecipe(callback.recipe, recipeContext)
  const call = { callback, recipe, ...(messages !== undefined && { messages }) }
  const { record, request } = await prepareRecipe(call, recipeContext)
  return request === undefined
    ? { instead: notRun(record, recipeContext) }
    : { output: await run(request, recipeContext) }
}

function joinOutcomes(rest: Outcome, more: Outcome, { rule }: Context): Outcome {
  const named = (more.warnings ?? []).map((warning): Warning => ({ ...warning, rule: rule.name }))
  const both = (key: 'additional_context' | 'system_messages') => [...(rest[key] ?? []), ...(more[key] ?? [])]
  return {
    ...rest,
    ...more,
    ...(more.additional_context === undefined ? {} : { additional_context: both('additional_context') }),
    ...(more.system_messages === undefined ? {} : { system_messages: both('system_messages') }),
    ...(named.length === 0 ? {} : { warnings: [...(rest.warnings ?? []), ...named] }),
  }
}

/** Undefined: the callback stays, and the engine reports that nothing can run it. */
async function answer(callback: Callback, recipeContext: RecipeContext): Promise<Outcome | undefined> {
  const { context, subject } = recipeContext
  const { event } = subject
  const recipe = findCalledRecipe(callback.recipe, recipeContext)
  const bare = event.event === 'PreCompact' && recipe.output === 'messages'
  const isAsync = callback.async === true
  if (recipe.output === 'messages' && !bare && !isAsync && !canReplace(event, context)) return undefined
  const { record, request } = await prepareRecipe({ callback, recipe, bare }, recipeContext)
  if (bare) return { additional_context: [record.prompt] }
  if (request === undefined) return notRun(record, recipeContext)
  if (isAsync) return startJob(record, request, recipeContext)
  const output = await run(request, recipeContext)
  const native = recipeContext.scripted.find(({ name }) => name === 'native')
  const { prompt: _, ...kept } = record
  return {
    ...recipeOutcome(recipe, { output, event, native }),
    callback: { ...kept, status: 'done', output },
  }
}

function run(request: PromptRequest, { context, askModel }: RecipeContext): Promise<string> {
  context.note({ did: `recipe ${request.recipe.name}` })
  const { spawn, files, env, signal } = context
  return askRunner(request, { spawn, files, env, signal, askModel: (...args) => askModel(...args) })
}

function startJob(
  record: PreparedRecipe['record'],
  request: PromptRequest,
  recipeContext: RecipeContext,
): Outcome {
  const { context } = recipeContext
  if (recipeContext.startJob === undefined)
    throw new HooksError('error', 'recipes cannot run in the background here')
  const { recipe, runner } = request
  const own = recipe.timeout_ms ?? (typeof runner === 'function' ? undefined : runner.timeout_ms)
  const job = recipeContext.startJob({ ...request, time_ms: own ?? context.rule.timeout_ms })
  context.note({ did: `recipe ${recipe.name} as job ${job}` })
  const { prompt: _, ...kept } = record
  return { callback: { ...kept, status: 'pending', job } }
}

/** The outcome of a recipe without a runner, or in a dry run. */
function notRun(record: PreparedRecipe['record'], { subject, context }: RecipeContext): Outcome {
  if (context.dry !== true || allowsCallbacks(subject.event)) return pending(record, subject.event)
  context.note({ did: `recipe ${record.recipe}, not recipeContext` })
  return {}
}

/** The host runs it: only at events with callbacks. */
function pending(record: PreparedRecipe['record'], event: Event): Outcome {
  if (!allowsCallbacks(event))
    throw new HooksError('error', `nothing runs recipe "${record.recipe}": set recipes.runner in hooks.yaml`)
  return { callback: { ...record, status: 'pending' } }
}

function allowsCallbacks({ event }: Event): boolean {
  return isEventName(event) && events[event].may.includes('messages')
}

/** Otherwise running the model would be wasted. */
function canReplace(event: Event, { prior, carries }: Context): boolean {
  return allowsCallbacks(event) && !isTaken(prior) && (carries === undefined || carries.messages === true)
}

/** An earlier rule already replaces the messages. */
function isTaken({ replace_messages: messages, callback }: Verdict): boolean {
  const isSettled =
    callback?.status === 'done' || callback?.status === 'failed' || callback?.job !== undefined
  return messages !== undefined || (callback !== undefined && !isSettled)
}

export interface RecipeReply {
  readonly output: string
  readonly event: Event
  readonly native: Dialect | undefined
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
