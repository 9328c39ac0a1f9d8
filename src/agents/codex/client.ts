import { join } from 'node:path'
import type { Client } from '../shared/client.ts'
import { agentName } from './events.ts'

export const client: Client = {
  agent: agentName,
  shell: (cmd) => ({ tool: 'exec_command', input: { cmd } }),
  start({ home, project }, url) {
    const config = `model = "gpt-5.5"
model_provider = "scripted"
check_for_update_on_startup = false
[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
requires_openai_auth = false
supports_websockets = false
request_max_retries = 0
stream_max_retries = 0
[analytics]
enabled = false
[projects."${project}"]
trust_level = "trusted"
`
    const disabled = ['plugins', 'remote_plugin', 'apps'].flatMap((name) => ['--disable', name])
    const trust = '--dangerously-bypass-hook-trust' // trust holds for a path, and the settings are a copy
    return {
      files: { [join(home, '.codex/config.toml')]: config },
      env: { CODEX_HOME: join(home, '.codex'), SCRIPTED_KEY: 'test' },
      args: ['exec', '--skip-git-repo-check', trust, ...disabled, '-s', 'danger-full-access'],
    }
  },
}
