import type { Verdict } from '../model/types.ts'
import { childPath } from '../patterns/paths/paths.ts'
import { linkProject, makePrivate } from '../store/disk/private-dir.ts'
import { appendLine, ledgerLine, subjectOf } from '../store/ledger/append.ts'
import { storePayload } from '../store/ledger/payloads.ts'
import type { Judged, Opened } from './call.ts'

const PAYLOADS = 20

/** Records what was judged, before anybody is answered, and adds what the user has to be told. */
export function record(judged: Judged): Verdict {
  if (judged.isKnown) return judged.verdict
  let recorded: Verdict | undefined
  try {
    const { opened } = judged
    const verdict = isRecorded(opened) ? addToLedger(judged) : judged.verdict
    const { load } = opened.host
    recorded = verdict.warnings.length === 0 ? verdict : load('decide').reportTo(verdict, opened)
    return recorded
  } finally {
    judged.leave?.(recorded)
  }
}

/** What a person may want to look into. */
function hasId({ decision, flow }: Verdict): boolean {
  return decision === 'deny' || decision === 'ask' || flow === 'continue' || flow === 'restart'
}

/** A ledger that cannot be written is a warning, never a different verdict. */
function addToLedger({ opened, verdict, ms, aborted }: Judged): Verdict {
  const { host, sent, event, plan, dirs, stateDir, clock } = opened
  const { agent: entry } = sent.options
  const mask = (value: unknown): string => host.load('decide').maskedJson(value)
  const usable = makePrivate(dirs.state) // false when the directory is not ours alone
  const line = ledgerLine({
    verdict,
    ms,
    aborted,
    event,
    entry,
    subject: subjectOf(event, mask),
    now: clock.now(),
  })
  const problem = usable
    ? appendLine(childPath(stateDir, 'ledger'), line, () => linkProject(stateDir, event.root))
    : `${dirs.state} cannot be made, or is not a directory that only we can write`
  if (usable) {
    const { agent } = event
    const kept = { ...(agent === undefined ? {} : { agent }), id: line.id, payload: event.raw }
    const keep = plan.settings?.ledger_payloads ?? PAYLOADS
    storePayload(childPath(stateDir, 'payloads'), kept, { keep, mask })
  }
  if (problem === undefined) return hasId(verdict) ? { ...verdict, id: line.id } : verdict
  const warning = { code: 'ledger', message: `the ledger could not be written: ${problem}` }
  return { ...verdict, warnings: [...verdict.warnings, warning] }
}

/** Did it happen? A payload that a person tries did not; programs that speak our own terms pipe theirs in. */
export function isRecorded({ host, sent: { live, options } }: Pick<Opened, 'host' | 'sent'>): boolean {
  const isFile = options.payload !== undefined && options.payload !== '-'
  return !options.dryRun && (live || !(isFile || options.last || host.terminal))
}
