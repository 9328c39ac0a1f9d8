// Finds in a listing the few paths that a pattern could match, by the texts of which each match holds one.
import { ANYWHERE, hasRequiredLiteral } from '../pattern.ts'
import { escapeRegex } from '../globs/glob.ts'
import type { Pattern, PatternItem } from '../../model/types.ts'
import { normalizePath, relativeTo } from './paths.ts'

export interface Listing {
  /** What stands above all the paths. */
  readonly top: string
  /** Files, those of a directory one after the other. */
  readonly paths: readonly string[]
}

/** Could a path at or below the directory match: is the glob for any depth, or does one begin around or below it? */
export function couldHoldBelow({ bases }: PatternItem, dir: string, root: string): boolean {
  return (
    bases === undefined ||
    bases.some((base) => isIn(dir, absoluteBase(base, root)) || isIn(absoluteBase(base, root), dir))
  )
}

export function absoluteBase(base: string, root: string): string {
  return base.startsWith('/') || base.startsWith('~') ? base : normalizePath(`${root}/${base}`)
}

export function isIn(path: string, dir: string): boolean {
  return relativeTo(dir, path) !== undefined
}

/** In the listing's order; all paths where the pattern has no such texts, or the directory itself holds one. */
export function* candidatesIn(listing: Listing, pattern: Pattern, root: string): Iterable<string> {
  const items = pattern.yes.filter(
    (item) => isSpelledLoosely(item) || couldHoldBelow(item, listing.top, root),
  )
  const isOpen =
    items.length === 0 ? pattern.yes.length === 0 : items.some((item) => holdsAbove(item, listing.top, root))
  if (isOpen) return yield* listing.paths
  const wanted = items.flatMap((item) => piecesOf(item) ?? [])
  if (wanted.length > 0) yield* pathsWith(wanted, listing)
}

/** Its beginning stands for several places, or for one in any case. */
function isSpelledLoosely({ bases = [], flags = '' }: PatternItem): boolean {
  return flags.includes('i') || bases.some((base) => /^(?:~|[A-Za-z]:)/.test(base))
}

/** Could the names of the directory and those above it be all that the item asks for? */
function holdsAbove(item: PatternItem, top: string, root: string): boolean {
  const pieces = piecesOf(item)
  if (pieces === undefined) return true
  const below = item.source?.startsWith(ANYWHERE) === true ? relativeTo(root, top) : undefined
  return hasRequiredLiteral({ text: item.text, literals: pieces }, below ?? top)
}

/** The longest part of each literal that stands within one name; undefined where there is none. */
function piecesOf({ exact, literals }: PatternItem): readonly string[] | undefined {
  const texts = exact === undefined ? literals : [exact.toLowerCase()]
  const pieces = texts?.map((text) =>
    text.split('/').reduce((one, other) => (other.length > one.length ? other : one)),
  )
  return pieces === undefined || pieces.includes('') ? undefined : pieces
}

interface ListingText {
  /** Each directory below the top, followed by the names in it; in lower case, each with a NUL behind it. */
  readonly text: string
  readonly lines: readonly ListingLine[]
}

interface ListingLine {
  /** Where the line ends in the text. */
  readonly end: number
  /** The paths it stands for: of a directory all that are in it. */
  readonly from: number
  readonly to: number
}

const texts = new WeakMap<readonly string[], ListingText>()

function textOf({ top, paths }: Listing): ListingText {
  const known = texts.get(paths)
  if (known !== undefined) return known
  const made = joinNames(paths, top === '/' ? 0 : top.length)
  texts.set(paths, made)
  return made
}

function joinNames(paths: readonly string[], topLength: number): ListingText {
  const names: string[] = []
  const lines: ListingLine[] = []
  let end = 0
  const add = (name: string, from: number, to: number): void => {
    const lower = name.toLowerCase()
    end += lower.length + 1
    names.push(lower)
    lines.push({ end, from, to })
  }
  for (let from = 0; from < paths.length;) {
    const first = paths[from] ?? ''
    const dir = first.slice(0, first.lastIndexOf('/') + 1)
    let to = from + 1
    while (to < paths.length && isDirectlyIn(paths[to] ?? '', dir)) to++
    add(dir.slice(topLength), from, to)
    for (let at = from; at < to; at++) add((paths[at] ?? '').slice(dir.length), at, at + 1)
    from = to
  }
  return { text: `${names.join('\0')}\0`, lines }
}

function isDirectlyIn(path: string, dir: string): boolean {
  return path.startsWith(dir) && !path.includes('/', dir.length)
}

function* pathsWith(wanted: readonly string[], listing: Listing): Iterable<string> {
  const { text, lines } = textOf(listing)
  const regex = new RegExp([...new Set(wanted)].map(escapeRegex).join('|'), 'g')
  let at = 0
  let next = 0
  for (let hit = regex.exec(text); hit !== null; hit = regex.exec(text)) {
    while ((lines[at]?.end ?? Infinity) <= hit.index) at++
    const line = lines[at]
    if (line === undefined) return
    for (next = Math.max(next, line.from); next < line.to; next++) yield listing.paths[next] ?? ''
    regex.lastIndex = line.end
  }
}
