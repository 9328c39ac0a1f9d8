import { join } from 'node:path'
import { createClock } from '../clock.ts'
import { dialects, matchers } from '../catalog.ts'
import { dispatch, type DispatchResult } from '../engine/dispatch.ts'
import { createRegistry } from '../engine/registry.ts'
import { createFiles } from '../files.ts'
import { createMakers, type Handlers } from '../handlers/make.ts'
import type { Host } from '../host.ts'
import { part } from '../parts.ts'
import type { OpenPlan } from '../plan/cache.ts'
import { dirs as findDirs, projectKey, type Dirs } from '../plan/dirs.ts'
import { makePrivate } from '../private-dir.ts'
import { createFileState } from '../state/files.ts'
import { createMemoryState } from '../state/memory.ts'
import type { Capabilities, Clock, Dialect, Event, Files, Settings, State, Verdict } from '../types.ts'
import { interruptible } from './interrupt.ts'
import { withNotices } from './notices.ts'
import { openPlanFor, rulesFor } from './plan-for.ts'
import { record } from './record.ts'
import { locate } from './locate.ts'
import type { RunOptions } from './run-options.ts'

export interface Request {
  readonly options: RunOptions
  readonly dialect: Dialect
  readonly payload: Readonly<Record<string, unknown>>
  /** An agent waits for the answer; else this is a replay. */
  readonly live: boolean
  /** The agent that the verdict has to fit in a replay. */
  readonly as?: Dialect
}

export interface Evaluated extends Pick<DispatchResult, 'considered' | 'explained'> {
  readonly event: Event
  readonly verdict: Verdict
  readonly aborted: boolean
  readonly plan: OpenPlan
  readonly dirs: Dirs
  readonly ms: number
}

const DEFAULTS: Settings = {
  dispatch_ms: 60_000,
  continues: 10,
  reply_chars: 2_000_000,
  contracts: 'warn',
  on_config_error: 'ask',
  ledger_payloads: 20,
}
/** The part of the agent's own limit that we keep back, so that the answer that counts is ours. */
const MARGIN = 0.1

/** Decides over one payload: root, plan, rules, verdict, ledger. */
export async function evaluate(host: Host, request: Request): Promise<Evaluated> {
  const clock = createClock()
  const started = clock.elapsed()
  const files = createFiles()
  const dirs = findDirs(host.env)
  const { root, nested, payload } = locate(host, request, { files, dirs })
  const event = request.dialect.decode(payload, { env: host.env, cwd: host.cwd, root, files })
  const plan = await openPlanFor(host, request.options, {
    root,
    dirs,
    files,
    now: clock.now(),
    event: event.event,
  })
  const stateDir = join(dirs.state, projectKey(root))
  const settings = plan.settings ?? DEFAULTS
  const state = stateFor(request, { event, stateDir, clock })
  const result = await decide(host, request, { event, plan, settings, state, clock, files })
  const ms = clock.elapsed() - started
  const noticed = withNotices(result.verdict, { plan, event, nested })
  const aborted = result.aborted === true
  const entry = { event, verdict: noticed, now: clock.now(), ms, aborted }
  const verdict = request.options.dryRun
    ? noticed
    : record(entry, { stateDir, usable: makePrivate(dirs.state), keep: settings.ledger_payloads })
  return { ...result, event, verdict, aborted, plan, dirs, ms }
}

interface Decide {
  readonly event: Event
  readonly plan: OpenPlan
  readonly settings: Settings
  readonly state: State
  readonly clock: Clock
  readonly files: Files
}

function decide(
  host: Host,
  request: Request,
  { event, plan, settings, state, clock, files }: Decide,
): Promise<DispatchResult> {
  const { options } = request
  const rules = host.env.HOOKS_DISABLE === '1' ? [] : rulesFor(plan)
  const registry = createRegistry(rules, settings, createMakers(handlersFor(host)))
  const effects = {
    clock,
    files,
    state,
    env: host.env,
    spawn: interruptible(host, options.dryRun),
    frontMatter: (text: string) => part(host, 'front-matter').frontMatter(text),
  }
  const spoken = request.as ?? (request.live ? request.dialect : undefined)
  const capabilities = spoken?.capabilitiesAt?.(event) ?? spoken?.capabilities
  return dispatch(registry, event, { effects, explain: options.explain, ...limits(capabilities, event) })
}

function handlersFor(host: Host): Handlers {
  return {
    matchers,
    dialects,
    get builtins() {
      return part(host, 'builtins').builtins
    },
    makeRun: (...made) => part(host, 'scripts').makeRun(...made),
  }
}

function limits(
  capabilities: Capabilities | undefined,
  event: Event,
): { capabilities?: Capabilities; deadline_ms?: number } {
  if (capabilities === undefined) return {}
  const own = event.event === 'unmapped' ? undefined : capabilities.timeouts_ms?.[event.event]
  return { capabilities, deadline_ms: (own ?? capabilities.timeout_ms) * (1 - MARGIN) }
}

/** A dry run remembers nothing. */
function stateFor(request: Request, of: { event: Event; stateDir: string; clock: Clock }): State {
  if (request.options.dryRun) return createMemoryState(of.clock)
  return createFileState({
    dir: join(of.stateDir, 'sessions'),
    session: of.event.session_id ?? 'none',
    clock: of.clock,
  })
}
