import type { Agent } from '../shared/agent.ts'
import { checks } from './checks.ts'
import { dialect } from './dialect.ts'
import { settings } from './settings.ts'

export const cline: Agent = {
  name: dialect.name,
  dialect,
  settings,
  protectedPaths: [
    '.cline/hooks/**',
    '.cline/plugins/**',
    '.clinerules/hooks/**',
    '~/.cline/hooks/**',
    '~/.cline/plugins/**',
    '~/.local/state/hooks-cline/**',
    '~/Documents/Cline/Hooks/**',
  ],
  variables: ['CLINE_ACTIVE'],
  directories: ['.cline', '.clinerules'],
  programs: ['cline'],
  packages: ['cline'],
  checks,
}
