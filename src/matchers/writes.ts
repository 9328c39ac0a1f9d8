import { bashCall, fileCall } from './shared/example-events.ts'
import { definePathMatcher } from './shared/fact-matcher.ts'

export const writes = definePathMatcher({
  key: 'writes',
  summary: 'globs over the files that the call would create, change or delete',
  kinds: ['creates', 'edits', 'deletes'],
  examples: [
    { pattern: 'src/**', event: fileCall('Write', 'src/cart.ts'), is: 'yes' },
    { pattern: 'src/**', event: bashCall('echo x >> src/cart.ts'), is: 'yes' },
    { pattern: 'src/**', event: bashCall('rm src/cart.ts'), is: 'yes' },
    { pattern: 'src/**', event: fileCall('Read', 'src/cart.ts'), is: 'no' },
  ],
})
