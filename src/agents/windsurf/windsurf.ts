import type { Agent } from '../shared/agent.ts'
import { dialect } from './dialect.ts'

export const windsurf: Agent = {
  name: dialect.name,
  dialect,
  protectedPaths: ['.windsurf/hooks.json', '~/.codeium/windsurf/hooks.json', '~/.codeium/hooks.json'],
  directories: ['.windsurf'],
  programs: ['windsurf'],
}
