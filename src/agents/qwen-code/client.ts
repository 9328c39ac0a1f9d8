import { join } from 'node:path'
import { type Client, quietSettings } from '../shared/client.ts'
import { agentName } from './events.ts'

export const client: Client = {
  agent: agentName,
  shell: (command) => ({ tool: 'run_shell_command', input: { command, is_background: false } }),
  start({ home }, url) {
    const security = { auth: { selectedType: 'openai' }, folderTrust: { enabled: false } }
    const memory = { enableManagedAutoMemory: false, enableManagedAutoDream: false, enableAutoSkill: false }
    return {
      files: { [join(home, '.qwen/settings.json')]: JSON.stringify({ security, memory, ...quietSettings }) },
      env: {
        OPENAI_API_KEY: 'test',
        OPENAI_BASE_URL: `${url}/v1`,
        OPENAI_MODEL: 'scripted',
        QWEN_TELEMETRY_ENABLED: 'false',
      },
      args: ['--output-format', 'json', '--yolo', '-p'],
    }
  },
}
