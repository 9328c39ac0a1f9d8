import type { RateLimitOptions } from '../model/generated/options.ts'
import type { Builtin, Event, State } from '../model/types.ts'
import { callKey } from './shared/call-key.ts'

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
    return ({ event }, { rule, state }) => {
      const calls = countCall(event, `rate-limit/${rule.name}`, state)
      if (calls <= max) return {}
      const reason = `Too many calls in this run: ${calls}/${max}. Go on without this tool, or tell the user what is left.`
      return { decision: 'deny', reason }
    }
  },
}

/** Counted before it is marked, and marked only then: what goes wrong in between makes a call two, not none. */
function countCall(event: Event, key: string, state: State): number {
  const run = state.run()
  const call = callKey(event)
  const mark = `${key}/${call}`
  if (call !== undefined && run.counted(mark) > 0) return run.counted(key)
  const calls = run.count(key)
  if (call !== undefined && state.problem === undefined) run.count(mark)
  return calls
}
