// What rules are found by: an index as plain numbers of four-character pieces of the texts that they demand.
import { BESIDES } from '../../patterns/literal.ts'
import type { FactKind } from '../../model/types.ts'
import { ANYWHERE, bitsOf, COUNTERS, GRAM, gramAt, HEAD, NEEDS, OUTSIDE, packText } from './literal-grams.ts'

/**
 * A piece that a literal has, and others by which texts are ruled out that only have the first, 0 where there is none:
 * one so far from it or anywhere, and a third one anywhere. Anywhere they are characters, else sums like the first.
 */
interface Entry {
  readonly gram: number
  readonly other: number
  readonly distance: number
  readonly third: number
}

/** What an index is made from: a rule matches only where one of its literals stands, or where facts of these kinds cannot all be known; without literals it may always. */
export interface Demanding {
  readonly literals?: readonly string[]
  readonly facts?: readonly (FactKind | 'event')[]
  readonly programs?: readonly string[]
  /** Of which there has to be one. */
  readonly needs?: readonly FactKind[]
  /** It is about paths outside of the root alone. */
  readonly outside?: true
}

/** How pieces count by which a literal is not filed: those that another one of it has, and those that are too short. */
const SHARED = 1e6
const SMALL = 1e9

/** Literals that are shorter than a piece are looked for one by one, as long as they are few. */
const MAX_SHORT = 256

/**
 * The index as plain numbers, so that it is read from a file as it is: how many rules, buckets and numbers of entries,
 * of `always`, of `short` and of `asking`, and of rules that look at the event itself; where each bucket
 * begins; the entries as a piece, another one, how far that is, a third one, and the rule that demands them; `always`,
 * the rules that are candidates at all times; `short` literals, each with its rule; `asking`, each rule that looks for
 * facts, with their kinds as bits and whether it is about what is outside; and an index like this one by programs.
 */
export function buildIndex(rules: readonly Demanding[]): Int32Array {
  const own = indexOf(rules)
  if (!rules.some(({ programs }) => programs !== undefined)) return own
  const programs = indexOf(rules.map(({ programs: literals = [] }) => ({ literals })))
  const both = new Int32Array(own.length + programs.length)
  both.set(own)
  both.set(programs, own.length)
  return both
}

function indexOf(rules: readonly Demanding[]): Int32Array {
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
      filed[gram & (buckets - 1)]?.push(gram, other, distance, third, place)
  }
  const events = rules.filter(
    ({ facts = ['event'] }, place) => grams[place] !== undefined && facts.includes('event'),
  ).length
  return pack({
    rules: rules.length,
    filed,
    always,
    short,
    asking: askingOf(rules, always),
    events,
  })
}

/** No piece of it is long enough to be filed by. */
function isUnfiled(literal: string): boolean {
  return literal.includes(BESIDES) && literal.split(BESIDES).every(({ length }) => length < GRAM)
}

/** Places and kinds in turn, those that are needed above the others. */
function askingOf(rules: readonly Demanding[], always: readonly number[]): number[] {
  const isAlways = new Set(always)
  return rules.flatMap(({ facts = [], programs, needs = [], outside }, place) => {
    if (facts.length === 0 || isAlways.has(place)) return []
    // Without programs it could be about any words.
    const asked = bitsOf(programs === undefined && facts.includes('commands') ? [...facts, 'words'] : facts)
    return [place, asked | (outside === true ? OUTSIDE : 0) | (bitsOf(needs) << NEEDS)]
  })
}

interface Contents {
  readonly rules: number
  readonly filed: readonly (readonly number[])[]
  readonly always: readonly number[]
  readonly short: readonly number[]
  readonly asking: readonly number[]
  readonly events: number
}

function pack({ rules, filed, always, short, asking, events }: Contents): Int32Array {
  const entries = filed.reduce((sum, bucket) => sum + bucket.length, 0)
  const first = HEAD + filed.length + 1
  const rest = [...always, ...short, ...asking]
  const packed = new Int32Array(first + entries + rest.length)
  packed.set([rules, filed.length, entries, always.length, short.length, asking.length, events])
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

/** How often pieces occur; two that share a place count as one, which only costs a worse choice. */
function countGrams(grams: readonly (readonly string[] | undefined)[]): Uint32Array {
  const frequency = new Uint32Array(COUNTERS)
  for (const literals of grams) {
    for (const piece of literals?.flatMap((literal) => literal.split(BESIDES)) ?? []) {
      for (let at = 0; at + GRAM <= piece.length; at++) {
        const place = gramAt(piece, at) & (COUNTERS - 1)
        frequency[place] = (frequency[place] ?? 0) + 1
      }
    }
  }
  return frequency
}

/** The rarest piece, and the one that is farthest from it; of a literal of several the rarest of each. */
function entryFor(literal: string, frequency: Uint32Array): Entry {
  const pieces = literal.split(BESIDES)
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

/** Nothing is asked of what is beyond ASCII. */
const packOf = ({ text, at }: Rarest): number => packText(text.slice(at, at + GRAM))

/** One that is shorter than a piece only stands beside another. What others beside it have too says little. */
function rarestIn(text: string, beside: readonly string[], frequency: Uint32Array): Rarest {
  if (text.length < GRAM) return { text, at: 0, gram: 0, count: SMALL }
  const pieceAt = (at: number): Rarest => {
    const gram = gramAt(text, at)
    const isShared =
      beside.length > 1 && beside.some((other) => other !== text && other.includes(text.slice(at, at + GRAM)))
    return { text, at, gram, count: isShared ? SHARED : (frequency[gram & (COUNTERS - 1)] ?? 0) }
  }
  let rarest = pieceAt(0)
  for (let at = 1; rarest.count > 1 && at + GRAM <= text.length; at++) {
    const piece = pieceAt(at)
    if (piece.count < rarest.count) rarest = piece
  }
  return rarest
}
