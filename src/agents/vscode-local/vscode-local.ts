import type { Agent } from '../shared/agent.ts'
import { dialect } from './dialect.ts'

export const vscodeLocal: Agent = {
  name: dialect.name,
  dialect,
  protectedPaths: ['.github/hooks/**', '.vscode/tasks.json'],
  programs: ['code'],
}
