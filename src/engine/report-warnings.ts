// Tells the agent's user which rules did not hold.
import type { Capabilities, Event, State, Verdict, Warning } from '../model/types.ts'
import { isFailure } from './ask-handler.ts'

export interface ReportOptions {
  readonly event: Event
  /** What the agent supports; absent: nobody reads messages, and warnings stay data. */
  readonly events: Capabilities['events'] | undefined
  readonly state: Pick<State, 'once' | 'problem'>
}

/** Adds each warning as a message to the user: once per session and cause, and with every ask or deny that it affects. */
export function reportWarnings(verdict: Verdict, { event, events, state }: ReportOptions): Verdict {
  const carries = event.event === 'unmapped' ? undefined : events?.[event.event]
  if (events === undefined || verdict.warnings.length === 0 || carries?.notify !== true) return verdict
  const isHeld = verdict.decision === 'ask' || verdict.decision === 'deny'
  const messages = verdict.warnings
    .filter((warning) => {
      const isNew = event.session_id === undefined || state.once(causeOf(warning))
      const isRepeated = state.problem !== undefined && isToldElsewhere(warning, event, events)
      return (isNew && !isRepeated) || (isHeld && warning.code !== 'downgrade')
    })
    .filter(({ message }) => verdict.reason?.includes(message) !== true)
    .map((warning) => textOf(warning, verdict))
  return messages.length === 0
    ? verdict
    : { ...verdict, system_messages: [...new Set([...verdict.system_messages, ...messages])] }
}

/** A person reads these first. */
const starts = ['SessionStart', 'UserPromptSubmit'] as const

/**
 * Where no state can be written it cannot be known what was told before. That itself is told where a session or a
 * prompt begins, as every event there has the warning.
 */
function isToldElsewhere(
  { code }: Warning,
  { event }: Event,
  events: NonNullable<ReportOptions['events']>,
): boolean {
  if (code !== 'ledger' && code !== 'state') return false
  return starts.every((start) => start !== event) && starts.some((start) => events[start]?.notify === true)
}

function causeOf({ code, rule, message }: Warning): string {
  return `warned/${code}/${rule ?? message}`
}

const STDERR_CHARS = 200

function textOf({ code, rule, message }: Warning, { trace }: Verdict): string {
  if (rule === undefined) return `hooks: ${message}`
  if (!isFailure(code)) return `hooks: rule ${rule}: ${message}`
  const stderr = trace.find((entry) => entry.rule === rule && entry.result === code)?.stderr ?? ''
  const said = stderr.trimEnd().split('\n').at(-1)?.trim().slice(0, STDERR_CHARS) ?? ''
  return `hooks: rule ${rule} failed and did not hold: ${message}${said === '' || message.includes(said) ? '' : ` (${said})`}`
}
