import { bashCall, fileCall } from './shared/example-events.ts'
import { definePathMatcher } from './shared/fact-matcher.ts'

export const byHand = definePathMatcher({
  key: 'by_hand',
  summary: 'globs over the files that the call would create or change by name, not as part of a directory',
  kinds: ['creates', 'edits'],
  named: true,
  examples: [
    { pattern: 'dist/**', event: fileCall('Write', 'dist/cart.js'), is: 'yes' },
    { pattern: 'package-lock.json', event: bashCall('sed -i s/1/2/ package-lock.json'), is: 'yes' },
    { pattern: 'package-lock.json', event: bashCall('mv other.json package-lock.json'), is: 'yes' },
    { pattern: 'package-lock.json', event: bashCall('npx prettier --write .'), is: 'no' },
    { pattern: 'node_modules/**', event: bashCall('npm ci'), is: 'no' },
  ],
})
