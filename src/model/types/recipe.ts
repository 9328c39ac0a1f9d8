// Prompts in files, and what runs them.
import type { Message } from './event.ts'
import type { Outcome } from './verdict.ts'

/** What becomes of a recipe's output. */
export type RecipeOutput = 'messages' | 'context' | 'decision' | 'text'

/** A program that answers prompts: the prompt on stdin, the answer on stdout. */
export interface ProgramRunner {
  /** A list is started without a shell; a string is one literal line for `sh -c`. */
  readonly command: readonly string[] | string
  readonly timeout_ms?: number
}

export type ProviderName = 'anthropic' | 'ollama' | 'openai'

/** A model behind HTTP that answers prompts. */
export interface ModelRunner {
  readonly provider: ProviderName
  readonly model: string
  /** Absent: the provider's own. */
  readonly url?: string
  /** The variable that holds the key; absent: the provider's own, and none where `url` leads elsewhere. */
  readonly key_env?: string
  readonly max_tokens?: number
  readonly temperature?: number
  readonly timeout_ms?: number
}

export type RunnerSpec = ProgramRunner | ModelRunner

/** What a runner that is a function hears besides the prompt. */
export interface RunnerCall {
  readonly signal: AbortSignal
  /** The recipe's name. */
  readonly recipe: string
  /** Absent: any; empty: none. */
  readonly allowed_tools?: readonly string[]
  /** The conversation, which the prompt holds too. */
  readonly messages: readonly Message[]
}

/** Answers prompts inside of the process. */
export type RunnerFunction = (prompt: string, call: RunnerCall) => Promise<string> | string

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
  /** Commands that its run may use; absent: any, empty: none. */
  readonly allowed_commands?: readonly string[]
  /** Which of its models the runner should ask. */
  readonly profile?: string
  /** Its text may run commands. */
  readonly allow_commands?: true
  readonly output: RecipeOutput
  /** What the output must look like, as JSON. */
  readonly result_schema?: Readonly<Record<string, unknown>>
  readonly timeout_ms?: number
  readonly runner?: RunnerSpec
  readonly body: string
}

/** A built-in's question to a recipe. */
export interface RecipeQuestion {
  readonly recipe: string
  readonly args?: Readonly<Record<string, unknown>>
  /** The conversation that it is about; absent: the event's. */
  readonly messages?: readonly Message[]
}

/** Its answer, or what the rule says where the recipe is not run here and now. */
export type RecipeAnswer = { readonly output: string } | { readonly instead: Outcome }

/** Where recipes are looked for and what runs them. */
export interface RecipeSettings {
  /** Absolute, the first that has a recipe wins; stars stand for the organisation and repository of a plugin. */
  readonly dirs: readonly string[]
  readonly runner?: RunnerSpec
}
