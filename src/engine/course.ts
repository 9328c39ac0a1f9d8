// What one dispatch knows while it goes along.
import type {
  Capabilities,
  Carries,
  Clock,
  Env,
  Event,
  ExportSpans,
  Files,
  LiveRule,
  Loaders,
  Match,
  Place,
  Registry,
  Rule,
  Spawn,
  State,
  Subject,
  Verdict,
} from '../model/types.ts'
import type { FactSource } from './change.ts'
import type { Draft } from './merge.ts'

/** All that a dispatch may touch. */
export interface Effects extends Pick<Loaders, 'parser'> {
  readonly clock: Clock
  readonly files: Files
  readonly spawn: Spawn
  /** What `spawn` starts ends within its time by itself: nobody else has to watch. */
  readonly punctual?: boolean
  readonly state: State
  /** Where the session's history is read, when not in its state: a dry run adds nothing to it. */
  readonly past?: State
  readonly env: Env
  /** Nothing is started. */
  readonly dry?: boolean
  frontMatter(text: string): { readonly data?: Readonly<Record<string, unknown>>; readonly body: string }
  /** Keeps a line of contents; absent: nothing is kept. */
  record?(entry: Readonly<Record<string, unknown>>): void
  /** Absent: no span leaves the machine. */
  readonly exportSpans?: ExportSpans | undefined
}

export interface DispatchOptions {
  readonly effects: Effects
  /** What the agent can be told; absent: everything that the event may carry. */
  readonly capabilities?: Omit<Capabilities, 'failure'>
  readonly signal?: AbortSignal
  /** Milliseconds from now after which nobody waits for the verdict any more. */
  readonly deadline_ms?: number
  /** Every rule of the event is tested and told of, also those that the index leaves out. */
  readonly explain?: boolean
  readonly facts?: FactSource
}

/** One rule of the event, and why it matched or did not. */
export interface ExplainedRule {
  readonly rule: string
  readonly at: Place
  readonly layer: Rule['layer']
  readonly order: number
  readonly is: Match['is']
  /** What matched, or the first condition that failed. */
  readonly why?: string
  /** A deny before it kept it from running. */
  readonly skipped?: true
}

export interface DispatchResult {
  readonly verdict: Verdict
  /** How many rules the event has. */
  readonly considered: number
  readonly explained?: readonly ExplainedRule[]
  readonly aborted?: true
}

export interface Course {
  readonly registry: Registry
  readonly options: DispatchOptions
  /** How many rules the event has. */
  readonly considered: number
  readonly source: FactSource
  /** Each path is looked up once in a dispatch. */
  readonly real: (path: string) => string
  readonly draft: Draft
  /** By the clock's `elapsed`. */
  readonly ends: number
  readonly explained: ExplainedRule[] | undefined
  subject: Subject
  /** The order of the rule that made the last change. */
  changedAt: number | undefined
  /** The version that the pure rules were last asked again about. */
  askedAgain: number
  /** The `once` rules that spoke. */
  claimed: readonly string[]
  aborted: boolean
  /** The rules that could match the subject, and how many of them were asked. */
  rules: readonly LiveRule[]
  asked: number
  /** The draft's version that they were selected for. */
  selectedFor: number
}

/** One rule's turn. */
export interface Turn {
  readonly course: Course
  readonly live: LiveRule
  readonly match: Match
}

/** What the agent can be told at this event; undefined when nothing is known of it. */
export function carriesOf(course: Course): Carries | undefined {
  const { capabilities } = course.options
  const { event } = course.subject.event
  if (capabilities === undefined) return undefined
  return event === 'unmapped' ? {} : (capabilities.events[event] ?? {})
}

/** The agent's name in a sentence. */
export function agentOf(event: Event): string {
  return event.agent ?? 'this agent'
}
