// The plan: hooks.yaml, checked and with defaults, as plain data.
import type { Place, RuleLayer } from './diagnostic.ts'
import type { EventName } from './event.ts'
import type { FactKind } from './facts.ts'
import type { Condition, Pattern } from './matching.ts'
import type { Recipe, RecipeSettings, CoveredFile, Untrusted } from './recipe.ts'
import type { Mode, SystemChange } from './verdict.ts'

export type OnError = 'proceed' | 'ask' | 'deny' | 'stop'

export type OnUnresolved = 'proceed' | 'ask' | 'deny'

export type Half = 'before' | 'after'

export type ExitMeaning = 'proceed' | 'allow' | 'ask' | 'deny' | 'continue' | 'stop' | 'context' | 'notify'

/** `output`: the text stands in the place of the tool's output. */
export type ScriptMeaning = ExitMeaning | 'output'

/** An inline handler; placeholders are filled later. */
export type InlineSpec =
  | {
      readonly says: 'deny' | 'ask' | 'allow' | 'context' | 'notify' | 'continue' | 'stop'
      readonly text: string
      /** The text for the user, where it is another. */
      readonly user?: string
    }
  | { readonly says: 'set_input'; readonly patch: unknown }
  | { readonly says: 'set_output'; readonly value: unknown }
  | { readonly says: 'set_prompt'; readonly text: string }
  | { readonly says: 'set_request'; readonly patch: Readonly<Record<string, unknown>> }
  | { readonly says: 'set_system'; readonly change: SystemChange }

export interface RunSpec {
  readonly kind: 'run'
  /** A list runs without a shell; a string is one line for `sh -c`. */
  readonly argv: readonly string[] | string
  /** Absolute; absent: the root. */
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** The script's dialect, for input and output. */
  readonly reply: string
  /** The event of its dialect that it is written for, where there are several for one of ours. */
  readonly form?: string
  readonly exit?: Readonly<Record<string, ExitMeaning>>
  /** It goes on running between calls: an event a line, an answer a line. */
  readonly keep_alive?: true
}

export type HandlerSpec =
  | { readonly kind: 'inline'; readonly inline: InlineSpec }
  | {
      readonly kind: 'use'
      readonly name: string
      readonly with: Readonly<Record<string, unknown>>
      /** The recipe that it may run. */
      readonly recipe?: Recipe
    }
  | RunSpec
  | {
      readonly kind: 'recipe'
      readonly name: string
      readonly args?: Readonly<Record<string, unknown>>
      /** Its output is not waited for. */
      readonly async?: true
      readonly recipe?: Recipe
    }
  /** The implicit rule that records calls, added when a rule asks about the session. */
  | { readonly kind: 'remember'; readonly recipe?: never }

export interface Rule {
  readonly name: string
  readonly at: Place
  readonly layer: RuleLayer
  readonly event: EventName
  /** Position within its event. */
  readonly order: number
  readonly priority: number
  readonly description?: string
  /** Absent: matches everything. */
  readonly match?: Condition
  /** No pattern of some condition that it needs can be met. */
  readonly dead?: true
  /** A match contains one of these in the event's tool, input or prompt, or in the facts; absent: unknown. */
  readonly literals?: readonly string[]
  /** With unknown command words, a match contains one of these or of the literals. */
  readonly programs?: readonly string[]
  /** Where its literals are searched: kinds of facts, and the `event` itself; absent: only the event. */
  readonly facts?: readonly (FactKind | 'event')[]
  /** A match needs a known or possible fact of one of these kinds. */
  readonly needs?: readonly FactKind[]
  /** A match needs a known or possible path outside the root. */
  readonly outside?: true
  /** The success of its script is recorded in the history. */
  readonly counts?: true
  readonly handler: HandlerSpec
  /** A message to the user, in addition to the handler. */
  readonly notify?: string
  readonly mode: Mode
  /** `turn`: in the first turn only. */
  readonly once?: 'run' | 'session' | 'turn'
  readonly always: boolean
  readonly background?: boolean
  readonly timeout_ms: number
  readonly on_error: OnError
  readonly on_unresolved: OnUnresolved
  /** Which half of a `wrap` rule. */
  readonly half?: Half
  /** Locked by the administrator: it cannot be paused or disabled. */
  readonly locked?: true
  /** An unknown key: the rule is not run; a deny or ask becomes an ask. */
  readonly quarantined?: string
  /** It needs its user's trust. `new`: nobody has given it; `changed`: it was given to something else. */
  readonly withheld?: 'new' | 'changed'
  /** The files that its user trusted together with it, for a look just before it starts. */
  readonly covers?: readonly CoveredFile[]
}

/** What holds for the rules of a layer. */
export interface RuleLimits {
  /** Time limit of a dispatch, milliseconds; absent: a minute, or the longest time limit of its rules. */
  readonly dispatch_ms?: number
  readonly continues: number
  readonly reply_chars: number
  readonly contracts: 'warn' | 'strict'
}

/** Its own limits hold for the rules of the lowest layer. */
export interface Settings extends RuleLimits {
  /** For the rules of higher layers, where lower ones say something else. */
  readonly limits_above?: Readonly<Partial<Record<RuleLayer, RuleLimits>>>
  readonly on_config_error: 'proceed' | 'ask' | 'deny'
  /** How many payloads are stored; 0 for none. */
  readonly ledger_payloads: number
  /** For how many days the ledger is kept; absent: 90. */
  readonly ledger_days?: number
  /** How large the ledger may become; absent: 200 MB. */
  readonly ledger_bytes?: number
  /** No process stays to answer calls. */
  readonly engine_off?: true
  /** The tools that files add to shipped groups, a pattern for each file: they have the facts of the group. */
  readonly tool_groups?: Readonly<Record<string, readonly Pattern[]>>
  /** Programs that run the command behind them, of all files. */
  readonly wrappers?: readonly string[]
  readonly recipes?: RecipeSettings
  /** Some rule runs in the background. */
  readonly background?: true
  /** Hook programs that are not rules, and why. */
  readonly left_out?: readonly string[]
  /** What is not run until its user trusts it. */
  readonly untrusted?: Untrusted
}

/** Deterministic: the same files give the same bytes. */
export interface Plan {
  readonly root: string
  readonly settings: Settings
  readonly events: Readonly<Partial<Record<EventName, readonly Rule[]>>>
}
