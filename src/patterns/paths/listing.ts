// Finds in a listing the few paths that a pattern could match, by the texts of which each match holds one.
import { ANYWHERE, hasRequiredLiteral } from '../pattern.ts'
import { escapeRegex } from '../globs/glob.ts'
import type { ListedDirectory, Pattern, PatternItem } from '../../model/types.ts'
import { normalizePath, relativeTo } from './paths.ts'

interface Listing {
  /** What stands above all the files. */
  readonly top: string
  readonly dirs: readonly ListedDirectory[]
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
  if (isOpen) for (const dir of listing.dirs) yield* pathsIn(dir)
  if (isOpen) return
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

function* pathsIn({ dir, names }: ListedDirectory): Iterable<string> {
  for (const name of names) yield pathIn(dir, name)
}

function pathIn(dir: string, name: string): string {
  return dir === '/' ? `/${name}` : `${dir}/${name}`
}

interface ListingText {
  /** Each directory as it stands below the top, then its names; in lower case, each with a NUL behind it. */
  readonly text: string
  /** Where each directory begins in it. */
  readonly starts: readonly number[]
}

const texts = new WeakMap<Listing['dirs'], ListingText>()

function textOf({ top, dirs }: Listing): ListingText {
  const known = texts.get(dirs)
  if (known !== undefined) return known
  let length = 0
  const blocks = dirs.map(({ dir, names }) => `${dir.slice(top.length)}\0${names.join('\0')}\0`.toLowerCase())
  const starts = blocks.map((block) => (length += block.length) - block.length)
  const made = { text: blocks.join(''), starts }
  texts.set(dirs, made)
  return made
}

function* pathsWith(wanted: readonly string[], listing: Listing): Iterable<string> {
  const { text, starts } = textOf(listing)
  const regex = new RegExp([...new Set(wanted)].map(escapeRegex).join('|'), 'g')
  let at = -1
  let line = 0
  let lineEnd = 0
  for (let hit = regex.exec(text); hit !== null; hit = regex.exec(text)) {
    for (; (starts[at + 1] ?? Infinity) <= hit.index; line = 0) lineEnd = text.indexOf('\0', starts[++at])
    for (; lineEnd < hit.index; line++) lineEnd = text.indexOf('\0', lineEnd + 1)
    const found = listing.dirs[at]
    if (found === undefined) return
    if (line > 0) yield pathIn(found.dir, found.names[line - 1] ?? '')
    else yield* pathsIn(found)
    regex.lastIndex = line > 0 ? lineEnd : (starts[at + 1] ?? text.length)
  }
}
