import { bashCall } from './shared/example-events.ts'
import { definePathMatcher } from './shared/fact-matcher.ts'

export const deletes = definePathMatcher({
  key: 'deletes',
  summary: 'globs over the files that the call would delete',
  kinds: ['deletes'],
  examples: [
    { pattern: 'migrations/**', event: bashCall('rm -r migrations'), is: 'yes' },
    { pattern: 'migrations/**', event: bashCall('rm -rf .'), is: 'yes' },
    { pattern: 'migrations/**', event: bashCall('ls migrations'), is: 'no' },
  ],
})
