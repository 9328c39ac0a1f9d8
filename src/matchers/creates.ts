import { bashCall, fileCall } from './shared/example-events.ts'
import { definePathMatcher } from './shared/fact-matcher.ts'

export const creates = definePathMatcher({
  key: 'creates',
  summary: 'globs over the files that the call would create',
  kinds: ['creates'],
  examples: [
    { pattern: '*.sql', event: fileCall('Write', 'migrations/002.sql'), is: 'yes' },
    { pattern: '*.sql', event: bashCall('touch migrations/002.sql'), is: 'yes' },
    { pattern: '*.sql', event: fileCall('Edit', 'migrations/001.sql'), is: 'no' },
  ],
})
