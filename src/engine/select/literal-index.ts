// Indexes rules by four-character grams of the literals that they need.
import { AND } from '../../patterns/literal.ts'
import type { FactKind } from '../../model/types.ts'
import {
  ANYWHERE,
  bitsOf,
  COUNTERS,
  GRAM,
  gramAt,
  HEAD,
  NEEDS,
  OUTSIDE,
  packText,
  spread,
} from './literal-grams.ts'

/**
 * The gram that a literal is filed by, and two more that exclude texts with only the first: `other` at a distance (a
 * gram) or ANYWHERE (its characters), `third` anywhere; 0 when there is none.
 */
interface IndexEntry {
  readonly gram: number
  readonly other: number
  readonly distance: number
  readonly third: number
}

/** A rule matches only texts with one of its literals, or unknown facts of its kinds; without literals always. */
export interface IndexedRule {
  readonly literals?: readonly string[]
  readonly facts?: readonly (FactKind | 'event')[]
  readonly programs?: readonly string[]
  /** One fact of these kinds has to be present. */
  readonly needs?: readonly FactKind[]
  /** It matches only paths outside the root. */
  readonly outside?: true
}

/** Counts that keep a literal from being filed by a gram that another of its pieces has, or that is too short. */
const SHARED_COUNT = 1e6
const SHORT_COUNT = 1e9

/** Literals shorter than a gram are searched one by one. */
const MAX_SHORT = 256

/**
 * Plain numbers, so that the index is read from a file without parsing. Header: rules, buckets, lengths of the entries,
 * `always`, `short` and `factRules`, rules about the event itself. Then the start of each bucket; the entries (gram,
 * other, distance, third, rule); `always`: rules that are always candidates; `short`: literals, each with its rule;
 * `factRules`: rules about facts, each with its kinds as bits. A second index like this one may follow, by programs.
 */
export function buildIndex(rules: readonly IndexedRule[]): Int32Array {
  const own = indexOf(rules)
  if (!rules.some(({ programs }) => programs !== undefined)) return own
  const programs = indexOf(rules.map(({ programs: literals = [] }) => ({ literals })))
  const both = new Int32Array(own.length + programs.length)
  both.set(own)
  both.set(programs, own.length)
  return both
}

function indexOf(rules: readonly IndexedRule[]): Int32Array {
  const always: number[] = []
  const short: number[] = []
  const grams = rules.map(({ literals }, place) => {
    const all = literals?.map((literal) => literal.toLowerCase())
    const few = all?.filter(({ length }) => length < GRAM) ?? []
    const isTooMuch = short.length / 2 + few.length > MAX_SHORT
    const isLost = few.some((literal) => packText(literal) === 0) || all?.some(isUnfiled) === true
    if (all === undefined || isTooMuch || isLost) {
      always.push(place)
      return undefined
    }
    short.push(...few.flatMap((literal) => [packText(literal), place]))
    return all.filter(({ length }) => length >= GRAM)
  })
  const frequency = countGrams(grams)
  const buckets = bucketCount(rules.length)
  const filed: number[][] = Array.from({ length: buckets }, () => [])
  for (const [place, literals] of grams.entries()) {
    const chosen = new Map(literals?.map((literal) => [literal, entryFor(literal, frequency)]))
    for (const { gram, other, distance, third } of chosen.values())
      filed[spread(gram) & (buckets - 1)]?.push(gram, other, distance, third, place)
  }
  const events = rules.filter(
    ({ facts = ['event'] }, place) => grams[place] !== undefined && facts.includes('event'),
  ).length
  return pack({
    rules: rules.length,
    filed,
    always,
    short,
    factRules: factRulesOf(rules, always),
    events,
  })
}

/** All of its pieces are shorter than a gram. */
function isUnfiled(literal: string): boolean {
  return literal.includes(AND) && literal.split(AND).every(({ length }) => length < GRAM)
}

