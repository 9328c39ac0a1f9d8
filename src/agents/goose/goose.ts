import type { Agent } from '../shared/agent.ts'
import { dialect } from './dialect.ts'
import { settings } from './settings.ts'

export const goose: Agent = {
  name: dialect.name,
  dialect,
  settings,
  protectedPaths: ['.agents/plugins/**', '~/.agents/plugins/**', '~/.config/goose/settings.json'],
  variables: ['GOOSE_TERMINAL'],
  directories: ['.config/goose'],
  programs: ['goose'],
}
