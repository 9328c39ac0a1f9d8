// From a callback to the request for its runner.
import { HooksError } from '../model/errors.ts'
import type { Callback, Context, Recipe, RunnerFunction, Dialect, Subject } from '../model/types.ts'
import { relativeTo } from '../patterns/paths/paths.ts'
import {
  argumentProblems,
  fillArguments,
  type PromptInput,
  createPrompt,
  type RenderTemplate,
} from './prompt.ts'
import type { PromptRequest, RunnerEffects } from './ask-runner.ts'
import { commandRunner } from './template-commands.ts'
import { lookUpRecipe } from './read-recipes.ts'
import type { PlainObject as Plain } from '../model/plain-object.ts'

/** What running recipes needs from the host. */
export interface RecipeEffects {
  readonly render: RenderTemplate
  /** Whose forms of answer are understood. */
  readonly scripted: readonly Dialect[]
  readonly askModel: RunnerEffects['askModel']
  /** For recipes without a runner of their own. */
  readonly runner?: RunnerFunction
  /** By recipe name, in place of the recipe's own runner. */
  readonly callbacks?: Readonly<Record<string, RunnerFunction>>
  /** Runs a recipe in the background; returns the job's id. */
  startJob?(question: PromptRequest): string
}

export interface RecipeContext extends RecipeEffects {
  readonly subject: Subject
  readonly context: Context
}

export interface PreparedRecipe {
  /** For the verdict's callback. */
  readonly record: Omit<Callback, 'status' | 'job' | 'output'> & { readonly prompt: string }
  /** Absent: no runner, or a dry run. */
  readonly request?: PromptRequest
}

export interface RecipeCall extends Pick<PromptInput, 'messages' | 'bare'> {
  readonly callback: Callback
  readonly recipe: Recipe
}

export async function prepareRecipe(
  { callback, recipe, ...shown }: RecipeCall,
  recipeContext: RecipeContext,
): Promise<PreparedRecipe> {
  const { context, subject } = recipeContext
  const { event } = subject
  const args = argumentsOf(callback, recipe, recipeContext)
  const ends = context.clock.elapsed() + Math.min(context.rule.timeout_ms, context.time_ms)
  const left_ms = (): number => ends - context.clock.elapsed()
  const { spawn, env } = context
  const run = commandRunner(recipe, event, { spawn, env, left_ms })
  const prompt = await createPrompt(
    recipe,
    { args, event, ...shown },
    { render: recipeContext.render, ...(context.dry !== true && { run }) },
  )
  const record = {
    recipe: callback.recipe,
    ...(Object.keys(args).length > 0 && { args }),
    ...(callback.async === true && { async: true }),
    prompt,
  }
  const runner = runnerOf(recipe, recipeContext)
  if (runner === undefined || context.dry === true) return { record }
  const time_ms = Math.ceil(Math.min(recipe.timeout_ms ?? Infinity, left_ms())) // timers take whole numbers
  if (time_ms <= 0)
    throw new HooksError('timeout', `no time was left for the runner of recipe "${recipe.name}"`)
  const messages = shown.messages ?? event.messages ?? []
  return {
    record,
    request: { recipe, prompt, runner, messages, event, time_ms, max_chars: context.reply_chars },
  }
}

function runnerOf(
  recipe: Recipe,
  { callbacks = {}, runner, context, subject }: RecipeContext,
): PromptRequest['runner'] | undefined {
  const own = Object.hasOwn(callbacks, recipe.name) ? callbacks[recipe.name] : undefined
  const first = own ?? recipe.runner ?? runner
  const { runner: last, runner_covers: covers = [] } = context.recipes ?? {}
  if (first === undefined && context.changedFile?.(covers, subject.event.root) !== undefined)
    throw new HooksError('error', 'what recipes.runner names is not run until you trust it: hooks trust')
  return first ?? last
}

/** The plan has the recipes that its rules name; others are looked up now. */
export function findCalledRecipe(name: string, recipeContext: RecipeContext): Recipe {
  const { context, callbacks = {} } = recipeContext
  const { recipes, files } = context
  const { handler, layer } = context.rule
  if (
    handler.kind !== 'inline' &&
    handler.kind !== 'run' &&
    handler.recipe !== undefined &&
    handler.recipe.name === name
  )
    return handler.recipe
  const found = lookUpRecipe(name, {
    dirs: recipes?.dirs_above?.[layer] ?? recipes?.dirs ?? [],
    files,
    frontMatter: (text) => context.frontMatter(text),
  })
  if (found === undefined && Object.hasOwn(callbacks, name)) return functionRecipe(name)
  if (found === undefined) throw new HooksError('error', `there is no recipe "${name.slice(0, 80)}"`)
  if (!isTrusted(found.file, recipeContext)) throw new HooksError('error', notTrusted(name))
  if ('recipe' in found.read) return found.read.recipe
  throw new HooksError('error', `recipe "${name.slice(0, 80)}" cannot be used: ${found.read.problem.message}`)
}

/** A script may ask for any recipe by name; those that a project brings need its user's trust. */
function isTrusted(file: string, { context, subject }: RecipeContext): boolean {
  const { root } = subject.event
  const { covers } = context.recipes ?? {}
  if (covers === undefined) return true
  const isOwn = relativeTo(root, file) !== undefined
  const own = isOwn ? covers.filter(({ path }) => path === file) : []
  return (!isOwn || own.length > 0) && context.changedFile?.(own, root) === undefined
}

function notTrusted(name: string): string {
  return `recipe "${name.slice(0, 80)}" is not run until you trust it: hooks trust`
}

/** A callback function needs no file: it gets the conversation. */
export function functionRecipe(name: string): Recipe {
  return { name, file: '', output: 'messages', body: '' }
}

function argumentsOf({ args = {} }: Callback, recipe: Recipe, { subject, context }: RecipeContext): Plain {
  const isRule = context.rule.handler.kind === 'recipe'
  const filled = isRule ? fillArguments(args, subject.event, context.match) : args
  const missing = argumentProblems(recipe, filled).find(({ kind }) => kind === 'missing')
  if (missing !== undefined)
    throw new HooksError('error', `recipe "${recipe.name}" needs the argument "${missing.name}"`)
  return filled
}
