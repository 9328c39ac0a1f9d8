// One event through the registry that is in force when it comes.
import { agentLimits } from '../engine/dispatch-state.ts'
import { dispatch } from '../engine/dispatch.ts'
import { HooksError } from '../model/errors.ts'
import { frontMatter } from '../recipes/front-matter.ts'
import { appendContents } from '../store/ledger/contents.ts'
import type { Batches } from '../builtins/tracing/otlp/batch.ts'
import { createSpawn } from '../handlers/spawn/spawn.ts'
import type { Clock, Env, Files, Loaders, Registry, Spawn, Verdict } from '../model/types.ts'
import type { Decoded } from './decode.ts'
import type { StartScript } from './options.ts'
import { environmentHere } from './recipes.ts'
import type { Sessions } from './sessions.ts'

/** What scripts get to end in; then the dispatch rejects whatever they do. */
const ABORT_MS = 450
export interface Surroundings {
  readonly clock: Clock
  readonly files: Files
  readonly env: Env
  readonly sessions: Sessions
  readonly stateDir: string
  readonly startScript?: StartScript | undefined
  readonly parser: Loaders['parser']
  readonly spans: Batches
}

/** Rejects with the signal's reason, at the latest half a second after it aborts. */
export async function decide(
  registry: Registry,
  { event, speaks }: Decoded,
  { surroundings, signal }: { readonly surroundings: Surroundings; readonly signal: AbortSignal },
): Promise<Verdict> {
  signal.throwIfAborted()
  const { clock, files, env, sessions, stateDir, startScript, spans, parser } = surroundings
  const capabilities = speaks?.capabilitiesAt?.(event) ?? speaks?.capabilities
  const spawn: Spawn =
    startScript === undefined ? createSpawn({ signal }) : (request) => startScript(request, { signal })
  const effects = {
    clock,
    files,
    env: environmentHere(env),
    spawn,
    frontMatter,
    parser,
    state: sessions.of(event),
    exportSpans: spans.exportSpans,
    record: (entry: Readonly<Record<string, unknown>>) =>
      appendContents(stateDir, { event, now: clock.now(), entry }),
  }
  const asked = dispatch(registry, event, { effects, signal, ...agentLimits(capabilities, event) })
  const { verdict, aborted } = await patiently(asked, signal)
  signal.throwIfAborted()
  if (aborted === true) throw new HooksError('aborted', 'a rule ended the dispatch')
  return verdict
}

/** After an abort only so long. */
function patiently<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    const abort = (): void => {
      timer = setTimeout(() => reject(reasonOf(signal)), ABORT_MS)
    }
    signal.addEventListener('abort', abort, { once: true })
    void work.then(resolve, reject).finally(() => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    })
  })
}

function reasonOf(signal: AbortSignal): Error {
  return signal.reason as Error // whatever it is, it is what an aborted promise rejects with
}
