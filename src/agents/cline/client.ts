import { join } from 'node:path'
import type { Client } from '../shared/client.ts'
import { dialect } from './dialect.ts'

export const client: Client = {
  agent: dialect.name,
  shell: (command) => ({ tool: 'run_commands', input: { commands: [command] } }),
  start({ home }, url) {
    const provider = 'openai-compatible'
    const settings = { provider, apiKey: 'test', model: 'fake-model', baseUrl: `${url}/v1` }
    const entry = { settings, updatedAt: '2026-01-01T00:00:00.000Z', tokenSource: 'manual' }
    const saved = { version: 1, lastUsedProvider: provider, modes: {}, providers: { [provider]: entry } }
    return {
      files: { [join(home, '.cline/data/settings/providers.json')]: JSON.stringify(saved) },
      env: { CLINE_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', CLINE_PLUGIN_IMPORT_TIMEOUT_MS: '60000' },
      args: ['--json', '-P', provider, '-m', 'fake-model', '-k', 'test', '-t', '60'],
    }
  },
}
