// A callback is answered: its recipe found, rendered, run, and its output made an outcome.
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
} from '../model/types.ts'
import { type Answering, prepareQuestion, type Prepared, recipeOf } from './answering.ts'
import { askRunner, type Question } from './ask.ts'
import { outcomeOf } from './outcome.ts'

/** The outcome with its callback answered. A failure is told by the callback's status, unless the rule's `on_error` has to. */
export async function answerCallback(outcome: Outcome, asked: Answering): Promise<Outcome> {
  const { callback, ...rest } = outcome
  if (callback === undefined || outcome.replace_messages !== undefined) return outcome
  try {
    const said = await answer(callback, asked)
    return said === undefined ? outcome : joined(rest, said, asked.context)
  } catch (error) {
    if (!isHooksError(error) || error.code === 'aborted' || asked.context.rule.on_error !== 'proceed')
      throw error
    const { recipe, args } = callback
    const failed = { recipe, ...(args === undefined ? {} : { args }), status: 'failed' as const }
    return joined(
      rest,
      { callback: failed, warnings: [{ code: error.code, message: error.message }] },
      asked.context,
    )
  }
}

/** What the recipe of a built-in answers, for the built-in to make an outcome of. */
export async function askRecipe(
  { messages, ...callback }: RecipeQuestion,
  asked: Answering,
): Promise<RecipeAnswer> {
  const recipe = recipeOf(callback.recipe, asked)
  const prepared = await prepareQuestion(
    { callback, recipe, ...(messages === undefined ? {} : { messages }) },
    asked,
  )
  if (prepared.question === undefined) return { instead: notAsked(prepared.record, asked) }
  return { output: await run(prepared.question, asked) }
}

function joined(rest: Outcome, said: Outcome, { rule }: Context): Outcome {
  const named = (said.warnings ?? []).map((warning): Warning => ({ ...warning, rule: rule.name }))
  const both = (key: 'additional_context' | 'system_messages') => [...(rest[key] ?? []), ...(said[key] ?? [])]
  return {
    ...rest,
    ...said,
    ...(said.additional_context === undefined ? {} : { additional_context: both('additional_context') }),
    ...(said.system_messages === undefined ? {} : { system_messages: both('system_messages') }),
    ...(named.length === 0 ? {} : { warnings: [...(rest.warnings ?? []), ...named] }),
  }
}

/** Undefined where the callback stays as it is, for the engine to judge. */
async function answer(callback: Callback, asked: Answering): Promise<Outcome | undefined> {
  const { context, subject } = asked
  const { event } = subject
  const recipe = recipeOf(callback.recipe, asked)
  const bare = event.event === 'PreCompact' && recipe.output === 'messages'
  const isAsync = callback.async === true
  if (recipe.output === 'messages' && !bare && !isAsync && !canReplace(event, context)) return undefined
  const { record, question } = await prepareQuestion({ callback, recipe, bare }, asked)
  if (bare) return { additional_context: [record.prompt] }
  if (question === undefined) return notAsked(record, asked)
  if (isAsync) return started(record, question, asked)
  const output = await run(question, asked)
  const native = asked.scripted.find(({ name }) => name === 'native')
  const { prompt: _, ...kept } = record
  return { ...outcomeOf(recipe, { output, event, native }), callback: { ...kept, status: 'done', output } }
}

function run(question: Question, { context, askModel }: Answering): Promise<string> {
  context.note({ did: `recipe ${question.recipe.name}` })
  const { spawn, files, env, signal } = context
  return askRunner(question, { spawn, files, env, signal, askModel: (...asked) => askModel(...asked) })
}

/** Nobody waits: what comes of it is collected by its job. */
function started(record: Prepared['record'], question: Question, asked: Answering): Outcome {
  const { context } = asked
  if (asked.startJob === undefined)
    throw new HooksError('error', 'nothing here lets a recipe go on by itself')
  const { recipe, runner } = question
  const own = recipe.timeout_ms ?? (typeof runner === 'function' ? undefined : runner.timeout_ms)
  const job = asked.startJob({ ...question, time_ms: own ?? context.rule.timeout_ms })
  context.note({ did: `recipe ${recipe.name} as job ${job}` })
  const { prompt: _, ...kept } = record
  return { callback: { ...kept, status: 'pending', job } }
}

/** A dry run starts nothing, so that nothing is said where no host could run it. */
function notAsked(record: Prepared['record'], { subject, context }: Answering): Outcome {
  if (context.dry !== true || holdsCallbacks(subject.event)) return pending(record, subject.event)
  context.note({ did: `recipe ${record.recipe}, not asked` })
  return {}
}

/** For the host to run: only where it can be told of callbacks. */
function pending(record: Prepared['record'], event: Event): Outcome {
  if (!holdsCallbacks(event))
    throw new HooksError('error', `nothing runs recipe "${record.recipe}": set recipes.runner in hooks.yaml`)
  return { callback: { ...record, status: 'pending' } }
}

function holdsCallbacks({ event }: Event): boolean {
  return isEventName(event) && events[event].may.includes('messages')
}

/** A model is not asked for what nobody takes. */
function canReplace(event: Event, { prior, carries }: Context): boolean {
  return holdsCallbacks(event) && !isTaken(prior) && (carries === undefined || carries.messages === true)
}

function isTaken({ replace_messages: messages, callback }: Verdict): boolean {
  return (
    messages !== undefined ||
    (callback !== undefined &&
      callback.status !== 'done' &&
      callback.status !== 'failed' &&
      callback.job === undefined)
  )
}
