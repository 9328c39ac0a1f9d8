import { childPath } from '../../patterns/paths/paths.ts'
import { errorMessage } from '../../model/errors.ts'
import { appendPrivate } from '../disk/private-dir.ts'
import type { Decision, Event, TraceEntry, Verdict } from '../../model/types.ts'
import { mayHoldSecret } from '../../patterns/secrets/secrets.ts'
import { hideDeep } from '../../patterns/secrets/hide-deep.ts'

/** One line of the ledger; no contents. */
export interface LedgerLine {
  /** ISO 8601, UTC, milliseconds. */
  readonly time: string
  readonly event: string
  /** Names this line to people: seven letters and digits, the first a letter. */
  readonly id?: string
  /** The agent that the calling settings name with `--agent`; absent when a person ran it. */
  readonly entry?: string
  readonly agent?: string
  readonly session?: string
  readonly run?: string
  readonly tool?: string
  readonly tool_use_id?: string
  /** The call failed. */
  readonly is_error?: true
  /** The command, path or URL, secrets masked. */
  readonly subject?: string
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
  readonly entry: string | undefined
  readonly subject: string | undefined
}

export function ledgerLine(from: LedgerEntry): LedgerLine & { readonly id: string } {
  const { event, verdict, now, ms, aborted, entry, subject } = from
  const { trace, warnings } = verdict
  const decided = decidedBy(verdict)
  const would = trace
    .filter((entry) => entry.would !== undefined)
    .map((entry) => [entry.rule, String(entry.would)])
  const failed = trace
    .filter((entry) => entry.result !== 'ran' && entry.result !== 'skipped')
    .map((entry) => entry.rule)
  return {
    time: isoTime(now),
    ...eventIds(event),
    id: lineId(),
    ...(entry === undefined ? {} : { entry }),
    ...(event.is_error === true ? { is_error: true } : {}),
    ...(subject === undefined ? {} : { subject }),
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

/** The rule whose decision it is; where nothing was decided, the one that stopped or went on. */
function decidedBy({ trace, decision, flow }: Verdict): TraceEntry | undefined {
  if (decision !== 'proceed') return trace.find((entry) => entry.decision === decision)
  return flow === 'default' ? undefined : trace.find((entry) => entry.flow === flow)
}

const LETTERS = 22
const ID_RANGE = 32 ** 6

/** A letter first, so that no id is taken for a number. */
export function lineId(): string {
  return Math.floor((10 + Math.random() * LETTERS) * ID_RANGE).toString(32)
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

/** As `toISOString` says it, whose first call takes 0.9 MB. `ms` since 1970, up to the year 9999. */
export function isoTime(ms: number): string {
  const at = new Date(ms)
  const day = [two(at.getUTCFullYear(), 4), two(at.getUTCMonth() + 1), two(at.getUTCDate())]
  const time = [two(at.getUTCHours()), two(at.getUTCMinutes()), two(at.getUTCSeconds())]
  return `${day.join('-')}T${time.join(':')}.${two(at.getUTCMilliseconds(), 3)}Z`
}

function two(value: number, digits = 2): string {
  return String(value).padStart(digits, '0')
}

/** What a call is about, best first. */
const fields = ['command', 'cmd', 'file_path', 'notebook_path', 'filePath', 'path', 'url'] as const
const MAX_SUBJECT = 200
/** Read for secrets, so that none is cut in half. */
const MAX_READ = 4096

/** The command, path or URL of a call, or where a session came from, secrets masked. Never a prompt. */
export function subjectOf(
  { tool_input: input, source }: Event,
  mask: (value: unknown) => string,
): string | undefined {
  const found = typeof input === 'object' && input !== null ? fieldIn(input) : source
  if (found === undefined) return undefined
  const short = typeof found === 'string' ? found.slice(0, MAX_READ) : found
  try {
    return textOf(short, mask).slice(0, MAX_SUBJECT)
  } catch {
    return undefined // the rest of the line stands without it
  }
}

function textOf(value: string | readonly string[], mask: (value: unknown) => string): string {
  const isSafe = !mayHoldSecret(typeof value === 'string' ? value : JSON.stringify(value))
  const shown: unknown = isSafe ? value : JSON.parse(mask(value))
  return Array.isArray(shown) ? shown.join(' ') : String(shown)
}

function fieldIn(input: object): string | readonly string[] | undefined {
  for (const name of fields) {
    const value: unknown = Object.hasOwn(input, name) ? Reflect.get(input, name) : undefined
    if (typeof value === 'string' && value !== '') return value
    if (Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string'))
      return value
  }
  return undefined
}

const MASK = '[masked]'

/** A value as JSON with secret-looking keys and texts masked. */
export function maskedJson(value: unknown): string {
  return JSON.stringify(hideDeep(value, { replace: MASK, record: true }))
}
