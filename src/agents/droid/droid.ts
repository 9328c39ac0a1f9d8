import type { Agent } from '../shared/agent.ts'
import { dialect } from './dialect.ts'
import { settings } from './settings.ts'

export const droid: Agent = {
  name: dialect.name,
  dialect,
  settings,
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
