// Matches a path that a call would touch: links, hard links, whole trees and shell globs.
import { couldOverlap, fixedPart, wholeOf } from '../globs/glob-overlap.ts'
import { isVendorDirectory } from '../globs/glob.ts'
import { matchesPath, type PathLocation } from '../pattern.ts'
import { checkoutViews, type PathSubject } from './path-match.ts'
import { absoluteBase, candidatesIn, couldHoldBelow, isIn } from './listing.ts'
import { locate, relativeTo } from './paths.ts'
import { mustSpend } from '../work.ts'
import type {
  Quantifier,
  Engines,
  ListedDirectory,
  Match,
  PathFact,
  Pattern,
  PatternItem,
} from '../../model/types.ts'

export interface PathFactMatch {
  readonly is: Match['is']
  /** What matched: the path as named, or one below it. */
  readonly path: string
  /** Why a program did not say which paths there are. */
  readonly unanswered?: string
}

interface PathQuestion extends Pick<Engines, 'linear'> {
  readonly fact: PathFact
  readonly kind: 'reads' | 'creates' | 'edits' | 'deletes'
  /** `every`: all paths that the fact stands for have to match. */
  readonly quantifier: Quantifier
}

const CHARACTERS_PER_STEP = 50

export function matchPathFact(given: Pattern, question: PathQuestion, subject: PathSubject): PathFactMatch {
  const { fact, quantifier } = question
  mustSpend(1 + fact.path.length / CHARACTERS_PER_STEP)
  const pattern = subject.look?.folds() === true ? ignoringCase(given) : given
  let best = matchFact(pattern, question, subject)
  const final = quantifier === 'every' ? 'no' : 'yes'
  if (best.is === final) return best
  const open = fact.tree === true || fact.glob === true
  const paths = locationsOfFact(fact, subject).map(({ absolute }) =>
    fact.glob === true ? fixedPart(absolute) : absolute,
  )
  for (const view of checkoutViews(pattern, { paths, open, quantifier }, subject)) {
    const found = matchFact(pattern, { ...question, fact: { ...fact } }, view)
    if (found.is === final) return found
    if (found.is === 'maybe') best = found
  }
  return best
}

/** From one root. */
function matchFact(pattern: Pattern, asked: PathQuestion, subject: PathSubject): PathFactMatch {
  const question =
    pattern.guard === undefined ? asked : { ...asked, fact: aimedFact(pattern, asked, subject) }
  const { fact, quantifier, linear } = question
  const { look } = subject
  if (fact.keeps === true && isContent(pattern)) return { is: 'no', path: fact.path }
  if (quantifier === 'every')
    return { is: coversFact(pattern, question, subject) ? 'yes' : 'no', path: fact.path }
  if (fact.listed_by !== undefined) return matchListed(pattern, question, subject)
  if (matchesAny(pattern, locationsOfFact(fact, subject), linear))
    return { is: isAsTracked(pattern, fact.path, subject) ? 'yes' : 'no', path: fact.path }
  if ((fact.glob === true || fact.tree === true) && isExcluded(pattern, question, subject))
    return { is: 'no', path: fact.path }
  if (fact.glob === true) return matchGlobFact(pattern, question, subject)
  if (fact.tree === true) return matchTree(pattern, question, subject)
  const twin = look?.twins(fact.path).find((path) => matchesAny(pattern, locationsOf(path, subject), linear))
  return twin === undefined ? { is: 'no', path: fact.path } : { is: 'yes', path: twin }
}

const isHolding = (guard: Pattern['guard']): boolean => guard !== undefined && guard !== 'named'

/** Is it their content that is protected? */
const isContent = ({ guard }: Pattern): boolean => guard === 'rules' || guard === 'called'

