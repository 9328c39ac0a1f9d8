// Compiled rules.
import type { Dialect } from './dialect.ts'
import type { Event } from './event.ts'
import type { FactKind, Subject } from './facts.ts'
import type { Builtin, Handler, Saying } from './handler.ts'
import type { Matcher, Test } from './matching.ts'
import type { Rule, Settings } from './plan.ts'

/** The shipped lists are in `catalog.ts`. */
export interface Catalog {
  readonly matchers: readonly Matcher<never>[]
  readonly builtins: readonly Builtin<never>[]
  readonly dialects: readonly Dialect[]
  /** Path globs of the agents' settings, which `use: protect` always includes. */
  readonly protectedPaths: readonly string[]
  /** Path globs of those that hold hooks, which no tool call changes. */
  readonly hookSettings: readonly string[]
}

export interface LiveRule {
  readonly rule: Rule
  readonly test: Test
  readonly handle: Handler
  /** For inline rules, called in place of `handle`, without a context. */
  readonly says: Saying | undefined
  /** Of its handler: inline, or as its built-in says; scripts and recipes have the world's. */
  readonly effects: Builtin['effects']
}

/** Facts as text, in which the index looks for literals. */
export interface FactTexts {
  readonly text: string
  /** Kinds that are present. */
  readonly kinds: readonly FactKind[]
  /** Kinds with unknown members. `words`: of commands whose programs are known. */
  readonly open: readonly (FactKind | 'words')[]
  /** All paths are known and inside the root, also with links resolved. */
  readonly inside?: boolean
}

/** Undefined when the facts cannot be computed. */
export type ReadFactTexts = () => FactTexts | undefined

export interface RuleMeasures {
  readonly length: number
  /** How many of them stand in files. */
  readonly written: number
  /** The longest time limit of a rule. */
  readonly longest_ms: number
  /** A rule of some file tests facts. */
  readonly facts: boolean
}

/** The rules of one event in order, read lazily. */
export interface RuleList extends RuleMeasures {
  at(place: number): Rule
  /** Places of the rules that could match, ascending; without facts also those that facts could exclude. */
  candidates(event: Event, facts?: ReadFactTexts): readonly number[]
}

export interface Registry {
  readonly settings: Settings
  /** The rules that could match, in order, from this position. */
  select(subject: Subject, from: number): readonly LiveRule[]
  /** Every rule of the event, in order, from this position. */
  all(subject: Subject, from: number): readonly LiveRule[]
  measure(event: Event['event']): { readonly rules: number; readonly longest_ms: number }
}
