import type { Agent } from '../shared/agent.ts'
import { checks } from './checks.ts'
import { dialect } from './dialect.ts'
import { agentName } from './events.ts'
import { imports } from './import.ts'
import { settings } from './settings.ts'

export const codex: Agent = {
  name: agentName,
  dialect,
  settings,
  protectedPaths: ['.codex/**', '~/.codex/config.toml', '~/.codex/hooks.json'],
  variables: ['CODEX_SANDBOX', 'CODEX_SANDBOX_NETWORK_DISABLED', 'CODEX_THREAD_ID', 'CODEX_CI'],
  hookSettings: ['.codex/hooks.json', '.codex/config.toml', '~/.codex/hooks.json', '~/.codex/config.toml'],
  directories: ['.codex'],
  programs: ['codex'],
  packages: ['@openai/codex'],
  imports,
  checks,
}
