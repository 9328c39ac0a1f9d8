import { outputText } from '../model/events.ts'
import { defineTextMatcher } from './shared/matcher.ts'

export const output = defineTextMatcher({
  key: 'output',
  summary: "text pattern over a tool's or a subagent's output; the empty pattern is an empty output",
  events: ['PostToolUse', 'SubagentStop', 'PostModelCall'],
  examples: [
    { pattern: '*ENOENT*', event: { output_text: 'Error: ENOENT, orders.ts' }, is: 'yes' },
    { pattern: '', event: { output_text: '' }, is: 'yes' },
    { pattern: '', event: { output_text: 'something' }, is: 'no' },
    { pattern: '', event: {}, is: 'no' },
    { pattern: '/^\\d+ passed$/m', event: { tool_output: 'ok\n12 passed\n' }, is: 'yes' },
  ],
  read: outputText,
})
