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
    .map(textOf)
  return messages.length === 0
    ? verdict
    : { ...verdict, system_messages: [...new Set([...verdict.system_messages, ...messages])] }
}

function causeOf({ code, rule, message }: Warning): string {
  return `warned/${code}/${rule ?? message}`
}

function textOf({ code, rule, message }: Warning): string {
  if (rule === undefined || message.includes(rule)) return `hooks: ${message}`
  return isFailure(code)
    ? `hooks: rule ${rule} failed and did not hold: ${message}`
    : `hooks: rule ${rule}: ${message}`
}
