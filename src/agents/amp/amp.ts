import type { Agent } from '../shared/agent.ts'
import { dialect } from './dialect.ts'
import { settings } from './settings.ts'

export const amp: Agent = {
  name: dialect.name,
  dialect,
  settings,
  protectedPaths: [
    '.amp/settings.json',
    '.amp/plugins/**',
    '~/.config/amp/settings.json',
    '~/.config/amp/plugins/**',
  ],
  variables: ['AMP_THREAD_ID', 'AMP_CURRENT_THREAD_ID'],
  directories: ['.amp', '.config/amp'],
  programs: ['amp'],
  packages: ['@sourcegraph/amp'],
}
