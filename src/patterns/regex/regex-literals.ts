// Of what a regular expression matches, the texts of which one must stand in it: alternatives and small classes are written out.

/** More texts than this say no more than a shorter piece does. */
const MAX_TEXTS = 32
const SPECIAL = /[\^$.|?*+()[\]{}\\]/
/** What JSON writes as it is, and what has one lower case. */
const INDEXABLE = /[ !#-[\]-~]/

/** What a part of the source demands. */
interface Demand {
  /** It matches these texts and no other. */
  readonly exactly?: readonly string[]
  /** One of these stands in what it matches; empty: that cannot be said. */
  readonly some: readonly string[]
  /** And one of these, which say less. */
  readonly besides?: readonly string[]
}

interface Atom extends Demand {
  /** Where the next one begins. */
  readonly end: number
  /** It takes no room: what stands on both sides of it stands together. */
  readonly empty?: true
}

const unknown: Demand = { some: [] }

/** One of these stands in every text that the expression matches; none when that cannot be said. */
export function regexLiterals(source: string): readonly string[] {
  return requiredLiterals(source).some
}

interface RegexLiterals {
  readonly some: readonly string[]
  readonly besides: readonly string[]
}

let last: { readonly source: string; readonly pieces: RegexLiterals } | undefined

/** The same, and others of which one must stand there, too. The last one is kept, as each regex is asked about twice. */
export function requiredLiterals(source: string): RegexLiterals {
  if (last?.source === source) return last.pieces
  const { some, besides = [], end } = alternativesAt(source, 0)
  const pieces = end < source.length ? { some: [], besides: [] } : { some, besides }
  last = { source, pieces }
  return pieces
}

/** Up to a closing parenthesis, or the end. */
function alternativesAt(source: string, from: number): Atom {
  const demands: Demand[] = []
  for (let at = from; ; at++) {
    const { end, ...demand } = sequenceAt(source, at)
    demands.push(demand)
    at = end
    if (source[at] !== '|') return { ...either(demands), end: at }
  }
}

function either(demands: readonly Demand[]): Demand {
  const exact = demands.map(({ exactly }) => exactly)
  const exactly = exact.every((each) => each !== undefined) ? exact.flat() : undefined
  const some = demands.some((demand) => demand.some.length === 0)
    ? []
    : demands.flatMap((demand) => demand.some)
  const besides = demands.every((demand) => demand.besides !== undefined)
    ? demands.flatMap((demand) => demand.besides ?? [])
    : undefined
  return {
    some: some.length > MAX_TEXTS ? [] : some,
    ...(besides !== undefined && besides.length <= MAX_TEXTS && { besides }),
    ...(exactly !== undefined && exactly.length <= MAX_TEXTS && { exactly }),
  }
}

function sequenceAt(source: string, from: number): Atom {
  let run: readonly string[] = ['']
  let some: readonly string[] = []
  let besides: readonly string[] = []
  let isExact = true
  const add = (more: readonly string[]): void => {
    const best = longer(some, more)
    besides = longer(besides, best === some ? more : some)
    some = best
  }
  const end = (): void => {
    add(run)
    run = ['']
  }
  let at = from
  while (at < source.length && source[at] !== '|' && source[at] !== ')') {
    const atom = atomAt(source, at)
    const quantifier = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(source.slice(atom.end, atom.end + 24))?.[0] ?? ''
    at = atom.end + quantifier.length
    const isOnce = quantifier === ''
    if (atom.empty === true && isOnce) {
      add(atom.some)
      add(atom.besides ?? [])
      continue
    }
    const { exactly } = isSure(quantifier) ? atom : unknown
    const longer = exactly === undefined ? undefined : concatenate(run, exactly)
    if (longer !== undefined) run = longer
    if (longer === undefined || !isOnce) {
      end()
      isExact = false
    }
    if (longer === undefined && isSure(quantifier)) {
      add(atom.some)
      add(atom.besides ?? [])
    }
    if (longer === undefined && isOnce && exactly !== undefined) run = exactly
  }
  const exactly = isExact ? { exactly: run } : {}
  end()
  return { some, ...(besides.length > 0 && { besides }), ...exactly, end: at }
}

/** At least once. */
function isSure(quantifier: string): boolean {
  return quantifier === '' || quantifier.startsWith('+') || /^\{0*[1-9]/.test(quantifier)
}

/** Each with each; undefined when they are too many. */
function concatenate(heads: readonly string[], tails: readonly string[]): readonly string[] | undefined {
  if (heads.length * tails.length > MAX_TEXTS) return undefined
  return heads.flatMap((head) => tails.map((tail) => head + tail))
}

/** Those whose shortest is longer. */
function longer(one: readonly string[], other: readonly string[]): readonly string[] {
  return shortest(other) > shortest(one) ? other : one
}

function shortest(texts: readonly string[]): number {
  return texts.length === 0 ? 0 : Math.min(...texts.map(({ length }) => length))
}

function atomAt(source: string, at: number): Atom {
  const char = source[at] ?? ''
  if (char === '\\') return escapeAt(source, at)
  if (char === '[') return classAt(source, at)
  if (char === '(') return groupAt(source, at)
  if (char === '^' || char === '$') return { some: [], end: at + 1, empty: true }
  return INDEXABLE.test(char) && !SPECIAL.test(char) ? literalAtom(char, at + 1) : { some: [], end: at + 1 }
}

const literalAtom = (char: string, end: number): Atom => ({ exactly: [char], some: [char], end })

/** What an escape is when it is no character that stands for itself. */
const ESCAPE = /^\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|c[A-Za-z]|\d{1,3}|k<[^>]*>|[^])/

function escapeAt(source: string, at: number): Atom {
  const text = ESCAPE.exec(source.slice(at, at + 64))?.[0] ?? '\\'
  const char = text.charAt(1)
  const end = at + text.length
  if (char === 'b' || char === 'B') return { some: [], end, empty: true }
  return /[A-Za-z\d]/.test(char) || !INDEXABLE.test(char) ? { some: [], end } : literalAtom(char, end)
}

/** Unlike in a glob, a `]` that comes first ends the class. */
function classAt(source: string, at: number): Atom {
  let end = at + (source[at + 1] === '^' ? 2 : 1)
  while (end < source.length && source[end] !== ']') end += source[end] === '\\' ? 2 : 1
  const members = source.slice(at + 1, end)
  const isPlain = /^[^\\^-]+$/.test(members) && Array.from(members).every((char) => INDEXABLE.test(char))
  const exactly = [...new Set(members)]
  return isPlain && exactly.length <= MAX_TEXTS
    ? { exactly, some: exactly, end: end + 1 }
    : { some: [], end: end + 1 }
}

function groupAt(source: string, at: number): Atom {
  const opening = /^\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?/.exec(source.slice(at, at + 64))?.[0] ?? '('
  const { end, ...demand } = alternativesAt(source, at + opening.length)
  const isLook = /[=!]$/.test(opening)
  const isOther = opening === '(' && source[at + 1] === '?' // such as `(?i:`
  if (!isLook) return { ...(isOther ? unknown : demand), end: end + 1 }
  const { exactly: _, ...ahead } = demand
  return { ...(opening === '(?=' ? ahead : unknown), empty: true, end: end + 1 }
}
