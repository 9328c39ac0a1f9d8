// What a regular expression can cost: exponential ones are refused, others are told how long a text they may see.
import { compileLinear } from './re2.ts'
import { bitsOf, type Piece, parseRegex } from './regex.ts'
import { isLoop, loopsOf, type Positions, positionsOf, reachable } from './regex-positions.ts'

type Alternatives = readonly (readonly Piece[])[]

const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
const others = ['\u00e9', '\u6f22', '\u2028', '\u00a0']

const usualSamples: readonly string[] = [...ascii, ...others]

/** Characters that stand for all: what is written in the regex is among them. */
function samplesFor(source: string): readonly string[] {
  const escaped = [...source.matchAll(/\\u([0-9a-fA-F]{4})|\\x([0-9a-fA-F]{2})/g)]
  const codes = escaped.map(([, four, two]) => String.fromCharCode(Number.parseInt(four ?? two ?? '0', 16)))
  const all = new Set([...usualSamples, ...Array.from(source), ...codes])
  return all.size === usualSamples.length ? usualSamples : [...all]
}

interface RegexAnalysis {
  readonly whole: Alternatives
  /** In doublings. */
  readonly ways: number
  /** Itself and what it looks around with; without positions where there are too many. */
  readonly parts: readonly {
    readonly alternatives: Alternatives
    readonly positions: Positions | undefined
  }[]
}

let last: { readonly key: string; readonly reading: RegexAnalysis } | undefined

/** What it is made of; the last one is kept, as each regex is asked about twice. */
function analyze(source: string, flags: string): RegexAnalysis {
  const key = `${flags}/${source}`
  if (last?.key === key) return last.reading
  const samples = samplesFor(source)
  const whole = parseRegex(source, flags)
  const ways = waysOf(whole, samples)
  const parts = withLookarounds(whole).map((alternatives) => ({
    alternatives,
    positions: ways > MAX_WAYS ? undefined : positionsOf(alternatives, samples),
  }))
  const reading = { whole, ways, parts }
  last = { key, reading }
  return reading
}

/** Why a regex that compiles is refused all the same; undefined when it is let in. */
export function unsafeReason(source: string, flags: string): string | undefined {
  const { ways, parts } = analyze(source, flags)
  if (ways > MAX_WAYS) return 'its optional parts can be taken in too many ways'
  for (const { positions } of parts) {
    if (positions === undefined) return 'it is too large'
    if (loopsOf(positions).some((loop) => isAmbiguous(loop, positions)))
      return 'a repetition inside a repetition can take exponentially long'
  }
  return undefined
}

