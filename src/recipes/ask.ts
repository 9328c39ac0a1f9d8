import { HooksError } from '../errors.ts'
import { failureOf } from '../handlers/run/failure.ts'
import { compileJsonSchema } from '../tool-schemas/json-schema.ts'
import type { Env, Event, Files, Recipe, RunnerSpec, Spawn, SpawnRequest } from '../types.ts'

export interface Question {
  readonly recipe: Recipe
  readonly prompt: string
  readonly event: Event
  readonly runner: RunnerSpec
  readonly time_ms: number
  readonly max_chars: number
}

export interface Reach {
  readonly spawn: Spawn
  readonly files: Files
  readonly env: Env
}

/** What the runner answers, checked against the recipe's schema. Throws a HooksError when there is no such answer. */
export async function askRunner(question: Question, reach: Reach): Promise<string> {
  const request = requestOf(question, reach.env)
  const result = await reach.spawn(request)
  if (result.end !== 'exit') throw failureOf(result, request, reach.files)
  if (result.code !== 0) {
    const { message } = failureOf(result, request, reach.files)
    const last = result.stderr.trim().split('\n').at(-1) ?? ''
    throw new HooksError('error', last === '' ? message : `${message}: ${last.slice(-200)}`)
  }
  const output = result.stdout.trim()
  if (output === '') throw new HooksError('bad_reply', 'the runner answered nothing')
  checkResult(output, question.recipe)
  return output
}

function requestOf(
  { prompt, runner, event, time_ms, max_chars, ...question }: Question,
  env: Env,
): SpawnRequest {
  return {
    argv: runner.command,
    cwd: event.root,
    env: environmentOf(question.recipe, event, env),
    stdin: `${prompt}\n`,
    timeout_ms: Math.max(1, Math.min(runner.timeout_ms ?? Infinity, time_ms)),
    max_stdout: max_chars,
  }
}

/** Everything of ours, one level deeper; no tools is the empty text, any tool no variable at all. */
function environmentOf(recipe: Recipe, event: Event, env: Env): Record<string, string> {
  const own: Record<string, string | undefined> = {
    HOOKS_DEPTH: String(depthOf(env) + 1),
    HOOKS_RECIPE: recipe.name,
    HOOKS_ALLOWED_TOOLS: recipe.allowed_tools?.join(','),
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
