import { defineTextMatcher } from './shared/matcher.ts'

export const response = defineTextMatcher({
  key: 'response',
  summary: "text pattern over the agent's last answer",
  events: ['AgentStop', 'SubagentStop', 'PostStep', 'PostModelCall', 'ShouldContinue', 'SessionEnd'],
  examples: [
    { pattern: '*all tests pass*', event: { response: 'Done: all tests pass.' }, is: 'yes' },
    { pattern: '/\\btodo\\b/i', event: { response: 'One TODO is left' }, is: 'yes' },
    { pattern: '*', event: {}, is: 'no' },
  ],
  read: (event) => event.response,
})
