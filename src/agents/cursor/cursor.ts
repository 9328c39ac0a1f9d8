import type { Agent } from '../shared/agent.ts'

export const cursor: Agent = {
  name: 'cursor',
  protectedPaths: ['.cursor/hooks.json', '.cursor/mcp.json', '~/.cursor/hooks.json', '~/.cursor/mcp.json'],
  variables: ['CURSOR_AGENT'],
}
