import { callersEnv } from '../model/start-contract.ts'
import { errorMessage, HooksError } from '../model/errors.ts'
import { failureOf } from '../handlers/run/failure.ts'
import { hideSecrets } from '../patterns/secrets/secrets.ts'
import { compileJsonSchema } from '../builtins/tool-schemas/json-schema.ts'
import type {
  Env,
  Event,
  Files,
  Message,
  ModelRunner,
  ProgramRunner,
  Recipe,
  RunnerFunction,
  RunnerSpec,
  Spawn,
  SpawnRequest,
} from '../model/types.ts'

export interface PromptRequest {
  readonly recipe: Recipe
  readonly prompt: string
  readonly event: Pick<Event, 'root' | 'session_id' | 'agent'>
  readonly runner: RunnerSpec | RunnerFunction
  readonly time_ms: number
  readonly max_chars: number
  /** For a runner that is a function. */
  readonly messages?: readonly Message[]
}

interface RunnerRequest extends Pick<PromptRequest, 'prompt' | 'time_ms' | 'max_chars'> {
  readonly runner: ModelRunner
}

export interface RunnerEffects {
  readonly spawn: Spawn
  readonly files: Files
  readonly env: Env
  readonly signal?: AbortSignal | undefined
  askModel(
    request: RunnerRequest,
    reach: { readonly env: Env; readonly signal?: AbortSignal | undefined },
  ): Promise<string>
}

/** The runner's answer, checked against the recipe's schema. Throws a HooksError. */
export async function askRunner(request: PromptRequest, reach: RunnerEffects): Promise<string> {
  const output = (await answerOf(request, reach)).trim()
  if (output === '') throw new HooksError('bad_reply', 'the runner answered nothing')
  checkResult(output, request.recipe)
  return output
}

/** The limit of Node's timers. */
const MAX_TIMER_MS = 2 ** 31 - 1

function answerOf(request: PromptRequest, reach: RunnerEffects): Promise<string> {
  const { runner, prompt, max_chars } = request
  const own = typeof runner === 'function' ? undefined : runner.timeout_ms
  const time_ms = Math.ceil(Math.max(1, Math.min(own ?? MAX_TIMER_MS, request.time_ms, MAX_TIMER_MS)))
  if (typeof runner === 'function') return askFunction(runner, { ...request, time_ms }, reach)
  if ('provider' in runner)
    return reach.askModel({ prompt, runner, time_ms, max_chars }, { env: reach.env, signal: reach.signal })
  return askProgram({ ...request, runner, time_ms }, reach)
}

async function askProgram(
  request: PromptRequest & { readonly runner: ProgramRunner },
  reach: RunnerEffects,
): Promise<string> {
  const spawnRequest = requestOf(request, reach.env)
  const result = await reach.spawn(spawnRequest)
  if (result.end !== 'exit') throw failureOf(result, spawnRequest, reach.files)
  if (result.code !== 0) {
    const { message } = failureOf(result, spawnRequest, reach.files)
    // Programs may print rejected keys; masked before it is cut, as half a key would not be recognized.
    const last = hideSecrets(result.stderr.trim(), '***').split('\n').at(-1) ?? ''
    throw new HooksError('error', last === '' ? message : `${message}: ${last.slice(-200)}`)
  }
  return result.stdout
}

function requestOf(
  { prompt, runner, event, time_ms, max_chars, recipe }: PromptRequest & { readonly runner: ProgramRunner },
  env: Env,
): SpawnRequest {
  return {
    argv: runner.command,
    cwd: event.root,
    env: runEnvironment(recipe, event, env),
    stdin: `${prompt}\n`,
    timeout_ms: time_ms,
    max_stdout: max_chars,
  }
}

async function askFunction(
  runner: RunnerFunction,
  { prompt, recipe, messages = [], time_ms }: PromptRequest,
  { signal: given }: RunnerEffects,
): Promise<string> {
  const late = AbortSignal.timeout(time_ms)
  const signal = given === undefined ? late : AbortSignal.any([given, late])
  const { name, allowed_tools } = recipe
  const call = { signal, recipe: name, messages, ...(allowed_tools === undefined ? {} : { allowed_tools }) }
  try {
    const answer: unknown = await Promise.race([runner(prompt, call), rejectOnAbort(signal)])
    if (typeof answer === 'string') return answer
  } catch (cause) {
    if (given?.aborted === true) throw new HooksError('aborted', 'the runner was aborted', { cause })
    if (late.aborted) throw new HooksError('timeout', `no answer within ${time_ms / 1000} s`, { cause })
    const why = hideSecrets(errorMessage(cause), '***')
    throw new HooksError('error', `the runner failed: ${why}`, { cause })
  }
  throw new HooksError('bad_reply', 'the runner answered no text')
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = (): void => reject(signal.reason as Error)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
}

/** Our own environment and the recipe's variables; an empty list becomes an empty string, a missing one no variable. */
export function runEnvironment(
  recipe: Recipe,
  event: PromptRequest['event'],
  env: Env,
): Readonly<Record<string, string>> {
  const own: Record<string, string | undefined> = {
    HOOKS_DEPTH: String(depthOf(env) + 1),
    HOOKS_RECIPE: recipe.name,
    HOOKS_ALLOWED_TOOLS: recipe.allowed_tools?.join(','),
    HOOKS_ALLOWED_COMMANDS: recipe.allowed_commands?.join(','),
    HOOKS_PROFILE: recipe.profile,
    HOOKS_ROOT: event.root,
    HOOKS_SESSION_ID: event.session_id,
    HOOKS_AGENT: event.agent,
  }
  const all = Object.entries({ ...callersEnv(env), ...own })
  return Object.fromEntries(
    all.flatMap(([name, value]) =>
      value === undefined || value.includes('\0') ? [] : [[name, value] as const],
    ),
  )
}

export function depthOf(env: Env): number {
  const depth = Number(env['HOOKS_DEPTH'] ?? 0)
  return Number.isInteger(depth) && depth > 0 ? depth : 0
}

function checkResult(output: string, { name, result_schema: schema }: Recipe): void {
  if (schema === undefined) return
  const [problem] = compileJsonSchema(schema)(parseOutput(output, `recipe "${name}"`))
  if (problem !== undefined)
    throw new HooksError(
      'bad_reply',
      `the output of recipe "${name}" does not fit its schema: ${problem.path} ${problem.says}`,
    )
}

/** Models often wrap JSON in a fenced block. */
export function parseOutput(output: string, of: string): unknown {
  const [, fenced] = /^```(?:json)?[ \t]*\r?\n([\s\S]*?)\r?\n```$/.exec(output) ?? []
  try {
    return JSON.parse(fenced ?? output)
  } catch (cause) {
    throw new HooksError('bad_reply', `the output of ${of} is not JSON: ${errorMessage(cause)}`, { cause })
  }
}
