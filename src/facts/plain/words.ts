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
  /** The kinds of facts that there may be. */
  readonly kinds: readonly FactKind[]
}
