/** A file as it was trusted. */
export interface CoveredFile {
  /** Absolute. */
  readonly path: string
  /** As it looked when the plan was made; empty: it may have changed since. */
  readonly stamp: string
  readonly digest: string
}

/** By name: rules, directories of hook programs, the runner of recipes. */
export interface Untrusted {
  /** Never trusted. */
  readonly new: readonly string[]
  /** Trusted, and changed since. */
  readonly changed: readonly string[]
  /** Why no record of trust is read. */
  readonly refused?: string
}
