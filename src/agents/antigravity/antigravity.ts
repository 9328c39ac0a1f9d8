import type { Agent } from '../shared/agent.ts'
import { dialect } from './dialect.ts'
import { settings } from './settings.ts'

export const antigravity: Agent = {
  name: dialect.name,
  dialect,
  settings,
  protectedPaths: ['.agents/hooks.json', '~/.gemini/config/hooks.json'],
  programs: ['agy', 'antigravity'],
  editors: ['antigravity'],
}
