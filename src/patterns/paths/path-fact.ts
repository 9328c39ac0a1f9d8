// One path that a call would touch against globs: links, other names of the same file, whole trees and shell patterns.
import { couldOverlap, isNamedBy } from '../globs/glob-overlap.ts'
import { isVendorDirectory } from '../globs/vendor-directories.ts'
import { matchesPath, type PathLocation } from '../pattern.ts'
import { locate, normalizePath, relativeTo } from './paths.ts'
import type { Asked, Engines, Match, PathFact, Pattern, PatternItem, Subject } from '../../model/types.ts'

export interface PathFactMatch {
  readonly is: Match['is']
  /** What met the pattern: the path as named, or what stands below it. */
  readonly path: string
}

interface PathQuestion extends Pick<Engines, 'linear'> {
  readonly fact: PathFact
  readonly kind: 'reads' | 'creates' | 'edits' | 'deletes'
  /** `every`: all that the fact stands for has to meet the pattern. */
  readonly asked: Asked
}

/** How a path fact meets a pattern. */
export function matchPathFact(given: Pattern, question: PathQuestion, subject: Subject): PathFactMatch {
  const { fact, asked, linear } = question
  const { look } = subject
  const pattern = look?.folds() === true ? ignoringCase(given) : given
  if (asked === 'every') return { is: coversFact(pattern, question, subject) ? 'yes' : 'no', path: fact.path }
  if (matchesAny(pattern, locationsOfFact(fact, subject), linear)) return { is: 'yes', path: fact.path }
  if ((fact.glob === true || fact.tree === true) && isExcluded(pattern, question, subject))
    return { is: 'no', path: fact.path }
  if (fact.glob === true) return matchGlobFact(pattern, question, subject)
  if (fact.tree === true) return matchTree(pattern, question, subject)
  const twin = look?.twins(fact.path).find((path) => matchesAny(pattern, locationsOf(path, subject), linear))
  return twin === undefined ? { is: 'no', path: fact.path } : { is: 'yes', path: twin }
}