/** Places and kinds in turn; needed kinds in the upper bits. */
function factRulesOf(rules: readonly IndexedRule[], always: readonly number[]): number[] {
  const isAlways = new Set(always)
  return rules.flatMap(({ facts = [], programs, needs = [], outside }, place) => {
    if (facts.length === 0 || isAlways.has(place)) return []
    // Without programs any unknown word could match.
    const asked = bitsOf(programs === undefined && facts.includes('commands') ? [...facts, 'words'] : facts)
    return [place, asked | (outside === true ? OUTSIDE : 0) | (bitsOf(needs) << NEEDS)]
  })
}

interface Contents {
  readonly rules: number
  readonly filed: readonly (readonly number[])[]
  readonly always: readonly number[]
  readonly short: readonly number[]
  readonly factRules: readonly number[]
  readonly events: number
}

function pack({ rules, filed, always, short, factRules, events }: Contents): Int32Array {
  const entries = filed.reduce((sum, bucket) => sum + bucket.length, 0)
  const first = HEAD + filed.length + 1
  const rest = [...always, ...short, ...factRules]
  const packed = new Int32Array(first + entries + rest.length)
  packed.set([rules, filed.length, entries, always.length, short.length, factRules.length, events])
  let end = 0
  for (const [at, bucket] of filed.entries()) {
    packed.set(bucket, first + end)
    end += bucket.length
    packed[HEAD + at + 1] = end
  }
  packed.set(rest, first + end)
  return packed
}

function bucketCount(rules: number): number {
  return 2 ** Math.max(8, Math.ceil(Math.log2(rules * 4 + 1)))
}

/** How often grams occur; a hash collision only leads to a worse choice. */
function countGrams(grams: readonly (readonly string[] | undefined)[]): Uint32Array {
  const frequency = new Uint32Array(COUNTERS)
  for (const literals of grams) {
    for (const piece of literals?.flatMap((literal) => literal.split(AND)) ?? []) {
      for (let at = 0; at + GRAM <= piece.length; at++) {
        const place = spread(gramAt(piece, at)) & (COUNTERS - 1)
        frequency[place] = (frequency[place] ?? 0) + 1
      }
    }
  }
  return frequency
}

/** The rarest gram and the one farthest from it; for a literal of several pieces the rarest of each. */
function entryFor(literal: string, frequency: Uint32Array): IndexEntry {
  const pieces = literal.split(AND)
  const [one, other, third] = pieces
    .map((text) => rarestIn(text, pieces, frequency))
    .toSorted((a, b) => a.count - b.count)
  if (one === undefined) throw new RangeError('a literal has a piece')
  const { text, at, gram } = one
  if (other !== undefined)
    return { gram, other: packOf(other), distance: ANYWHERE, third: third === undefined ? 0 : packOf(third) }
  const last = text.length - GRAM
  const farthest = at > last - at ? 0 : last
  return { gram, other: gramAt(text, farthest), distance: farthest - at, third: 0 }
}

interface Rarest {
  readonly text: string
  readonly at: number
  readonly gram: number
  readonly count: number
}

/** 0 beyond ASCII. */
const packOf = ({ text, at }: Rarest): number => packText(text.slice(at, at + GRAM))

/** The rarest gram of a piece; grams that other pieces have too come last. */
function rarestIn(text: string, beside: readonly string[], frequency: Uint32Array): Rarest {
  if (text.length < GRAM) return { text, at: 0, gram: 0, count: SHORT_COUNT }
  const pieceAt = (at: number): Rarest => {
    const gram = gramAt(text, at)
    const isShared =
      beside.length > 1 && beside.some((other) => other !== text && other.includes(text.slice(at, at + GRAM)))
    return {
      text,
      at,
      gram,
      count: isShared ? SHARED_COUNT : (frequency[spread(gram) & (COUNTERS - 1)] ?? 0),
    }
  }
  let rarest = pieceAt(0)
  for (let at = 1; rarest.count > 1 && at + GRAM <= text.length; at++) {
    const piece = pieceAt(at)
    if (piece.count < rarest.count) rarest = piece
  }
  return rarest
}
