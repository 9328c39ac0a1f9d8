import type { Host, PreparedRun, RunRequest, Program } from '../call.ts'
import { childPath } from '../../patterns/paths/paths.ts'
import { appendLine, ledgerLine, type LedgerEntry } from '../../store/ledger/append.ts'
import { storePayload } from '../../store/ledger/payloads.ts'
import { subjectOf } from '../../store/ledger/append.ts'
import { linkProject, makePrivate } from '../../store/disk/private-dir.ts'
import type { Verdict } from '../../model/types.ts'

const PAYLOADS = 20

export interface DecidedRun {
  readonly request: RunRequest
  readonly prepared: PreparedRun
}

type Decided = Pick<LedgerEntry, 'verdict' | 'ms' | 'aborted'>

/** Records what was decided, before anybody is answered, and adds what the user has to be told. */
export function conclude(host: Host, decided: Decided, run: DecidedRun): Verdict {
  const { request, prepared } = run
  const verdict = isRecorded(host, request) ? record(host, decided, run) : decided.verdict
  return verdict.warnings.length === 0 ? verdict : host.load('decide').reportTo(verdict, request, prepared)
}

/** What a person may want to look into. */
function hasId({ decision, flow }: Verdict): boolean {
  return decision === 'deny' || decision === 'ask' || flow === 'continue' || flow === 'restart'
}

/** A ledger that cannot be written is a warning, never a different verdict. */
function record(host: Program, decided: Decided, { request, prepared }: DecidedRun): Verdict {
  const { event, plan, dirs, stateDir, clock } = prepared
  const { agent: entry } = request.options
  const mask = (value: unknown): string => host.load('decide').maskedJson(value)
  const usable = makePrivate(dirs.state) // false when the directory is not ours alone
  const line = ledgerLine({ ...decided, event, entry, subject: subjectOf(event, mask), now: clock.now() })
  const problem = usable
    ? appendLine(childPath(stateDir, 'ledger'), line, () => linkProject(stateDir, event.root))
    : `${dirs.state} cannot be made, or is not a directory that only we can write`
  if (usable) {
    const { agent } = event
    const kept = { ...(agent === undefined ? {} : { agent }), id: line.id, payload: event.raw }
    const keep = plan.settings?.ledger_payloads ?? PAYLOADS
    storePayload(childPath(stateDir, 'payloads'), kept, { keep, mask })
  }
  const { verdict } = decided
  if (problem === undefined) return hasId(verdict) ? { ...verdict, id: line.id } : verdict
  const warning = { code: 'ledger', message: `the ledger could not be written: ${problem}` }
  return { ...verdict, warnings: [...verdict.warnings, warning] }
}

/** Did it happen? A payload that a person tries did not; programs that speak our own terms pipe theirs in. */
export function isRecorded(host: Pick<Host, 'terminal'>, { live, options }: RunRequest): boolean {
  const isFile = options.payload !== undefined && options.payload !== '-'
  return !options.dryRun && (live || !(isFile || options.last || host.terminal))
}
