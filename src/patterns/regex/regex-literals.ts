// Of what a regular expression matches, the texts of which one must stand in it: alternatives and small classes are written out.
import type { AST } from '@eslint-community/regexpp'
import { AND, shortestLength } from '../literal.ts'
import { regexTree } from './regex.ts'

/** More texts than this say no more than a shorter piece does. */
const MAX_TEXTS = 32
/** A character that stands for itself: JSON writes it as it is, and it has one lower case. */
const PLAIN = /^(?:\\(?![A-Za-z\d]))?[ !#-[\]-~]$/

/** Pairs are looked up by two texts of at least these lengths, and are at most so many. */
const MIN_FIRST = 4
const MIN_BESIDE = 2
const MAX_PAIRS = 128

/** What a part of the source demands. */
interface Demand {
  /** It matches these texts and no other. */
  readonly exactly?: readonly string[]
  /** One of these stands in what it matches; empty: that cannot be said. */
  readonly some: readonly string[]
  /** And one of these, which say less. */
  readonly besides?: readonly string[]
}

const unknown: Demand = { some: [] }

/** One of these stands in every text that the expression matches; none when that cannot be said. */
export function regexLiterals(source: string): readonly string[] {
  return demandOf(regexTree(source)).some
}

/** Of a regular expression: each with one that must stand beside it, as far as they are few and long enough to be looked up. */
export function regexLiteralsOf(source: string): readonly string[] {
  const { some, besides = [] } = demandOf(regexTree(source))
  const isWorth =
    shortestLength(some) >= MIN_FIRST &&
    shortestLength(besides) >= MIN_BESIDE &&
    some.length * besides.length <= MAX_PAIRS
  return isWorth ? some.flatMap((one) => besides.map((other) => one + AND + other)) : some
}

function demandOf({ alternatives }: Pick<AST.Pattern, 'alternatives'>): Demand {
  return either(alternatives.map(demandOfSequence))
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

function demandOfSequence({ elements }: AST.Alternative): Demand {
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
  for (const element of elements) {
    const [atom, min] = element.type === 'Quantifier' ? [element.element, element.min] : [element, 1]
    const isOnce = element === atom
    const demand = demandOfAtom(atom)
    if (atom.type === 'Assertion' && isOnce) {
      add(demand.some)
      add(demand.besides ?? [])
      continue
    }
    const { exactly } = min > 0 ? demand : unknown
    const longer = exactly === undefined ? undefined : concatenate(run, exactly)
    if (longer !== undefined) run = longer
    if (longer === undefined || !isOnce) {
      end()
      isExact = false
    }
    if (longer === undefined && min > 0) {
      add(demand.some)
      add(demand.besides ?? [])
    }
    if (longer === undefined && isOnce && exactly !== undefined) run = exactly
  }
  const exactly = isExact ? { exactly: run } : {}
  end()
  return { some, ...(besides.length > 0 && { besides }), ...exactly }
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

function demandOfAtom(atom: Exclude<AST.Element, AST.Quantifier>): Demand {
  switch (atom.type) {
    case 'Assertion': {
      if (atom.kind !== 'lookahead' || atom.negate) return unknown
      const { exactly: _, ...ahead } = demandOf(atom)
      return ahead
    }
    case 'Group':
      return atom.modifiers === null ? demandOf(atom) : unknown
    case 'CapturingGroup':
      return demandOf(atom)
    case 'Character':
      return demandOfChars([atom.raw])
    case 'CharacterClass':
      return atom.negate ? unknown : demandOfChars(atom.elements.map(({ raw }) => raw))
    default:
      return unknown
  }
}

function demandOfChars(written: readonly string[]): Demand {
  if (written.length === 0 || !written.every((raw) => PLAIN.test(raw))) return unknown
  const exactly = [...new Set(written.map((raw) => raw.slice(-1)))]
  return exactly.length > MAX_TEXTS ? unknown : { exactly, some: exactly }
}
