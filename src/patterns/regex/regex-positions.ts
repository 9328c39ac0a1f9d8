// A regular expression as its positions and which may follow which, after Glushkov.
import { bitsOf, type Piece } from './regex.ts'

export interface Positions {
  /** What each position takes, one bit per sampled character. */
  readonly takes: readonly bigint[]
  /** In how many ways one position follows another. */
  readonly follow: readonly ReadonlyMap<number, number>[]
  readonly first: readonly number[]
  readonly last: readonly number[]
}

/** More of them are not looked at. */
const MAX_POSITIONS = 600
/** Copies that stand for a counted repetition: more of them add nothing to what is ambiguous, unless each has a loop. */
const MAX_COPIES = 3
/** A larger bound explodes as surely as none. */
const MAX_BOUND = 12

interface Fragment {
  readonly nullable: boolean
  readonly first: readonly number[]
  readonly last: readonly number[]
}

interface PositionBuilder {
  readonly samples: readonly string[]
  readonly takes: bigint[]
  readonly follow: Map<number, number>[]
}

const empty: Fragment = { nullable: true, first: [], last: [] }

/** Undefined when there are too many. */
export function positionsOf(
  alternatives: readonly (readonly Piece[])[],
  samples: readonly string[],
): Positions | undefined {
  const building: PositionBuilder = { samples, takes: [], follow: [] }
  const { first, last } = buildAlternatives(alternatives, building)
  return building.takes.length > MAX_POSITIONS ? undefined : { ...building, first, last }
}

function buildAlternatives(alternatives: readonly (readonly Piece[])[], to: PositionBuilder): Fragment {
  const parts = alternatives.map((sequence) =>
    sequence.map((piece) => buildPiece(piece, to)).reduce((left, right) => join(left, right, to), empty),
  )
  return {
    nullable: parts.some(({ nullable }) => nullable),
    first: parts.flatMap(({ first }) => first),
    last: parts.flatMap(({ last }) => last),
  }
}

function buildPiece(piece: Piece, to: PositionBuilder): Fragment {
  if (piece.looks === true || piece.max === 0 || to.takes.length > MAX_POSITIONS) return empty
  const once = (): Fragment =>
    piece.body === undefined ? addPosition(piece, to) : buildAlternatives(piece.body, to)
  const fixed = Array.from({ length: Math.min(piece.min, hasLoop(piece) ? MAX_BOUND : MAX_COPIES) }, once)
  const more = isLoop(piece) ? [] : Array.from({ length: Math.min(piece.max - piece.min, MAX_BOUND) }, once)
  const optional = more.map((part): Fragment => ({ ...part, nullable: true }))
  const loop = isLoop(piece) ? [loopOf(fixed.pop() ?? { ...once(), nullable: true }, to)] : []
  return [...fixed, ...loop, ...optional].reduce((left, right) => join(left, right, to), empty)
}

/** Repeated so often that its number does not count. */
export function isLoop({ min, max }: Piece): boolean {
  return max > MAX_BOUND && max > min
}

function hasLoop({ body = [] }: Piece): boolean {
  return body.flat().some((piece) => isLoop(piece) || hasLoop(piece))
}

function addPosition({ chars }: Piece, to: PositionBuilder): Fragment {
  const at = to.takes.length
  to.takes.push(bitsOf(chars, to.samples))
  to.follow.push(new Map())
  return { nullable: false, first: [at], last: [at] }
}

function join(left: Fragment, right: Fragment, to: PositionBuilder): Fragment {
  connect(left.last, right.first, to)
  return {
    nullable: left.nullable && right.nullable,
    first: left.nullable ? [...left.first, ...right.first] : left.first,
    last: right.nullable ? [...left.last, ...right.last] : right.last,
  }
}

function loopOf(part: Fragment, to: PositionBuilder): Fragment {
  connect(part.last, part.first, to)
  return part
}

function connect(from: readonly number[], onto: readonly number[], { follow }: PositionBuilder): void {
  for (const one of from) for (const next of onto) follow[one]?.set(next, (follow[one]?.get(next) ?? 0) + 1)
}

/** Sets of positions that lead to each other, after Tarjan; the least position of each is its first. */
export function loopsOf({ follow }: Pick<Positions, 'follow'>): readonly (readonly number[])[] {
  const loops: number[][] = []
  const low = new Map<number, number>()
  const open: number[] = []
  const isOpen = new Set<number>()
  const visit = (at: number): number => {
    const own = low.size
    let lowest = own
    low.set(at, own)
    open.push(at)
    isOpen.add(at)
    for (const next of follow[at]?.keys() ?? []) {
      const known = low.get(next)
      if (known === undefined) lowest = Math.min(lowest, visit(next))
      else if (isOpen.has(next)) lowest = Math.min(lowest, known)
    }
    if (lowest === own) {
      const loop = open.splice(open.indexOf(at))
      for (const each of loop) isOpen.delete(each)
      if (loop.length > 1 || follow[at]?.has(at) === true)
        loops.push(loop.toSorted((one, other) => one - other))
    }
    return lowest
  }
  for (const at of follow.keys()) if (!low.has(at)) visit(at)
  return loops.toSorted(([one = 0], [other = 0]) => one - other)
}

/** Everything that some steps lead to; where it begins only when it leads back there. */
export function reachable(
  from: readonly number[],
  next: (at: number) => readonly number[],
): ReadonlySet<number> {
  const seen = new Set<number>()
  const open = [...from]
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const each of next(at))
      if (!seen.has(each)) {
        seen.add(each)
        open.push(each)
      }
  return seen
}
