import type { Agent } from '../shared/agent.ts'

export const geminiCli: Agent = {
  name: 'gemini-cli',
  protectedPaths: ['.gemini/settings.json', '~/.gemini/settings.json'],
  variables: ['GEMINI_CLI'],
  directory: '.gemini',
}
