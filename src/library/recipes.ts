// Runs recipes in this process: answered by functions, or in the background.
import { AsyncLocalStorage } from 'node:async_hooks'
import { createSpawn } from '../handlers/spawn/spawn.ts'
import { errorMessage, isHooksError } from '../model/errors.ts'
import type { Callback, Env, Files, Outcome, RunnerFunction, Dialect, Spawn } from '../model/types.ts'
import { askRunner, depthOf, type PromptRequest } from '../recipes/ask-runner.ts'
import { answerCallback, askRecipe, recipeOutcome } from '../recipes/answer.ts'
import { render } from '../recipes/liquid.ts'
import type { RecipeAnswerer } from '../recipes/recipe-handler.ts'
import type { EngineOptions } from './engine-options.ts'

export interface LocalRecipes {
  readonly recipes: RecipeAnswerer
  result(job: string): Promise<Outcome> | undefined
  /** Ends the jobs that run. */
  stop(): void
}

interface RecipeEnvironment {
  readonly files: Files
  readonly env: Env
  readonly scripted: readonly Dialect[]
}

const MAX_JOBS = 1_000

/** How many runners of ours the code that asks is inside of. */
const depths = new AsyncLocalStorage<number>()

/** Inside a runner the depth is set, so that no recipe starts another. */
export function environmentWithDepth(env: Env): Env {
  const depth = depths.getStore()
  return depth === undefined ? env : { ...env, HOOKS_DEPTH: String(depthOf(env) + depth) }
}

export function createRecipes(
  { runner, callbacks = {}, spawn: startScript }: EngineOptions,
  around: RecipeEnvironment,
): LocalRecipes {
  const jobs = new Map<string, Promise<Outcome>>()
  const controller = new AbortController()
  const { signal } = controller
  const spawn: Spawn =
    startScript === undefined ? createSpawn({ signal }) : (request) => startScript(request, { signal })
  const startJob = (question: PromptRequest): string => {
    const job = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`
    const [oldest] = jobs.keys()
    if (jobs.size >= MAX_JOBS && oldest !== undefined) jobs.delete(oldest)
    jobs.set(job, outcomeOfJob(question, job, { ...around, spawn, signal }))
    return job
  }
  const inside = Object.entries(callbacks).map(([name, answer]) => [name, withDepth(answer)] as const)
  return {
    recipes: {
      scripted: around.scripted,
      answerCallback,
      askRecipe,
      render,
      askModel,
      startJob,
      ...(runner === undefined ? {} : { runner: withDepth(runner) }),
      callbacks: Object.fromEntries(inside),
    },
    result: (job) => jobs.get(job),
    stop: () => controller.abort(),
  }
}

/** HTTP is for those that name a provider. */
const askModel: RecipeAnswerer['askModel'] = async (...asked) => {
  const { askModel: ask } = await import('../recipes/providers/ask-model.ts')
  return ask(...asked)
}

function withDepth(answer: RunnerFunction): RunnerFunction {
  return (prompt, call) => depths.run((depths.getStore() ?? 0) + 1, () => answer(prompt, call))
}

async function outcomeOfJob(
  question: PromptRequest,
  job: string,
  { scripted, ...reach }: RecipeEnvironment & { readonly spawn: Spawn; readonly signal: AbortSignal },
): Promise<Outcome> {
  const { recipe } = question
  const { root } = question.event
  const said: Callback = { recipe: recipe.name, async: true, job }
  try {
    const output = await askRunner(question, { ...reach, askModel })
    const native = scripted.find(({ name }) => name === 'native')
    const event = { event: 'AgentStop', cwd: root, root, raw: {} } as const
    return {
      ...recipeOutcome(recipe, { output, event, native }),
      callback: { ...said, status: 'done', output },
    }
  } catch (error) {
    const code = isHooksError(error) ? error.code : 'error'
    const message = errorMessage(error)
    return { callback: { ...said, status: 'failed' }, warnings: [{ code, message }] }
  }
}
