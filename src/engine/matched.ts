import type { Match, TraceEntry } from '../types.ts'

const LONGEST = 200

/** Why a rule matched, and what of the call it met; the tool's name tells nothing that the event does not. */
export function matchPart({ why, bind, past }: Match): Pick<TraceEntry, 'why' | 'matched'> {
  const values =
    bind === undefined || past !== undefined
      ? []
      : Object.keys(bind).flatMap((key) => (key === 'tool' ? [] : bind[key]))
  const matched = [...new Set(values)].join(', ')
  const isShown = matched !== '' && matched.length <= LONGEST && !/[\r\n]/.test(matched)
  return { ...(why !== undefined && { why }), ...(isShown && { matched }) }
}

/** The part of the call that was refused, for the model: only that is refused, and nothing else has to change. */
export function refusedPart({
  is,
  why = '',
  bind,
  past = [],
  unknown,
}: Match): Pick<TraceEntry, 'part' | 'unresolved'> {
  const now = Object.entries(bind ?? {}).filter(([name]) => !past.includes(name))
  const { command, path, paths, host } = Object.fromEntries(now) as Readonly<
    Record<string, string | undefined>
  > // not all are bound
  const part =
    command !== undefined
      ? `run: ${command}`
      : path !== undefined
        ? `${verbs.find((verb) => why.includes(`it ${verb}s `)) ?? 'touch'}: ${pathsOf(paths ?? path)}`
        : host !== undefined
          ? `contact: ${host}`
          : undefined
  return {
    ...(part !== undefined && { part: part.slice(0, MOST_OF_PART) }),
    ...(is === 'maybe' && unknown !== undefined && { unresolved: true as const }),
  }
}

const verbs = ['read', 'create', 'edit', 'delete'] as const
const MOST_OF_PART = 2_000
const MOST_PATHS = 3

function pathsOf(paths: string): string {
  const all = paths.split('\n')
  const more = all.length - MOST_PATHS
  return all.slice(0, MOST_PATHS).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
