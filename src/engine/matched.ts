import type { Match, TraceEntry } from '../types.ts'

const LONGEST = 200

/** Why a rule matched, and what of the call it met; the tool's name tells nothing that the event does not. */
export function matchPart({ why, bind, past }: Match): Pick<TraceEntry, 'why' | 'matched'> {
  const matched = bind === undefined || past !== undefined ? '' : valuesIn(bind)
  const isShown = matched !== '' && matched.length <= LONGEST && !/[\r\n]/.test(matched)
  if (why === undefined) return isShown ? { matched } : {}
  return isShown ? { why, matched } : { why }
}

function valuesIn(bind: Readonly<Record<string, string>>): string {
  const values: string[] = []
  for (const key in bind) {
    const value = bind[key]
    if (key !== 'tool' && value !== undefined && !values.includes(value)) values.push(value)
  }
  return values.join(', ')
}

/** The part of the call that was refused, for the model: only that is refused, and nothing else has to change. */
export function refusedPart({
  is,
  why = '',
  bind = {},
  past,
  unknown,
}: Match): Pick<TraceEntry, 'part' | 'unresolved'> {
  const now = (name: string): string | undefined => (past?.includes(name) === true ? undefined : bind[name])
  const [command, path, paths, host] = [now('command'), now('path'), now('paths'), now('host')]
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
