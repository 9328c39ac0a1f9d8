import type { Agent } from '../shared/agent.ts'

export const windsurf: Agent = {
  name: 'windsurf',
  protectedPaths: ['.windsurf/hooks.json', '~/.codeium/windsurf/hooks.json', '~/.codeium/hooks.json'],
}
