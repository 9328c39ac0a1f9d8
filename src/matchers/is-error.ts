import type { Matcher } from '../model/types.ts'

export const isError: Matcher<boolean> = {
  key: 'is_error',
  summary: 'did the tool fail? neither true nor false when the agent does not say',
  takes: 'boolean',
  events: ['PostToolUse', 'SubagentStop'],
  examples: [
    { pattern: true, event: { is_error: true }, is: 'yes' },
    { pattern: true, event: { is_error: false }, is: 'no' },
    { pattern: false, event: { is_error: false }, is: 'yes' },
    { pattern: true, event: {}, is: 'no' },
    { pattern: false, event: {}, is: 'no' },
  ],
  literals: () => 'any',
  compile:
    (pattern) =>
    ({ event }) =>
      event.is_error === pattern
        ? { is: 'yes', why: `is_error is ${pattern}` }
        : {
            is: 'no',
            why: event.is_error === undefined ? 'the event has no is_error' : `is_error is ${event.is_error}`,
          },
}