/** Why it cannot be held against a text in time that grows with the text alone; undefined when it can. */
export function linearProblem(source: string, flags: string, mostInstructions?: number): string | undefined {
  try {
    compileLinear(source, flags, mostInstructions)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** The regex itself and what it looks around with, each by itself. */
function withLookarounds(alternatives: Alternatives): Alternatives[] {
  const inner = alternatives.flat().flatMap(({ body, looks }) => {
    if (body === undefined) return []
    return looks === true ? withLookarounds(body) : withLookarounds(body).slice(1)
  })
  return [alternatives, ...inner]
}

/** Can one text go round in two ways? Then each round doubles the ways. */
function isAmbiguous(loop: readonly number[], { takes, follow }: Positions): boolean {
  const inside = new Set(loop)
  const nextOf = (at: number): number[] => [...(follow[at]?.keys() ?? [])].filter((next) => inside.has(next))
  if (loop.some((at) => nextOf(at).some((next) => (follow[at]?.get(next) ?? 0) > 1))) return true
  const size = takes.length
  const forth = (pair: number): number[] =>
    nextOf(Math.floor(pair / size)).flatMap((one) =>
      nextOf(pair % size).flatMap((other) =>
        ((takes[one] ?? 0n) & (takes[other] ?? 0n)) === 0n ? [] : [one * size + other],
      ),
    )
  const [start = 0] = loop
  const ahead = reachable([start * size + start], forth)
  const back = new Map<number, number[]>()
  for (const pair of ahead) for (const next of forth(pair)) back.set(next, [...(back.get(next) ?? []), pair])
  const behind = reachable([start * size + start], (pair) => back.get(pair) ?? [])
  return [...ahead].some((pair) => Math.floor(pair / size) !== pair % size && behind.has(pair))
}

/** Steps that a match may take. */
const BUDGET = 3e7
/** Ways are counted in doublings. So few hardly show; more than so many are not tried. */
const FEW_WAYS = 8
const MAX_WAYS = 18

/** The longest text that the regex may be held against; undefined when its cost grows only with the text's length. */
export function maxTextLength(source: string, flags: string): number | undefined {
  const { whole, ways, parts } = analyze(source, flags)
  const isAnchored = whole.length === 1 && source.startsWith('^') && !flags.includes('m')
  const isOnce = isAnchored && looksAtStart(whole[0] ?? [])
  const degrees = parts.map(({ alternatives, positions }, at) => {
    if (positions === undefined) return 9 // not let in anyway
    const begins = at === 0 ? isAnchored : isOnce
    return degreeOf(withoutEnd(begins ? positions : withStart(positions), alternatives))
  })
  const degree = Math.max(1, ...degrees)
  return degree < 2 && ways < FEW_WAYS ? undefined : Math.floor((BUDGET / 2 ** ways) ** (1 / degree))
}

/** Does it look around before it takes anything, and then no more? */
function looksAtStart(sequence: readonly Piece[]): boolean {
  const taking = sequence.findIndex(({ looks }) => looks !== true)
  return taking < 0 || sequence.slice(taking).every((piece) => piece.looks !== true && !looksSomewhere(piece))
}

/** A match may begin anywhere. */
function withStart(positions: Positions): Positions {
  const { takes, follow, first, last } = positions
  const start = takes.length
  const all = takes.reduce((sum, each) => sum | each, 1n)
  return {
    takes: [...takes, all],
    follow: [...follow, new Map([start, ...first].map((next) => [next, 1]))],
    first: [...first, start],
    last,
  }
}

/** Where nothing more is asked for, the match is found: nothing is tried again from there. */
function withoutEnd(positions: Positions, alternatives: Alternatives): Positions {
  if (alternatives.some((sequence) => sequence.slice(1).some(looksSomewhere))) return positions
  const ends = new Set(positions.last)
  return {
    ...positions,
    follow: positions.follow.map((next, at) => (ends.has(at) ? new Map<number, number>() : next)),
  }
}

function looksSomewhere({ looks, body = [] }: Piece): boolean {
  return looks === true || body.flat().some(looksSomewhere)
}

/** How many loops can each take the same text on their own: so often the text's length multiplies. */
function degreeOf(positions: Positions): number {
  const { follow } = positions
  const loops = loopsOf(positions)
  const reach = loops.map((loop) => reachable(loop, (at) => [...(follow[at]?.keys() ?? [])]))
  const leads = (one: number, other: number): boolean =>
    loops[other]?.some((at) => reach[one]?.has(at)) === true
  const known = new Map<number, number>()
  const valueOf = (loop: number): number => {
    const value = known.get(loop)
    if (value !== undefined) return value
    known.set(loop, 1)
    const before = loops.flatMap((from, at) =>
      at !== loop && leads(at, loop) && loopsShareText(from, loops[loop] ?? [], positions) ? [at] : [],
    )
    const earlier = before.flatMap((at) =>
      loops.flatMap((_, other) => (leads(other, at) ? [valueOf(other)] : [])),
    )
    const found = 1 + Math.max(0, ...earlier)
    known.set(loop, found)
    return found
  }
  return Math.max(0, ...loops.map((_, at) => valueOf(at)))
}

/** Larger products are taken to be ambiguous unseen. */
const MAX_STATES = 100_000

/** Can one text go round the one loop, lead from it into the other, and go round that one? */
function loopsShareText(one: readonly number[], other: readonly number[], positions: Positions): boolean {
  const { takes, follow } = positions
  const size = takes.length
  if (one.length * size * other.length > MAX_STATES) return true
  const [inOne, inOther] = [new Set(one), new Set(other)]
  const step = (state: number): number[] => {
    const [first, middle, last] = [
      Math.floor(state / size / size),
      Math.floor(state / size) % size,
      state % size,
    ]
    return [...(follow[first]?.keys() ?? [])]
      .filter((at) => inOne.has(at))
      .flatMap((a) =>
        [...(follow[middle]?.keys() ?? [])].flatMap((b) =>
          [...(follow[last]?.keys() ?? [])].flatMap((c) => {
            const shared = (takes[a] ?? 0n) & (takes[b] ?? 0n) & (takes[c] ?? 0n)
            return inOther.has(c) && shared !== 0n ? [(a * size + b) * size + c] : []
          }),
        ),
      )
  }
  return one.some((p) =>
    other.some((q) => reachable([(p * size + p) * size + q], step).has((p * size + q) * size + q)),
  )
}

/** In how many ways the parts that are not repeated without end can share out one text, at most; in doublings. */
function waysOf(alternatives: Alternatives, samples: readonly string[]): number {
  const each = alternatives.map((sequence) =>
    sequence.reduce((sum, piece) => sum + waysOfPiece(piece, samples), 0),
  )
  return Math.max(0, ...each) + Math.log2(mostAlike(alternatives, samples))
}

function waysOfPiece(piece: Piece, samples: readonly string[]): number {
  const inside = piece.body === undefined ? 0 : waysOf(piece.body, samples)
  if (piece.looks === true || isLoop(piece)) return inside
  return piece.max * inside + Math.log2(piece.max - piece.min + 1)
}

/** How many of the alternatives can begin alike. */
function mostAlike(alternatives: Alternatives, samples: readonly string[]): number {
  if (alternatives.length < 2) return 1
  const counts = samples.map(() => 0)
  for (const sequence of alternatives) {
    const bits = beginnings(sequence, samples).toString(2)
    for (let bit = 0; bit < bits.length; bit++)
      if (bits.at(-1 - bit) === '1') counts[bit] = (counts[bit] ?? 0) + 1
  }
  return Math.max(1, ...counts)
}

/** What it can begin with, one bit a sample; all when it can be empty. */
function beginnings(sequence: readonly Piece[], samples: readonly string[]): bigint {
  let bits = 0n
  for (const { looks, body, chars, min } of sequence) {
    if (looks === true) continue
    bits |=
      body === undefined
        ? bitsOf(chars, samples)
        : body.reduce((sum, inner) => sum | beginnings(inner, samples), 0n)
    if (min > 0) return bits
  }
  return (1n << BigInt(samples.length)) - 1n
}
