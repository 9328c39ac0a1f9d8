// Texts that must stand in an event for a pattern to hold: what rules are indexed by.
import type { Pattern, PatternItem } from '../model/types.ts'

/** What JSON writes as it is, and what has one lower case. */
const INDEXABLE = /[ !#-[\]-~]/

/** Stands around each text that rules are looked up by, so that a whole name can be told from a part of one. */
export const EDGE = '\u0001'

/** Joins the pieces of a literal that stands for all of them, each anywhere. */
export const AND = '\u0002'

/** Stands in the texts of a call that sends something. */
export const SENDING = `${EDGE}sends${EDGE}`

/** Of the source of a regular expression. */
export type RegexLiterals = (source: string) => readonly string[]

/** What must stand in a text for a pattern to hold: one of these; `any` when that cannot be said. */
export function literalsOf(pattern: Pattern, ofRegex: RegexLiterals): string[] | 'any' {
  return eachOf(pattern, (item) =>
    item.exact === undefined ? literalsIn(item, ofRegex) : nonEmpty(longestPlain(item.exact)),
  )
}

/** The same for names, which stand between edges. */
export function nameLiteralsOf(pattern: Pattern, ofRegex: RegexLiterals): string[] | 'any' {
  return eachOf(pattern, (item) =>
    item.exact === undefined ? literalsIn(item, ofRegex) : [EDGE + item.exact + EDGE],
  )
}

function eachOf({ yes }: Pattern, of: (item: PatternItem) => readonly string[]): string[] | 'any' {
  const literals = yes.map(of)
  return yes.length > 0 && literals.every(({ length }) => length > 0) ? literals.flat() : 'any'
}

const nonEmpty = (literal: string): readonly string[] => (literal === '' ? [] : [literal])

/** The same for globs over paths: the longest piece that every such path has, which has a slash before and behind each name. */
export function pathLiteralsOf(pattern: Pattern): string[] | 'any' {
  if (pattern.yes.length === 0) return 'any'
  const literals = pattern.yes.map(({ text }) => {
    const glob = withoutPlace(text)
    return literalOfGlob(/^\w|^\.\w/.test(glob) ? `/${glob}/` : `${glob}/`)
  })
  return literals.every((literal) => !/^[/.]*$/.test(literal)) ? literals : 'any'
}

/** What every path of one of these globs has, in lower case, with no slash around it; nothing where one of them needs nothing. */
export function pathPiecesOf(globs: readonly string[]): readonly string[] {
  const pieces = globs.map((glob) => {
    const literal = literalOfGlob(withoutPlace(glob).replace(/(^|\/)\.\.(?=\/|$)/g, `$1${WILD}`))
    return /^[/.]*$/.test(literal) ? '' : literal.replace(/^\/+|\/+$/g, '').toLowerCase()
  })
  return pieces.includes('') ? [] : [...new Set(pieces)]
}

function withoutPlace(glob: string): string {
  const placed = glob.replace(/^~\/?|^(?:\.\/+)+|\/+$/g, '').replace(/\/(?:\.?\/)+/g, '/')
  return placed.replace(/(^|\/)\*\*(?=\/|$)/g, `$1${WILD}`)
}

/** A compiled glob hides its literal in groups: it is read from what the user wrote, unless that is a group's name. */
function literalsIn({ text, source, flags }: PatternItem, ofRegex: RegexLiterals): readonly string[] {
  if (flags !== undefined) return ofRegex(source ?? '')
  return text.startsWith('@') ? [] : nonEmpty(literalOfGlob(text))
}

/** What stands outside of braces and classes. Where both are used, only what comes before either is sure. */
export function literalOfGlob(glob: string): string {
  const isMixed = glob.includes('{') && glob.includes('[')
  let plain = ''
  for (let at = 0; at < glob.length; at++) {
    const char = glob.charAt(at)
    if (char === '\\') plain += glob.charAt(++at)
    else if (char === '{' || char === '[') {
      if (isMixed) break
      at = char === '{' ? braceEnd(glob, at) : classEnd(glob, at)
      plain += WILD
    } else plain += /[*?}\]]/.test(char) ? WILD : char
  }
  return longestPlain(plain)
}

const WILD = '\n'

/** Where the brace that begins at `open` ends; the length of the glob when it is never closed. */
export function braceEnd(glob: string, open: number): number {
  let depth = 0
  for (let at = open; at < glob.length; at++) {
    if (glob[at] === '\\') at++
    else if (glob[at] === '{') depth++
    else if (glob[at] === '}' && --depth === 0) return at
  }
  return glob.length
}

/** A `]` that comes first is a member, and a backslash is one too. */
function classEnd(glob: string, open: number): number {
  const from = open + (glob[open + 1] === '!' || glob[open + 1] === '^' ? 2 : 1)
  const close = glob.indexOf(']', from + 1)
  return close < 0 ? glob.length : close
}

function longestPlain(text: string): string {
  const runs = text.split(new RegExp(`[^${INDEXABLE.source.slice(1, -1)}]`))
  return runs.reduce((best, next) => (next.length > best.length ? next : best), '')
}

/** How much one of these says when it stands somewhere. */
export function shortestLength(literals: readonly string[] | 'any'): number {
  return literals === 'any' || literals.length === 0
    ? 0
    : Math.min(...literals.map((literal) => literal.length))
}

/** Of several that must all hold, the one that says most. */
export function longestLiterals(found: readonly (readonly string[] | 'any')[]): string[] | 'any' {
  const best = found.reduce(
    (one, other) => (shortestLength(other) > shortestLength(one) ? other : one),
    'any',
  )
  return best === 'any' ? best : [...best]
}
