// One path that a call would touch against globs: links, other names of the same file, whole trees and shell patterns.
import { couldMeet, isNamedBy } from '../globs/glob-meet.ts'
import { isPassedOver } from '../globs/passed-over.ts'
import { matchesPath, type Whereabouts } from '../pattern.ts'
import { locate, normalizePath, relativeTo } from './paths.ts'
import type { Asked, Engines, Match, PathFact, Pattern, PatternItem, Subject } from '../../model/types.ts'

export interface FoundPath {
  readonly is: Match['is']
  /** What met the pattern: the path as named, or what stands below it. */
  readonly path: string
}

interface Question extends Pick<Engines, 'linear'> {
  readonly fact: PathFact
  readonly kind: 'reads' | 'creates' | 'edits' | 'deletes'
  /** `every`: all that the fact stands for has to meet the pattern. */
  readonly asked: Asked
}

/** How a path fact meets a pattern. */
export function findPath(given: Pattern, question: Question, subject: Subject): FoundPath {
  const { fact, asked, linear } = question
  const { look } = subject
  const pattern = look?.folds() === true ? folded(given) : given
  if (asked === 'every') return { is: isWhole(pattern, question, subject) ? 'yes' : 'no', path: fact.path }
  if (meets(pattern, namesOfFact(fact, subject), linear)) return { is: 'yes', path: fact.path }
  if ((fact.glob === true || fact.tree === true) && isExcluded(pattern, question, subject))
    return { is: 'no', path: fact.path }
  if (fact.glob === true) return meetsGlob(pattern, question, subject)
  if (fact.tree === true) return findBelow(pattern, question, subject)
  const twin = look?.twins(fact.path).find((path) => meets(pattern, namesOf(path, subject), linear))
  return twin === undefined ? { is: 'no', path: fact.path } : { is: 'yes', path: twin }
}

/** All that the fact could stand for is excluded, so there is nothing to look for. */
function isExcluded({ no }: Pattern, question: Question, subject: Subject): boolean {
  const { fact, linear } = question
  if (no.length === 0) return false
  const { path } = fact
  const sign = path.search(/[*?[{]/)
  const above = sign < 0 ? path : path.slice(0, path.lastIndexOf('/', sign))
  const excluded = { yes: no, no: [] }
  const isAbove = namesOf(above, subject).every(
    (name) =>
      matchesPath(excluded, deeper(name.absolute, name.relative), linear) !== undefined &&
      (sign >= 0 || matchesPath(excluded, name, linear) !== undefined),
  )
  return isAbove || (fact.glob === true && isCovered(no, question, subject))
}

/** A name that only a wildcard takes. */
const anyName = '\u0001'

/** What a shell pattern names is excluded whatever stands for its wildcards: `src/*.pyc` by `*.pyc`. */
function isCovered(
  no: readonly PatternItem[],
  { fact: { path, tree }, linear }: Question,
  subject: Subject,
): boolean {
  if (/[[{\\]/.test(path)) return false
  const excluded = { yes: no.filter(({ text }) => !/\[[!^]|!\(|\?/.test(text)), no: [] }
  const base = fixedPart(path)
  const rest = path.slice(base === '/' ? 0 : base.length)
  const named = ['', `/${anyName}`, `/${anyName}/${anyName}`].map((dirs) =>
    rest.replaceAll(/\/\*\*(?=\/)/g, dirs).replaceAll(/\*+|\?/g, anyName),
  )
  const all = tree === true ? [...named, ...named.map((name) => `${name}/${anyName}`)] : named
  return namesOf(base, subject).every((name) =>
    all.every((below) => matchesPath(excluded, under(name, below), linear) !== undefined),
  )
}

const under = ({ absolute, relative }: Whereabouts, below: string): Whereabouts => ({
  absolute: absolute === '/' ? below : absolute + below,
  ...(relative !== undefined && { relative: (relative + below).replace(/^\//, '') }),
})

/** An allow covers what is named, and nothing that links lead to beside it. */
function isWhole(pattern: Pattern, { fact, linear }: Question, subject: Subject): boolean {
  const { path, glob, tree } = fact
  const names = namesOf(path, subject)
  if (glob === true || !names.every((name) => matchesPath(pattern, name, linear) !== undefined)) return false
  // What stands below is covered when anything below would be.
  return (
    tree !== true ||
    names.every(
      ({ absolute, relative }) => matchesPath(pattern, deeper(absolute, relative), linear) !== undefined,
    )
  )
}

function deeper(absolute: string, relative: string | undefined): Whereabouts {
  const below = '/\u0001/\u0001'
  return {
    absolute: absolute + below,
    ...(relative !== undefined && { relative: (relative + below).replace(/^\//, '') }),
  }
}

/** As named, and where links lead. */
function namesOf(path: string, { event, real }: Subject): readonly Whereabouts[] {
  const named = locate(path, event)
  if (real === undefined || path.startsWith('~')) return [named]
  const absolute = real(named.absolute).normalize()
  if (absolute === named.absolute && real(event.root) === event.root) return [named]
  const relative = relativeTo(real(event.root), absolute)
  return [named, relative === undefined ? { absolute } : { absolute, relative }]
}

const known = new WeakMap<PathFact, readonly Whereabouts[]>()

/** A fact belongs to one subject. */
export function namesOfFact(fact: PathFact, subject: Subject): readonly Whereabouts[] {
  const found = known.get(fact)
  if (found !== undefined) return found
  const made = namesOf(fact.path, subject)
  known.set(fact, made)
  return made
}

function meets(pattern: Pattern, names: readonly Whereabouts[], linear: Engines['linear']): boolean {
  return names.some((name) => matchesPath(pattern, name, linear) !== undefined)
}

const foldedPatterns = new WeakMap<Pattern, Pattern>()

const fold = (item: PatternItem): PatternItem => ({ ...item, flags: `${item.flags ?? ''}i` })

/** The same, whatever the case of its letters. */
function folded(pattern: Pattern): Pattern {
  const found = foldedPatterns.get(pattern)
  if (found !== undefined) return found
  const made = { yes: pattern.yes.map(fold), no: pattern.no.map(fold) }
  foldedPatterns.set(pattern, made)
  return made
}

/** Of a search what stands there now answers, save for what is created. */
function meetsGlob(pattern: Pattern, { fact, kind, linear }: Question, subject: Subject): FoundPath {
  const { event, look } = subject
  const { path } = fact
  if (pattern.yes.length > 0 && !pattern.yes.some(({ text }) => couldMeet(text, path, event.root)))
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
function findBelow(pattern: Pattern, { fact, kind, linear }: Question, subject: Subject): FoundPath {
  const { event, look } = subject
  const base = baseBelow(pattern, fact.path, { root: event.root, linear })
  if (base !== undefined && kind !== 'reads') return { is: 'yes', path: base }
  // A link could give any directory such a name.
  const isOthers = namesOfFact(fact, subject).every(({ absolute }) => isPassedOver(absolute, event.root))
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
