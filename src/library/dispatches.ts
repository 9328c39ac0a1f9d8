// Decodes one event and decides it with the registry in force.
import { setMaxListeners } from 'node:events'
import type { Batches } from '../builtins/tracing/otlp/batch.ts'
import { agentLimits, capabilitiesFor } from '../engine/dispatch-state.ts'
import { dispatch } from '../engine/dispatch.ts'
import { reportWarnings } from '../engine/finish.ts'
import { changedFile } from '../store/records/covered.ts'
import type { KeptPrograms } from '../handlers/spawn/keep-alive.ts'
import { createSpawn } from '../handlers/spawn/spawn.ts'
import { HooksError } from '../model/errors.ts'
import { events } from '../model/events.ts'
import { isObject } from '../model/plain-object.ts'
import type { Clock, Env, Files, Loaders, Registry, Spawn, Verdict, Dialect, Event } from '../model/types.ts'
import { frontMatter } from '../recipes/front-matter.ts'
import type { RecipeAnswerer } from '../recipes/recipe-handler.ts'
import { type StartScript, show } from './engine-options.ts'
import { environmentWithDepth } from './recipes.ts'
import type { Sessions } from './sessions.ts'
import { appendLine, ledgerLine } from '../store/ledger/append.ts'
import { appendContents } from '../store/ledger/contents.ts'
import { maskedJson } from '../store/ledger/append.ts'
import { subjectOf } from '../store/ledger/append.ts'
import { linkProject } from '../store/disk/private-dir.ts'
import { childPath } from '../patterns/paths/paths.ts'

/** Scripts get this long to end after an abort. */
const ABORT_MS = 450
export interface EngineEnvironment {
  readonly clock: Clock
  readonly files: Files
  readonly env: Env
  readonly sessions: Sessions
  readonly stateDir: string
  readonly startScript?: StartScript | undefined
  readonly kept: KeptPrograms
  readonly parser: Loaders['parser']
  readonly answerer: RecipeAnswerer
  readonly spans: Batches
}

/** Rejects with the signal's reason, at the latest half a second after it aborts. */
export async function decide(
  registry: Registry,
  { event, speaks }: Decoded,
  { environment, signal }: { readonly environment: EngineEnvironment; readonly signal: AbortSignal },
): Promise<Verdict> {
  signal.throwIfAborted()
  const { clock, files, env, sessions, startScript, kept, spans, parser, answerer } = environment
  const capabilities = speaks === undefined ? undefined : capabilitiesFor(speaks, event)
  const spawn: Spawn =
    startScript === undefined
      ? kept.around(inQueue(createSpawn({ signal })), signal)
      : (request) => startScript(request, { signal })
  const recorder = createRecorder(event, environment)
  const effects = {
    clock,
    files,
    env: environmentWithDepth(env),
    spawn,
    changedFile,
    frontMatter,
    parser,
    answerer,
    state: sessions.of(event),
    exportSpans: spans.exportSpans,
    record: recorder.record,
  }
  const asked = dispatch(registry, event, { effects, signal, ...agentLimits(capabilities, event) })
  const { verdict, aborted } = await withAbortLimit(asked, signal)
  signal.throwIfAborted()
  if (aborted === true) throw new HooksError('aborted', 'a rule ended the dispatch')
  return reportWarnings(recorder.conclude(verdict), {
    event,
    events: capabilities?.events,
    state: effects.state,
  })
}

/** After an abort waits at most ABORT_MS. */
export function withAbortLimit<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    const abort = (): void => {
      timer = setTimeout(() => reject(abortReason(signal)), ABORT_MS)
    }
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
    void work.then(resolve, reject).finally(() => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    })
  })
}

export function abortReason(signal: AbortSignal): Error {
  return signal.reason as Error // whatever it is, it is what an aborted promise rejects with
}

const NATIVE = 'native'

export interface DecodeOptions {
  readonly dialects: readonly Dialect[]
  readonly root: string
  readonly env: Env
  readonly files: Files
}

export interface Decoded {
  readonly event: Event
  /** The agent that gets the verdict; absent for native events. */
  readonly speaks?: Dialect
}

/** Throws when the value is not an event. */
export function decodeEvent(given: unknown, name: string | undefined, decoding: DecodeOptions): Decoded {
  if (!isObject(given)) throw new TypeError(`Expected the event to be an object, got ${show(given)}`)
  const dialect = dialectNamed(name ?? NATIVE, decoding.dialects)
  const { root, env, files } = decoding
  const event = dialect.decode(given, { env, cwd: root, root, files })
  if (dialect.name !== NATIVE) return { event, speaks: dialect }
  if (event.event === 'unmapped') throw unknownEvent(event.native_event)
  return { event }
}

