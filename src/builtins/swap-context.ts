import { isFinalResponse } from './shared/conversation.ts'
import type { SwapContextOptions } from '../model/generated/options.ts'
import type { Builtin, Context, Event, Outcome } from '../model/types.ts'

export const swapContext: Builtin<Required<SwapContextOptions>> = {
  name: 'swap-context',
  summary: 'Replaces the whole conversation with the answer just given.',
  events: ['PostModelCall', 'AgentStop'],
  effects: 'state',
  examples: [
    {
      name: 'replaces the conversation with the answer',
      with: {},
      event: { event: 'PostModelCall', turn: 1, response: 'Plan: move orders.ts, then its tests.' },
      outcome: {
        replace_messages: [{ role: 'user', content: 'Plan: move orders.ts, then its tests.' }],
        persist: true,
        clear: ['tool_results', 'file_access'],
      },
    },
    {
      name: 'once only',
      with: {},
      event: { event: 'PostModelCall', turn: 2, response: 'Done.' },
      outcome: {},
    },
    {
      name: 'at every answer',
      with: { once: false },
      event: { event: 'PostModelCall', turn: 2, response: 'Done.' },
      outcome: { replace_messages: [{ role: 'user', content: 'Done.' }] },
    },
  ],
  compile:
    ({ once }) =>
    ({ event }, context): Outcome => {
      const { response } = event
      if (response === undefined || !isFinalResponse(event)) return {}
      if (once && !isFirst(event, context)) return {}
      return {
        replace_messages: [{ role: 'user', content: response }],
        persist: true,
        clear: ['tool_results', 'file_access'],
      }
    },
}

function isFirst({ turn }: Event, { rule, state }: Context): boolean {
  return turn === undefined ? state.run().once(`swap-context/${rule.name}`) : turn <= 1
}
