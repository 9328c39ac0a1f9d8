import type { Agent } from '../shared/agent.ts'

export const kiro: Agent = {
  name: 'kiro',
  protectedPaths: ['.kiro/hooks/**', '~/.kiro/hooks/**'],
}
