import { join } from 'node:path'
import type { Client } from '../shared/client.ts'
import { dialect } from './dialect.ts'

const off = ['AUTOUPDATE', 'MODELS_FETCH', 'LSP_DOWNLOAD', 'DEFAULT_PLUGINS', 'SHARE']

export const client: Client = {
  agent: dialect.name,
  kept: ['node_modules', 'package.json'].map((name) => `.config/opencode/${name}`),
  shell: (command) => ({ tool: 'bash', input: { command, description: 'Run a command' } }),
  start({ project }, url) {
    const options = { baseURL: `${url}/v1`, apiKey: 'test' }
    const models = { 'fake-model': { name: 'fake-model', limit: { context: 200_000, output: 8000 } } }
    const provider = { fake: { npm: '@ai-sdk/openai-compatible', name: 'fake', options, models } }
    const model = { model: 'fake/fake-model', small_model: 'fake/fake-model' }
    const config = { autoupdate: false, share: 'disabled', ...model, provider }
    return {
      files: { [join(project, 'opencode.json')]: JSON.stringify(config) },
      env: Object.fromEntries(off.map((name) => [`OPENCODE_DISABLE_${name}`, '1'])),
      args: ['run', '--format', 'json'],
    }
  },
}
