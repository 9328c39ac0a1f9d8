import type { Agent } from '../shared/agent.ts'

export const copilotCli: Agent = {
  name: 'copilot-cli',
  protectedPaths: [
    '.github/hooks/**',
    '.github/copilot/settings*.json',
    '~/.copilot/settings.json',
    '~/.copilot/hooks/**',
  ],
}
