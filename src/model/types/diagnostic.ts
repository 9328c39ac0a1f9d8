/** A position in a source file; lines and columns count from 1, `length` in characters. */
export interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly length?: number
}

/** Lower layers only add: managed, user, project, local. */
export type Layer = 'managed' | 'user' | 'project' | 'local'

/** Where a rule is from; `built-in`: no file wrote it. */
export type RuleLayer = Layer | 'built-in'

export type Severity = 'error' | 'warning' | 'info'

/** A problem in what the user wrote. */
export interface Diagnostic {
  readonly code: string
  readonly severity: Severity
  /** One sentence, lower case, names in double quotes, no final stop. */
  readonly message: string
  readonly at: Place
  /** Further lines below the code frame. */
  readonly notes?: readonly string[]
  /** An imperative with the exact edit or command. */
  readonly hint?: string
  readonly related?: readonly { readonly message: string; readonly at: Place }[]
  readonly rule?: string
  /** What `hooks validate --fix` writes. */
  readonly fix?: Fix
}

/** Pieces of a file's text, each on one line, and what takes their place. */
export interface Fix {
  /** Absolute. */
  readonly path: string
  readonly edits: readonly {
    readonly line: number
    readonly column: number
    readonly old: string
    readonly new: string
  }[]
}
