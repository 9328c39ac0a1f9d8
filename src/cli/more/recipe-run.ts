import path from 'node:path'
import { dialects } from '../../catalog.ts'
import { attempt, isHooksError } from '../../model/errors.ts'
import type { PlainObject as Plain } from '../../model/plain-object.ts'
import type { Event, Message, Recipe, RunnerSpec } from '../../model/types.ts'
import { plural } from '../../patterns/text/terminal-text.ts'
import { argumentProblems, createPrompt } from '../../recipes/prompt.ts'
import { askRunner, depthOf } from '../../recipes/ask-runner.ts'
import { commandRunner } from '../../recipes/template-commands.ts'
import { recipeOutcome } from '../../recipes/answer.ts'
import { answerersFor } from '../../run/jobs.ts'
import { interruptible } from '../../run/decide.ts'
import { type Host, writeFailure, type Call } from '../../run/call.ts'
import { projectKey } from '../../store/disk/dirs.ts'
import { type RecipeConversation, readConversation } from './recipe-conversation.ts'
import { loadRecipe, openRecipes, type OpenRecipes } from './recipe-show.ts'

interface RecipeRunOptions {
  readonly messages?: string
  readonly arg: readonly string[]
  readonly runner?: string
  readonly write?: string
  readonly prompt?: true
}

const TIMEOUT_MS = 120_000
const MAX_CHARS = 2_000_000

export async function recipeRun(host: Host, name: string, options: RecipeRunOptions): Promise<number> {
  if (depthOf(host.env) > 0) return writeFailure(host, 'a recipe is running already: its run starts no other')
  const open = openRecipes(host)
  const loaded = loadRecipe(host, name, open)
  if ('problem' in loaded) return writeFailure(host, loaded.problem)
  const { recipe } = loaded
  const args = argumentsIn(options.arg, recipe)
  if (typeof args === 'string') return writeFailure(host, args)
  const conversation =
    options.messages === undefined
      ? { messages: [], name: 'no conversation' }
      : await readConversation(host, options.messages, { payloads: payloadsOf(open) }).catch(
          (error: unknown) => ({ problem: String(error) }),
        )
  if ('problem' in conversation) return writeFailure(host, conversation.problem)
  if (recipe.output === 'messages' && options.messages === undefined && options.prompt !== true)
    return writeFailure(host, `recipe "${name}" replaces a conversation: name one with --messages`)
  try {
    return await runRecipe(host, { recipe, args, conversation, options, open })
  } catch (error) {
    if (isHooksError(error))
      return writeFailure(host, `${error.message}; ${conversation.name} stays as it is`)
    throw error
  }
}

function payloadsOf({ here }: OpenRecipes): string {
  return path.join(here.dirs.state, projectKey(here.root), 'payloads')
}

interface RecipeRun {
  readonly recipe: Recipe
  readonly args: Plain
  readonly conversation: RecipeConversation
  readonly options: RecipeRunOptions
  readonly open: OpenRecipes
}

/** Parses `name=value` arguments; a string is an error message. */
function argumentsIn(given: readonly string[], recipe: Recipe): Plain | string {
  const wrong = given.find((each) => !each.includes('='))
  if (wrong !== undefined) return `--arg ${wrong}: write it as name=value`
  const args = Object.fromEntries(
    given.map((each) => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]),
  )
  const [problem] = argumentProblems(recipe, args)
  if (problem === undefined) return args
  return problem.kind === 'missing'
    ? `recipe "${recipe.name}" needs --arg ${problem.name}=…`
    : `recipe "${recipe.name}" has no argument "${problem.name}"`
}

async function runRecipe(host: Host, job: RecipeRun): Promise<number> {
  const { recipe, args, conversation, options, open } = job
  const { root } = open.here
  const event: Event = { event: 'AgentStop', cwd: host.cwd, root, messages: conversation.messages, raw: {} }
  const { render, askModel } = answerersFor(host, undefined)
  const reach = { spawn: interruptible(host, false), files: open.files, env: host.env, askModel }
  const run = options.prompt === true ? {} : { run: commandRunner(recipe, event, reach) }
  const prompt = await createPrompt(recipe, { args, event }, { render, ...run })
  if (options.prompt === true) {
    host.out(`${prompt}\n`)
    return 0
  }
  const runner = runnerFor(job)
  if (runner === undefined)
    return writeFailure(
      host,
      "nothing answers the prompt: give --runner 'llm -m small', or set recipes.runner in hooks.yaml",
    )
  const time_ms = recipe.timeout_ms ?? runner.timeout_ms ?? TIMEOUT_MS
  const question = { recipe, prompt, event, runner, time_ms, max_chars: MAX_CHARS }
  const output = await askRunner(question, reach)
  const native = dialects.find(({ name }) => name === 'native')
  const { replace_messages: messages, ...outcome } = recipeOutcome(recipe, { output, event, native })
  if (messages !== undefined) return writeMessages(host, messages, job)
  return print(host, recipe.output === 'decision' ? `${JSON.stringify(outcome)}\n` : `${output}\n`, job)
}

function runnerFor({ options, recipe, open }: RecipeRun): RunnerSpec | undefined {
  return options.runner === undefined ? (recipe.runner ?? open.settings.runner) : { command: options.runner }
}

/** Writes the new messages to stdout, or to a file in the shape of the input. */
function writeMessages(
  host: Call,
  messages: readonly Message[],
  { conversation, options, open }: RecipeRun,
): number {
  const count = conversation.messages.length
  const done = `compacted ${plural(count, 'message')} of ${conversation.name} into ${messages.length}`
  if (options.write === undefined) {
    host.out(`${JSON.stringify({ done, messages }, null, 2)}\n`)
    host.err(`${done}\n`)
    return 0
  }
  const shaped = conversation.around === undefined ? messages : { ...conversation.around, messages }
  writeFor(host, open, { file: options.write, text: `${JSON.stringify(shaped, null, 2)}\n` })
  host.out(`${done}, written to ${options.write}\n`)
  return 0
}

function print(host: Call, text: string, { options, open }: RecipeRun): number {
  if (options.write === undefined) host.out(text)
  else writeFor(host, open, { file: options.write, text })
  return 0
}

function writeFor(
  { cwd }: Call,
  { files }: OpenRecipes,
  { file, text }: { readonly file: string; readonly text: string },
): void {
  attempt(`cannot write ${file}`, () => files.write(path.resolve(cwd, file), text))
}
