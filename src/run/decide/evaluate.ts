import type { DispatchResult } from '../../engine/dispatch.ts'
import { retryDamaged } from '../../store/plan/rule-file.ts'
import type { Host, PreparedRun, RunRequest } from '../call.ts'
import { prepare } from './prepare.ts'
import { conclude } from './record.ts'

export interface Evaluated
  extends
    Pick<DispatchResult, 'verdict' | 'considered' | 'explained'>,
    Pick<PreparedRun, 'event' | 'plan' | 'dirs' | 'compiled_ms'> {
  readonly aborted: boolean
  readonly ms: number
}

/** Decides over one payload: root, plan, rules, verdict, ledger. */
export function evaluate(host: Host, request: RunRequest): Promise<Evaluated> {
  return retryDamaged(() => evaluateOnce(host, request))
}

async function evaluateOnce(host: Host, request: RunRequest): Promise<Evaluated> {
  const prepared = await prepare(host, request)
  const result = await host.load('decide').decide(host, request, prepared)
  const { event, plan, dirs, clock, started, compiled_ms } = prepared
  const ms = clock.elapsed() - started
  const aborted = result.aborted === true
  const verdict = conclude(host, { verdict: result.verdict, ms, aborted }, { request, prepared })
  return { ...result, event, verdict, aborted, plan, dirs, ms, compiled_ms }
}
