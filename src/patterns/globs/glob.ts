// Globs become regular expressions that cannot backtrack badly: between two stars the shortest stretch is always
// enough, so each is taken once and for all, by a look-ahead that a back-reference then consumes.

import { braceEnd } from '../literal.ts'

export class GlobError extends Error {
  override readonly name = 'GlobError'
}

/** Does a glob have anything but literal characters? */
export function isGlob(text: string): boolean {
  return /[*?[\]{}\\]/.test(text)
}

type GlobToken =
  | { readonly kind: 'one'; readonly source: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'star' }

/** What one glob is written in: characters of one kind, and the groups counted so far. */
export interface GlobDialect {
  /** The source of one character that `?` and `*` stand for. */
  readonly dot: string
  groups: number
}

const MAX_ALTERNATIVES = 256
const special = /[\\^$.*+?()[\]{}|/]/g

/** A path as a glob that stands for it alone. */
export function escapeGlob(path: string): string {
  return path.replace(/[*?[\]{}!\\]/g, '\\$&')
}

export function escapeRegex(text: string): string {
  return text.replace(special, '\\$&')
}

function splitCommas(body: string): string[] {
  const parts = ['']
  let depth = 0
  for (let at = 0; at < body.length; at++) {
    const char = body.charAt(at)
    if (char === '{') depth++
    if (char === '}') depth--
    if (char === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += char === '\\' ? char + body.charAt(++at) : char
  }
  return parts
}

function firstBrace(glob: string): number {
  for (let at = 0; at < glob.length; at++) {
    if (glob[at] === '\\') at++
    else if (glob[at] === '{') return at
  }
  return -1
}

/** `a{b,c}` is `ab` and `ac`; braces without a comma stand for themselves. */
export function expandBraces(glob: string): string[] {
  const open = glob.includes('{') ? firstBrace(glob) : -1
  if (open < 0) return [glob]
  const close = braceEnd(glob, open)
  if (close === glob.length) throw new GlobError('"{" is never closed')
  const tails = expandBraces(glob.slice(close + 1))
  const parts = splitCommas(glob.slice(open + 1, close))
  const middles = parts.flatMap(expandBraces).map((part) => (parts.length > 1 ? part : `\\{${part}\\}`))
  if (middles.length * tails.length > MAX_ALTERNATIVES)
    throw new GlobError(`it stands for more than ${MAX_ALTERNATIVES} globs`)
  return middles.flatMap((middle) => tails.map((tail) => glob.slice(0, open) + middle + tail))
}

/** The source of a class and where it ends. */
function readClass(glob: string, open: number): { source: string; end: number } {
  const negated = glob[open + 1] === '!' || glob[open + 1] === '^'
  const from = open + (negated ? 2 : 1)
  // A `]` that comes first is a member.
  const close = glob.indexOf(']', from + 1)
  if (close < 0) throw new GlobError('"[" is never closed')
  const members = glob.slice(from, close).replace(/[\\\]^[&~|]/g, '\\$&')
  const source = `[${negated ? '^' : ''}${members}]`
  try {
    void new RegExp(source)
  } catch {
    throw new GlobError(`"${glob.slice(open, close + 1)}" is not a range of characters`)
  }
  return { source, end: close }
}

function tokenize(glob: string): GlobToken[] {
  const tokens: GlobToken[] = []
  for (let at = 0; at < glob.length; at++) {
    const char = glob.charAt(at)
    if (char === '*') {
      if (tokens.at(-1)?.kind !== 'star') tokens.push({ kind: 'star' })
    } else if (char === '?') tokens.push({ kind: 'any' })
    else if (char === '[') {
      const { source, end } = readClass(glob, at)
      tokens.push({ kind: 'one', source })
      at = end
    } else if (char === '\\' && at + 1 < glob.length)
      tokens.push({ kind: 'one', source: escapeRegex(glob.charAt(++at)) })
    else {
      const run = literalRun(glob, at)
      tokens.push({ kind: 'one', source: escapeRegex(run) })
      at += run.length - 1
    }
  }
  return tokens
}

const literalCharacters = /[^*?[\\]+/y

/** The literal characters that stand here; at least one. */
function literalRun(glob: string, at: number): string {
  literalCharacters.lastIndex = at
  return literalCharacters.exec(glob)?.[0] ?? glob.charAt(at)
}

/** A stretch between stars; a class that excludes characters still stays within `dot`. */
function stretchSource(tokens: readonly GlobToken[], dot: string): string {
  const within = dot === '[^/]' ? '(?!/)' : ''
  return tokens
    .map((token) =>
      token.kind === 'one' ? (token.source.startsWith('[') ? within : '') + token.source : dot,
    )
    .join('')
}

function splitStars(tokens: readonly GlobToken[]): GlobToken[][] {
  const stretches: GlobToken[][] = [[]]
  for (const token of tokens) {
    if (token.kind === 'star') stretches.push([])
    else stretches.at(-1)?.push(token)
  }
  return stretches
}

/** The source of one glob without braces, to be followed by `end`, which says where it may stop. */
export function segmentSource(glob: string, dialect: GlobDialect, end: string): string {
  const [first = [], ...rest] = splitStars(tokenize(glob))
  const last = rest.pop()
  const head = stretchSource(first, dialect.dot)
  if (last === undefined) return head + end
  const middle = rest.map((stretch) => {
    const group = ++dialect.groups
    return `(?=(${dialect.dot}*?${stretchSource(stretch, dialect.dot)}))\\${group}`
  })
  return `${head}${middle.join('')}${dialect.dot}*${stretchSource(last, dialect.dot)}${end}`
}

/** Where such a glob stands in a text: what is between the `*` at its ends, each other one as short as can be. */
export function textGlobSearch(glob: string): string {
  let groups = 0
  const searchOf = (each: string): string => {
    const parts = each.split(/(?<!\\)\*+/).filter((part) => part !== '')
    const [first = '', ...rest] = parts.map((part) => segmentSource(part, { dot: '[^]', groups }, ''))
    return first + rest.map((part) => `(?=([^]*?${part}))\\${++groups}`).join('')
  }
  return expandBraces(glob).map(searchOf).join('|')
}

/** Free text and names: `*` crosses everything, and the whole text has to match. */
export function textGlobSource(glob: string): string {
  const dialect = { dot: '[^]', groups: 0 }
  return `^(?:${expandBraces(glob)
    .map((each) => segmentSource(each, dialect, '$'))
    .join('|')})`
}

// Directories of what others made: large, and never what a rule means by a glob for any depth.
export const vendorDirectories: ReadonlySet<string> = new Set([
  'node_modules',
  '.git',
  '__pycache__',
  '.venv',
])

/** Is the whole tree such a directory? What Git keeps is looked into where it is named, and so is what holds the root. */
export function isVendorDirectory(tree: string, root: string): boolean {
  const name = tree.slice(tree.lastIndexOf('/') + 1)
  return name !== '.git' && vendorDirectories.has(name) && !`${root}/`.startsWith(`${tree}/`)
}

const compiled = new Map<string, RegExp>()

/** A name against a glob of `*` and `?`, upper and lower case alike. */
export function matchesNameGlob(glob: string, name: string): boolean {
  if (!/[*?]/.test(glob)) return glob.toLowerCase() === name.toLowerCase()
  let pattern = compiled.get(glob)
  if (pattern === undefined) compiled.set(glob, (pattern = new RegExp(`^${sourceOf(glob)}$`, 'is')))
  return pattern.test(name)
}

function sourceOf(glob: string): string {
  const escaped = glob.replace(/[.+^${}()|[\]\\]/g, '\\$&')
  return escaped.replace(/\*+/g, '.*').replace(/\?/g, '.')
}
