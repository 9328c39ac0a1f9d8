import type { Agent } from '../shared/agent.ts'

export const qwenCode: Agent = {
  name: 'qwen-code',
  protectedPaths: ['.qwen/settings.json', '~/.qwen/settings.json'],
}
