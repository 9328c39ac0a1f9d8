import { definePathMatcher } from './shared/fact-matcher.ts'

export const writes = definePathMatcher({
  key: 'writes',
  summary: 'globs over the files that the call would create, change or delete',
  kinds: ['creates', 'edits', 'deletes'],
  examples: [
    { pattern: 'src/**', event: { tool_name: 'Write', tool_input: { file_path: 'src/cart.ts' } }, is: 'yes' },
    {
      pattern: 'src/**',
      event: { tool_name: 'Bash', tool_input: { command: 'echo x >> src/cart.ts' } },
      is: 'yes',
    },
    { pattern: 'src/**', event: { tool_name: 'Bash', tool_input: { command: 'rm src/cart.ts' } }, is: 'yes' },
    { pattern: 'src/**', event: { tool_name: 'Read', tool_input: { file_path: 'src/cart.ts' } }, is: 'no' },
  ],
})
