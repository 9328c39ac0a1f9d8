// Options that a later one takes back, and words that may hold any.
import type { CommandState } from '../../command-state.ts'

/** What is sure of a word that is not known: `HEAD:` of `"HEAD:$B"`. */
export const knownStart = (word: string): string =>
  /^[^$`*?[{…]*/.exec(word)?.[0].replaceAll(/["'\\]/g, '') ?? ''

/** Undefined where words that are not known may hold it. */
export function flag(state: CommandState, on: string, off: string): boolean | undefined {
  const { argv } = state.command
  const last = state.parsed.options.findLast(
    ({ name, at }) => (name === on || name === off) && argv[at]?.startsWith('-') === true,
  )
  return last?.name === on ? true : mayHoldOptions(state) ? undefined : false
}

function mayHoldOptions({ parsed: { options }, command: { argv, open } }: CommandState): boolean {
  if (open === undefined) return false
  const end = argv.indexOf('--')
  const values = new Set(options.flatMap(({ value, value_at: valueAt, at }) => valueAt ?? (value ? at : [])))
  return open.some((at) => {
    const start = knownStart(argv[at] ?? '')
    return at > 0 && (end < 0 || at < end) && !values.has(at) && (start === '' || start.startsWith('-'))
  })
}
