// Tells the agent's user which rules did not hold.
import type { Carries, Event, State, Verdict, Warning } from '../model/types.ts'
import { isFailure } from './ask-handler.ts'

export interface ReportOptions {
  readonly event: Event
  /** Absent: nobody reads messages, and warnings stay data. */
  readonly carries: Carries | undefined
  readonly state: Pick<State, 'once'>
}

/** Adds each warning as a message to the user: once per session and cause, and with every ask or deny that it affects. */
export function reportWarnings(verdict: Verdict, { event, carries, state }: ReportOptions): Verdict {
  if (verdict.warnings.length === 0 || carries?.notify !== true) return verdict
  const isHeld = verdict.decision === 'ask' || verdict.decision === 'deny'
  const messages = verdict.warnings
    .filter((warning) => {
      const isNew = event.session_id === undefined || state.once(causeOf(warning))
      return isNew || (isHeld && warning.code !== 'downgrade')
    })
    .filter(({ message }) => verdict.reason?.includes(message) !== true)
    .map((warning) => textOf(warning, verdict))
  return messages.length === 0
    ? verdict
    : { ...verdict, system_messages: [...new Set([...verdict.system_messages, ...messages])] }
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
