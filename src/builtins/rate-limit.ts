import type { RateLimitOptions } from '../model/generated/options.ts'
import type { Builtin } from '../model/types.ts'

export const rateLimit: Builtin<Required<RateLimitOptions>> = {
  name: 'rate-limit',
  summary: 'Limits tool calls per run; a run begins with each user prompt.',
  events: ['PreToolUse'],
  effects: 'state',
  tightens: true,
  guards: 'ask',
  examples: [
    {
      name: 'lets the first calls through',
      with: { max: 2 },
      event: { event: 'PreToolUse', tool_name: 'WebSearch', tool_input: { query: 'vat rates' } },
      outcome: {},
    },
    {
      name: 'denies the call after the last one',
      with: { max: 0 },
      event: { event: 'PreToolUse', tool_name: 'WebSearch', tool_input: { query: 'vat rates' } },
      outcome: {
        decision: 'deny',
        reason: 'Too many calls in this run: 1/0. Go on without this tool, or tell the user what is left.',
      },
    },
  ],
  answers: () => ['deny'],
  compile({ max }) {
    return (_subject, { rule, state }) => {
      const calls = state.run().count(`rate-limit/${rule.name}`)
      if (calls <= max) return {}
      const reason = `Too many calls in this run: ${calls}/${max}. Go on without this tool, or tell the user what is left.`
      return { decision: 'deny', reason }
    }
  },
}
