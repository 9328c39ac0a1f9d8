import type { Agent } from '../shared/agent.ts'

export const amp: Agent = {
  name: 'amp',
  protectedPaths: [
    '.amp/settings.json',
    '.amp/plugins/**',
    '~/.config/amp/settings.json',
    '~/.config/amp/plugins/**',
  ],
}
