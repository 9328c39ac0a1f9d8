// A callback is answered: its recipe found, rendered, run, and its output made an outcome.
import { HooksError, isHooksError } from '../errors.ts'
import { events, isEventName } from '../events.ts'
import type {
  Callback,
  Context,
  Event,
  Outcome,
  Recipe,
  Scripted,
  Subject,
  Verdict,
  Warning,
} from '../types.ts'
import { argumentProblems, filledArguments } from './arguments.ts'
import { askRunner } from './ask.ts'
import { lookUpRecipe } from './look-up.ts'
import { outcomeOf } from './outcome.ts'
import type { Plain } from './plain.ts'
import { renderPrompt, type Render } from './prompt.ts'

export interface Answering {
  readonly subject: Subject
  readonly context: Context
  readonly scripted: readonly Scripted[]
  readonly render: Render
}

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
  const { context, subject, render } = asked
  const { event } = subject
  const recipe = recipeOf(callback.recipe, context)
  const args = argumentsOf(callback, recipe, asked)
  const isAdvice = event.event === 'PreCompact' && recipe.output === 'messages'
  if (recipe.output === 'messages' && !isAdvice && !canReplace(event, context)) return undefined
  const prompt = renderPrompt(recipe, { args, event, bare: isAdvice }, render)
  if (isAdvice) return { additional_context: [prompt] }
  const record = { recipe: callback.recipe, ...(Object.keys(args).length === 0 ? {} : { args }), prompt }
  const runner = recipe.runner ?? context.recipes?.runner
  if (runner === undefined || context.dry === true) return pending(record, event)
  context.note({ did: `recipe ${recipe.name}` })
  const time_ms = Math.min(recipe.timeout_ms ?? Infinity, context.rule.timeout_ms, context.time_ms)
  const output = await askRunner(
    { recipe, prompt, event, runner, time_ms, max_chars: context.reply_chars },
    context,
  )
  const native = asked.scripted.find(({ name }) => name === 'native')
  const done = {
    recipe: record.recipe,
    ...('args' in record ? { args } : {}),
    status: 'done' as const,
    output,
  }
  return { ...outcomeOf(recipe, { output, event, native }), callback: done }
}

/** For the host to run: only where it can be told of callbacks. */
function pending(record: Omit<Callback, 'status'>, event: Event): Outcome {
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
    (callback !== undefined && callback.status !== 'done' && callback.status !== 'failed')
  )
}

/** The plan has those that it could know of; any other is looked for now. */
function recipeOf(name: string, context: Context): Recipe {
  const { recipes, files } = context
  const { handler } = context.rule
  if (
    handler.kind !== 'inline' &&
    handler.kind !== 'run' &&
    handler.recipe !== undefined &&
    handler.recipe.name === name
  )
    return handler.recipe
  const frontMatter: Context['frontMatter'] = (text) => context.frontMatter(text)
  const found = lookUpRecipe(name, { dirs: recipes?.dirs ?? [], files, frontMatter })
  if (found === undefined) throw new HooksError('error', `there is no recipe "${name.slice(0, 80)}"`)
  if ('recipe' in found.read) return found.read.recipe
  throw new HooksError('error', `recipe "${name.slice(0, 80)}" cannot be used: ${found.read.problem.message}`)
}

function argumentsOf({ args = {} }: Callback, recipe: Recipe, { subject, context }: Answering): Plain {
  const isRule = context.rule.handler.kind === 'recipe'
  const filled = isRule ? filledArguments(args, subject.event, context.match) : args
  const missing = argumentProblems(recipe, filled).find(({ kind }) => kind === 'missing')
  if (missing !== undefined)
    throw new HooksError('error', `recipe "${recipe.name}" needs the argument "${missing.name}"`)
  return filled
}
