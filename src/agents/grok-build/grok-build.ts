import type { Agent } from '../shared/agent.ts'
import { dialect } from './dialect.ts'

export const grokBuild: Agent = {
  name: dialect.name,
  dialect,
  protectedPaths: ['~/.grok/hooks/**'],
  directories: ['.grok'],
  programs: ['grok'],
}
