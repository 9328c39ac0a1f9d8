import { capables, fieldMatchers } from '../catalog.ts'
import { defaultSettings } from '../default-settings.ts'
import { agentLimits } from '../engine/agent-limits.ts'
import { dispatch, type DispatchResult } from '../engine/dispatch.ts'
import { createRegistry } from '../engine/registry.ts'
import { createMakers, type Handlers } from '../handlers/make.ts'
import type { Host } from '../host.ts'
import { inside } from '../inside.ts'
import { loadOnDemandWith } from '../on-demand.ts'
import { part } from '../parts.ts'
import { createFileState, type FileState } from '../state/files.ts'
import { createMemoryState } from '../state/memory.ts'
import type { Catalog, ExportSpans, State, Verdict } from '../types.ts'
import { answerersFor } from './answerers.ts'
import { interruptible } from './interrupt.ts'
import { withNotices } from './notices.ts'
import type { Prepared, Request } from './prepare.ts'
import { rulesUnder } from './rules-for.ts'

/** Asks the rules about a prepared event. */
export async function decide(host: Host, request: Request, prepared: Prepared): Promise<DispatchResult> {
  loadOnDemandWith((name) => part(host, name))
  const { options } = request
  const { event, plan, stateDir, clock, files } = prepared
  const rules = rulesUnder(host.env, plan)
  const registry = createRegistry(
    rules,
    plan.settings ?? defaultSettings,
    createMakers(handlersFor(host, stateDir)),
  )
  const kept = stateFor(request, prepared)
  const exportSpans: ExportSpans = (...spans) => part(host, 'otlp').spoolSpans(kept.state)(...spans)
  const effects = {
    clock,
    files: options.dryRun ? { ...files, write: nothing, append: nothing, remove: nothing } : files,
    ...kept,
    env: host.env,
    dry: options.dryRun,
    exportSpans: options.dryRun ? undefined : exportSpans,
    spawn: interruptible(host, options.dryRun),
    punctual: true,
    frontMatter: (text: string) => part(host, 'front-matter').frontMatter(text),
    record: (entry: Readonly<Record<string, unknown>>) => {
      if (!options.dryRun) part(host, 'builtins').appendContents(stateDir, { event, now: clock.now(), entry })
    },
  }
  const spoken =
    request.as ?? (request.live ? capables.find(({ name }) => name === request.dialect.name) : undefined)
  const capabilities = spoken?.capabilitiesAt?.(event) ?? spoken?.capabilities
  const result = await dispatch(registry, event, {
    effects,
    explain: options.explain,
    ...agentLimits(capabilities, event),
  })
  const verdict = withStateProblem(result.verdict, effects.state)
  return { ...result, verdict: withNotices(verdict, prepared) }
}

const nothing = (): void => undefined

function handlersFor(host: Host, stateDir: string): Handlers {
  return {
    matchers: {
      get: (key) => matcherIn(fieldMatchers, key) ?? matcherIn(part(host, 'facts').factMatchers, key),
    },
    get scripted() {
      return part(host, 'scripts').scripted
    },
    get builtins() {
      return part(host, 'builtins').builtins
    },
    makeRun: (...made) => part(host, 'scripts').makeRun(...made),
    recipes: answerersFor(host, stateDir),
  }
}

function matcherIn(matchers: Catalog['matchers'], key: string): Catalog['matchers'][number] | undefined {
  return matchers.find((matcher) => matcher.key === key)
}

/** Counters and firsts that only this process remembers hold nothing: that is said. */
function withStateProblem(
  verdict: Verdict,
  { problem }: State & Partial<Pick<FileState, 'problem'>>,
): Verdict {
  if (problem === undefined) return verdict
  return { ...verdict, warnings: [...verdict.warnings, { code: 'state', message: problem }] }
}

/** A dry run remembers nothing, but knows what happened before. */
function stateFor(
  { options }: Request,
  { event, stateDir, clock }: Prepared,
): { readonly state: State | FileState; readonly past?: State } {
  const state = createFileState({
    dir: inside(stateDir, 'sessions'),
    session: event.session_id ?? 'none',
    clock,
  })
  return options.dryRun ? { state: createMemoryState(clock), past: state } : { state }
}
