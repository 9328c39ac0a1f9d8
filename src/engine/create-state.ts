// What one dispatch begins with.
import { readHistory } from '../handlers/history.ts'
import { createWork, mustSpend, spendingFrom, type Work } from '../patterns/work.ts'
import { countedFiles } from '../shell/look/counted-files.ts'
import { createFactSource } from '../shell/source.ts'
import type { Event, Files, Registry } from '../model/types.ts'
import { SCRIPT_GRACE_MS } from './ask-handler.ts'
import { countBoundary, countPrompts, withSkill } from './boundary.ts'
import type { DecideOptions, DispatchState } from './dispatch-state.ts'
import { createVerdictDraft } from './merge.ts'
import { createSubject, type FactSource } from './subject.ts'

/** How long a dispatch may take where nobody says. */
const DISPATCH_MS = 60_000

const none: readonly never[] = []

function createFacts(
  { effects, capabilities }: DecideOptions,
  { settings }: Registry,
  left_ms: number,
): FactSource {
  const { clock, files, env, state, past, parser, refs } = effects
  const reportsResults = capabilities === undefined || capabilities.events.PostToolUse !== undefined
  return {
    ...createFactSource({ files, env, parser, settings, clock, left_ms, refs }),
    did: () => readHistory(past ?? state, { reportsResults, ...(past && { prompts: countPrompts(state) }) }),
  }
}

function cachedRealPath(files: Pick<Files, 'real'>): (path: string) => string {
  let known: Map<string, string> | undefined
  return (path) => {
    known ??= new Map()
    const found = known.get(path) ?? files.real(path)
    known.set(path, found)
    return found
  }
}

function countedFacts(source: FactSource, work: Work): FactSource {
  return { ...source, facts: (event) => spendingFrom(work, () => source.facts(event)) }
}

/** The state in which a dispatch begins. */
export function createState(registry: Registry, event: Event, options: DecideOptions): DispatchState {
  const { clock, state: session } = options.effects
  const work = createWork()
  const real = cachedRealPath(countedFiles(options.effects.files, mustSpend))
  const { rules, longest_ms } = registry.measure(event.event)
  const { settings } = registry
  const allowed = [settings, ...Object.values(settings.limits_above ?? {})].map(
    ({ dispatch_ms }) => dispatch_ms ?? Math.max(DISPATCH_MS, longest_ms) + SCRIPT_GRACE_MS,
  )
  const left_ms = Math.min(Math.max(...allowed), options.deadline_ms ?? Infinity)
  const source = countedFacts(options.facts ?? createFacts(options, registry, left_ms), work)
  return {
    registry,
    options,
    considered: rules,
    source,
    real,
    draft: createVerdictDraft(),
    work,
    began: clock.elapsed(),
    ends: clock.elapsed() + left_ms,
    explained: options.explain === true ? [] : undefined,
    subject: createSubject(withSkill(countBoundary(event, session), session), source, real),
    changedAt: undefined,
    reopenedFor: 0,
    claimed: new Map(),
    aborted: false,
    rules: none,
    candidates: none,
    next: 0,
    selectedFor: -1,
  }
}
