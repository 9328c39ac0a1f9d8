// The state of one dispatch.
import type { RecipeAnswerer } from '../recipes/recipe-handler.ts'
import type {
  Capabilities,
  Dialect,
  Failures,
  Carries,
  Clock,
  CoveredFile,
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
  SessionRefs,
  Spawn,
  State,
  Subject,
  Verdict,
} from '../model/types.ts'
import type { Work } from '../patterns/work.ts'
import type { FactSource } from './subject.ts'
import type { VerdictDraft } from './merge.ts'

/** Everything outside the engine that a dispatch uses. */
export interface Effects extends Pick<Loaders, 'parser'> {
  readonly clock: Clock
  readonly files: Files
  readonly spawn: Spawn
  /** `spawn` enforces its timeout itself. */
  readonly punctual?: boolean
  readonly state: State
  /** Where a dry run, whose own state stays empty, reads the session's history. */
  readonly past?: State
  readonly env: Env
  /** Answers the callbacks of handlers; absent: the host does. */
  readonly answerer?: RecipeAnswerer
  /** Starts nothing. */
  readonly dry?: boolean
  /** The first of a rule's files that is not what its user trusted; absent: everything is trusted. */
  readonly changedFile?: (covers: readonly CoveredFile[], root: string) => string | undefined
  /** Absent: Git's references are asked as they are. */
  readonly refs?: () => SessionRefs | undefined
  frontMatter(text: string): { readonly data?: Readonly<Record<string, unknown>>; readonly body: string }
  /** Adds a line of contents to the ledger; absent: none are kept. */
  record?(entry: Readonly<Record<string, unknown>>): void
  /** Absent: no span leaves the machine. */
  readonly exportSpans?: ExportSpans | undefined
}

export interface DecideOptions {
  readonly effects: Effects
  /** Absent: everything that the event allows. */
  readonly capabilities?: Omit<Capabilities, 'failure'>
  readonly signal?: AbortSignal
  /** How long the agent waits for the verdict, milliseconds. */
  readonly deadline_ms?: number
  /** Tests and reports every rule of the event, also those that the index excludes. */
  readonly explain?: boolean
  readonly facts?: FactSource
}

export interface ExplainedRule {
  readonly rule: string
  readonly at: Place
  readonly layer: Rule['layer']
  readonly order: number
  readonly is: Match['is']
  /** What matched, or the first condition that failed. */
  readonly why?: string
  /** An earlier deny kept it from running. */
  readonly skipped?: true
  /** It is not run: its user has not trusted it, or it has changed since. */
  readonly withheld?: Rule['withheld']
}

export interface DispatchResult {
  readonly verdict: Verdict
  /** The call as the last rule met it: its facts are read once. */
  readonly subject: Subject
  /** How many rules the event has. */
  readonly considered: number
  readonly explained?: readonly ExplainedRule[]
  readonly aborted?: true
}

export interface DispatchState {
  readonly registry: Registry
  readonly options: DecideOptions
  readonly considered: number
  readonly source: FactSource
  /** Cached for the dispatch. */
  readonly real: (path: string) => string
  readonly draft: VerdictDraft
  /** What reading and matching may still cost. */
  readonly work: Work
  /** Its start and its deadline, by the clock's `elapsed`. */
  readonly began: number
  readonly ends: number
  readonly explained: ExplainedRule[] | undefined
  subject: Subject
  /** The order of the rule that made the last change. */
  changedAt: number | undefined
  /** The draft's version that the pure rules were last run again for. */
  reopenedFor: number
  /** `once` rules that ran in this dispatch, with what to call at its end. */
  readonly claimed: Map<string, () => void>
  aborted: boolean
  /** The rules that the event could meet. */
  candidates: readonly LiveRule[]
  /** The candidates, or all rules for an explanation, and the index of the next one. */
  rules: readonly LiveRule[]
  next: number
  /** The draft's version that the candidates were selected for. */
  selectedFor: number
}

export function isCandidate({ explained, candidates }: DispatchState, live: LiveRule): boolean {
  return explained === undefined || candidates.includes(live)
}

/** One rule that is tested or run. */
export interface RuleTurn {
  readonly state: DispatchState
  readonly live: LiveRule
  readonly match: Match
}

/** What the agent supports at this event; undefined when it is unknown. */
export function agentSupport(state: DispatchState): Carries | undefined {
  const { capabilities } = state.options
  const { event } = state.subject.event
  if (capabilities === undefined) return undefined
  return event === 'unmapped' ? {} : (capabilities.events[event] ?? {})
}

export function agentName(event: Event): string {
  return event.agent ?? 'this agent'
}

/** The share of the agent's own time limit that we leave unused, so that our answer arrives in time. */
const MARGIN = 0.1

/** The options of a dispatch for an agent that has waited for `spent` milliseconds; without an agent there are no limits. */
export function agentLimits(
  capabilities: Capabilities | undefined,
  event: Event,
  spent = 0,
): Pick<DecideOptions, 'capabilities' | 'deadline_ms'> {
  if (capabilities === undefined) return {}
  const own = event.event === 'unmapped' ? undefined : capabilities.timeouts_ms?.[event.event]
  return { capabilities, deadline_ms: (own ?? capabilities.timeout_ms) * (1 - MARGIN) - spent }
}

/** What the agent can be told at an event. Payloads do not say version and surface, so those variants are not applied. */
export function capabilitiesFor(
  dialect: Pick<Dialect, 'capabilities' | 'capabilitiesAt'>,
  event: Event,
): Capabilities {
  const base = dialect.capabilitiesAt?.(event) ?? dialect.capabilities
  const variant = base.variants?.findLast(
    ({ versions, surface, permission_mode: mode }) =>
      versions === undefined && surface === undefined && mode !== undefined && mode === event.permission_mode,
  )
  return variant === undefined ? base : { ...base, events: { ...base.events, ...variant.events } }
}

/** What a failing hook means at an event. */
export function failureAt({ failure, failures }: Capabilities, event: Event['event']): Failures {
  return event === 'unmapped' ? failure : { ...failure, ...failures?.[event] }
}
