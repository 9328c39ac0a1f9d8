/** A checked CEL expression as it stands in the plan: plain data, its macros expanded. */
export type Expression =
  | { readonly kind: 'value'; readonly value: null | boolean | string }
  /** Digits, because neither 64 bits nor infinity survive JSON. */
  | { readonly kind: 'int' | 'uint' | 'double'; readonly digits: string }
  | { readonly kind: 'bytes'; readonly bytes: readonly number[] }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'field'; readonly of: Expression; readonly name: string }
  /** Is it there? Without `of`, a field of the event itself. */
  | { readonly kind: 'has'; readonly of?: Expression; readonly name: string }
  /** A method's target is the first argument. */
  | {
      readonly kind: 'call'
      readonly name: string
      readonly method?: true
      readonly args: readonly Expression[]
    }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'map'; readonly entries: readonly (readonly [Expression, Expression])[] }
  | Fold

/** What `exists`, `all`, `map` and `filter` stand for: `step` is asked for each item while `while` holds. */
export interface Fold {
  readonly kind: 'fold'
  readonly over: Expression
  readonly each: string
  readonly from: Expression
  readonly while: Expression
  readonly step: Expression
  readonly result: Expression
}

/** What a fold has so far; no name that can be written. */
export const SO_FAR = '@result'

/** The pattern of a `when` in the plan. */
export interface When {
  /** As written. */
  readonly text: string
  readonly expression: Expression
}
