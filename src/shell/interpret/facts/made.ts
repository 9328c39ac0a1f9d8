// Which command made a file that another one reads.
import type { PathFact } from '../../../model/types.ts'

interface Made {
  readonly reads: readonly PathFact[]
  readonly writes: readonly PathFact[]
}

export function makes({ reads, writes }: Made, path: PathFact): boolean {
  const plain = path.path.replace(packed, '')
  return (
    writes.some((each) => holds(path, each)) ||
    (plain !== path.path && reads.some((each) => each.path === plain))
  )
}

/** What `gzip -k a` adds to a name. */
const packed = /\.(?:gz|bz2|xz|zst|lz4|br|Z|gpg|asc|age|enc|b64)$/

/** Is the one the other, or inside it? */
function holds(one: PathFact, other: PathFact): boolean {
  if (one.path === other.path) return true
  return (
    (one.tree === true && other.path.startsWith(`${one.path}/`)) ||
    (other.tree === true && one.path.startsWith(`${other.path}/`))
  )
}
