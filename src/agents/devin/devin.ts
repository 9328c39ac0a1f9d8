import type { Agent } from '../shared/agent.ts'
import { dialect } from './dialect.ts'

export const devin: Agent = {
  name: dialect.name,
  dialect,
  protectedPaths: ['.devin/hooks.v1.json'],
  directories: ['.devin'],
  programs: ['devin'],
}
