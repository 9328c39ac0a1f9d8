// The binary format of the literal index.
import { factKinds } from '../../model/fact-kinds.ts'
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

type Kind = FactKind | 'event' | 'words'

/** Flag of rules about the event itself. */
export const EVENT = 1
const bits = new Map<Kind, number>(
  ['event' as const, ...factKinds, 'words' as const].map((kind, at) => [kind, EVENT << at]),
)

export function bitsOf(kinds: readonly Kind[]): number {
  return kinds.reduce((all, kind) => all | (bits.get(kind) ?? 0), 0)
}

export function gramAt(text: string, at: number): number {
  const pair = text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16)
  return mix(pair, text.charCodeAt(at + 2) | (text.charCodeAt(at + 3) << 16))
}

/** Hashes two pairs of characters. */
export function mix(pair: number, next: number): number {
  const mixed = Math.imul(pair, 0x9e3779b1) ^ Math.imul(next, 0x85ebca6b)
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
