/** Which events a worker plays. */
export interface Job {
  readonly name: string
  readonly from: number
  readonly to: number
  readonly root: string
  readonly home: string
  readonly packageDir: string
}

/** A line that a worker writes. */
export type Said =
  | { readonly began: string; readonly at: number }
  | { readonly answered: string; readonly told: string }
