import type { Agent } from '../shared/agent.ts'

export const vscodeLocal: Agent = {
  name: 'vscode-local',
  protectedPaths: ['.github/hooks/**', '.vscode/tasks.json'],
}
