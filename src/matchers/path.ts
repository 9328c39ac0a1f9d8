import { definePathMatcher } from './shared/fact-matcher.ts'

export const path = definePathMatcher({
  key: 'path',
  summary: 'globs over the files that the call would read, create, change or delete',
  kinds: ['reads', 'creates', 'edits', 'deletes'],
  examples: [
    {
      pattern: ['.env*', '!.env.example'],
      event: { tool_name: 'Bash', tool_input: { command: 'cp .env .env.example' } },
      is: 'yes',
    },
    {
      pattern: ['.env*', '!.env.example'],
      event: { tool_name: 'Read', tool_input: { file_path: '.env.example' } },
      is: 'no',
    },
    {
      pattern: '~/.ssh/**',
      event: { tool_name: 'Read', tool_input: { file_path: '~/.ssh/id_ed25519' } },
      is: 'yes',
    },
    {
      pattern: '/etc/**',
      event: { tool_name: 'Bash', tool_input: { command: 'tee /etc/hosts' } },
      is: 'yes',
    },
  ],
})
