import type { Agent } from '../shared/agent.ts'
import { checks } from './checks.ts'
import { dialect } from './dialect.ts'
import { imports } from './import.ts'
import { settings } from './settings.ts'

export const copilotCli: Agent = {
  name: dialect.name,
  dialect,
  settings,
  protectedPaths: [
    '.github/hooks/**',
    '.github/copilot/settings*.json',
    '~/.copilot/settings.json',
    '~/.copilot/hooks/**',
  ],
  variables: ['COPILOT_CLI'],
  directories: ['.copilot'],
  programs: ['copilot'],
  packages: ['@github/copilot'],
  imports,
  alsoReads: ['claude-code'],
  checks,
}
