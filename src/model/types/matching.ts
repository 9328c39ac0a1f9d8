// Matchers, patterns and conditions.
import type { ParsedScript } from 'unbash'
import type { Event, EventName } from './event.ts'
import type { FactKind, PathFact, Subject } from './facts.ts'

export interface Match {
  readonly is: 'yes' | 'no' | 'maybe'
  /** Matched values, for placeholders such as `{{path}}`. */
  readonly bind?: Readonly<Record<string, string>>
  /** What the call does to the path in `bind`: `create`. */
  readonly verb?: string
  /** What matched or failed, as a sentence fragment. */
  readonly why?: string
  /** For a maybe: what is unknown and how to write it, as sentences for the model. */
  readonly unknown?: string
  /** Keys of `bind` whose values are from earlier calls. */
  readonly past?: readonly string[]
  /** Of several keys in a call of several commands: the command, or the pipeline, that met them. */
  readonly by?: string
}

export type Test = (subject: Subject) => Match

/** A compiled pattern; exactly one of `exact` and `source` is set. */
export interface PatternItem {
  /** As written in the YAML. */
  readonly text: string
  readonly exact?: string
  /** A regular expression's source and flags. */
  readonly source?: string
  readonly flags?: string
  /** The longest text for V8's engine; absent: any. */
  readonly most?: number
  /** Every match of the regex contains one of these, in lower case. */
  readonly literals?: readonly string[]
  /** Where a path glob begins, per alternative; absent: at any depth. */
  readonly bases?: readonly string[]
}

/** Compiled patterns: any of `yes` (everything when empty) and none of `no`. */
export interface Pattern {
  readonly yes: readonly PatternItem[]
  readonly no: readonly PatternItem[]
  /**
   * Of paths that are protected: what a formatter finds by itself does not count. `held`: a directory that is deleted
   * counts when they are in it; `rules` and `called`: so do versions that Git brings, where they come from elsewhere
   * or do not call us, but not what keeps their content; `named`: no directory counts for what is below it.
   */
  readonly guard?: 'held' | 'rules' | 'called' | 'named'
  /** Of paths that are read: how, and whether HEAD had them when the session began. */
  readonly by?: readonly ReadBy[]
  readonly tracked?: boolean
  /** Settings of one agent: it goes on calling us where one of them still does. */
  readonly scopes?: readonly (readonly string[])[]
}

/** How a file is read: by its name, met by a search that prints contents, or for its name or a count. */
export type ReadBy = 'name' | NonNullable<PathFact['by']>

/** The syntax of a matcher's pattern. */
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
  | 'reads'
  | 'sends'
  | 'git'
  | 'pushes'
  | 'commits'
  | 'does'

/** Names that are known; `open`: others are as good; `closed`: there are no others. */
export interface KnownNames {
  readonly known: readonly string[]
  readonly open?: true
  readonly closed?: true
}

/**
 * What a pattern is compared with. `fields`: texts and paths by name; with `keys`: below each of them, or `plain` where
 * there are none.
 */
export type Domain =
  | 'agents'
  | 'branches'
  | 'commands'
  | 'fields'
  | 'hosts'
  | 'paths'
  | 'pushed_branches'
  | 'remotes'
  | 'texts'
  | 'tools'
  | KnownNames
  | { readonly keys: Readonly<Record<string, Domain>>; readonly plain?: 'paths' }

export interface MatcherExample<P = unknown> {
  readonly pattern: P
  readonly event: Partial<Event>
  /** Earlier events of the session. */
  readonly before?: readonly Partial<Event>[]
  readonly is: Match['is']
}

/** Tests subjects. `P` is the compiled pattern in the plan. */
export interface Matcher<P = unknown> {
  readonly key: string
  readonly summary: string
  readonly takes: Takes
  /** Patterns that none of its values meets are reported. Absent: not checked. */
  readonly domain?: Domain
  /**
   * What has to be loaded or read for it. `facts`: it asks about a command. Beside another such key its test is asked of
   * each command by itself: `subject.facts()` are then those of this one, and `subject.call` is the whole call.
   */
  readonly needs?: 'facts' | 'cel' | 'state'
  /** The facts that it tests; an allow covers no others. */
  readonly facts?: readonly FactKind[]
  /** Keys that it binds in addition to its own. */
  readonly binds?: readonly string[]
  /** Events that it can match. Absent: all. */
  readonly events?: readonly EventName[]
  /** Patterns as a user writes them. */
  readonly examples: readonly MatcherExample[]
  /** A match contains one of these in the event's tool, input or prompt, or in its `facts`; `any` when that is unknown. The compiler reads regular expressions for it. */
  literals(pattern: P, ofRegex: (source: string) => readonly string[]): string[] | 'any'
  /** For commands: texts of which one is in every possible match, even with unknown words. */
  programs?(pattern: P): string[] | 'any'
  /** For commands: a pipeline can meet it. */
  ofPipeline?(pattern: P): boolean
  /** For paths: it matches no path inside the root. */
  outside?(pattern: P): boolean
  compile(pattern: P, context: CompileContext): Test
}

/** `every`: of an allow, each fact has to match; `some`: one is enough; `unless`: below a `not`, one excuses the call. */
export type Quantifier = 'some' | 'every' | 'unless'

/** Matches in linear time. Throws a RangeError for too long a text. */
export interface LinearRegex {
  test(text: string): boolean
}

export interface LinearRegexes {
  /** Compiles a JavaScript regex; throws when it cannot be translated. */
  compileLinear(source: string, flags: string): LinearRegex
  /** Compiles RE2 syntax, for CEL. */
  compileRe2(pattern: string): LinearRegex
}

export interface ExpressionEngine {
  askExpression(
    expression: Expression,
    run: {
      readonly read: (name: string) => unknown
      readonly matches: (text: string, pattern: string) => boolean
    },
  ): Match
}

/** Loads engines lazily. */
export interface Engines {
  readonly linear: () => LinearRegexes
  readonly cel: () => ExpressionEngine
}

/** Loads rare chunks lazily. */
export interface Loaders extends Engines {
  readonly parser: () => ShellParser
}

export interface ShellParser {
  parse(text: string): ParsedScript
}

export interface CompileContext extends Engines {
  readonly quantifier: Quantifier
}

export type Condition =
  | { readonly kind: 'key'; readonly key: string; readonly pattern: unknown }
  /** The keys of a match, which one command has to meet; `apart`: an `all`, whose entries may be met by different ones. */
  | { readonly kind: 'all'; readonly of: readonly Condition[]; readonly apart?: true }
  | { readonly kind: 'any'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }

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
