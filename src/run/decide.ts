import { agentLimits, capabilitiesFor } from '../engine/dispatch-state.ts'
import { dispatch, type DispatchResult, type Effects } from '../engine/dispatch.ts'
import { reportWarnings } from '../engine/finish.ts'
import { createRegistry, type RuleCompiler, matchersByKey, createRuleCompiler } from '../engine/live.ts'
import { defaultSettings } from '../model/rule-defaults.ts'
import type { Call, Host, Load, Opened, SentPayload } from './call.ts'
import { NO_SESSION, sessionsDir } from '../store/state/file-name.ts'
import { createFileState } from '../store/state/file-state.ts'
import { createMemoryState } from '../store/state/memory.ts'
import type { Dialect, ExportSpans, State, Verdict, Warning, Loaders, Spawn } from '../model/types.ts'
import { countProposals } from '../store/records/proposals.ts'
import { forgetUntold } from '../store/records/untold.ts'
import { refsOf } from '../store/records/session-refs.ts'
import { withNotices } from './notices.ts'
import { askOtherRepositories } from './other-repositories.ts'
import { disabledNow, rulesInForce } from './rules-in-force.ts'
import { isRecorded } from './record.ts'
import { matchers } from '../catalog.ts'
import type { RecipeAnswerer } from '../recipes/recipe-handler.ts'
import { createFiles } from '../store/disk/files.ts'
import { changedFile } from '../store/records/covered.ts'
import type { Interrupt } from '../handlers/spawn/spawn.ts'

/** Asks the rules. */
export async function decide(opened: Opened): Promise<DispatchResult> {
  const { host, sent, event, plan, stateDir, clock } = opened
  const { options, live } = sent
  const kept = stateFor(opened)
  const disabled = disabledNow(host, { live, state: kept.state, now: clock.now() })
  const makers = makersFor(host)
  const registry = createRegistry(
    rulesInForce(disabled === 'ended' ? {} : host.env, plan),
    plan.settings ?? defaultSettings,
    makers,
  )
  const effects = effectsOf(opened, kept)
  const own = await dispatch(registry, event, {
    effects,
    explain: options.explain,
    ...agentLimits(capabilitiesOf(opened), event, clock.elapsed() - opened.started),
  })
  const result = await askOtherRepositories({ opened, effects, makers }, own)
  const told = live && !options.dryRun ? whatToTell(opened) : []
  return {
    ...result,
    verdict: withNotices(result.verdict, opened, {
      disabled,
      told,
      drift: driftAt(opened),
      proposals: event.event === 'SessionStart' ? countProposals(stateDir) : 0,
    }),
  }
}

type Kept = ReturnType<typeof stateFor>

function effectsOf({ host, sent, event, stateDir, clock, files }: Opened, kept: Kept): Effects {
  const { dryRun } = sent.options
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
      if (isRecorded({ host, sent }))
        host.load('builtins').appendContents(stateDir, { event, now: clock.now(), entry })
    },
  }
}

/** What was done to the rules, once the event can carry it; an agent that shows no messages is never told. */
function whatToTell({ sent: { dialect }, plan, event, stateDir }: Opened): readonly string[] {
  const { untold = [] } = plan
  if (untold.length === 0) return untold
  const tells = whenTold(dialect, event)
  if (tells !== 'later') forgetUntold(stateDir)
  return tells === 'now' ? untold : []
}

/** When the agent shows its user a message: where this event is answered, at another one, or never. */
function whenTold(dialect: SentPayload['dialect'], event: Opened['event']): 'now' | 'later' | 'never' {
  const { events } = capabilitiesFor(dialect, event)
  if (event.event !== 'unmapped' && events[event.event]?.notify === true) return 'now'
  return Object.values(events).some((supported) => supported?.notify === true) ? 'later' : 'never'
}

/** Where a session begins, and at the first event after a change. Rules that cannot be read are not rules that changed. */
function driftAt(opened: Opened): readonly Warning[] {
  const { host, sent, event, plan } = opened
  const { live, options, dialect } = sent
  if (!live || options.dryRun || options.config.length > 0) return []
  const foreign =
    event.event === 'SessionStart' && host.engine && host.load('examine').examineEngine(host.engine)
  const ended: readonly Warning[] = foreign ? [{ code: 'drift', message: foreign }] : []
  if ((event.event !== 'SessionStart' && !plan.fresh) || plan.settings === undefined) return ended
  if (plan.broken !== undefined || plan.kept !== undefined) return ended
  return [...ended, ...host.load('drift').noteDrift(opened, whenTold(dialect, event) !== 'later')]
}

