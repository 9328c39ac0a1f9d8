import type { Builtin } from '../model/types.ts'

const shell = (command: string) =>
  ({ event: 'PreToolUse', tool_name: 'Bash', tool_input: { command } }) as const

export const commandPolicy: Builtin = {
  name: 'command-policy',
  summary:
    'Denies or asks about commands that lose data or let it out, at one of three levels, with lists of your own.',
  events: ['PreToolUse'],
  effects: 'none',
  expands: true,
  examples: [
    {
      name: 'denies what nothing brings back',
      with: { level: 'relaxed' },
      event: shell('rm -rf /'),
      outcome: { decision: 'deny' },
    },
    {
      name: 'leaves the rest alone',
      with: { level: 'relaxed' },
      event: shell('git reset --hard'),
      outcome: {},
    },
    {
      name: 'asks where data could be lost',
      with: {},
      event: shell('cd api && git reset --hard'),
      outcome: { decision: 'ask' },
    },
    {
      name: 'denies it in the strict level',
      with: { level: 'strict' },
      event: shell('git reset --hard'),
      outcome: { decision: 'deny' },
    },
    {
      name: 'leaves alone what the lists allow',
      with: { level: 'strict', allow: ['git reset --hard'], deny: ['npm run release'] },
      event: shell('git reset --hard'),
      outcome: {},
    },
    {
      name: 'denies what the lists deny',
      with: { deny: ['npm run release'] },
      event: shell('npm run release'),
      outcome: {
        decision: 'deny',
        reason:
          'Command blocked by policy: "npm run release" is on its list. Use another command, or ask the user.',
      },
    },
  ],
  compile: () => () => ({}),
}
