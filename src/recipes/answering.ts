// From a callback to the question that its runner is asked.
import { HooksError } from '../model/errors.ts'
import type { Callback, Context, Message, Recipe, RunnerFunction, Scripted, Subject } from '../model/types.ts'
import { argumentProblems, filledArguments } from './arguments.ts'
import type { Question, Reach } from './ask.ts'
import { commandRunner } from './commands.ts'
import { lookUpRecipe } from './look-up.ts'
import { type Prompting, promptOf, type Render } from './prompt.ts'
import type { PlainObject as Plain } from '../model/plain-object.ts'

/** What answers callbacks where the rules are asked. */
export interface Answerers {
  readonly render: Render
  readonly askModel: Reach['askModel']
  /** Answers whatever has no runner of its own. */
  readonly runner?: RunnerFunction
  /** By the names of recipes: each answers in that recipe's place. */
  readonly callbacks?: Readonly<Record<string, RunnerFunction>>
  /** Lets a runner go on by itself; what its output is collected by. */
  startJob?(question: Question): string
}

export interface Answering extends Answerers {
  readonly subject: Subject
  readonly context: Context
  readonly scripted: readonly Scripted[]
}

export interface Prepared {
  /** What the verdict says of it whatever comes. */
  readonly record: Omit<Callback, 'status' | 'job' | 'output'> & { readonly prompt: string }
  /** Absent: nothing runs it here. */
  readonly question?: Question
}

export interface Called extends Pick<Prompting, 'messages' | 'bare'> {
  readonly callback: Callback
  readonly recipe: Recipe
}

/** The prompt of a callback, and who answers it. */
export async function prepareQuestion(
  { callback, recipe, ...shown }: Called,
  asked: Answering,
): Promise<Prepared> {
  const { context, subject } = asked
  const { event } = subject
  const args = argumentsOf(callback, recipe, asked)
  const ends = context.clock.elapsed() + Math.min(context.rule.timeout_ms, context.time_ms)
  const left_ms = (): number => ends - context.clock.elapsed()
  const { spawn, env } = context
  const run = commandRunner(recipe, event, { spawn, env, left_ms })
  const prompt = await promptOf(
    recipe,
    { args, event, ...shown },
    { render: asked.render, ...(context.dry === true ? {} : { run }) },
  )
  const record = {
    recipe: callback.recipe,
    ...(Object.keys(args).length === 0 ? {} : { args }),
    ...(callback.async === true ? { async: true } : {}),
    prompt,
  }
  const runner = runnerOf(recipe, asked)
  if (runner === undefined || context.dry === true) return { record }
  const messages = shown.messages ?? event.messages ?? []
  return { record, question: questionOf({ recipe, prompt, runner, messages, left_ms: left_ms() }, asked) }
}

interface Said extends Pick<Question, 'recipe' | 'prompt' | 'runner'> {
  readonly messages: readonly Message[]
  readonly left_ms: number
}

function questionOf({ left_ms, ...said }: Said, { context, subject }: Answering): Question {
  const { name, timeout_ms = Infinity } = said.recipe
  const time_ms = Math.ceil(Math.min(timeout_ms, left_ms)) // timers take whole numbers
  if (time_ms <= 0) throw new HooksError('timeout', `no time was left for the runner of recipe "${name}"`)
  return { ...said, event: subject.event, time_ms, max_chars: context.reply_chars }
}

function runnerOf(
  recipe: Recipe,
  { callbacks = {}, runner, context }: Answering,
): Question['runner'] | undefined {
  const own = Object.hasOwn(callbacks, recipe.name) ? callbacks[recipe.name] : undefined
  return own ?? recipe.runner ?? runner ?? context.recipes?.runner
}

/** The plan has those that it could know of; any other is looked for now. */
export function recipeOf(name: string, { context, callbacks = {} }: Answering): Recipe {
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
  if (found === undefined && Object.hasOwn(callbacks, name)) return functionRecipe(name)
  if (found === undefined) throw new HooksError('error', `there is no recipe "${name.slice(0, 80)}"`)
  if ('recipe' in found.read) return found.read.recipe
  throw new HooksError('error', `recipe "${name.slice(0, 80)}" cannot be used: ${found.read.problem.message}`)
}

/** A function of this name needs no file: it gets the conversation. */
export function functionRecipe(name: string): Recipe {
  return { name, file: '', output: 'messages', body: '' }
}

function argumentsOf({ args = {} }: Callback, recipe: Recipe, { subject, context }: Answering): Plain {
  const isRule = context.rule.handler.kind === 'recipe'
  const filled = isRule ? filledArguments(args, subject.event, context.match) : args
  const missing = argumentProblems(recipe, filled).find(({ kind }) => kind === 'missing')
  if (missing !== undefined)
    throw new HooksError('error', `recipe "${recipe.name}" needs the argument "${missing.name}"`)
  return filled
}
