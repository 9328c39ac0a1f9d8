import type { Agent } from '../shared/agent.ts'
import { dialect } from './dialect.ts'
import { settings } from './settings.ts'

export const windsurf: Agent = {
  name: dialect.name,
  dialect,
  settings,
  protectedPaths: ['.windsurf/hooks.json', '~/.codeium/windsurf/hooks.json', '~/.codeium/hooks.json'],
  directories: ['.windsurf', '.codeium/windsurf'],
  programs: ['windsurf'],
  editors: ['windsurf'],
}
