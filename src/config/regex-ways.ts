import type { Piece } from './regex.ts'
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
  const counts = samples.map((char) => alternatives.filter((sequence) => canBegin(sequence, char)).length)
  return Math.max(1, ...counts)
}

function canBegin(sequence: readonly Piece[], char: string): boolean {
  for (const piece of sequence) {
    if (piece.looks === true) continue
    if (piece.body === undefined ? piece.chars(char) : piece.body.some((inner) => canBegin(inner, char)))
      return true
    if (piece.min > 0) return false
  }
  return true
}
