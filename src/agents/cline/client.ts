import { join } from 'node:path'
import type { Client } from '../shared/client.ts'
import { dialect } from './dialect.ts'

export const client: Client = {
  agent: dialect.name,
  shell: (command) => ({ tool: 'run_commands', input: { commands: [command] } }),
  start({ home }, url) {
    const provider = 'openai-compatible'
    const settings = { provider, apiKey: 'test', model: 'fake-model', baseUrl: `${url}/v1` }
    const saved = { version: 1, lastUsedProvider: provider, providers: { [provider]: { settings } } }
    return {
      files: { [join(home, '.cline/data/settings/providers.json')]: JSON.stringify(saved) },
      env: { CLINE_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' },
      args: ['--json', '-P', provider, '-m', 'fake-model', '-k', 'test', '-t', '60'],
    }
  },
}
