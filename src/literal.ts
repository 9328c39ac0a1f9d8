// Texts that must stand in an event for a pattern to hold: what rules are indexed by.
import type { Pattern, PatternItem } from './types.ts'

const SPECIAL = /[\^$.|?*+()[\]{}\\]/
/** What JSON writes as it is, and what has one lower case. */
const PLAIN = /[ !#-[\]-~]/

/** The longest literal in a regular expression's source; empty when there is none. */
export function literalOf(source: string): string {
  const runs: string[] = []
  let run = ''
  const end = (): void => {
    runs.push(run)
    run = ''
  }
  for (let at = 0; at < source.length;) {
    const { text, length } = atomAt(source, at)
    at += length
    const quantifier = /^(?:[*?]|\{\d*,?\d*\})\??|^\+\??/.exec(source.slice(at, at + 12))?.[0] ?? ''
    at += quantifier.length
    if (text === '|') return ''
    const kept = text !== undefined && (quantifier === '' || quantifier.startsWith('+'))
    if (kept) run += text
    if (!kept || quantifier !== '') end()
  }
  end()
  return runs.reduce((best, next) => (next.length > best.length ? next : best), '')
}

/** Stands around each text that rules are looked up by, so that a whole name can be told from a part of one. */
export const EDGE = '\u0001'

/** What must stand in a text for a pattern to hold: one of these; `any` when that cannot be said. */
export function literalsOf(pattern: Pattern): string[] | 'any' {
  if (pattern.yes.length === 0) return 'any'
  const literals = pattern.yes.map((item) =>
    item.exact === undefined ? literalIn(item) : longestPlain(item.exact),
  )
  return literals.every((literal) => literal !== '') ? literals : 'any'
}

/** The same for names, which stand between edges. */
export function nameLiteralsOf(pattern: Pattern): string[] | 'any' {
  if (pattern.yes.length === 0) return 'any'
  const literals = pattern.yes.map((item) =>
    item.exact === undefined ? literalIn(item) : EDGE + item.exact + EDGE,
  )
  return literals.every((literal) => literal !== '') ? literals : 'any'
}

/** The same for globs over paths: the longest piece of a name that every such path has. */
export function pathLiteralsOf(pattern: Pattern): string[] | 'any' {
  if (pattern.yes.length === 0) return 'any'
  const literals = pattern.yes.map(({ text }) => {
    const placed = text.replace(/^~\/?|^(?:\.\/+)+|\/+$/g, '')
    return literalOfGlob(placed.replace(/(?:^|\/)\*\*(?:\/|$)/g, WILD).replace(/\/(?:\.?\/)+/g, '/'))
  })
  return literals.every((literal) => literal !== '' && literal !== '.') ? literals : 'any'
}

/** A compiled glob hides its literal in groups: it is read from what the user wrote, unless that is a group's name. */
function literalIn({ text, source, flags }: PatternItem): string {
  if (flags !== undefined) return literalOf(source ?? '')
  return text.startsWith('@') ? '' : literalOfGlob(text)
}

/** What stands outside of braces and classes. Where both are used, only what comes before either is sure. */
function literalOfGlob(glob: string): string {
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

function braceEnd(glob: string, open: number): number {
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
  const runs = text.split(new RegExp(`[^${PLAIN.source.slice(1, -1)}]`))
  return runs.reduce((best, next) => (next.length > best.length ? next : best), '')
}

function weight(literals: readonly string[] | 'any'): number {
  return literals === 'any' ? 0 : Math.min(...literals.map((literal) => literal.length))
}

/** Of several that must all hold, the one that says most. */
export function mostTelling(found: readonly (readonly string[] | 'any')[]): string[] | 'any' {
  const best = found.reduce((one, other) => (weight(other) > weight(one) ? other : one), 'any')
  return best === 'any' ? best : [...best]
}

interface Atom {
  /** The character it stands for; `|` for an alternation at the top; undefined for anything else. */
  readonly text?: string
  readonly length: number
}

function atomAt(source: string, at: number): Atom {
  const char = source[at] ?? ''
  if (char === '\\') return escapeAt(source, at)
  if (char === '[') return { length: classLength(source, at) }
  if (char === '(') return { length: groupLength(source, at) }
  if (char === '|') return { text: '|', length: 1 }
  return PLAIN.test(char) && !SPECIAL.test(char) ? { text: char, length: 1 } : { length: 1 }
}

/** Escapes whose length is not plain end the search, and leave nothing sure when an alternative may follow. */
function escapeAt(source: string, at: number): Atom {
  const next = source[at + 1] ?? ''
  if (/[bBdDsSwWnrtfv]/.test(next)) return { length: 2 }
  if (/[A-Za-z0-9]/.test(next))
    return source.includes('|', at)
      ? { text: '|', length: source.length - at }
      : { length: source.length - at }
  return PLAIN.test(next) && next !== '|' ? { text: next, length: 2 } : { length: 2 }
}

/** Unlike in a glob, a `]` that comes first ends the class. */
function classLength(source: string, at: number): number {
  let end = at + (source[at + 1] === '^' ? 2 : 1)
  while (end < source.length && source[end] !== ']') end += source[end] === '\\' ? 2 : 1
  return end - at + 1
}

function groupLength(source: string, at: number): number {
  let depth = 0
  for (let end = at; end < source.length; end++) {
    const char = source[end]
    if (char === '\\') end++
    else if (char === '[') end += classLength(source, end) - 1
    else if (char === '(') depth++
    else if (char === ')' && --depth === 0) return end - at + 1
  }
  return source.length - at
}
