// A plan made live.
import type { Dialect } from './dialect.ts'
import type { Event } from './event.ts'
import type { FactKind, Subject } from './facts.ts'
import type { Builtin, Handler, Saying } from './handler.ts'
import type { Matcher, Test } from './matching.ts'
import type { Rule, Settings } from './plan.ts'

/** The lists that the compiler and the engine work with; `catalog.ts` has the shipped ones. */
export interface Catalog {
  readonly matchers: readonly Matcher<never>[]
  readonly builtins: readonly Builtin<never>[]
  readonly dialects: readonly Dialect[]
  /** Path globs of the agents' settings, which `use: protect` always includes. */
  readonly protectedPaths: readonly string[]
}

/** A rule made live. */
export interface LiveRule {
  readonly rule: Rule
  readonly test: Test
  readonly handle: Handler
  /** Of an inline rule: asked instead of the handler, for which a context would have to be made. */
  readonly says: Saying | undefined
  /** Asking it again repeats nothing: inline, or a built-in without effects. */
  readonly pure: boolean
}

/** The texts of facts that literals are looked for in. */
export interface FactTexts {
  readonly text: string
  /** Kinds of which there are some. */
  readonly kinds: readonly FactKind[]
  /** Kinds of which not all can be known: there may be others. `words` of commands whose programs are known. */
  readonly open: readonly (FactKind | 'words')[]
  /** All paths are known, and lie inside of the root, where links lead as well. */
  readonly inside?: boolean
}

/** Undefined where nothing can be said about facts. */
export type ReadFactTexts = () => FactTexts | undefined

/** The rules of one event in their order, each read when it is first asked for. */
export interface RuleList {
  readonly length: number
  /** The longest time that one of them may take. */
  readonly longest_ms: number
  /** One of them asks about facts. */
  readonly facts: boolean
  at(place: number): Rule
  /** Places of the rules that could match, ascending; without facts those that only facts could rule out are among them. */
  candidates(event: Event, facts?: ReadFactTexts): readonly number[]
}

/** A plan made live. */
export interface Registry {
  readonly settings: Settings
  /** The rules that could match, in order, from this order on. */
  select(subject: Subject, from: number): readonly LiveRule[]
  /** Every rule of the subject's event, in order, from this order on. */
  all(subject: Subject, from: number): readonly LiveRule[]
  /** How many rules an event has, and the longest time that one of them may take. */
  measure(event: Event['event']): { readonly rules: number; readonly longest_ms: number }
}
