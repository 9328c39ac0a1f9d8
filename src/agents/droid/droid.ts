import type { Agent } from '../shared/agent.ts'

export const droid: Agent = {
  name: 'droid',
  protectedPaths: [
    '.factory/hooks.json',
    '.factory/settings.json',
    '.factory/hooks/**',
    '~/.factory/hooks.json',
    '~/.factory/settings.json',
  ],
}
