import { definePathMatcher } from './shared/fact-matcher.ts'

export const creates = definePathMatcher({
  key: 'creates',
  summary: 'globs over the files that the call would create',
  kinds: ['creates'],
  examples: [
    {
      pattern: '*.sql',
      event: { tool_name: 'Write', tool_input: { file_path: 'migrations/002.sql' } },
      is: 'yes',
    },
    {
      pattern: '*.sql',
      event: { tool_name: 'Bash', tool_input: { command: 'touch migrations/002.sql' } },
      is: 'yes',
    },
    {
      pattern: '*.sql',
      event: { tool_name: 'Edit', tool_input: { file_path: 'migrations/001.sql' } },
      is: 'no',
    },
  ],
})
