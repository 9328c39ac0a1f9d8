import { join } from 'node:path'
import type { AgentChecks } from '../shared/agent.ts'
import { switchedOff } from '../shared/settings/switched-off.ts'
import { untrustedFolder } from '../shared/settings/trusted-folders.ts'
import { agentName } from './events.ts'
import { disabled } from './settings.ts'

const machineFiles: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: '/Library/Application Support/GeminiCli/settings.json',
  win32: 'C:\\ProgramData\\gemini-cli\\settings.json',
}

export const checks: AgentChecks = {
  skips(place) {
    const { read, home, env } = place
    const machine =
      env['GEMINI_CLI_SYSTEM_SETTINGS_PATH'] ??
      machineFiles[process.platform] ??
      '/etc/gemini-cli/settings.json'
    const off = disabled(read(machine))
    const dir = join(env['GEMINI_CLI_HOME'] || home, '.gemini')
    return [
      ...(off === undefined ? [] : [switchedOff(machine, off)]),
      ...untrustedFolder(place, { agent: agentName, dir, enabled: true }),
    ]
  },
}
