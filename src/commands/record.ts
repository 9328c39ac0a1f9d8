import { join } from 'node:path'
import { appendLine, ledgerLine, type LedgerEntry } from '../ledger/append.ts'
import { keepPayload } from '../ledger/payloads.ts'
import type { Verdict } from '../types.ts'

export interface RecordPlace {
  readonly stateDir: string
  /** False when the directory is not ours alone. */
  readonly usable: boolean
  /** How many payloads are kept. */
  readonly keep: number
}

/** Writes the ledger line before anybody is answered; a ledger that cannot be written is a warning, never a different verdict. */
export function record(entry: LedgerEntry, { stateDir, usable, keep }: RecordPlace): Verdict {
  const { event, verdict } = entry
  const problem = usable
    ? appendLine(join(stateDir, 'ledger'), ledgerLine(entry))
    : `${stateDir} is not ours alone`
  if (usable)
    keepPayload(join(stateDir, 'payloads'), keep, {
      ...(event.agent === undefined ? {} : { agent: event.agent }),
      payload: event.raw,
    })
  if (problem === undefined) return verdict
  const warning = { code: 'ledger', message: `the ledger could not be written: ${problem}` }
  return { ...verdict, warnings: [...verdict.warnings, warning] }
}
