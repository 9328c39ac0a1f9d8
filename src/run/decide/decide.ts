import { agentLimits, capabilitiesFor } from '../../engine/dispatch-state.ts'
import { dispatch, type DispatchResult, type Effects } from '../../engine/dispatch.ts'
import { reportWarnings } from '../../engine/finish.ts'
import { createRegistry } from '../../engine/live.ts'
import { defaultSettings } from '../../model/rule-defaults.ts'
import type { Host, PreparedRun, RunRequest } from '../call.ts'
import { NO_SESSION, sessionsDir } from '../../store/state/file-name.ts'
import { createFileState } from '../../store/state/file-state.ts'
import { createMemoryState } from '../../store/state/memory.ts'
import type { Dialect, ExportSpans, State, Verdict, Warning } from '../../model/types.ts'
import { effectsFor, makersFor } from './effects.ts'
import { interruptible } from './interrupt.ts'
import { countProposals } from '../../store/records/proposals.ts'
import { forgetUntold } from '../../store/records/untold.ts'
import { disabledNow } from './disabled.ts'
import { refsOf } from '../plan/note-refs.ts'
import { withNotices } from '../plan/notices.ts'
import { askOtherRepositories } from './other-repositories.ts'
import { rulesInForce } from '../plan/rules-for.ts'
import { isRecorded } from './record.ts'

/** Asks the rules about a prepared event. */
export async function decide(
  host: Host,
  request: RunRequest,
  prepared: PreparedRun,
): Promise<DispatchResult> {
  const { options } = request
  const { event, plan, stateDir, clock } = prepared
  const kept = stateFor(request, prepared)
  const { live } = request
  const disabled = disabledNow(host, { live, state: kept.state, now: clock.now() })
  const makers = makersFor(host)
  const registry = createRegistry(
    rulesInForce(disabled === 'ended' ? {} : host.env, plan),
    plan.settings ?? defaultSettings,
    makers,
  )
  const effects = effectsOf(host, request, { prepared, kept })
  const own = await dispatch(registry, event, {
    effects,
    explain: options.explain,
    ...agentLimits(capabilitiesOf(request, event), event, clock.elapsed() - prepared.started),
  })
  const result = await askOtherRepositories(host, { request, prepared, effects, makers }, own)
  const told = live && !options.dryRun ? whatToTell(request, prepared) : []
  return {
    ...result,
    verdict: withNotices(result.verdict, {
      ...prepared,
      live,
      agent: request.dialect,
      disabled,
      sealed: request.sealed,
      told,
      drift: driftAt(host, request, prepared),
      proposals: event.event === 'SessionStart' ? countProposals(stateDir) : 0,
    }),
  }
}

type Kept = ReturnType<typeof stateFor>

function effectsOf(
  host: Host,
  request: RunRequest,
  { prepared, kept }: { readonly prepared: PreparedRun; readonly kept: Kept },
): Effects {
  const { dryRun } = request.options
  const { event, stateDir, clock, files } = prepared
  const exportSpans: ExportSpans = (...spans) => host.load('otlp').spoolSpans(kept.state)(...spans)
  return {
    ...effectsFor(host, stateDir),
    ...kept,
    clock,
    files: dryRun ? { ...files, write: nothing, append: nothing, remove: nothing } : files,
    dry: dryRun,
    refs: () => refsOf({ root: event.root, session: event.session_id, stateDir, files }),
    exportSpans: dryRun ? undefined : exportSpans,
    spawn: interruptible(host, dryRun),
    punctual: true,
    record: (entry: Readonly<Record<string, unknown>>) => {
      if (isRecorded(host, request))
        host.load('builtins').appendContents(stateDir, { event, now: clock.now(), entry })
    },
  }
}

/** What was done to the rules, once the event can carry it; an agent that shows no messages is never told. */
function whatToTell({ dialect }: RunRequest, { plan, event, stateDir }: PreparedRun): readonly string[] {
  const { untold = [] } = plan
  if (untold.length === 0) return untold
  const tells = whenTold(dialect, event)
  if (tells !== 'later') forgetUntold(stateDir)
  return tells === 'now' ? untold : []
}

/** When the agent shows its user a message: where this event is answered, at another one, or never. */
function whenTold(dialect: RunRequest['dialect'], event: PreparedRun['event']): 'now' | 'later' | 'never' {
  const { events } = capabilitiesFor(dialect, event)
  if (event.event !== 'unmapped' && events[event.event]?.notify === true) return 'now'
  return Object.values(events).some((supported) => supported?.notify === true) ? 'later' : 'never'
}

/** Where a session begins, and at the first event after a change. Rules that cannot be read are not rules that changed. */
function driftAt(
  host: Host,
  { live, options, dialect }: RunRequest,
  prepared: PreparedRun,
): readonly Warning[] {
  const { event, plan } = prepared
  if (!live || options.dryRun || options.config.length > 0) return []
  const foreign =
    event.event === 'SessionStart' && host.engine && host.load('examine').examineEngine(host.engine)
  const ended: readonly Warning[] = foreign ? [{ code: 'drift', message: foreign }] : []
  if ((event.event !== 'SessionStart' && !plan.fresh) || plan.settings === undefined) return ended
  if (plan.broken !== undefined || plan.kept !== undefined) return ended
  return [...ended, ...host.load('drift').noteDrift(host, prepared, whenTold(dialect, event) !== 'later')]
}

const nothing = (): void => undefined

/** Of the agent that has to understand the verdict; a replay without one may say everything. */
function capabilitiesOf(
  { as, live, dialect }: RunRequest,
  event: PreparedRun['event'],
): Dialect['capabilities'] | undefined {
  const spoken = as ?? (live ? dialect : undefined)
  return spoken === undefined ? undefined : capabilitiesFor(spoken, event)
}

/** Tells the user of the agent that gets the verdict what did not hold. */
export function reportTo(verdict: Verdict, request: RunRequest, prepared: PreparedRun): Verdict {
  const { event } = prepared
  const events = capabilitiesOf(request, event)?.events
  return reportWarnings(verdict, { event, events, state: stateFor(request, prepared).state })
}

/** A dry run remembers nothing, but knows what happened before. */
function stateFor(
  { options }: RunRequest,
  { event, stateDir, clock }: PreparedRun,
): { readonly state: State; readonly past?: State } {
  const state = createFileState({
    dir: sessionsDir(stateDir),
    session: event.session_id ?? NO_SESSION,
    clock,
  })
  return options.dryRun ? { state: createMemoryState(clock), past: state } : { state }
}
