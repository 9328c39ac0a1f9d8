import type { Agent } from '../shared/agent.ts'
import { dialect } from './dialect.ts'
import { settings } from './settings.ts'

export const devin: Agent = {
  name: dialect.name,
  dialect,
  settings,
  protectedPaths: ['.devin/hooks.v1.json'],
  directories: ['.devin'],
  programs: ['devin'],
}
