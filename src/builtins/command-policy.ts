import { preToolUse } from './shared/example-events.ts'
import type { Builtin } from '../model/types.ts'

export const commandPolicy: Builtin = {
  name: 'command-policy',
  summary:
    'Denies or asks about commands that lose or leak data, at one of three levels, with lists of your own.',
  events: ['PreToolUse'],
  effects: 'none',
  guards: 'ask',
  expands: true,
  examples: [
    {
      name: 'denies what cannot be undone',
      with: { level: 'relaxed' },
      event: preToolUse('Bash', { command: 'rm -rf /' }),
      outcome: { decision: 'deny' },
    },
    {
      name: 'leaves the rest alone',
      with: { level: 'relaxed' },
      event: preToolUse('Bash', { command: 'git reset --hard' }),
      outcome: {},
    },
    {
      name: 'asks where data could be lost',
      with: {},
      event: preToolUse('Bash', { command: 'cd api && git reset --hard' }),
      outcome: { decision: 'ask' },
    },
    {
      name: 'denies it in the strict level',
      with: { level: 'strict' },
      event: preToolUse('Bash', { command: 'git reset --hard' }),
      outcome: { decision: 'deny' },
    },
    {
      name: 'leaves alone what the lists allow',
      with: { level: 'strict', allow: ['git reset --hard'], deny: ['npm run release'] },
      event: preToolUse('Bash', { command: 'git reset --hard' }),
      outcome: {},
    },
    {
      name: 'denies what the lists deny',
      with: { deny: ['npm run release'] },
      event: preToolUse('Bash', { command: 'npm run release' }),
      outcome: {
        decision: 'deny',
        reason:
          'Command blocked by policy: "npm run release" is on its list. Use another command, or ask the user.',
      },
    },
  ],
  compile: () => () => ({}),
}
