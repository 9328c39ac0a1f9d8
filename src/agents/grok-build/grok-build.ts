import type { Agent } from '../shared/agent.ts'

export const grokBuild: Agent = {
  name: 'grok-build',
  protectedPaths: ['~/.grok/hooks/**'],
}
