import type { Agent } from '../shared/agent.ts'
import { dialect } from './dialect.ts'
import { settings } from './settings.ts'

export const kiro: Agent = {
  name: dialect.name,
  dialect,
  settings,
  protectedPaths: ['.kiro/hooks/**', '~/.kiro/hooks/**'],
  directories: ['.kiro'],
  programs: ['kiro-cli', 'kiro'],
  editors: ['kiro'],
}
