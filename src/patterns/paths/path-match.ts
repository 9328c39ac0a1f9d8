// Matches a path with its links resolved: `notes.txt` may be a link to `.env`.
import { matchesPath, type PathLocation } from '../pattern.ts'
import { checkoutViews, type PathSubject } from './checkouts.ts'
import { locate, relativeTo } from './paths.ts'
import type { CompileContext, Engines, Match, Pattern } from '../../model/types.ts'

export interface PathMatching extends Pick<CompileContext, 'quantifier' | 'linear'> {
  readonly subject: PathSubject
}

/** From the root, and from the top of the checkout that the path is in. */
export function matchPath(pattern: Pattern, path: string, matching: PathMatching): Match['is'] {
  const { subject, quantifier, linear } = matching
  const written = locate(path, subject.event)
  const real = resolveLinks(written, subject)
  let best = matchLocation(pattern, { written, real }, linear)
  const final = quantifier === 'every' ? 'no' : 'yes'
  if (best === final) return best
  const paths = [...new Set([written.absolute, real.absolute])]
  for (const view of checkoutViews(pattern, { paths, open: false, quantifier }, subject)) {
    const here = locate(path, view.event)
    const is = matchLocation(pattern, { written: here, real: resolveLinks(here, view) }, linear)
    if (is === final) return is
    if (is === 'maybe') best = is
  }
  return best
}

/** Yes by the resolved path; maybe when only the path as written matches. */
function matchLocation(
  pattern: Pattern,
  { written, real }: { readonly written: PathLocation; readonly real: PathLocation },
  linear: Engines['linear'],
): Match['is'] {
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
function resolveLinks(written: PathLocation, { event, real }: PathSubject): PathLocation {
  if (real === undefined || written.absolute.startsWith('~')) return written
  const absolute = real(written.absolute)
  const relative = relativeTo(real(event.root), absolute)
  if (absolute === written.absolute && relative === written.relative) return written
  return relative === undefined ? { absolute } : { relative, absolute }
}