/** Is every path that the fact could stand for excluded? */
function isExcluded({ no }: Pattern, question: PathQuestion, subject: PathSubject): boolean {
  const { fact, linear } = question
  if (no.length === 0) return false
  const { path } = fact
  const sign = path.search(/[*?[{]/)
  const above = sign < 0 ? path : path.slice(0, path.lastIndexOf('/', sign)) || '/'
  const excluded = { yes: no, no: [] }
  const isAbove = locationsOf(above, subject).every(
    (name) =>
      matchesPath(excluded, locationBelow(name, anyDescendant), linear) !== undefined &&
      (sign >= 0 || matchesPath(excluded, name, linear) !== undefined),
  )
  return isAbove || (fact.glob === true && coversGlob(no, question, subject))
}

/** The fact without what is below it, where nothing there is aimed at; what Git says of it, where that is known. */
function aimedFact({ guard, yes }: Pattern, { fact, kind }: PathQuestion, { event }: PathSubject): PathFact {
  if (fact.listed_by !== undefined) return fact
  if (guard === 'named' && (fact.tree === true || kind === 'deletes')) return namedFact(fact)
  if (fact.tree !== true) return fact
  const isFormatted = kind === 'edits' && fact.skips?.includes('hidden') === true
  if (!isFormatted && fact.listed === undefined) return fact
  const { tree: _tree, skips: _skips, listed, ...named } = fact
  const top = fact.glob === true ? fixedPart(fact.path) : fact.path
  return listed !== undefined && yes.some((item) => couldHoldBelow(item, top, event.root)) ? listed : named
}

/** What is named of a tree: of `dir/*`, the directory. */
function namedFact({ path, glob, all_of }: PathFact): PathFact {
  const named = all_of ?? (glob === true ? wholeOf(path) || '/' : path)
  return glob === true && /[*?[{]/.test(named) ? { path: named, glob } : { path: named }
}

/** The first place of these that is there. */
function firstHeld(
  bases: readonly string[],
  { pattern, linear }: { readonly pattern: Pattern } & Pick<Engines, 'linear'>,
  subject: PathSubject,
): string | undefined {
  return bases.find((base) => {
    const dirs = subject.look?.below({ path: base, tree: true })
    return dirs === undefined || findIn({ top: base, dirs }, pattern, { subject, linear }) !== undefined
  })
}

/** A name that only a wildcard matches. */
const WILDCARD_NAME = '\u0001'
const anyDescendant = `/${WILDCARD_NAME}/${WILDCARD_NAME}`

/** Is everything that a shell glob could match excluded? `src/*.pyc` is by `*.pyc`. */
function coversGlob(
  no: readonly PatternItem[],
  { fact: { path, tree }, linear }: PathQuestion,
  subject: PathSubject,
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

/** For an allow, the path as named and its link target both have to match. */
function coversFact(pattern: Pattern, { fact, linear }: PathQuestion, subject: PathSubject): boolean {
  const { path, glob, tree } = fact
  const names = locationsOf(path, subject)
  if (glob === true || !names.every((name) => matchesPath(pattern, name, linear) !== undefined)) return false
  // A tree is covered when any descendant would be.
  return (
    tree !== true ||
    names.every((name) => matchesPath(pattern, locationBelow(name, anyDescendant), linear) !== undefined)
  )
}

/** The location as named, and the link target. */
function locationsOf(path: string, { event, real }: PathSubject): readonly PathLocation[] {
  const named = locate(path, event)
  if (real === undefined || path.startsWith('~')) return [named]
  const absolute = real(named.absolute).normalize()
  if (absolute === named.absolute && real(event.root) === event.root) return [named]
  const relative = relativeTo(real(event.root), absolute)
  return [named, relative === undefined ? { absolute } : { absolute, relative }]
}

const locationsByFact = new WeakMap<PathFact, readonly PathLocation[]>()

/** Cached: a fact belongs to one subject. */
export function locationsOfFact(fact: PathFact, subject: PathSubject): readonly PathLocation[] {
  const found = locationsByFact.get(fact)
  if (found !== undefined) return found
  const made = locationsOf(fact.path, subject)
  locationsByFact.set(fact, made)
  return made
}

function matchesAny(pattern: Pattern, names: readonly PathLocation[], linear: Engines['linear']): boolean {
  return names.some((name) => matchesPath(pattern, name, linear) !== undefined)
}

/** Without an answer of Git, it is as the pattern wants it. */
const isAsTracked = ({ tracked }: Pattern, path: string, { look }: PathSubject): boolean =>
  tracked === undefined || (look?.tracked(path) ?? tracked) === tracked

const caseInsensitivePatterns = new WeakMap<Pattern, Pattern>()

const fold = (item: PatternItem): PatternItem => ({ ...item, flags: `${item.flags ?? ''}i` })

/** The pattern, ignoring case. */
function ignoringCase(pattern: Pattern): Pattern {
  const found = caseInsensitivePatterns.get(pattern)
  if (found !== undefined) return found
  const made = { ...pattern, yes: pattern.yes.map(fold), no: pattern.no.map(fold) }
  caseInsensitivePatterns.set(pattern, made)
  return made
}

/** Matches the existing files; new files are uncertain. */
function matchGlobFact(
  pattern: Pattern,
  { fact, kind, linear }: PathQuestion,
  subject: PathSubject,
): PathFactMatch {
  const { event, look } = subject
  const { path } = fact
  const isMet = (glob: string): boolean =>
    pattern.yes.length === 0 || pattern.yes.some(({ text }) => couldOverlap(text, glob, event.root))
  const isBelow = !isMet(path)
  if (isBelow && (fact.tree !== true || !isMet(`${path}/**`))) return { is: 'no', path }
  if (kind === 'creates' || look === undefined) return { is: 'maybe', path }
  const files = look.below(fact)
  const found = files && findIn({ top: fixedPart(path), dirs: files }, pattern, { subject, linear })
  if (found !== undefined) return { is: /[[{\\]/.test(path) ? 'maybe' : 'yes', path: found }
  if (isBelow && files !== undefined) return { is: 'no', path }
  return { is: files === undefined || !path.includes('**') ? 'maybe' : 'no', path }
}

/** An anchored glob at or below the tree matches before the file exists; other globs only match existing files. */
function matchTree(
  pattern: Pattern,
  { fact, kind, linear }: PathQuestion,
  subject: PathSubject,
): PathFactMatch {
  const { event, look } = subject
  const bases = basesBelow(pattern, fact, { root: event.root, linear })
  if (isHolding(pattern.guard) && kind === 'deletes') {
    const held = firstHeld(bases, { pattern, linear }, subject)
    return held === undefined ? { is: 'no', path: fact.path } : { is: 'yes', path: held }
  }
  const [base] = bases
  if (base !== undefined && kind !== 'reads') return { is: 'yes', path: base }
  if (base === undefined && isOthers(fact, subject)) return { is: 'no', path: fact.path }
  if (isPlacedElsewhere(pattern, fact, subject)) return { is: 'no', path: fact.path }
  const files = look?.below(fact)
  if (files === undefined) return { is: 'maybe', path: fact.path }
  const found = findIn({ top: fact.path, dirs: files }, pattern, { subject, linear })
  return found === undefined ? { is: 'no', path: fact.path } : { is: 'yes', path: found }
}

/** A directory of what others wrote; a link could have such a name. */
function isOthers(fact: PathFact, subject: PathSubject): boolean {
  return locationsOfFact(fact, subject).every(({ absolute }) =>
    isVendorDirectory(absolute, subject.event.root),
  )
}

/** Is all that the pattern takes elsewhere? What is protected at any depth is so around the project. */
function isPlacedElsewhere(
  { yes, guard }: Pattern,
  { path, listed_by }: PathFact,
  { event: { root } }: PathSubject,
): boolean {
  const isNear =
    guard === undefined || listed_by?.otherwise === undefined || isIn(root, path) || isIn(path, root)
  const isHere = (item: PatternItem): boolean =>
    (isNear || item.bases !== undefined) && couldHoldBelow(item, path, root)
  return yes.length > 0 && !yes.some(isHere)
}

/** A program is asked only where a path that it lists could match. */
function matchListed(pattern: Pattern, question: PathQuestion, subject: PathSubject): PathFactMatch {
  const { fact, linear } = question
  const { path } = fact
  if (isPlacedElsewhere(pattern, fact, subject) || isExcluded(pattern, question, subject))
    return { is: 'no', path }
  const isTree = pattern.guard === undefined && fact.listed_by?.otherwise === 'tree'
  const bases = isTree ? basesBelow(pattern, fact, { root: subject.event.root, linear }) : []
  if (isTree && bases.length === 0 && isOthers(fact, subject)) return { is: 'no', path }
  const listed = fact.listed_by && subject.look?.listed(path, fact.listed_by)
  if (isListing(listed)) {
    const found = findIn({ top: path, dirs: listed }, pattern, { subject, linear })
    if (found === undefined || !isContent(pattern) || fact.listed_by?.brings === undefined)
      return found === undefined ? { is: 'no', path } : { is: 'yes', path: found }
    return matchBrought(pattern, { fact, listed, linear }, subject)
  }
  const known: PathFactMatch = isTree
    ? matchTree(pattern, { ...question, fact: asTree(fact) }, subject)
    : { is: isDoubt(pattern, fact) ? 'maybe' : 'no', path }
  return listed === undefined || known.is === 'yes' ? known : { is: 'maybe', path, ...listed }
}

/** Ordinary Git goes, unless the version that it brings came from elsewhere, or no longer calls us. */
function matchBrought(
  pattern: Pattern,
  {
    fact: { path: top, listed_by },
    listed,
    linear,
  }: Pick<PathQuestion, 'fact' | 'linear'> & { readonly listed: readonly ListedDirectory[] },
  { event, look }: PathSubject,
): PathFactMatch {
  const { brings = [] } = listed_by ?? {}
  const all = candidatesIn({ top, dirs: listed }, pattern, event.root)
  let doubt: string | undefined
  for (const path of all) {
    if (matchesPath(pattern, locate(path, event), linear) === undefined) continue
    const scopes = pattern.scopes?.find((files) => files.includes(path)) ?? [path]
    const goes =
      pattern.guard === 'called' ? look?.calls(top, brings, { path, scopes }) : look?.held(top, brings, path)
    if (goes === false) return { is: 'yes', path }
    if (goes === undefined) doubt ??= path
  }
  return doubt === undefined ? { is: 'no', path: top } : { is: 'maybe', path: doubt }
}

type Listed = ReturnType<NonNullable<PathSubject['look']>['listed']>

function isListing(listed: Listed): listed is readonly ListedDirectory[] {
  return Array.isArray(listed)
}

function asTree({ listed_by: _listed, ...fact }: PathFact): PathFact {
  return fact
}

/** What the call leaves unresolved is a doubt for rules of files already; about what is protected, Git's unknown revision is none. */
function isDoubt({ guard }: Pattern, { listed_by }: PathFact): boolean {
  return listed_by?.otherwise === undefined ? guard === undefined : isHolding(guard)
}

/** The first path of the listing that matches. */
function findIn(
  listing: Parameters<typeof candidatesIn>[0],
  pattern: Pattern,
  { subject, linear }: { readonly subject: PathSubject } & Pick<Engines, 'linear'>,
): string | undefined {
  const { event } = subject
  for (const path of candidatesIn(listing, pattern, event.root))
    if (
      matchesPath(pattern, locate(path, event), linear) !== undefined &&
      isAsTracked(pattern, path, subject)
    )
      return path
  return undefined
}

/** The bases of globs that are at or below the tree and not excluded. */
function basesBelow(
  pattern: Pattern,
  { path: tree, skips }: PathFact,
  { root, linear }: { readonly root: string } & Pick<Engines, 'linear'>,
): readonly string[] {
  const isSkipped = (base: string): boolean =>
    skips?.includes('.git') === true && base.slice(tree.length).split('/').includes('.git')
  const bases = pattern.yes.flatMap(({ bases: own }) => own ?? []).map((base) => absoluteBase(base, root))
  return bases.filter(
    (base) =>
      isIn(base, tree) &&
      !isSkipped(base) &&
      matchesPath({ yes: [], no: pattern.no }, locate(base, { cwd: root, root }), linear) !== undefined,
  )
}
