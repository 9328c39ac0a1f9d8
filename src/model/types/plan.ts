// hooks.yaml, checked and with its defaults: plain data.
import type { Layer, Place } from './diagnostic.ts'
import type { EventName } from './event.ts'
import type { FactKind } from './facts.ts'
import type { Condition } from './matching.ts'
import type { Recipe, RecipeSettings } from './recipe.ts'
import type { Mode, SystemChange } from './verdict.ts'

export type OnError = 'proceed' | 'ask' | 'deny' | 'stop'

export type OnUnresolved = 'proceed' | 'ask' | 'deny'

export type Half = 'before' | 'after'

/** What a mapped exit code of a script means. */
export type ExitMeaning = 'proceed' | 'allow' | 'ask' | 'deny' | 'continue' | 'stop' | 'context' | 'notify'

/** One inline handler, its texts not yet interpolated. */
export type InlineSpec =
  | {
      readonly says: 'deny' | 'ask' | 'allow' | 'context' | 'notify' | 'continue' | 'stop'
      readonly text: string
    }
  | { readonly says: 'set_input'; readonly patch: unknown }
  | { readonly says: 'set_output'; readonly value: unknown }
  | { readonly says: 'set_prompt'; readonly text: string }
  | { readonly says: 'set_request'; readonly patch: Readonly<Record<string, unknown>> }
  | { readonly says: 'set_system'; readonly change: SystemChange }

export interface RunSpec {
  readonly kind: 'run'
  /** A list is started without a shell; a string is one literal line for `sh -c`. */
  readonly argv: readonly string[] | string
  /** Absolute; absent: the root. */
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** The dialect that the script speaks, both ways. */
  readonly reply: string
  readonly exit?: Readonly<Record<string, ExitMeaning>>
}

export type HandlerSpec =
  | { readonly kind: 'inline'; readonly inline: InlineSpec }
  | {
      readonly kind: 'use'
      readonly name: string
      readonly with: Readonly<Record<string, unknown>>
      /** The recipe that it may call. */
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
  /** Keeps what calls do: the compiler's own, where a rule asks about the session. */
  | { readonly kind: 'remember'; readonly recipe?: never }

/** One entry of hooks.yaml, checked, sugar expanded, defaults filled: plain data. */
export interface Rule {
  readonly name: string
  readonly at: Place
  readonly layer: Layer
  readonly event: EventName
  /** The total order within its event. */
  readonly order: number
  readonly priority: number
  readonly description?: string
  /** Absent: matches everything. */
  readonly match?: Condition
  /** It matches only where one of these stands in the event's tool, input or prompt, or in the facts; absent: it may always. */
  readonly literals?: readonly string[]
  /** Where words of commands cannot be known it matches only where one of these stands in them, or one of its literals. */
  readonly programs?: readonly string[]
  /** The kinds of facts that its literals are texts of, and `event` when some of them stand in the event itself; absent: all of them do. */
  readonly facts?: readonly (FactKind | 'event')[]
  /** It matches only where there is a fact of one of these kinds, or could be. */
  readonly needs?: readonly FactKind[]
  /** It matches only where a path lies outside of the root, or could. */
  readonly outside?: true
  /** Its script may be the command that its match looks back to: when it succeeds, that is kept. */
  readonly counts?: true
  readonly handler: HandlerSpec
  /** A message to the user beside any handler. */
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
  /** Set by the machine's owner: it cannot be paused or switched off. */
  readonly locked?: true
  /** This rule has a key that this version does not know: it is not run, a deny or ask asks for what its match names. */
  readonly quarantined?: string
}

/** What holds for a whole dispatch. */
export interface Settings {
  /** The longest a dispatch may take, milliseconds. */
  readonly dispatch_ms: number
  readonly continues: number
  readonly reply_chars: number
  readonly contracts: 'warn' | 'strict'
  readonly on_config_error: 'proceed' | 'ask' | 'deny'
  /** How many payloads are kept; 0 for none. */
  readonly ledger_payloads: number
  readonly recipes?: RecipeSettings
  /** Hook programs that were found and are no rules, and why. */
  readonly left_out?: readonly string[]
}

/** hooks.yaml and all it extends: plain data, the same bytes for the same files. */
export interface Plan {
  readonly root: string
  readonly settings: Settings
  readonly events: Readonly<Partial<Record<EventName, readonly Rule[]>>>
}
