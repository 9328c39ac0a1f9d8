// Replaces commands in a recipe's text by their output.
import { HooksError } from '../model/errors.ts'
import type { Recipe, Spawn, SpawnResult } from '../model/types.ts'
import { type PromptRequest, type RunnerEffects, runEnvironment } from './ask-runner.ts'

/** A command's output; undefined while it has not run. */
export type CommandOutput = (argv: readonly string[]) => string | undefined

export function hasCommands(text: string): boolean {
  return /\{[{%]-?\s*bash\s/.test(text)
}

const TIME_MS = 30_000
const MAX_COMMANDS = 50
const MAX_CHARS = 1_000_000

/** Renders, runs the missing commands, and renders again until all have run. */
export async function renderWithCommands(
  render: (printed: CommandOutput) => string,
  run: (argv: readonly string[]) => Promise<string>,
): Promise<string> {
  const known = new Map<string, string>()
  for (;;) {
    const missing = new Map<string, readonly string[]>()
    const text = render((argv) => {
      const key = JSON.stringify(argv)
      if (!known.has(key)) missing.set(key, argv)
      return known.get(key)
    })
    if (missing.size === 0) return text
    for (const [key, argv] of missing)
      known.set(
        key,
        known.size < MAX_COMMANDS ? await run(argv) : `[not run: more than ${MAX_COMMANDS} commands]`,
      )
  }
}

interface TemplateOptions extends Pick<RunnerEffects, 'env'> {
  readonly spawn: Spawn
  /** The time left for the recipe; absent: no limit. */
  readonly left_ms?: () => number
}

/** Runs the commands of a recipe without a shell. */
export function commandRunner(
  recipe: Recipe,
  event: PromptRequest['event'],
  { spawn, env, left_ms }: TemplateOptions,
): (argv: readonly string[]) => Promise<string> {
  return async (argv) => {
    const time_ms = Math.ceil(Math.min(TIME_MS, left_ms?.() ?? TIME_MS))
    if (time_ms <= 0)
      throw new HooksError('timeout', `the commands of recipe "${recipe.name}" took all the time`)
    const result = await spawn({
      argv,
      cwd: event.root,
      env: runEnvironment(recipe, event, env),
      stdin: '',
      timeout_ms: time_ms,
      max_stdout: MAX_CHARS,
    })
    if (result.end === 'aborted') throw new HooksError('aborted', `recipe "${recipe.name}" was aborted`)
    return outputOf(result)
  }
}

function outputOf({ stdout, stderr, end }: SpawnResult): string {
  const text = stdout === '' && end !== 'timeout' ? stderr : stdout
  return text.replace(/(?:\r?\n)+$/, '')
}
