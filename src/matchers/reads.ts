import { definePathMatcher } from './shared/fact-matcher.ts'

export const reads = definePathMatcher({
  key: 'reads',
  summary: 'globs over the files that the call would read',
  kinds: ['reads'],
  examples: [
    {
      pattern: '.env*',
      event: { tool_name: 'Read', tool_input: { file_path: 'api/.env.production' } },
      is: 'yes',
    },
    { pattern: '.env*', event: { tool_name: 'Bash', tool_input: { command: 'cat < .env' } }, is: 'yes' },
    { pattern: '.env*', event: { tool_name: 'Write', tool_input: { file_path: '.env' } }, is: 'no' },
    { pattern: '~/.ssh/**', event: { tool_name: 'Bash', tool_input: { command: 'cat $KEY' } }, is: 'maybe' },
  ],
})
