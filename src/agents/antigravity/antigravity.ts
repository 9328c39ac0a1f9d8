import type { Agent } from '../shared/agent.ts'
import { dialect } from './dialect.ts'

export const antigravity: Agent = {
  name: dialect.name,
  dialect,
  protectedPaths: ['.agents/hooks.json', '~/.gemini/config/hooks.json'],
  programs: ['agy', 'antigravity'],
}
