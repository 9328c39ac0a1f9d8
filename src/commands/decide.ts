import { join } from 'node:path'
import { matchers, speakers } from '../catalog.ts'
import { defaultSettings } from '../default-settings.ts'
import { agentLimits } from '../engine/agent-limits.ts'
import { dispatch, type DispatchResult } from '../engine/dispatch.ts'
import { createRegistry } from '../engine/registry.ts'
import { createMakers, type Handlers } from '../handlers/make.ts'
import type { Host } from '../host.ts'
import { part } from '../parts.ts'
import { createFileState, type FileState } from '../state/files.ts'
import { createMemoryState } from '../state/memory.ts'
import type { Answer, Event, Speaker, State, Verdict } from '../types.ts'
import { interruptible } from './interrupt.ts'
import { withNotices } from './notices.ts'
import type { Prepared, Request } from './prepare.ts'
import { rulesFor } from './rules-for.ts'

/** Asks the rules about a prepared event. */
export async function decide(host: Host, request: Request, prepared: Prepared): Promise<DispatchResult> {
  const { options } = request
  const { event, plan, stateDir, clock, files } = prepared
  const rules = host.env.HOOKS_DISABLE === '1' ? [] : rulesFor(plan)
  const registry = createRegistry(rules, plan.settings ?? defaultSettings, createMakers(handlersFor(host)))
  const effects = {
    clock,
    files,
    state: stateFor(request, prepared),
    env: host.env,
    dry: options.dryRun,
    spawn: interruptible(host, options.dryRun),
    frontMatter: (text: string) => part(host, 'front-matter').frontMatter(text),
    record: (entry: Readonly<Record<string, unknown>>) => {
      if (!options.dryRun) part(host, 'builtins').appendContents(stateDir, { event, now: clock.now(), entry })
    },
  }
  const spoken = request.as ?? (request.live ? speakerNamed(request.dialect.name) : undefined)
  const capabilities = spoken?.capabilitiesAt?.(event) ?? spoken?.capabilities
  const result = await dispatch(registry, event, {
    effects,
    explain: options.explain,
    ...agentLimits(capabilities, event),
  })
  const verdict = withStateProblem(result.verdict, effects.state)
  return { ...result, verdict: withNotices(verdict, prepared) }
}

function speakerNamed(agent: string): Speaker | undefined {
  return speakers.find(({ name }) => name === agent)
}

/** What an agent is told. */
export function encode(agent: string, verdict: Verdict, event: Event): Answer {
  return speakerNamed(agent)?.encode(verdict, event) ?? { stdout: '', stderr: '', exit: 0 }
}

function handlersFor(host: Host): Handlers {
  return {
    matchers,
    get dialects() {
      return part(host, 'scripts').dialects
    },
    get builtins() {
      return part(host, 'builtins').builtins
    },
    makeRun: (...made) => part(host, 'scripts').makeRun(...made),
    recipes: {
      answerCallback: (...asked) => part(host, 'recipes').answerCallback(...asked),
      render: (...filled) => part(host, 'liquid').render(...filled),
    },
  }
}

/** Counters and firsts that only this process remembers hold nothing: that is said. */
function withStateProblem(
  verdict: Verdict,
  { problem }: State & Partial<Pick<FileState, 'problem'>>,
): Verdict {
  if (problem === undefined) return verdict
  return { ...verdict, warnings: [...verdict.warnings, { code: 'state', message: problem }] }
}

/** A dry run remembers nothing. */
function stateFor({ options }: Request, { event, stateDir, clock }: Prepared): State | FileState {
  if (options.dryRun) return createMemoryState(clock)
  return createFileState({ dir: join(stateDir, 'sessions'), session: event.session_id ?? 'none', clock })
}
