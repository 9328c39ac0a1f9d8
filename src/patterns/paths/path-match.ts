// Matches a path with its links resolved: `notes.txt` may be a link to `.env`.
import { matchesPath, type PathLocation } from '../pattern.ts'
import { locate, relativeTo } from './paths.ts'
import type { Engines, Match, Pattern, Subject } from '../../model/types.ts'

/** Yes by the resolved path; maybe when only the path as written matches. */
export function matchPath(
  pattern: Pattern,
  path: string,
  { subject, linear }: { readonly subject: Subject } & Pick<Engines, 'linear'>,
): Match['is'] {
  const written = locate(path, subject.event)
  const real = resolveLinks(written, subject)
  if (matchesPath(pattern, real, linear) !== undefined) return 'yes'
  if (real === written) return 'no'
  const isExcluded = matchesPath({ yes: [], no: pattern.no }, real, linear) === undefined
  return !isExcluded && matchesPath(pattern, written, linear) !== undefined ? 'maybe' : 'no'
}

/** Why a match is uncertain. */
export function linkedPath(path: string): string {
  return `"${path}" is a link, or stands behind one`
}

/** The resolved location; the same object without links. */
function resolveLinks(written: PathLocation, { event, real }: Subject): PathLocation {
  if (real === undefined || written.absolute.startsWith('~')) return written
  const absolute = real(written.absolute)
  const relative = relativeTo(real(event.root), absolute)
  if (absolute === written.absolute && relative === written.relative) return written
  return relative === undefined ? { absolute } : { relative, absolute }
}
