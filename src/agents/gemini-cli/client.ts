import { join } from 'node:path'
import { type Client, quietSettings } from '../shared/client.ts'
import { agentName } from './events.ts'

export const client: Client = {
  agent: agentName,
  shell: (command) => ({ tool: 'run_shell_command', input: { command } }),
  start({ home }, url) {
    const security = { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } }
    return {
      files: { [join(home, '.gemini/settings.json')]: JSON.stringify({ security, ...quietSettings }) },
      env: {
        GEMINI_CLI_HOME: home,
        GEMINI_API_KEY: 'test',
        GOOGLE_GEMINI_BASE_URL: url,
        GEMINI_CLI_TRUST_WORKSPACE: 'true',
        GEMINI_TELEMETRY_ENABLED: 'false',
      },
      args: ['-m', 'gemini-2.5-pro', '--output-format', 'json', '--yolo', '-p'],
    }
  },
}
