import type { Agent } from '../shared/agent.ts'
import { dialect } from './dialect.ts'
import { settings } from './settings.ts'

export const grokBuild: Agent = {
  name: dialect.name,
  dialect,
  settings,
  protectedPaths: ['~/.grok/hooks/**'],
  directories: ['.grok'],
  programs: ['grok'],
  alsoReads: ['claude-code'],
}
