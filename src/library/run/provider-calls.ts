// Calls that the model's provider made itself: rules hear of them once they are over.
import { HooksError } from '../../model/errors.ts'
import type { ModelResponse, ProviderCall } from './run-types.ts'
import { type CallContext, eventOf } from './tool-call.ts'

/** What comes too late is an Error of the run; the model reads a denial. */
export async function tellProviderCalls(
  { provider_calls: calls = [] }: ModelResponse,
  calling: CallContext,
): Promise<void> {
  for (const call of calls) await tell(call, calling)
}

async function tell(call: ProviderCall, { dispatcher, memory }: CallContext): Promise<void> {
  const { id, name, result } = call
  const report = (text: string): Promise<void> =>
    dispatcher.dispatchError(new HooksError('error', text), { tool_name: name, tool_use_id: id })
  const { verdict: before } = await dispatcher.dispatch(eventOf('PreToolUse', call))
  if (before.decision === 'deny' || before.decision === 'ask') {
    const why = before.reason ?? 'a rule refuses it'
    const text = `${name} was run by the provider before rules could refuse it: ${why}`
    memory.context.add(text)
    await report(text)
  }
  if (Object.hasOwn(before, 'updated_input'))
    await report(`${name} was run by the provider before rules could change its input`)
  if (result === undefined) return
  const { output, is_error = false } = result
  const done = { ...eventOf('PostToolUse', call), tool_output: output ?? null, is_error }
  const { verdict: after } = await dispatcher.dispatch(done)
  if (Object.hasOwn(after, 'updated_output'))
    await report(`${name} was run by the provider, so rules cannot change its output`)
}
