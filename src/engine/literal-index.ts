// Which rules could match an event, found by four-character pieces of the texts they demand: one pass over the event, whatever their number.
import { factKinds } from '../fact-kinds.ts'
import type { FactKind, FactTexts } from '../types.ts'

/** A piece that a literal has, and another one, so far from it, by which texts are ruled out that only have the first. */
interface Entry {
  readonly gram: number
  readonly other: number
  readonly distance: number
}

/** What an index is made from: a rule matches only where one of its literals stands, or where facts of these kinds cannot all be known; without literals it may always. */
export interface Demanding {
  readonly literals?: readonly string[]
  readonly facts?: readonly Kind[]
  readonly programs?: readonly string[]
}

type Kind = FactKind | 'event' | 'words'
const EVENT = 1
const bits = new Map<Kind, number>(
  ['event' as const, ...factKinds, 'words' as const].map((kind, at) => [kind, EVENT << at]),
)

const GRAM = 4
const HEAD = 6
const ENTRY = 4
const COUNTERS = 65_536
/** Literals that are shorter than a piece are looked for one by one, as long as they are few. */
const MOST_SHORT = 256
const FEW = 32
const none: readonly number[] = []

/**
 * The index as plain numbers, so that it is read from a file as it is: how many rules, buckets and numbers of entries,
 * of `always`, of `short` and of `asking`; where each bucket begins; the entries as a piece, another one, how far that
 * is, and the rule that demands them; `always`, the rules that are candidates at all times; `short` literals, each with
 * its rule; `asking`, each rule that looks for facts, with their kinds as bits; and an index like this one by programs.
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
    const isTooMuch = short.length / 2 + few.length > MOST_SHORT
    if (all === undefined || isTooMuch || few.some((literal) => packText(literal) === 0)) {
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
    for (const { gram, other, distance } of chosen.values())
      filed[gram & (buckets - 1)]?.push(gram, other, distance, place)
  }
  return pack({ rules: rules.length, filed, always, short, asking: askingOf(rules, always) })
}

/** Up to three characters of ASCII as one number; 0 for any other text. */
function packText(text: string): number {
  let packed = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 127) return 0
    packed |= code << (8 * at)
  }
  return packed
}

function unpackText(packed: number): string {
  const codes = [packed & 0xff, (packed >> 8) & 0xff, (packed >> 16) & 0xff]
  return String.fromCharCode(...codes.filter((code) => code > 0))
}

/** Places and kinds in turn. */
function askingOf(rules: readonly Demanding[], always: readonly number[]): number[] {
  const isAlways = new Set(always)
  return rules.flatMap(({ facts = [], programs }, place) => {
    if (facts.length === 0 || isAlways.has(place)) return []
    // Without programs it could be about any words.
    return [place, bitsOf(programs === undefined && facts.includes('commands') ? [...facts, 'words'] : facts)]
  })
}

function bitsOf(kinds: readonly Kind[]): number {
  return kinds.reduce((all, kind) => all | (bits.get(kind) ?? 0), 0)
}

interface Contents {
  readonly rules: number
  readonly filed: readonly (readonly number[])[]
  readonly always: readonly number[]
  readonly short: readonly number[]
  readonly asking: readonly number[]
}

function pack({ rules, filed, always, short, asking }: Contents): Int32Array {
  const entries = filed.reduce((sum, bucket) => sum + bucket.length, 0)
  const first = HEAD + filed.length + 1
  const rest = [...always, ...short, ...asking]
  const packed = new Int32Array(first + entries + rest.length)
  packed.set([rules, filed.length, entries, always.length, short.length, asking.length])
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
    for (const literal of literals ?? []) {
      for (let at = 0; at + GRAM <= literal.length; at++) {
        const place = gramAt(literal, at) & (COUNTERS - 1)
        frequency[place] = (frequency[place] ?? 0) + 1
      }
    }
  }
  return frequency
}

/** The rarest piece, and the one that is farthest from it. */
function entryFor(literal: string, frequency: Uint32Array): Entry {
  const last = literal.length - GRAM
  let best = 0
  let least = frequency[gramAt(literal, 0) & (COUNTERS - 1)] ?? 0
  for (let at = 1; least > 1 && at <= last; at++) {
    const count = frequency[gramAt(literal, at) & (COUNTERS - 1)] ?? 0
    if (count < least) [best, least] = [at, count]
  }
  const farthest = best > last - best ? 0 : last
  return { gram: gramAt(literal, best), other: gramAt(literal, farthest), distance: farthest - best }
}

