import { join } from 'node:path'
import type { AgentChecks } from '../shared/agent.ts'
import { switchedOff } from '../shared/settings/switched-off.ts'

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