/** All that the fact could stand for is excluded, so there is nothing to look for. */
function isExcluded({ no }: Pattern, question: PathQuestion, subject: Subject): boolean {
  const { fact, linear } = question
  if (no.length === 0) return false
  const { path } = fact
  const sign = path.search(/[*?[{]/)
  const above = sign < 0 ? path : path.slice(0, path.lastIndexOf('/', sign))
  const excluded = { yes: no, no: [] }
  const isAbove = locationsOf(above, subject).every(
    (name) =>
      matchesPath(excluded, locationBelow(name, anyDescendant), linear) !== undefined &&
      (sign >= 0 || matchesPath(excluded, name, linear) !== undefined),
  )
  return isAbove || (fact.glob === true && coversGlob(no, question, subject))
}

/** A name that only a wildcard takes. */
const WILDCARD_NAME = '\u0001'
const anyDescendant = `/${WILDCARD_NAME}/${WILDCARD_NAME}`

/** What a shell pattern names is excluded whatever stands for its wildcards: `src/*.pyc` by `*.pyc`. */
function coversGlob(
  no: readonly PatternItem[],
  { fact: { path, tree }, linear }: PathQuestion,
  subject: Subject,
): boolean {
  if (/[[{\\]/.test(path)) return false
  const excluded = { yes: no.filter(({ text }) => !/\[[!^]|!\(|\?/.test(text)), no: [] }
  const base = fixedPart(path)
  const rest = path.slice(base === '/' ? 0 : base.length)
  const named = ['', `/${WILDCARD_NAME}`, `/${WILDCARD_NAME}/${WILDCARD_NAME}`].map((dirs) =>
    rest.replaceAll(/\/\*\*(?=\/)/g, dirs).replaceAll(/\*+|\?/g, WILDCARD_NAME),
  )
  const all = tree === true ? [...named, ...named.map((name) => `${name}/${WILDCARD_NAME}`)] : named
  return locationsOf(base, subject).every((name) =>
    all.every((below) => matchesPath(excluded, locationBelow(name, below), linear) !== undefined),
  )
}

const locationBelow = ({ absolute, relative }: PathLocation, below: string): PathLocation => ({
  absolute: absolute === '/' ? below : absolute + below,
  ...(relative !== undefined && { relative: (relative + below).replace(/^\//, '') }),
})

/** An allow covers what is named, and nothing that links lead to beside it. */
function coversFact(pattern: Pattern, { fact, linear }: PathQuestion, subject: Subject): boolean {
  const { path, glob, tree } = fact
  const names = locationsOf(path, subject)
  if (glob === true || !names.every((name) => matchesPath(pattern, name, linear) !== undefined)) return false
  // What stands below is covered when anything below would be.
  return (
    tree !== true ||
    names.every((name) => matchesPath(pattern, locationBelow(name, anyDescendant), linear) !== undefined)
  )
}

/** As named, and where links lead. */
function locationsOf(path: string, { event, real }: Subject): readonly PathLocation[] {
  const named = locate(path, event)
  if (real === undefined || path.startsWith('~')) return [named]
  const absolute = real(named.absolute).normalize()
  if (absolute === named.absolute && real(event.root) === event.root) return [named]
  const relative = relativeTo(real(event.root), absolute)
  return [named, relative === undefined ? { absolute } : { absolute, relative }]
}

const locationsByFact = new WeakMap<PathFact, readonly PathLocation[]>()

/** A fact belongs to one subject. */
export function locationsOfFact(fact: PathFact, subject: Subject): readonly PathLocation[] {
  const found = locationsByFact.get(fact)
  if (found !== undefined) return found
  const made = locationsOf(fact.path, subject)
  locationsByFact.set(fact, made)
  return made
}

function matchesAny(pattern: Pattern, names: readonly PathLocation[], linear: Engines['linear']): boolean {
  return names.some((name) => matchesPath(pattern, name, linear) !== undefined)
}

const caseInsensitivePatterns = new WeakMap<Pattern, Pattern>()

const fold = (item: PatternItem): PatternItem => ({ ...item, flags: `${item.flags ?? ''}i` })

/** The same, whatever the case of its letters. */
function ignoringCase(pattern: Pattern): Pattern {
  const found = caseInsensitivePatterns.get(pattern)
  if (found !== undefined) return found
  const made = { yes: pattern.yes.map(fold), no: pattern.no.map(fold) }
  caseInsensitivePatterns.set(pattern, made)
  return made
}

/** Of a search what stands there now answers, save for what is created. */
function matchGlobFact(
  pattern: Pattern,
  { fact, kind, linear }: PathQuestion,
  subject: Subject,
): PathFactMatch {
  const { event, look } = subject
  const { path } = fact
  if (pattern.yes.length > 0 && !pattern.yes.some(({ text }) => couldOverlap(text, path, event.root)))
    return { is: 'no', path }
  if (kind === 'creates' || look === undefined) return { is: 'maybe', path }
  const files = look.below({ ...fact, path: fixedPart(path), tree: true })
  const found = files?.find(
    (each) => isNamedBy(fact, each) && matchesPath(pattern, locate(each, event), linear) !== undefined,
  )
  if (found !== undefined) return { is: /[[{\\]/.test(path) ? 'maybe' : 'yes', path: found }
  return { is: files === undefined || !path.includes('**') ? 'maybe' : 'no', path }
}

/** The directory that a shell pattern begins in. */
function fixedPart(path: string): string {
  const fixed = /^[^*?[{\\]*\//.exec(path)?.[0] ?? '/'
  return fixed.length > 1 ? fixed.slice(0, -1) : fixed
}

/** What a glob that stands at a place names is at or below the tree: it counts before it exists. Else only what is there now. */
function matchTree(pattern: Pattern, { fact, kind, linear }: PathQuestion, subject: Subject): PathFactMatch {
  const { event, look } = subject
  const base = baseBelow(pattern, fact.path, { root: event.root, linear })
  if (base !== undefined && kind !== 'reads') return { is: 'yes', path: base }
  // A link could give any directory such a name.
  const isOthers = locationsOfFact(fact, subject).every(({ absolute }) =>
    isVendorDirectory(absolute, event.root),
  )
  if (base === undefined && isOthers) return { is: 'no', path: fact.path }
  if (!couldHoldBelow(pattern, fact.path, event.root)) return { is: 'no', path: fact.path }
  const files = look?.below(fact)
  if (files === undefined) return { is: 'maybe', path: fact.path }
  const found = files.find((path) => matchesPath(pattern, locate(path, event), linear) !== undefined)
  return found === undefined ? { is: 'no', path: fact.path } : { is: 'yes', path: found }
}

function absoluteBase(base: string, root: string): string {
  return base.startsWith('/') || base.startsWith('~') ? base : normalizePath(`${root}/${base}`)
}

function isIn(path: string, tree: string): boolean {
  return relativeTo(tree, path) !== undefined
}

/** Where a glob of the pattern begins, when that is at or below the tree and not excluded. */
function baseBelow(
  pattern: Pattern,
  tree: string,
  { root, linear }: { readonly root: string } & Pick<Engines, 'linear'>,
): string | undefined {
  const bases = pattern.yes.flatMap(({ bases: own }) => own ?? []).map((base) => absoluteBase(base, root))
  return bases.find(
    (base) =>
      isIn(base, tree) &&
      matchesPath({ yes: [], no: pattern.no }, locate(base, { cwd: root, root }), linear) !== undefined,
  )
}

/** Without a glob that holds at any depth, or around the tree, there is nothing to look for. */
function couldHoldBelow({ yes }: Pattern, tree: string, root: string): boolean {
  return (
    yes.length === 0 ||
    yes.some(
      ({ bases }) =>
        bases === undefined ||
        bases.some((base) => isIn(tree, absoluteBase(base, root)) || isIn(absoluteBase(base, root), tree)),
    )
  )
}
