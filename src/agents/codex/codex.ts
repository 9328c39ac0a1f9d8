import type { Agent } from '../shared/agent.ts'

export const codex: Agent = {
  name: 'codex',
  protectedPaths: ['.codex/**', '~/.codex/config.toml', '~/.codex/hooks.json'],
  variables: ['CODEX_SANDBOX', 'CODEX_THREAD_ID'],
  directory: '.codex',
}
