// A rule may answer a tool call in its place, so that the call is not made.
import type { Event, Half, Outcome } from '../model/types.ts'

/**
 * A result for the call that is about to be made, as `tool_results` or as the output of a wrap's first half, is a deny
 * that says it: an agent that can be given the result takes it from `tool_results`, every other reads the reason.
 */
export function answeredInPlace(outcome: Outcome, event: Event, half: Half | undefined): Outcome {
  if (event.event !== 'PreToolUse') return outcome
  const given = half === 'before' ? asResult(outcome, event) : outcome
  const id = event.tool_use_id
  const results = given.tool_results
  if (results === undefined || id === undefined || !Object.hasOwn(results, id)) return given
  if (given.decision === 'deny') return given
  return { ...given, decision: 'deny', reason: said(results[id]) }
}

function asResult(outcome: Outcome, { tool_use_id: id }: Event): Outcome {
  if (!Object.hasOwn(outcome, 'updated_output') || outcome.updated_output === undefined) return outcome
  const { updated_output: output, ...rest } = outcome
  if (id === undefined) return { ...rest, decision: 'deny', reason: said(output) }
  return { ...rest, tool_results: { ...rest.tool_results, [id]: output } }
}

function said(output: unknown): string {
  const text = typeof output === 'string' ? output : (JSON.stringify(output) ?? '')
  return text === ''
    ? 'It was answered without being run, with nothing.'
    : `It was answered without being run: ${text}`
}
