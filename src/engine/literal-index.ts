// Which rules could match an event, found by four-character pieces of the texts they demand: one pass over the event, whatever their number.

/** A piece that a literal has, and another one, so far from it, by which texts are ruled out that only have the first. */
interface Entry {
  readonly gram: number
  readonly other: number
  readonly distance: number
}

/** What an index is made from: a rule matches only where one of its literals stands; without literals it may always. */
export interface Demanding {
  readonly literals?: readonly string[]
}

const GRAM = 4
const HEAD = 3
const ENTRY = 4
const COUNTERS = 65_536
const none: readonly number[] = []

/**
 * The index as plain numbers, so that it is read from a file as it is: rules, buckets, entries, then where each bucket
 * begins, the entries as a piece, another one, how far that is, and the rule that demands them, and the rules that are
 * always candidates.
 */
export function buildIndex(rules: readonly Demanding[]): Int32Array {
  const always: number[] = []
  const grams = rules.map((rule, place) => {
    const literals = rule.literals?.map((literal) => literal.toLowerCase())
    const usable = literals?.every((literal) => literal.length >= GRAM) ? literals : undefined
    if (usable === undefined) always.push(place)
    return usable
  })
  const frequency = countGrams(grams)
  const buckets = bucketCount(rules.length)
  const filed: number[][] = Array.from({ length: buckets }, () => [])
  for (const [place, literals] of grams.entries()) {
    const chosen = new Map(literals?.map((literal) => [literal, entryFor(literal, frequency)]))
    for (const { gram, other, distance } of chosen.values())
      filed[gram & (buckets - 1)]?.push(gram, other, distance, place)
  }
  return pack(rules.length, filed, always)
}

function pack(rules: number, filed: readonly (readonly number[])[], always: readonly number[]): Int32Array {
  const entries = filed.reduce((sum, bucket) => sum + bucket.length, 0)
  const first = HEAD + filed.length + 1
  const packed = new Int32Array(first + entries + always.length)
  packed.set([rules, filed.length, entries])
  let end = 0
  for (const [at, bucket] of filed.entries()) {
    packed.set(bucket, first + end)
    end += bucket.length
    packed[HEAD + at + 1] = end
  }
  packed.set(always, first + end)
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
export function candidates(index: Int32Array, text: string | undefined): readonly number[] {
  const [rules = 0, buckets = 0, entries = 0] = index
  if (text === undefined) return Array.from({ length: rules }, (_, place) => place)
  const first = HEAD + buckets + 1
  let found: number[] | undefined
  let [one, two, three] = [text.charCodeAt(0), text.charCodeAt(1), text.charCodeAt(2)]
  for (let at = GRAM - 1; at < text.length; at++) {
    const four = text.charCodeAt(at)
    const gram = mix(one | (two << 16), three | (four << 16))
    const bucket = HEAD + (gram & (buckets - 1))
    const end = index[bucket + 1] ?? 0
    for (let entry = first + (index[bucket] ?? 0); entry < first + end; entry += ENTRY) {
      if (index[entry] !== gram) continue
      const from = at - GRAM + 1 + (index[entry + 2] ?? 0)
      if (gramAt(text, from) === index[entry + 1]) (found ??= []).push(index[entry + 3] ?? 0)
    }
    one = two
    two = three
    three = four
  }
  const always = first + entries
  if (found === undefined && index.length === always) return none
  return [...new Set([...index.subarray(always), ...(found ?? none)])].sort((one, two) => one - two)
}