function dialectNamed(name: string, dialects: readonly Dialect[]): Dialect {
  const found = dialects.find((each) => each.name === name || each.aliases?.includes(name) === true)
  if (found !== undefined) return found
  const known = dialects.map((each) => `"${each.name}"`).join(', ')
  throw new HooksError('unknown-dialect', `there is no dialect "${name}"; known: ${known}`)
}

/** An error, because a misspelt event would match no rule. */
export function unknownEvent(name: string | undefined): HooksError {
  const said = name === undefined ? 'the event has no name in "event"' : `there is no event "${name}"`
  return new HooksError('unknown-event', `${said}; known: ${Object.keys(events).join(', ')}`)
}

/** The dispatches under way. */
export interface RunningDispatches {
  /** A signal that aborts with the given one, or when all of them are ended. */
  begin(given: AbortSignal | undefined): { readonly signal: AbortSignal; readonly end: () => void }
  endAll(reason: Error): void
}

/** Not `AbortSignal.any`: a signal that lives as long as the engine would keep every dispatch in memory. */
export function createRunning(): RunningDispatches {
  const closing = new AbortController()
  setMaxListeners(0, closing.signal) // as many as there are dispatches
  const running = new Set<AbortController>()
  const followers = new Map<AbortSignal, Followers>()
  return {
    begin(given) {
      if (given === undefined) return { signal: closing.signal, end: () => {} }
      const controller = new AbortController()
      const leave = follow(given, controller, followers)
      running.add(controller)
      const end = (): void => {
        leave()
        running.delete(controller)
      }
      return { signal: controller.signal, end }
    },
    endAll(reason) {
      for (const controller of [closing, ...running]) controller.abort(reason)
    },
  }
}

/** The dispatches that end with one signal, which has one listener for all of them. */
interface Followers {
  readonly controllers: Set<AbortController>
  readonly abort: () => void
}

/** Aborts with the signal. Returns what ends that; the last one takes the listener away. */
function follow(
  given: AbortSignal,
  controller: AbortController,
  all: Map<AbortSignal, Followers>,
): () => void {
  if (given.aborted) controller.abort(given.reason)
  const found = all.get(given) ?? listenTo(given)
  all.set(given, found)
  found.controllers.add(controller)
  return () => {
    found.controllers.delete(controller)
    if (found.controllers.size > 0) return
    given.removeEventListener('abort', found.abort)
    all.delete(given)
  }
}

function listenTo(given: AbortSignal): Followers {
  const controllers = new Set<AbortController>()
  const abort = (): void => controllers.forEach((each) => each.abort(given.reason))
  given.addEventListener('abort', abort, { once: true })
  return { controllers, abort }
}

/** Scripts that run at once in this process; further ones wait. */
const MAX_SCRIPTS = 16

const waiting: (() => void)[] = []
let running = 0

/** Starts scripts in turn when many are asked for. Waiting counts towards a script's time limit. */
export function inQueue(spawn: Spawn): Spawn {
  return async (request) => {
    const began = performance.now()
    if (running >= MAX_SCRIPTS) await new Promise<void>((resolve) => void waiting.push(resolve))
    else running += 1
    try {
      const ms = performance.now() - began
      if (ms < request.timeout_ms) return await spawn({ ...request, timeout_ms: request.timeout_ms - ms })
      return { end: 'timeout', stdout: '', stderr: '', ms }
    } finally {
      const next = waiting.shift() // it takes over the place
      if (next === undefined) running -= 1
      else next()
    }
  }
}

// What rules keep of events, with the line of each event that `hooks ledger` joins them to.
interface Recorder {
  readonly record: (entry: Readonly<Record<string, unknown>>) => void
  /** Adds the line of an event that rules recorded; a ledger that cannot be written is a warning. */
  readonly conclude: (verdict: Verdict) => Verdict
}

interface StatePlace {
  readonly stateDir: string
  readonly clock: Clock
}

function createRecorder(event: Event, { stateDir, clock }: StatePlace): Recorder {
  const began = clock.now()
  let isRecorded = false
  return {
    record: (entry) => {
      appendContents(stateDir, { event, now: clock.now(), entry })
      isRecorded = true
    },
    conclude: (verdict) => {
      if (!isRecorded) return verdict
      const now = clock.now()
      const subject = subjectOf(event, maskedJson)
      const line = ledgerLine({ event, verdict, now, ms: now - began, entry: undefined, subject })
      const problem = appendLine(childPath(stateDir, 'ledger'), line, () => linkProject(stateDir, event.root))
      if (problem === undefined) return verdict
      const warning = { code: 'ledger', message: `the ledger could not be written: ${problem}` }
      return { ...verdict, warnings: [...verdict.warnings, warning] }
    },
  }
}
