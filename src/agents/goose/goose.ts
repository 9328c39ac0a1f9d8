import type { Agent } from '../shared/agent.ts'

export const goose: Agent = {
  name: 'goose',
  protectedPaths: ['.agents/plugins/**', '~/.agents/plugins/**', '~/.config/goose/settings.json'],
}
