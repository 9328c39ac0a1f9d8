import { definePathMatcher } from './shared/fact-matcher.ts'

export const deletes = definePathMatcher({
  key: 'deletes',
  summary: 'globs over the files that the call would delete',
  kinds: ['deletes'],
  examples: [
    {
      pattern: 'migrations/**',
      event: { tool_name: 'Bash', tool_input: { command: 'rm -r migrations' } },
      is: 'yes',
    },
    {
      pattern: 'migrations/**',
      event: { tool_name: 'Bash', tool_input: { command: 'rm -rf .' } },
      is: 'yes',
    },
    {
      pattern: 'migrations/**',
      event: { tool_name: 'Bash', tool_input: { command: 'ls migrations' } },
      is: 'no',
    },
  ],
})
