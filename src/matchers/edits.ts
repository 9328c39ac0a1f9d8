import { definePathMatcher } from './shared/fact-matcher.ts'

export const edits = definePathMatcher({
  key: 'edits',
  summary: 'globs over the files that the call would change',
  kinds: ['edits'],
  examples: [
    {
      pattern: 'migrations/**',
      event: { tool_name: 'Edit', tool_input: { file_path: 'migrations/001.sql' } },
      is: 'yes',
    },
    {
      pattern: 'migrations/**',
      event: { tool_name: 'Bash', tool_input: { command: 'sed -i s/a/b/ migrations/001.sql' } },
      is: 'yes',
    },
    {
      pattern: 'migrations/**',
      event: { tool_name: 'Edit', tool_input: { file_path: 'src/cart.ts' } },
      is: 'no',
    },
  ],
})