const nothing = (): void => undefined

/** Of the agent that has to understand the verdict; a replay without one may say everything. */
function capabilitiesOf({ sent: { as, live, dialect }, event }: Opened): Dialect['capabilities'] | undefined {
  const spoken = as ?? (live ? dialect : undefined)
  return spoken === undefined ? undefined : capabilitiesFor(spoken, event)
}

/** Tells the user of the agent that gets the verdict what did not hold. */
export function reportTo(verdict: Verdict, opened: Opened): Verdict {
  const events = capabilitiesOf(opened)?.events
  return reportWarnings(verdict, { event: opened.event, events, state: stateFor(opened).state })
}

/** A dry run remembers nothing, but knows what happened before. */
function stateFor({ sent: { options }, event, stateDir, clock }: Opened): {
  readonly state: State
  readonly past?: State
} {
  const state = createFileState({
    dir: sessionsDir(stateDir),
    session: event.session_id ?? NO_SESSION,
    clock,
  })
  return options.dryRun ? { state: createMemoryState(clock), past: state } : { state }
}

// What deciding may use in this process: the same for an agent's call, a replay, explain and the test runner.

/** The rare parts of the program, each a chunk. */
export function loadersOf({ load }: Pick<Host, 'load'>): Loaders {
  return {
    parser: () => load('parser'),
    linear: () => load('re2'),
    cel: () => load('cel'),
  }
}

const makersByLoader = new WeakMap<Load, RuleCompiler>()

/** What rules are made live with: nothing of a call, so that what is live stays so for as long as the process lives. */
export function makersFor({ load }: Pick<Host, 'load'>): RuleCompiler {
  const known = makersByLoader.get(load)
  if (known !== undefined) return known
  const made = createRuleCompiler({
    ...loadersOf({ load }),
    matchers: matchersByKey(matchers),
    files: createFiles(),
    get builtins() {
      return load('builtins').builtins
    },
    get scripted() {
      return load('agents').dialects
    },
    makeRun: (...run) => load('scripts').makeRun(...run),
  })
  makersByLoader.set(load, made)
  return made
}

/** Loaded when a rule first needs a recipe. */
function answererFor(host: Host, stateDir: string | undefined): RecipeAnswerer {
  let made: RecipeAnswerer | undefined
  const recipes = (): RecipeAnswerer => (made ??= host.load('recipes').answerersFor(host, stateDir))
  return {
    get scripted() {
      return host.load('agents').dialects
    },
    answerCallback: (...asked) => recipes().answerCallback(...asked),
    askRecipe: (...asked) => recipes().askRecipe(...asked),
    render: (...filled) => recipes().render(...filled),
    askModel: (...asked) => recipes().askModel(...asked),
    ...(stateDir !== undefined && {
      startJob: (question) => {
        const made = recipes()
        if (made.startJob === undefined) throw new TypeError('no directory for jobs')
        return made.startJob(question)
      },
    }),
  }
}

/** Effects that do not depend on the session. `stateDir`: where recipes that run in the background are kept; absent: they run at once. */
export function effectsFor(
  host: Host,
  stateDir: string | undefined,
): Pick<Effects, 'changedFile' | 'env' | 'frontMatter' | 'parser' | 'answerer'> {
  return {
    env: host.agentEnv ?? host.env,
    changedFile,
    answerer: answererFor(host, stateDir),
    frontMatter: (text) => host.load('yaml').frontMatter(text),
    parser: () => host.load('parser'),
  }
}

/** Starts processes that end with us: the first one makes us listen for an interrupt. A dry run starts none. */
export function interruptible(host: Host, dryRun: boolean): Spawn {
  if (dryRun) return async () => ({ end: 'exit', code: 0, stdout: '', stderr: '', ms: 0 })
  let spawn: Spawn | undefined
  return (request) => {
    if (spawn === undefined) {
      const { createSpawn } = host.load('scripts')
      const signal = listening(host)
      spawn = createSpawn({ signal })
      if (host.kept !== undefined) spawn = host.kept.around(spawn, signal)
    }
    return spawn(request)
  }
}

/** An AbortController would cost the start of every script rule more than starting the script. */
function listening(host: Call): Interrupt {
  const listeners = new Set<() => void>()
  const state = { aborted: false }
  host.onInterrupt(() => {
    state.aborted = true
    for (const listener of listeners) listener()
  })
  return {
    get aborted() {
      return state.aborted
    },
    addEventListener: (_, listener) => void listeners.add(listener),
    removeEventListener: (_, listener) => void listeners.delete(listener),
  }
}
