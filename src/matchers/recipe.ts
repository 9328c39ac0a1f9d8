import { defineNameMatcher } from './shared/matcher.ts'

export const recipe = defineNameMatcher({
  key: 'recipe',
  summary: 'the recipe that is being run; the empty name is none',
  examples: [
    { pattern: 'compact', event: { recipe: 'compact' }, is: 'yes' },
    { pattern: 'compact', event: {}, is: 'no' },
    { pattern: '', event: {}, is: 'yes' },
    { pattern: '', event: { recipe: 'compact' }, is: 'no' },
    { pattern: '?*', event: {}, is: 'no' },
  ],
  read: (event) => event.recipe ?? '',
})
