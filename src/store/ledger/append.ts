import { childPath } from '../../patterns/paths/child-path.ts'
import { isoTime } from '../../patterns/text/iso-time.ts'
import { errorMessage } from '../../model/errors.ts'
import { appendPrivate } from '../private-dir.ts'
import type { Decision, Event, Verdict } from '../../model/types.ts'

/** One line of the ledger; no contents. */
export interface LedgerLine {
  /** ISO 8601, UTC, milliseconds. */
  readonly time: string
  readonly event: string
  readonly agent?: string
  readonly session?: string
  readonly run?: string
  readonly tool?: string
  readonly tool_use_id?: string
  /** The call failed. */
  readonly is_error?: true
  readonly decision: Decision
  readonly flow?: string
  /** The rule that decided, when one did. */
  readonly rule?: string
  /** Rules in `advise` or `watch`, with what they would have decided. */
  readonly would?: Readonly<Record<string, string>>
  readonly failed?: readonly string[]
  readonly ms: number
  readonly warnings?: readonly string[]
  readonly aborted?: true
}

export interface LedgerEntry {
  readonly event: Event
  readonly verdict: Verdict
  readonly now: number
  readonly ms: number
  readonly aborted?: boolean
}

export function ledgerLine({ event, verdict, now, ms, aborted }: LedgerEntry): LedgerLine {
  const { trace, warnings } = verdict
  const decided = trace.find((entry) => entry.decision === verdict.decision && verdict.decision !== 'proceed')
  const would = trace
    .filter((entry) => entry.would !== undefined)
    .map((entry) => [entry.rule, String(entry.would)])
  const failed = trace
    .filter((entry) => entry.result !== 'ran' && entry.result !== 'skipped')
    .map((entry) => entry.rule)
  return {
    time: isoTime(now),
    ...eventIds(event),
    ...(event.is_error === true ? { is_error: true } : {}),
    decision: verdict.decision,
    ...(verdict.flow === 'default' ? {} : { flow: verdict.flow }),
    ...(decided === undefined ? {} : { rule: decided.rule }),
    ...(would.length === 0 ? {} : { would: Object.fromEntries(would) }),
    ...(failed.length === 0 ? {} : { failed }),
    ms: Math.round(ms * 1000) / 1000,
    ...(warnings.length === 0 ? {} : { warnings: warnings.map((warning) => warning.code) }),
    ...(aborted === true ? { aborted } : {}),
  }
}

/** Which event of which call it was. */
export function eventIds({
  event,
  native_event = 'unmapped',
  agent,
  session_id: session,
  run_id: run,
  tool_name: tool,
  tool_use_id,
}: Event): Pick<LedgerLine, 'event' | 'agent' | 'session' | 'run' | 'tool' | 'tool_use_id'> {
  return {
    event: event === 'unmapped' ? native_event : event,
    ...(agent !== undefined && { agent }),
    ...(session !== undefined && { session }),
    ...(run !== undefined && { run }),
    ...(tool !== undefined && { tool }),
    ...(tool_use_id !== undefined && { tool_use_id }),
  }
}

/** Appends one line to the day's spool. Returns why it could not. `whenNew` is called after the directory had to be made. */
export function appendLine(dir: string, line: LedgerLine, whenNew?: () => void): string | undefined {
  try {
    appendPrivate(childPath(dir, `${line.time.slice(0, 10)}.jsonl`), `${JSON.stringify(line)}\n`, whenNew)
    return undefined
  } catch (error) {
    return errorMessage(error)
  }
}
