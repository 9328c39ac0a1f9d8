import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as parser from 'unbash'
import { batchSpans } from '../builtins/tracing/otlp/batch.ts'
import { builtins, catalog as shipped } from '../catalog.ts'
import { matchersByKey, createRuleCompiler, createRegistry } from '../engine/live.ts'
import { makeRun } from '../handlers/run.ts'
import { createKeptPrograms } from '../handlers/spawn/keep-alive.ts'
import * as cel from '../matchers/cel/cel.ts'
import { HooksError } from '../model/errors.ts'
import { isWritten } from '../model/rule-defaults.ts'
import { eventNamed } from '../model/events.ts'
import type { Catalog, Diagnostic, Loaders, Plan, Registry, Rule } from '../model/types.ts'
import * as re2 from '../patterns/regex/re2.ts'
import { createClock, createFiles } from '../store/disk/files.ts'
import { projectKey } from '../store/disk/dirs.ts'
import { readingFrom, tiedFiles } from './agent-files.ts'
import { notifyHost } from './callbacks.ts'
import { decide, type EngineEnvironment, decodeEvent, unknownEvent, createRunning } from './dispatches.ts'
import {
  isCurrent,
  load,
  type LoadedRules,
  type LoadRequest,
  locateRules,
  type RulesLocation,
} from './load.ts'
import {
  checkDispatchOptions,
  checkOptions,
  type DispatchOptions,
  type Engine,
  type EngineOptions,
} from './engine-options.ts'
import { type LocalRecipes, createRecipes } from './recipes.ts'
import { followFiles, pathsOf } from './reload.ts'
import { createEndedSubagents } from './run/ended-subagents.ts'
import type { EventInput, RunOptions } from './run/run-types.ts'
import { startRun } from './run/run.ts'
import { sessionsInFiles, sessionsInMemory } from './sessions.ts'

const loaders: Loaders = { parser: () => parser, linear: () => re2, cel: () => cel }

/** Files that change while they are read are read again, so often. */
const MAX_LOOKS = 5

interface InForce {
  readonly plan: Plan
  readonly registry: Registry
}

/** An engine over the files, or the data, that the options name; `packageDir` is our own package. */
export async function openEngine(options: EngineOptions, packageDir: string): Promise<Engine> {
  checkOptions(options)
  const place = locateRules(options)
  const catalog = catalogFor(options)
  const callbacks = Object.keys(options.callbacks ?? {})
  const version = versionOf(packageDir)
  const { trust, host } = options
  const request = { place, catalog, shipped: builtins, packageDir, version, callbacks, trust, host }
  const first = loadUnchanged({ ...request, held: new Set() })
  if (first.plan === undefined) throw configError(first)
  const own = createRecipes(options, { files: createFiles(), env: process.env, scripted: catalog.dialects })
  const makers = createRuleCompiler({
    ...catalog,
    ...loaders,
    matchers: matchersByKey(catalog.matchers),
    scripted: catalog.dialects,
    makeRun,
  })
  const makeLive = (plan: Plan): InForce => ({
    plan,
    registry: createRegistry(Object.values(plan.events).flat(), plan.settings, makers),
  })
  const now = { inForce: makeLive(first.plan), diagnostics: first.diagnostics }
  reportDiagnostics(options, [], first)
  const watching = await watchFor(options, first, {
    load: (held) => load({ ...request, held }),
    swap: ({ plan }) => void (now.inForce = makeLive(plan)),
    looked: (loaded, swapped) => {
      const before = now.diagnostics
      now.diagnostics = loaded.diagnostics
      reportDiagnostics(options, before, loaded)
      if (swapped) reportReload(options, now.inForce.plan, loaded)
    },
  })
  const environment = createEnvironment(options, place, own)
  return assembleEngine({
    now,
    catalog,
    place,
    environment,
    own,
    wrappers: options.wrappers,
    stop: async () => {
      own.stop()
      environment.kept.close()
      await Promise.all([watching?.stop(), environment.spans.flush()])
    },
  })
}

function catalogFor(options: EngineOptions): Catalog {
  const all = options.builtins ?? builtins
  const fs = options.fs ?? tiedFiles(options.config) ?? tiedFiles(options.base)
  return {
    builtins: fs === undefined ? all : all.map((builtin) => readingFrom(builtin, fs)),
    matchers: options.matchers ?? shipped.matchers,
    dialects: options.dialects ?? shipped.dialects,
    protectedPaths: shipped.protectedPaths,
    hookSettings: shipped.hookSettings,
  }
}

type Watch = Parameters<typeof followFiles>[1]

/** Loads the watcher only when it is used. */
async function watchFor(
  { watch }: EngineOptions,
  first: LoadedRules,
  following: Watch,
): Promise<ReturnType<typeof followFiles> | undefined> {
  if (watch !== true) return undefined
  const { watchFiles } = await import('../config/read/watch.ts')
  return followFiles(first, following, watchFiles)
}

