import { join } from 'node:path'
import type { Client } from '../shared/client.ts'
import { dialect } from './dialect.ts'

export const client: Client = {
  agent: dialect.name,
  kept: ['.cache/copilot'],
  shell: (command) => ({ tool: 'bash', input: { command, description: 'Run a command' } }),
  start({ home }, url) {
    const env = {
      COPILOT_HOME: join(home, '.copilot'),
      COPILOT_OFFLINE: 'true',
      COPILOT_AUTO_UPDATE: 'false',
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_TYPE: 'openai',
      COPILOT_PROVIDER_API_KEY: 'test',
      COPILOT_MODEL: 'fake-model',
      COPILOT_PROVIDER_MAX_PROMPT_TOKENS: '100000',
    }
    const quiet = ['--no-auto-update', '--disable-client-telemetry']
    return { files: {}, env, args: ['--allow-all-tools', ...quiet, '-p'] }
  },
}
