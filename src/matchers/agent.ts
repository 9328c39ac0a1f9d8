import { defineNameMatcher } from './shared/matcher.ts'

export const agent = defineNameMatcher({
  key: 'agent',
  summary: "the agent's name: `claude-code`, `codex` and so on",
  domain: 'agents',
  examples: [
    { pattern: 'claude-code', event: { agent: 'claude-code' }, is: 'yes' },
    { pattern: ['*', '!codex'], event: { agent: 'codex' }, is: 'no' },
    { pattern: '*', event: {}, is: 'no' },
  ],
  read: (event) => event.agent,
})
