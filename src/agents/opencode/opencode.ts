import type { Agent } from '../shared/agent.ts'

export const opencode: Agent = {
  name: 'opencode',
  protectedPaths: [
    'opencode.json',
    '.opencode/plugin/**',
    '.opencode/plugins/**',
    '~/.config/opencode/opencode.json',
    '~/.config/opencode/plugin/**',
    '~/.config/opencode/plugins/**',
  ],
  variables: ['OPENCODE'],
}
