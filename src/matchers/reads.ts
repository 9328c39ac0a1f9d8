import { bashCall, fileCall } from './shared/example-events.ts'
import { definePathMatcher } from './shared/fact-matcher.ts'

export const reads = definePathMatcher({
  key: 'reads',
  summary: 'globs over the files that the call would read; how it reads them, and whether HEAD had them',
  kinds: ['reads'],
  takes: 'reads',
  domain: { keys: { path: 'paths' }, plain: 'paths' },
  examples: [
    { pattern: '.env*', event: fileCall('Read', 'api/.env.production'), is: 'yes' },
    { pattern: '.env*', event: bashCall('cat < .env'), is: 'yes' },
    { pattern: '.env*', event: fileCall('Write', '.env'), is: 'no' },
    { pattern: '~/.ssh/**', event: bashCall('cat $KEY'), is: 'maybe' },
    { pattern: { path: '.env', by: 'name' }, event: bashCall('grep TOKEN .env'), is: 'yes' },
    { pattern: { path: '.env', by: 'name' }, event: bashCall('grep -c TOKEN .env'), is: 'no' },
    { pattern: { path: '.env', by: 'listing' }, event: bashCall('wc -l .env'), is: 'yes' },
  ],
})
