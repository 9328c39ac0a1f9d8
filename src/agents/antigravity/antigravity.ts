import type { Agent } from '../shared/agent.ts'

export const antigravity: Agent = {
  name: 'antigravity',
  protectedPaths: ['.agents/hooks.json', '~/.gemini/config/hooks.json'],
}
