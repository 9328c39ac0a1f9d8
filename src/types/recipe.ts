// Prompts in files, and what runs them.

/** What becomes of a recipe's output. */
export type RecipeOutput = 'messages' | 'context' | 'decision' | 'text'

/** A program that answers prompts: the prompt on stdin, the answer on stdout. */
export interface RunnerSpec {
  /** A list is started without a shell; a string is one literal line for `sh -c`. */
  readonly command: readonly string[] | string
  readonly timeout_ms?: number
}

export interface RecipeArgument {
  readonly description?: string
  readonly default?: unknown
  readonly required?: boolean
}

/** A recipe's file, read and checked, its body not yet rendered: plain data. */
export interface Recipe {
  readonly name: string
  /** Absolute. */
  readonly file: string
  readonly description?: string
  /** Absent: any. */
  readonly arguments?: Readonly<Record<string, RecipeArgument>>
  /** Tools that its run may use; absent: any, empty: none. */
  readonly allowed_tools?: readonly string[]
  readonly output: RecipeOutput
  /** What the output must look like, as JSON. */
  readonly result_schema?: Readonly<Record<string, unknown>>
  readonly timeout_ms?: number
  readonly runner?: RunnerSpec
  readonly body: string
}

/** Where recipes are looked for and what runs them. */
export interface RecipeSettings {
  /** Absolute, the first that has a recipe wins. */
  readonly dirs: readonly string[]
  readonly runner?: RunnerSpec
}
