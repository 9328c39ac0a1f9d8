import { defineTextMatcher } from './shared/matcher.ts'

export const prompt = defineTextMatcher({
  key: 'prompt',
  summary: "text pattern over the user's message",
  events: ['UserPromptSubmit'],
  examples: [
    { pattern: '/AKIA[0-9A-Z]{16}/', event: { prompt: 'use AKIAIOSFODNN7EXAMPLE please' }, is: 'yes' },
    { pattern: '*deploy*', event: { prompt: 'first test\nthen deploy to a/b' }, is: 'yes' },
    { pattern: 'deploy', event: { prompt: 'deploy it' }, is: 'no' },
    { pattern: ['*deploy*', '!*staging*'], event: { prompt: 'deploy to staging' }, is: 'no' },
    { pattern: '*', event: {}, is: 'no' },
  ],
  indexed: true,
  read: (event) => event.prompt,
})
