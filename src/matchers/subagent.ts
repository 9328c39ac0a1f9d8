import { defineNameMatcher } from './shared/matcher.ts'

export const subagent = defineNameMatcher({
  key: 'subagent',
  summary: 'the subagent that the event is about; `*` is any of them',
  domain: { known: ['general-purpose', 'Explore', 'Plan'], open: true },
  examples: [
    { pattern: 'reviewer', event: { subagent: { name: 'reviewer' } }, is: 'yes' },
    { pattern: '*', event: { subagent: { name: 'reviewer', id: 'a1' } }, is: 'yes' },
    { pattern: '*', event: {}, is: 'no' },
  ],
  read: (event) => event.subagent?.name,
})
