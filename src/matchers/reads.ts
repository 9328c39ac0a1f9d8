import { bashCall, fileCall } from './shared/example-events.ts'
import { definePathMatcher } from './shared/fact-matcher.ts'

export const reads = definePathMatcher({
  key: 'reads',
  summary: 'globs over the files that the call would read',
  kinds: ['reads'],
  examples: [
    { pattern: '.env*', event: fileCall('Read', 'api/.env.production'), is: 'yes' },
    { pattern: '.env*', event: bashCall('cat < .env'), is: 'yes' },
    { pattern: '.env*', event: fileCall('Write', '.env'), is: 'no' },
    { pattern: '~/.ssh/**', event: bashCall('cat $KEY'), is: 'maybe' },
  ],
})
