// What rules keep of events, with the line of each event that `hooks ledger` joins them to.
import { appendLine, ledgerLine } from '../store/ledger/append.ts'
import { appendContents } from '../store/ledger/contents.ts'
import { maskedJson } from '../store/ledger/mask.ts'
import { subjectOf } from '../store/ledger/subject.ts'
import { linkProject } from '../store/private-dir.ts'
import { childPath } from '../patterns/paths/child-path.ts'
import type { Clock, Event, Verdict } from '../model/types.ts'

export interface Recorder {
  readonly record: (entry: Readonly<Record<string, unknown>>) => void
  /** Adds the line of an event that rules recorded; a ledger that cannot be written is a warning. */
  readonly conclude: (verdict: Verdict) => Verdict
}

interface Place {
  readonly stateDir: string
  readonly clock: Clock
}

export function createRecorder(event: Event, { stateDir, clock }: Place): Recorder {
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
