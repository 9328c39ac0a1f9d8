import type { Agent } from '../shared/agent.ts'
import { dialect } from './dialect.ts'
import { settings } from './settings.ts'

export const vscodeLocal: Agent = {
  name: dialect.name,
  dialect,
  settings,
  protectedPaths: ['.github/hooks/**', '.vscode/tasks.json'],
  hookSettings: ['.github/hooks/**'],
  programs: ['code'],
  editors: ['code'],
  alsoReads: ['claude-code'],
}
