import type { Agent } from '../shared/agent.ts'
import { dialect } from './dialect.ts'

export const droid: Agent = {
  name: dialect.name,
  dialect,
  protectedPaths: [
    '.factory/hooks.json',
    '.factory/settings.json',
    '.factory/hooks/**',
    '~/.factory/hooks.json',
    '~/.factory/settings.json',
  ],
  directories: ['.factory'],
  programs: ['droid'],
}
