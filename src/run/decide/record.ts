import type { Host } from '../host.ts'
import { childPath } from '../../patterns/paths/child-path.ts'
import { appendLine, ledgerLine, type LedgerEntry } from '../../store/ledger/append.ts'
import { storePayload } from '../../store/ledger/payloads.ts'
import { makePrivate } from '../../store/private-dir.ts'
import type { Verdict } from '../../model/types.ts'
import type { PreparedRun } from './prepare.ts'

const PAYLOADS = 20

/** Writes the ledger line before anybody is answered; a ledger that cannot be written is a warning, never a different verdict. */
export function record(
  host: Host,
  of: PreparedRun,
  said: Pick<LedgerEntry, 'verdict' | 'ms' | 'aborted'>,
): Verdict {
  const { event, plan, dirs, stateDir, clock } = of
  const { verdict } = said
  const usable = makePrivate(dirs.state) // false when the directory is not ours alone
  const problem = usable
    ? appendLine(childPath(stateDir, 'ledger'), ledgerLine({ ...said, event, now: clock.now() }))
    : `${stateDir} is not ours alone`
  if (usable) {
    const kept = { ...(event.agent === undefined ? {} : { agent: event.agent }), payload: event.raw }
    const keep = plan.settings?.ledger_payloads ?? PAYLOADS
    storePayload(childPath(stateDir, 'payloads'), kept, {
      keep,
      mask: (value) => host.load('decide').maskedJson(value),
    })
  }
  if (problem === undefined) return verdict
  const warning = { code: 'ledger', message: `the ledger could not be written: ${problem}` }
  return { ...verdict, warnings: [...verdict.warnings, warning] }
}
