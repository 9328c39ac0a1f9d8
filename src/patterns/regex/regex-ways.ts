import { bitsOf, type Piece } from './regex.ts'
import { isLoop } from './regex-positions.ts'

type Alternatives = readonly (readonly Piece[])[]

/** In how many ways the parts that are not repeated without end can share out one text, at most; in doublings. */
export function waysOf(alternatives: Alternatives, samples: readonly string[]): number {
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
