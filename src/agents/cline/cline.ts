import type { Agent } from '../shared/agent.ts'

export const cline: Agent = {
  name: 'cline',
  protectedPaths: [
    '.cline/hooks/**',
    '.clinerules/hooks/**',
    '~/.cline/hooks/**',
    '~/Documents/Cline/Hooks/**',
  ],
}