function gramAt(text: string, at: number): number {
  const pair = text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16)
  return mix(pair, text.charCodeAt(at + 2) | (text.charCodeAt(at + 3) << 16))
}

function mix(pair: number, next: number): number {
  const mixed = Math.imul(pair, 0x9e3779b1) ^ Math.imul(next, 0x85ebca6b)
  return mixed ^ (mixed >>> 15)
}

/** The places of the rules that could match a text in lower case, ascending, each once; all of them without a text. */
export function candidates(index: Int32Array, texts: FactTexts | undefined): readonly number[] {
  if (texts === undefined) return Array.from({ length: index[0] ?? 0 }, (_, place) => place)
  const found: number[] = []
  const end = search(index, texts.text, found)
  const asking = index.subarray(end - (index[5] ?? 0), end)
  if (texts.open.length > 0) {
    addOpen(found, asking, texts.open)
    if (end < index.length && texts.open.includes('words')) search(index.subarray(end), texts.text, found)
  }
  if (found.length > 0 && asking.length > 0) dropOthers(found, asking, texts)
  return found.length === 0 ? none : inOrder(found)
}

/** Adds the rules whose literals stand in the text, some of them twice, and those that are always candidates; returns where the index ends. */
function search(index: Int32Array, text: string, found: number[]): number {
  const [, buckets = 0, entries = 0, always = 0, short = 0, asking = 0] = index
  const first = HEAD + buckets + 1
  let [one, two, three] = [text.charCodeAt(0), text.charCodeAt(1), text.charCodeAt(2)]
  for (let at = GRAM - 1; at < text.length; at++) {
    const four = text.charCodeAt(at)
    const gram = mix(one | (two << 16), three | (four << 16))
    const bucket = HEAD + (gram & (buckets - 1))
    const end = index[bucket + 1] ?? 0
    for (let entry = first + (index[bucket] ?? 0); entry < first + end; entry += ENTRY) {
      if (index[entry] !== gram) continue
      const from = at - GRAM + 1 + (index[entry + 2] ?? 0)
      if (gramAt(text, from) === index[entry + 1]) found.push(index[entry + 3] ?? 0)
    }
    one = two
    two = three
    three = four
  }
  const middle = first + entries + always
  for (let at = first + entries; at < middle; at++) found.push(index[at] ?? 0)
  for (let at = middle; at < middle + short; at += 2)
    if (text.includes(unpackText(index[at] ?? 0))) found.push(index[at + 1] ?? 0)
  return middle + short + asking
}

/** Those that look for facts of kinds that cannot all be known. */
function addOpen(found: number[], asking: Int32Array, open: FactTexts['open']): void {
  const bits = bitsOf(open)
  for (let at = 0; at < asking.length; at += 2)
    if (((asking[at + 1] ?? 0) & bits) !== 0) found.push(asking[at] ?? 0)
}

/** Drops those that look for facts of kinds that the call has none of. */
function dropOthers(found: number[], asking: Int32Array, { kinds, open }: FactTexts): void {
  const bits = EVENT | bitsOf(kinds) | bitsOf(open)
  let end = 0
  for (const place of found) {
    const asked = askedBy(place, asking)
    if (asked === 0 || (asked & bits) !== 0) found[end++] = place
  }
  found.length = end
}

/** The kinds as bits; 0 when the rule looks for no facts. */
function askedBy(place: number, asking: Int32Array): number {
  let [low, high] = [0, asking.length >> 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((asking[2 * middle] ?? 0) < place) low = middle + 1
    else high = middle
  }
  return asking[2 * low] === place ? (asking[2 * low + 1] ?? 0) : 0
}

/** Ascending, each once. An event meets few rules, for which V8's sort takes longer than the search. */
function inOrder(places: number[]): readonly number[] {
  if (places.length > FEW) return [...new Set(places)].sort((one, two) => one - two)
  let end = 0
  for (const place of places) {
    let at = end
    while (at > 0 && (places[at - 1] ?? 0) > place) at--
    if (at > 0 && places[at - 1] === place) continue
    for (let to = end++; to > at; to--) places[to] = places[to - 1] ?? 0
    places[at] = place
  }
  places.length = end
  return places
}
