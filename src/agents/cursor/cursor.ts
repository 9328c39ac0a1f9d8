import type { Agent } from '../shared/agent.ts'
import { dialect } from './dialect.ts'
import { imports } from './import.ts'
import { settings } from './settings.ts'

export const cursor: Agent = {
  name: dialect.name,
  dialect,
  settings,
  protectedPaths: ['.cursor/hooks.json', '.cursor/mcp.json', '~/.cursor/hooks.json', '~/.cursor/mcp.json'],
  hookSettings: ['.cursor/hooks.json', '~/.cursor/hooks.json'],
  variables: ['CURSOR_AGENT'],
  directories: ['.cursor'],
  programs: ['cursor-agent', 'cursor'],
  editors: ['cursor'],
  imports,
  alsoReads: ['claude-code'],
}
