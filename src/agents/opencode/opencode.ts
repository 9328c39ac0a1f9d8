import type { Agent } from '../shared/agent.ts'
import { dialect } from './dialect.ts'
import { settings } from './settings.ts'

export const opencode: Agent = {
  name: dialect.name,
  dialect,
  settings,
  protectedPaths: [
    'opencode.json',
    '.opencode/plugin/**',
    '.opencode/plugins/**',
    '~/.config/opencode/opencode.json',
    '~/.config/opencode/plugin/**',
    '~/.config/opencode/plugins/**',
  ],
  hookSettings: [
    '.opencode/plugin/**',
    '.opencode/plugins/**',
    '~/.config/opencode/plugin/**',
    '~/.config/opencode/plugins/**',
  ],
  variables: ['OPENCODE'],
  directories: ['.opencode', '.config/opencode'],
  programs: ['opencode'],
  packages: ['opencode-ai'],
}
