// What a trace entry tells of a match. Entries are built in place: every rule that speaks pays for one.
import type { Match, TraceEntry } from '../../model/types.ts'

/** A trace entry in the making. */
export type OpenEntry = { -readonly [K in keyof TraceEntry]: TraceEntry[K] }

const LONGEST = 200

/** Adds why a rule matched, and what of the call it met; the tool's name tells nothing that the event does not. */
export function addMatch(entry: OpenEntry, { why, bind, past }: Match): void {
  if (why !== undefined) entry.why = why
  const matched = bind === undefined || past !== undefined ? '' : valuesIn(bind)
  if (matched === '' || matched.length > LONGEST) return
  if (!matched.includes('\n') && !matched.includes('\r')) entry.matched = matched
}

function valuesIn(bind: Readonly<Record<string, string>>): string {
  let all = ''
  for (const key in bind) {
    if (key === 'tool' || isTold(bind, key)) continue
    const value = bind[key] ?? ''
    all = all === '' ? value : `${all}, ${value}`
  }
  return all
}

/** Does a key before it have the same value? */
function isTold(bind: Readonly<Record<string, string>>, key: string): boolean {
  for (const before in bind) {
    if (before === key) return false
    if (before !== 'tool' && bind[before] === bind[key]) return true
  }
  return false
}

/** Adds the part of the call that was refused, for the model: only that is refused, and nothing else has to change. */
export function addRefused(entry: OpenEntry, match: Match): void {
  const part = refusedPart(match)
  if (part !== undefined) entry.part = part.length > MAX_OF_PART ? part.slice(0, MAX_OF_PART) : part
  if (match.is === 'maybe' && match.unknown !== undefined) entry.unresolved = true
}

function refusedPart({ bind, past, verb = 'touch' }: Match): string | undefined {
  if (bind === undefined) return undefined
  const { command, path, paths, host } = bind
  // What was bound of this call, not of one before it.
  const isOld = (name: string): boolean => past?.includes(name) === true
  if (command !== undefined && !isOld('command')) return `run: ${command}`
  if (path !== undefined && !isOld('path'))
    return `${verb}: ${pathsOf(paths === undefined || isOld('paths') ? path : paths)}`
  return host === undefined || isOld('host') ? undefined : `contact: ${host}`
}

const MAX_OF_PART = 2_000
const MAX_PATHS = 3

function pathsOf(paths: string): string {
  if (!paths.includes('\n')) return paths
  const all = paths.split('\n')
  const more = all.length - MAX_PATHS
  return all.slice(0, MAX_PATHS).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
