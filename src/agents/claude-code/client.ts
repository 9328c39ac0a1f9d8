import { join } from 'node:path'
import type { Client } from '../shared/client.ts'
import { agentName } from './events.ts'

export const client: Client = {
  agent: agentName,
  shell: (command) => ({ tool: 'Bash', input: { command, description: 'Run a command' } }),
  start({ home, project, tmp }, url) {
    const trusted = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true }
    const state = { hasCompletedOnboarding: true, projects: { [project]: trusted } }
    const dir = join(home, '.claude')
    return {
      files: { [join(dir, '.claude.json')]: JSON.stringify(state) },
      env: {
        CLAUDE_CONFIG_DIR: dir,
        CLAUDE_CODE_TMPDIR: tmp,
        ANTHROPIC_BASE_URL: url,
        ANTHROPIC_API_KEY: 'test',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_AUTOUPDATER: '1',
        DISABLE_TELEMETRY: '1',
        DISABLE_ERROR_REPORTING: '1',
        IS_SANDBOX: '1', // without it root may not skip permissions
      },
      args: ['-p', '--model', 'claude-sonnet-4-5', '--dangerously-skip-permissions', '--'],
    }
  },
}
