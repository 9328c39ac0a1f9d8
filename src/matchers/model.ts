import { defineNameMatcher } from './shared/matcher.ts'

export const model = defineNameMatcher({
  key: 'model',
  summary: 'the name of the model',
  examples: [
    { pattern: 'claude-*', event: { model: 'claude-sonnet-4-5' }, is: 'yes' },
    { pattern: '/haiku/', event: { model: 'claude-sonnet-4-5' }, is: 'no' },
    { pattern: '*', event: {}, is: 'no' },
  ],
  read: (event) => event.model,
})
