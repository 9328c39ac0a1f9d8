import { join } from 'node:path'
import type { AgentSettings, AgentChecks } from '../shared/agent.ts'
import { entriesFor, hookGroups } from '../shared/settings/hook-groups.ts'
import { switchedOff } from '../shared/settings/checks.ts'
import { agentName, nativeEvents } from './decode.ts'

/** Each hears of everything; prompts and stops take no matcher. */
const registered = entriesFor(nativeEvents, (name) => ({
  ...(name !== 'UserPromptSubmit' && name !== 'Stop' && { group: { matcher: '*' } }),
  // Seconds; 600 is the agent's maximum.
  hook: {
    timeout: name === 'SessionEnd' ? 60 : 600,
    // Blocks the call if the hook fails; elsewhere that would stop or repeat turns.
    ...(name === 'PreToolUse' && { onFailure: 'block' }),
  },
}))

export const settings: AgentSettings = {
  format: 'json',
  projectVariable: 'CLAUDE_PROJECT_DIR',
  // 2.1.197 does not know onFailure yet: there a call passes when its hook cannot be started.
  exec: { versions: '>=2.1.329', events: ['PreToolUse'] },
  file(scope, { root, home, env }) {
    if (scope !== 'user')
      return join(root, '.claude', scope === 'local' ? 'settings.local.json' : 'settings.json')
    const dir = env['CLAUDE_CONFIG_DIR']
    return join(dir === undefined || dir === '' ? join(home, '.claude') : dir, 'settings.json')
  },
  ...hookGroups(agentName, registered, ({ disableAllHooks: isOff }) =>
    isOff === true ? '"disableAllHooks" is true' : undefined,
  ),
}

const keys = ['disableAllHooks', 'allowManagedHooksOnly'] as const

/** Where the machine's owner writes settings. */
export function managedSettings(platform: NodeJS.Platform = process.platform): string {
  const dirs: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
    darwin: '/Library/Application Support/ClaudeCode',
    win32: 'C:\\Program Files\\ClaudeCode',
  }
  return join(dirs[platform] ?? '/etc/claude-code', 'managed-settings.json')
}

export const checks: AgentChecks = {
  skips({ read }) {
    const file = managedSettings()
    const settings = read(file)
    return keys.filter((key) => settings[key] === true).map((key) => switchedOff(file, `"${key}" is true`))
  },
}
