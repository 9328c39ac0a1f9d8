// The binary format of the literal index.
import { factKinds } from '../../model/events.ts'
import type { FactKind } from '../../model/types.ts'

/** Characters per gram. */
export const GRAM = 4
/** Numbers in the header, and per entry. */
export const HEAD = 7
export const ENTRY = 5
/** In place of a distance: the other gram may be anywhere. */
export const ANYWHERE = 0x7fffffff
/** A power of two. */
export const COUNTERS = 65_536

/** Shift of the kinds of which one has to be present. */
export const NEEDS = 16
/** Flag of rules about paths outside the root only. */
export const OUTSIDE = 1 << 15

type SearchedKind = FactKind | 'event' | 'words'

/** Flag of rules about the event itself. */
export const EVENT = 1
const bits = new Map<SearchedKind, number>(
  ['event' as const, ...factKinds, 'words' as const].map((kind, at) => [kind, EVENT << at]),
)

export function bitsOf(kinds: readonly SearchedKind[]): number {
  return kinds.reduce((all, kind) => all | (bits.get(kind) ?? 0), 0)
}

/** A gram as one number, a byte per character: exact for ASCII. */
export function gramAt(text: string, at: number): number {
  let gram = 0
  for (let next = at; next < at + GRAM; next++) gram = nextGram(gram, text.charCodeAt(next))
  return gram
}

/** The gram one character on. */
export function nextGram(gram: number, code: number): number {
  return (gram >>> 8) | ((code > 127 ? code | 128 : code) << 24)
}

/** The source of a regular expression that finds a gram, and perhaps others with characters beyond ASCII. */
export function gramSource(gram: number): string {
  return unpackText(gram).replace(/[^\w ]/g, (char) =>
    char > '\x7f' ? '[^\\0-\\x7f]' : `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
}

/** Spreads grams over buckets. */
export function spread(gram: number): number {
  const mixed = Math.imul(gram, 0x9e3779b1)
  return mixed ^ (mixed >>> 15)
}

/** Up to four characters of ASCII as one number; 0 for any other text. */
export function packText(text: string): number {
  let packed = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 127) return 0
    packed |= code << (8 * at)
  }
  return packed
}

export function unpackText(packed: number): string {
  const codes = [packed & 0xff, (packed >> 8) & 0xff, (packed >> 16) & 0xff, (packed >> 24) & 0xff]
  return String.fromCharCode(...codes.filter((code) => code > 0))
}
