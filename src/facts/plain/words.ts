import type { FactKind, Files } from '../../types.ts'

export type Disk = Pick<Files, 'real' | 'inode' | 'isThere' | 'kind' | 'read' | 'list'>

/** What a plain call is made of. */
export interface Words {
  readonly texts: readonly string[]
  /** What could be a path, and the directories that it could start from. */
  readonly paths: readonly string[]
  readonly dirs: readonly string[]
  /** The kinds of facts that there may be. */
  readonly kinds: readonly FactKind[]
}
