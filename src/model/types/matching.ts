// Questions about an event and what it would do.
import type { ParsedScript } from 'unbash'
import type { Event, EventName } from './event.ts'
import type { Expression } from './expression.ts'
import type { FactKind, Subject } from './facts.ts'

export interface Match {
  readonly is: 'yes' | 'no' | 'maybe'
  /** What matched, for texts: `{{path}}`, `{{command}}`, `{{host}}`. */
  readonly bind?: Readonly<Record<string, string>>
  /** What the call does to the path of `bind`, as the model is told: `create`. */
  readonly verb?: string
  /** What matched or the condition that failed, as a sentence fragment for explain. */
  readonly why?: string
  /** Of a maybe: what of the call cannot be known, and how to write it so that it can; sentences for the model. */
  readonly unknown?: string
  /** What of `bind` is of calls before this one. */
  readonly past?: readonly string[]
}

export type Test = (subject: Subject) => Match

/** One pattern of a list, compiled: exactly one of `exact` and `source` is set. */
export interface PatternItem {
  /** As written in the YAML. */
  readonly text: string
  readonly exact?: string
  /** A regular expression's source and flags. */
  readonly source?: string
  readonly flags?: string
  /** The longest text that it answers for in time; absent: any. */
  readonly most?: number
  /** Of a regular expression that is not asked of every text: one of these, in lower case, stands in what it matches. */
  readonly literals?: readonly string[]
  /** Of a glob over paths where it begins, one for each alternative; absent: at any depth. */
  readonly bases?: readonly string[]
}

/** A list of patterns, compiled: any of `yes` (all when empty) and none of `no`. */
export interface Pattern {
  readonly yes: readonly PatternItem[]
  readonly no: readonly PatternItem[]
}

/** How the compiler turns what the user wrote under a matcher's key into its pattern. */
export type Takes =
  | 'names'
  | 'text'
  | 'paths'
  | 'hosts'
  | 'commands'
  | 'fields'
  | 'boolean'
  | 'number'
  | 'expression'
  | 'session'

export interface MatcherExample<P = unknown> {
  readonly pattern: P
  readonly event: Partial<Event>
  /** What came before it in its session. */
  readonly before?: readonly Partial<Event>[]
  readonly is: Match['is']
}

/** A question about a subject. `P` is the compiled pattern as it stands in the plan. */
export interface Matcher<P = unknown> {
  readonly key: string
  readonly summary: string
  readonly takes: Takes
  /** A part of the program that is loaded only when a tried rule needs it. */
  readonly needs?: 'facts' | 'cel' | 'state'
  /** The facts that it asks about: an allow covers no others. */
  readonly facts?: readonly FactKind[]
  /** What it binds for texts besides its key. */
  readonly binds?: readonly string[]
  /** Events whose fields can answer; a rule on another event never matches. Absent: all. */
  readonly events?: readonly EventName[]
  /** Patterns as a user writes them. */
  readonly examples: readonly MatcherExample[]
  /** The pattern holds only where one of these stands in the event's tool, input or prompt, or with `facts` in facts of these kinds; `any` when that cannot be said. */
  literals(pattern: P): string[] | 'any'
  /** Of patterns over commands: what stands in a command that could meet it, whatever becomes of words that cannot be known. */
  programs?(pattern: P): string[] | 'any'
  /** Of patterns over paths: no path inside of the root meets it. */
  outside?(pattern: P): boolean
  compile(pattern: P, context: CompileContext): Test
}

export type Asked = 'some' | 'every'

/** Matches a text in time proportional to its length. Throws a RangeError when the text is too long for it. */
export interface LinearRegex {
  test(text: string): boolean
}

/** The regular expression engine for texts that are too long for V8's. */
export interface LinearRegexes {
  /** A JavaScript regular expression. Throws with the reason when it cannot be translated. */
  compileLinear(source: string, flags: string): LinearRegex
  /** RE2's own syntax, as CEL has it. */
  compileRe2(pattern: string): LinearRegex
}

/** Evaluates CEL expressions of the plan. */
export interface ExpressionEngine {
  askExpression(
    expression: Expression,
    run: {
      readonly read: (name: string) => unknown
      readonly matches: (text: string, pattern: string) => boolean
    },
  ): Match
}

/** Loads an engine that few rules need, when first called. */
export interface Engines {
  readonly linear: () => LinearRegexes
  readonly cel: () => ExpressionEngine
}

/** Loads the rare parts of the program, each when first called. */
export interface Loaders extends Engines {
  readonly parser: () => ShellParser
}

/** Parses shell text that is not simple. */
export interface ShellParser {
  parse(text: string): ParsedScript
}

/** What a matcher is compiled with. */
export interface CompileContext extends Engines {
  /** `every`: an allow asks, so each fact has to meet the pattern; else one is enough. */
  readonly asked: Asked
}

export type Condition =
  | { readonly kind: 'key'; readonly key: string; readonly pattern: unknown }
  | { readonly kind: 'all' | 'any'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }
