// Deterministic ids: every process of a session makes the same ones.
import { hash } from '../../patterns/text/hash.ts'
import type { Event, State } from '../../model/types.ts'

/** The session is the trace. */
export function traceId({ session_id }: Event): string {
  return hex(`trace/${session_id ?? 'none'}`, 32)
}

export function spanId(...parts: readonly (string | number)[]): string {
  return hex(parts.join('/'), 16)
}

/** Each prompt of the user begins a run. */
export function runOf({ run_id }: Event, state: State): string {
  return run_id ?? String(state.counted('runs'))
}

export function agentSpan(event: Event, state: State): string {
  const { subagent, session_id } = event
  const run = `${session_id ?? 'none'}/${runOf(event, state)}`
  return subagent === undefined ? spanId('run', run) : spanId('run', run, subagent.id ?? subagent.name)
}

export function mainSpan(event: Event, state: State): string {
  return spanId('run', `${event.session_id ?? 'none'}/${runOf(event, state)}`)
}

/** All zeros would be an invalid id. */
function hex(text: string, length: number): string {
  let digits = ''
  for (let at = 0; digits.length < length; at++)
    digits += Number.parseInt(hash(`${at}/${text}`), 36)
      .toString(16)
      .padStart(14, '0')
      .slice(-12)
  return `${digits.slice(0, length - 1)}${digits.slice(length - 1, length).replace('0', '1')}`
}
