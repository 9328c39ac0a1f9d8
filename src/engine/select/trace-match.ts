// The match in a trace entry. Entries are built in place: this is on the hot path.
import type { Match, TraceEntry } from '../../model/types.ts'

export type TraceDraft = { -readonly [K in keyof TraceEntry]: TraceEntry[K] }

const MAX_MATCHED_CHARS = 200

/** Adds why a rule matched and the matched values, without the tool's name. */
export function addMatch(entry: TraceDraft, { why, bind, past, by }: Match): void {
  if (why !== undefined) entry.why = by === undefined || bind?.['command'] === by ? why : `${by}: ${why}`
  const matched = bind === undefined || past !== undefined ? '' : valuesIn(bind)
  if (matched === '' || matched.length > MAX_MATCHED_CHARS) return
  if (!matched.includes('\n') && !matched.includes('\r')) entry.matched = matched
}

function valuesIn(bind: Readonly<Record<string, string>>): string {
  let all = ''
  for (const key in bind) {
    if (key === 'tool' || isRepeated(bind, key)) continue
    const value = bind[key] ?? ''
    all = all === '' ? value : `${all}, ${value}`
  }
  return all
}

function isRepeated(bind: Readonly<Record<string, string>>, key: string): boolean {
  for (const before in bind) {
    if (before === key) return false
    if (before !== 'tool' && bind[before] === bind[key]) return true
  }
  return false
}

/** Adds the refused part of the call, so that the model changes nothing else. */
export function addRefusedPart(entry: TraceDraft, match: Match): void {
  const part = refusedPart(match)
  if (part !== undefined) entry.part = part.length > MAX_PART_CHARS ? part.slice(0, MAX_PART_CHARS) : part
  if (match.is === 'maybe' && match.unknown !== undefined) entry.unresolved = true
}

function refusedPart({ bind, past, by, verb = 'touch' }: Match): string | undefined {
  if (by !== undefined && by !== '') return `run: ${by}`
  if (bind === undefined) return undefined
  const { command, path, paths, host } = bind
  // Values of earlier calls do not count.
  const isPast = (name: string): boolean => past?.includes(name) === true
  if (command !== undefined && !isPast('command')) return `run: ${command}`
  if (path !== undefined && !isPast('path'))
    return `${verb}: ${pathsOf(paths === undefined || isPast('paths') ? path : paths)}`
  return host === undefined || isPast('host') ? undefined : `contact: ${host}`
}

const MAX_PART_CHARS = 2_000
const MAX_PATHS = 3

function pathsOf(paths: string): string {
  if (!paths.includes('\n')) return paths
  const all = paths.split('\n')
  const more = all.length - MAX_PATHS
  return all.slice(0, MAX_PATHS).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
