import type { FactKind, Files } from '../../types.ts'

export interface Disk extends Pick<Files, 'real' | 'inode' | 'isThere' | 'kind' | 'read' | 'list'> {
  /** The user's own directory. */
  readonly home?: string | undefined
}

/** What a plain call is made of. */
export interface Words {
  readonly texts: readonly string[]
  /** What could be a path, and the directories that it could start from. */
  readonly paths: readonly string[]
  readonly dirs: readonly string[]
  /** Directories that are changed or passed over as a whole; what they hold is among the texts. */
  readonly trees?: readonly string[]
  /** The commands of which a word cannot be known: they stand in no pipeline with others. */
  readonly unsure?: readonly string[]
  /** The kinds of facts that there may be. */
  readonly kinds: readonly FactKind[]
}
