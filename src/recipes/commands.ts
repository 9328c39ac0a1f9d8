// Commands in a recipe's text: what they print stands in their place.
import { HooksError } from '../model/errors.ts'
import type { Recipe, Spawn, SpawnResult } from '../model/types.ts'
import { type Question, type Reach, runEnvironment } from './ask.ts'

/** Gives a template what a command printed; undefined while it has not run. */
export type Printed = (argv: readonly string[]) => string | undefined

/** Does a text run commands? */
export function hasCommands(text: string): boolean {
  return /\{[{%]-?\s*bash\s/.test(text)
}

const TIME_MS = 30_000
const MAX_COMMANDS = 50
const MAX_CHARS = 1_000_000

/** Renders, runs what the text asks for, and renders again until nothing is missing. */
export async function renderWithCommands(
  render: (printed: Printed) => string,
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

interface Commanding extends Pick<Reach, 'env'> {
  readonly spawn: Spawn
  /** How long somebody still waits for the whole recipe; absent: as long as it takes. */
  readonly left_ms?: () => number
}

/** Starts the commands of a recipe, without a shell. */
export function commandRunner(
  recipe: Recipe,
  event: Question['event'],
  { spawn, env, left_ms }: Commanding,
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
    return printedBy(result)
  }
}

/** Of a command that failed, whatever it printed stays. */
function printedBy({ stdout, stderr, end }: SpawnResult): string {
  const said = stdout === '' && end !== 'timeout' ? stderr : stdout
  return said.replace(/(?:\r?\n)+$/, '')
}
