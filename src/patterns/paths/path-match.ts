// Matches a path with its links resolved: `notes.txt` may be a link to `.env`.
import { matchesPath, type PathLocation } from '../pattern.ts'
import { locate, relativeTo, normalizePath } from './paths.ts'
import type { CompileContext, Engines, Match, Pattern, Quantifier, Subject } from '../../model/types.ts'

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

// Relative globs also hold below the top of another checkout: a worktree, or a clone inside the project.

/** What matching a path needs of its subject. */
export interface PathSubject extends Pick<Subject, 'real' | 'look'> {
  readonly event: Pick<Subject['event'], 'cwd' | 'root'>
}

interface CheckoutQuestion {
  /** Absolute: the path as named, and where its links lead. */
  readonly paths: readonly string[]
  /** A path stands for others below it, too. */
  readonly open: boolean
  readonly quantifier: Quantifier
}

export function belowNot(quantifier: Quantifier): Quantifier {
  return quantifier === 'some' ? 'unless' : 'some'
}

/** The subject, seen from the top of each other checkout below which the pattern could match. */
export function checkoutViews(
  pattern: Pattern,
  { paths, open, quantifier }: CheckoutQuestion,
  { event, real, look }: PathSubject,
): readonly PathSubject[] {
  // Below a `not` of a deny, another checkout would excuse the call.
  if (look === undefined || quantifier === 'unless') return []
  const bases = quantifier === 'every' ? [''] : relativeBases(pattern)
  if (bases.length === 0) return []
  const folded = look.folds() ? lowerCase : asIs
  const above = paths.flatMap((path) => dirsAbove(path, { bases: bases.map(folded), folded, open }))
  const below = open
    ? look.worktrees().filter((top) => paths.some((path) => relativeTo(path, top) !== undefined))
    : []
  return [...new Set([...above, ...below])]
    .filter((top) => top !== event.root && look.isCheckout(top))
    .map((root) => ({ event: { cwd: event.cwd, root }, look, ...(real !== undefined && { real }) }))
}

const asIs = (text: string): string => text
const lowerCase = (text: string): string => text.toLowerCase()

const basesByPattern = new WeakMap<Pattern, readonly string[]>()

/** How the globs begin that hold at one place below the root. */
function relativeBases(pattern: Pattern): readonly string[] {
  const known = basesByPattern.get(pattern)
  if (known !== undefined) return known
  const bases = pattern.yes.flatMap(({ bases: own = [] }) =>
    own.filter((base) => !/^(?:[/~]|[A-Za-z]:)/.test(base)),
  )
  const made = [...new Set(bases.map(normalizePath))]
  basesByPattern.set(pattern, made)
  return made
}

interface DirSearch {
  readonly bases: readonly string[]
  readonly folded: (text: string) => string
  readonly open: boolean
}

/** The directories from which the path could begin as one of the bases does. */
function dirsAbove(path: string, { bases, folded, open }: DirSearch): readonly string[] {
  const text = folded(path)
  const found: string[] = []
  for (let at = path.indexOf('/', 1); at > 0; at = path.indexOf('/', at + 1))
    if (
      bases.some((base) => leadsTo(text, at + 1, base) || (open && base.startsWith(`${text.slice(at + 1)}/`)))
    )
      found.push(path.slice(0, at))
  return open ? [...found, path] : found
}

function leadsTo(path: string, from: number, base: string): boolean {
  if (base === '') return true
  const end = from + base.length
  return path.startsWith(base, from) && (end === path.length || path.charAt(end) === '/')
}
