// Recipes and their runners.
import type { RuleLayer } from './diagnostic.ts'
import type { Message } from './event.ts'
import type { Outcome } from './verdict.ts'

/** How a recipe's output is applied. */
export type RecipeOutput = 'messages' | 'context' | 'decision' | 'text'

/** A program with the prompt on stdin and the answer on stdout. */
export interface ProgramRunner {
  /** A list runs without a shell; a string is one line for `sh -c`. */
  readonly command: readonly string[] | string
  readonly timeout_ms?: number
}

export type ProviderName = 'anthropic' | 'ollama' | 'openai'

/** A model behind HTTP. */
export interface ModelRunner {
  readonly provider: ProviderName
  readonly model: string
  /** Absent: the provider's own. */
  readonly url?: string
  /** The variable with the key; absent: the provider's own, or none with another `url`. */
  readonly key_env?: string
  readonly max_tokens?: number
  readonly temperature?: number
  readonly timeout_ms?: number
}

export type RunnerSpec = ProgramRunner | ModelRunner

export interface RunnerCall {
  readonly signal: AbortSignal
  /** The recipe's name. */
  readonly recipe: string
  /** Absent: any; empty: none. */
  readonly allowed_tools?: readonly string[]
  /** The conversation, which is also in the prompt. */
  readonly messages: readonly Message[]
}

/** Answers prompts in this process. */
export type RunnerFunction = (prompt: string, call: RunnerCall) => Promise<string> | string

export interface RecipeArgument {
  readonly description?: string
  readonly default?: unknown
  readonly required?: boolean
}

/** A parsed recipe file, its body not yet rendered. */
export interface Recipe {
  readonly name: string
  /** Absolute. */
  readonly file: string
  readonly description?: string
  /** Absent: any. */
  readonly arguments?: Readonly<Record<string, RecipeArgument>>
  /** Absent: any; empty: none. */
  readonly allowed_tools?: readonly string[]
  /** Absent: any; empty: none. */
  readonly allowed_commands?: readonly string[]
  /** Selects a model of the runner. */
  readonly profile?: string
  /** Its body may run commands. */
  readonly allow_commands?: true
  readonly output: RecipeOutput
  /** JSON Schema of the output. */
  readonly result_schema?: Readonly<Record<string, unknown>>
  readonly timeout_ms?: number
  readonly runner?: RunnerSpec
  readonly body: string
}

export interface RecipeQuestion {
  readonly recipe: string
  readonly args?: Readonly<Record<string, unknown>>
  /** Absent: the event's conversation. */
  readonly messages?: readonly Message[]
}

/** The output, or the rule's outcome where the recipe is not run now. */
export type RecipeAnswer = { readonly output: string } | { readonly instead: Outcome }

export interface RecipeSettings {
  /** Absolute, in order of precedence; stars stand for a plugin's organisation and repository. */
  readonly dirs: readonly string[]
  /** Of rules above the project's, where there are any: what a project brings cannot stand in for theirs. */
  readonly dirs_above?: Readonly<Partial<Record<RuleLayer, readonly string[]>>>
  readonly runner?: RunnerSpec
  /** The project's recipes that scripts may ask for; absent: all of them. */
  readonly covers?: readonly CoveredFile[]
  /** The files that the project's own runner names. */
  readonly runner_covers?: readonly CoveredFile[]
}

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
