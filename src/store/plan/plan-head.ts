// What is stored beside the rules of a plan.
import type { RuleCounts } from '../../model/rule-counts.ts'
import type { Event, RuleMeasures, Settings } from '../../model/types.ts'
import type { Pause } from '../records/pauses.ts'

/** Why the last edit is not in force. */
export interface BrokenConfig {
  /** The first problem, on one line. */
  readonly message: string
  readonly errors: number
  readonly on_config_error: Settings['on_config_error']
}

/** What a session that began with rules keeps of a plan. */
type KeptPlan = Pick<PlanHead, 'generation' | 'settings' | 'counts' | 'events' | 'quarantined'>

/** Rules that left the files, for the sessions that began with them. */
export interface KeptRules {
  /** Absolute: what is gone, or what Git changed. */
  readonly files: readonly string[]
  /** `unheld`: Git brought a version that no ref of the session held, so that no session gets it. */
  readonly by: 'gone' | 'git' | 'unheld'
  /** How many rules they were: of a file that is gone, those that are gone. */
  readonly rules: number
  /** The sessions that keep them. */
  readonly sessions: readonly string[]
  /** Of the rules. */
  readonly digest: string
  /** Absent when the cache went, too: then tool calls of these sessions get `on_config_error`. */
  readonly plan?: KeptPlan
  readonly on_config_error?: Settings['on_config_error']
  /** The first session without them, which is told. */
  readonly told?: string
}

/** Everything about a plan except its rules. */
export interface PlanHead {
  readonly program: string
  readonly root: string
  /** The generation of rule files in force; null when no plan was ever good. */
  readonly generation: string | null
  readonly settings: Settings | null
  readonly counts: RuleCounts
  /** By event: how many rules, and the longest time that one of them may take. */
  readonly events: Readonly<Record<string, RuleMeasures>>
  readonly quarantined: readonly string[]
  /** Absent: none. */
  readonly paused?: readonly Pause[]
  readonly broken?: BrokenConfig
  /** No plan was ever good: these are the rules of the layers that are not broken. */
  readonly partial?: true
  /** With the hash of the text that was read. */
  readonly sources: readonly (readonly [path: string, stamp: string, content?: string])[]
  readonly unsettled: readonly (readonly [path: string, content: string])[]
  /** The sessions that had these rules, hashed. */
  readonly sessions?: readonly string[]
  /** The sessions that had state at an earlier event, hashed. */
  readonly stateful?: readonly string[]
  readonly kept?: readonly KeptRules[]
  /** Of the rules, wherever they stand. */
  readonly digest?: string
  /** What runs because its user trusts it, by name and hash. */
  readonly trusted?: readonly string[]
}

/** Identifies a plan, and the event whose rules are needed. */
export interface PlanKey {
  /** The directory of this root's plan. */
  readonly dir: string
  readonly root: string
  /** Our version and anything else that makes an older plan unusable. */
  readonly program: string
  readonly now: number
  /** The event whose rules are needed. */
  readonly event: Event['event']
  /** The event's session; absent: none is known. */
  readonly session?: string | undefined
  /** An agent that runs below another started this: asked of a session that is new. */
  readonly isBelowAgent: () => boolean
  /** Where the project's state stands; absent: the project's own files are not in force. */
  readonly stateDir?: string | undefined
  /** False when the directory is not ours alone, or cannot be written. */
  readonly usable: boolean
  /** The cache is read but not written. */
  readonly dry: boolean
  /** The rules are a person's own for this run: nothing in them needs trust. */
  readonly consent: boolean
}
