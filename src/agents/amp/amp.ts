import type { Agent } from '../shared/agent.ts'
import { dialect } from './dialect.ts'

export const amp: Agent = {
  name: dialect.name,
  dialect,
  protectedPaths: [
    '.amp/settings.json',
    '.amp/plugins/**',
    '~/.config/amp/settings.json',
    '~/.config/amp/plugins/**',
  ],
  directories: ['.amp'],
  programs: ['amp'],
}
