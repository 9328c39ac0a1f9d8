// Calls that the model's provider made itself: rules hear of them once they are over.
import { HooksError } from '../../model/errors.ts'
import type { ModelResponse, ProviderCall } from './run-types.ts'
import { type CallContext, eventOf } from './tool-call.ts'

/** A denial comes too late: the model reads it, and it is an Error of the run. */
export async function tellProviderCalls(
  { provider_calls: calls = [] }: ModelResponse,
  calling: CallContext,
): Promise<void> {
  for (const call of calls) await tell(call, calling)
}

async function tell(call: ProviderCall, { dispatcher, memory }: CallContext): Promise<void> {
  const { id, name, result } = call
  const { verdict } = await dispatcher.dispatch(eventOf('PreToolUse', call))
  if (verdict.decision === 'deny' || verdict.decision === 'ask') {
    const why = verdict.reason ?? 'a rule refuses it'
    const reason = `${name} was run by the provider before rules could refuse it: ${why}`
    memory.context.add(reason)
    await dispatcher.dispatchError(new HooksError('error', reason), { tool_name: name, tool_use_id: id })
  }
  if (result === undefined) return
  const { output, is_error = false } = result
  await dispatcher.dispatch({ ...eventOf('PostToolUse', call), tool_output: output ?? null, is_error })
}
