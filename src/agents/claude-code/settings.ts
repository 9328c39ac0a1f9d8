import { join } from 'node:path'
import type { AgentSettings, AgentChecks } from '../shared/agent.ts'
import { hookGroups, type RegisteredEvents } from '../shared/settings/hook-groups.ts'
import { switchedOff } from '../shared/settings/checks.ts'
import { agentName } from './decode.ts'

const group = { matcher: '*' }
/** Seconds; the agent's maximum. */
const hook = { timeout: 600 }

/** Every event that can carry an outcome or that a rule may watch. Prompts and stops take no matcher. */
const registered: RegisteredEvents = {
  // Blocks the call if the hook fails; elsewhere that would stop or repeat turns.
  PreToolUse: { event: 'PreToolUse', group, hook: { ...hook, onFailure: 'block' } },
  PostToolUse: { event: 'PostToolUse', group, hook },
  PostToolUseFailure: { event: 'PostToolUse', group, hook },
  PermissionRequest: { event: 'PermissionRequest', group, hook },
  UserPromptSubmit: { event: 'UserPromptSubmit', hook },
  SessionStart: { event: 'SessionStart', group, hook },
  SessionEnd: { event: 'SessionEnd', group, hook: { timeout: 60 } },
  Stop: { event: 'AgentStop', hook },
  StopFailure: { event: 'Error', group, hook },
  SubagentStart: { event: 'SubagentStart', group, hook },
  SubagentStop: { event: 'SubagentStop', group, hook },
  PreCompact: { event: 'PreCompact', group, hook },
  PostCompact: { event: 'PostCompact', group, hook },
  Notification: { event: 'Notification', group, hook },
}

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
