import { HooksError } from '../model/errors.ts'
import { failureOf } from '../handlers/run/failure.ts'
import { hideSecrets } from '../patterns/text/secrets.ts'
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

export interface Question {
  readonly recipe: Recipe
  readonly prompt: string
  readonly event: Pick<Event, 'root' | 'session_id' | 'agent'>
  readonly runner: RunnerSpec | RunnerFunction
  readonly time_ms: number
  readonly max_chars: number
  /** What a runner that is a function gets beside the prompt. */
  readonly messages?: readonly Message[]
}

/** What is sent to a provider. */
interface ModelQuestion extends Pick<Question, 'prompt' | 'time_ms' | 'max_chars'> {
  readonly runner: ModelRunner
}

export interface Reach {
  readonly spawn: Spawn
  readonly files: Files
  readonly env: Env
  readonly signal?: AbortSignal | undefined
  /** From a part of the program that most runs do without. */
  askModel(
    question: ModelQuestion,
    reach: { readonly env: Env; readonly signal?: AbortSignal | undefined },
  ): Promise<string>
}

/** What the runner answers, checked against the recipe's schema. Throws a HooksError when there is no such answer. */
export async function askRunner(question: Question, reach: Reach): Promise<string> {
  const output = (await answerOf(question, reach)).trim()
  if (output === '') throw new HooksError('bad_reply', 'the runner answered nothing')
  checkResult(output, question.recipe)
  return output
}

/** What a timer of Node can wait for. */
const LONGEST_MS = 2 ** 31 - 1

function answerOf(question: Question, reach: Reach): Promise<string> {
  const { runner, prompt, max_chars } = question
  const own = typeof runner === 'function' ? undefined : runner.timeout_ms
  const time_ms = Math.ceil(Math.max(1, Math.min(own ?? LONGEST_MS, question.time_ms, LONGEST_MS)))
  if (typeof runner === 'function') return askFunction(runner, { ...question, time_ms }, reach)
  if ('provider' in runner)
    return reach.askModel({ prompt, runner, time_ms, max_chars }, { env: reach.env, signal: reach.signal })
  return askProgram({ ...question, runner, time_ms }, reach)
}

async function askProgram(
  question: Question & { readonly runner: ProgramRunner },
  reach: Reach,
): Promise<string> {
  const request = requestOf(question, reach.env)
  const result = await reach.spawn(request)
  if (result.end !== 'exit') throw failureOf(result, request, reach.files)
  if (result.code !== 0) {
    const { message } = failureOf(result, request, reach.files)
    // Programs quote the keys that they are refused with; half a key would not be known for one.
    const last = hideSecrets(result.stderr.trim(), '***', true).split('\n').at(-1) ?? ''
    throw new HooksError('error', last === '' ? message : `${message}: ${last.slice(-200)}`)
  }
  return result.stdout
}

function requestOf(
  { prompt, runner, event, time_ms, max_chars, recipe }: Question & { readonly runner: ProgramRunner },
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

/** What the function throws is a failure of the runner, not a bug of ours. */
async function askFunction(
  runner: RunnerFunction,
  { prompt, recipe, messages = [], time_ms }: Question,
  { signal: given }: Reach,
): Promise<string> {
  const late = AbortSignal.timeout(time_ms)
  const signal = given === undefined ? late : AbortSignal.any([given, late])
  const { name, allowed_tools } = recipe
  const call = { signal, recipe: name, messages, ...(allowed_tools === undefined ? {} : { allowed_tools }) }
  try {
    const answer: unknown = await Promise.race([runner(prompt, call), ended(signal)])
    if (typeof answer === 'string') return answer
  } catch (cause) {
    if (given?.aborted === true) throw new HooksError('aborted', 'the runner was aborted', { cause })
    if (late.aborted) throw new HooksError('timeout', `no answer within ${time_ms / 1000} s`, { cause })
    const why = hideSecrets(cause instanceof Error ? cause.message : String(cause), '***', true)
    throw new HooksError('error', `the runner failed: ${why}`, { cause })
  }
  throw new HooksError('bad_reply', 'the runner answered no text')
}

/** Rejects when nobody waits any more, whatever the function does. */
function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = (): void => reject(signal.reason as Error) // whatever it was aborted with
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
}

/** Everything of ours, one level deeper; no tools is the empty text, any tool no variable at all. */
export function runEnvironment(
  recipe: Recipe,
  event: Question['event'],
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
  const all = Object.entries({ ...env, ...own })
  return Object.fromEntries(
    all.flatMap(([name, value]) =>
      value === undefined || value.includes('\0') ? [] : [[name, value] as const],
    ),
  )
}

/** How many runners deep this process is. */
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

/** The output as JSON; models like to put it into a fenced block. */
export function parseOutput(output: string, of: string): unknown {
  const [, fenced] = /^```(?:json)?[ \t]*\r?\n([\s\S]*?)\r?\n```$/.exec(output) ?? []
  try {
    return JSON.parse(fenced ?? output)
  } catch (cause) {
    throw new HooksError(
      'bad_reply',
      `the output of ${of} is not JSON: ${cause instanceof Error ? cause.message : ''}`,
      {
        cause,
      },
    )
  }
}
