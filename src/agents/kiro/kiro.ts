import type { Agent } from '../shared/agent.ts'
import { dialect } from './dialect.ts'

export const kiro: Agent = {
  name: dialect.name,
  dialect,
  protectedPaths: ['.kiro/hooks/**', '~/.kiro/hooks/**'],
  directories: ['.kiro'],
  programs: ['kiro-cli', 'kiro'],
}
