import { bashCall, fileCall } from './shared/example-events.ts'
import { definePathMatcher } from './shared/fact-matcher.ts'

export const path = definePathMatcher({
  key: 'path',
  summary: 'globs over the files that the call would read, create, change or delete',
  kinds: ['reads', 'creates', 'edits', 'deletes'],
  examples: [
    { pattern: ['.env*', '!.env.example'], event: bashCall('cp .env .env.example'), is: 'yes' },
    { pattern: ['.env*', '!.env.example'], event: fileCall('Read', '.env.example'), is: 'no' },
    { pattern: '~/.ssh/**', event: fileCall('Read', '~/.ssh/id_ed25519'), is: 'yes' },
    { pattern: '/etc/**', event: bashCall('tee /etc/hosts'), is: 'yes' },
  ],
})
