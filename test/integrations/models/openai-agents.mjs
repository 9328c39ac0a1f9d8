import { assistantMessage, functionCall, modelResponder, ScriptedModel } from '@openai/agents/testing'

/** Tries to delete the order, then says what it was told. */
export const model = new ScriptedModel([
  [functionCall('delete_order', { order: '7' }, { callId: 'call_1' })],
  modelResponder(({ request }) => [assistantMessage(`I cannot: ${request.input.at(-1).output.text}`)]),
])
