import { bashCall, fileCall } from './shared/example-events.ts'
import { definePathMatcher } from './shared/fact-matcher.ts'

export const edits = definePathMatcher({
  key: 'edits',
  summary: 'globs over the files that the call would change',
  kinds: ['edits'],
  examples: [
    { pattern: 'migrations/**', event: fileCall('Edit', 'migrations/001.sql'), is: 'yes' },
    { pattern: 'migrations/**', event: bashCall('sed -i s/a/b/ migrations/001.sql'), is: 'yes' },
    { pattern: 'migrations/**', event: fileCall('Edit', 'src/cart.ts'), is: 'no' },
  ],
})
