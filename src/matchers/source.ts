import { defineNameMatcher } from './shared/matcher.ts'

export const source = defineNameMatcher({
  key: 'source',
  summary:
    'how it came to be: a session by `startup`, `resume`, `clear` or `compact`, a compaction by `manual` or `auto`',
  domain: { known: ['startup', 'resume', 'clear', 'compact', 'manual', 'auto'], open: true },
  examples: [
    { pattern: 'resume', event: { event: 'SessionStart', source: 'resume' }, is: 'yes' },
    { pattern: ['startup', 'clear'], event: { event: 'SessionStart', source: 'resume' }, is: 'no' },
    { pattern: '*', event: {}, is: 'no' },
  ],
  read: (event) => event.source,
})
