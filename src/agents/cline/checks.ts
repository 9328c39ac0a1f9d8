import { join } from 'node:path'
import type { AgentChecks } from '../shared/agent.ts'
import { switchedOff } from '../shared/settings/switched-off.ts'

export const checks: AgentChecks = {
  skips({ home, env, path, read }) {
    const data = join(home, '.cline', 'data')
    const switches = join(data, 'globalState.json')
    const plugins = env['CLINE_GLOBAL_SETTINGS_PATH'] || join(data, 'settings', 'global-settings.json')
    const { disabledPlugins: off } = read(plugins)
    return [
      ...(read(switches)['hooksEnabled'] === false ? [switchedOff(switches, '"Enable Hooks" is off')] : []),
      ...(Array.isArray(off) && off.includes(path)
        ? [switchedOff(plugins, `"disabledPlugins" names ${path}`)]
        : []),
    ]
  },
}
