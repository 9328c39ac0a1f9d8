import type { Agent } from '../shared/agent.ts'

export const devin: Agent = {
  name: 'devin',
  protectedPaths: ['.devin/hooks.v1.json'],
}
