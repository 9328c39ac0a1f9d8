import type { Agent } from '../shared/agent.ts'
import { dialect } from './dialect.ts'

export const goose: Agent = {
  name: dialect.name,
  dialect,
  protectedPaths: ['.agents/plugins/**', '~/.agents/plugins/**', '~/.config/goose/settings.json'],
  programs: ['goose'],
}