interface EngineParts {
  readonly now: { readonly inForce: InForce; readonly diagnostics: readonly Diagnostic[] }
  readonly catalog: Catalog
  readonly place: RulesLocation
  readonly environment: EngineEnvironment
  readonly own: LocalRecipes
  readonly wrappers: EngineOptions['wrappers']
  readonly stop: () => Promise<void> | undefined
}

function assembleEngine(parts: EngineParts): Engine {
  const { now, environment, own, wrappers = {}, stop } = parts
  const running = createRunning()
  const ended = createEndedSubagents()
  const state: { closing?: Promise<void> } = {}
  const { env, files } = environment
  const decoding = { dialects: parts.catalog.dialects, root: parts.place.root, env, files }
  const ask = async (given: unknown, options: DispatchOptions, keep = false) => {
    if (state.closing !== undefined) throw closed()
    const { registry } = now.inForce
    const decoded = decodeEvent(given, options.dialect, decoding)
    const { signal, end } = running.begin(options.signal)
    try {
      const verdict = await decide(registry, decoded, { environment, signal })
      if (decoded.event.event === 'SessionEnd' && !keep) environment.sessions.forget(decoded.event)
      return { event: decoded.event, verdict }
    } finally {
      end()
    }
  }
  const dispatch = async (given: unknown, options: DispatchOptions = {}) => {
    checkDispatchOptions(options)
    return (await ask(given, options)).verdict
  }
  const start = (options: RunOptions = {}) =>
    startRun(options, {
      clock: environment.clock,
      wrappers,
      ended,
      // A session with a name goes on with the next run.
      ask: (event: EventInput, signal) => ask(event, { signal }, options.session !== undefined),
    })
  const close = (): Promise<void> => {
    running.endAll(closed())
    environment.sessions.close()
    return (state.closing ??= Promise.resolve(stop()))
  }
  return {
    dispatch,
    start,
    recipeResult: async (job) => own.result(job),
    rules: (event) => rulesOf(now.inForce.plan, event),
    diagnostics: () => now.diagnostics,
    close,
    [Symbol.asyncDispose]: close,
  }
}

function rulesOf({ events }: Plan, event: string | undefined): readonly Rule[] {
  if (event === undefined) return Object.values(events).flat().filter(isWritten)
  const name = eventNamed(event)
  if (name === undefined) throw unknownEvent(event)
  return (events[name] ?? []).filter(isWritten)
}

function createEnvironment(
  { state, spawn }: EngineOptions,
  { root, dirs }: RulesLocation,
  { recipes: answerer }: LocalRecipes,
): EngineEnvironment {
  const clock = createClock()
  const stateDir =
    typeof state === 'object' ? path.resolve(state.dir) : path.join(dirs.state, projectKey(root))
  return {
    clock,
    files: createFiles(),
    env: process.env,
    stateDir,
    sessions: (state ?? 'memory') === 'memory' ? sessionsInMemory(clock) : sessionsInFiles(stateDir, clock),
    startScript: spawn,
    kept: createKeptPrograms(),
    parser: loaders.parser,
    answerer,
    spans: batchSpans(),
  }
}

/** Retries while files change. */
function loadUnchanged(request: LoadRequest): LoadedRules {
  let loaded = load(request)
  for (let looks = 1; looks < MAX_LOOKS && !isCurrent(loaded.sources); looks++) loaded = load(request)
  return loaded
}

function countRules({ events }: Plan): number {
  return Object.values(events).reduce((sum, rules) => sum + rules.filter(isWritten).length, 0)
}

function reportReload({ onReload }: EngineOptions, plan: Plan, { sources }: LoadedRules): void {
  notifyHost('onReload', onReload, { rules: countRules(plan), sources: pathsOf(sources) })
}

function reportDiagnostics(
  options: EngineOptions,
  before: readonly Diagnostic[],
  { diagnostics, text }: LoadedRules,
): void {
  if (JSON.stringify(diagnostics) !== JSON.stringify(before))
    notifyHost('onDiagnostics', options.onDiagnostics, diagnostics, text)
}

function configError({ diagnostics, text }: LoadedRules): HooksError {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length
  const message = `the rules have ${errors === 1 ? 'an error' : `${errors} errors`}\n\n${text}`
  return Object.assign(new HooksError('config', message), { diagnostics })
}

function closed(): HooksError {
  return new HooksError('closed', 'the engine is closed')
}

function versionOf(packageDir: string): string {
  const { version } = JSON.parse(readFileSync(path.join(packageDir, 'package.json'), 'utf8')) as {
    version: string
  } // our own
  return version
}
