import { join } from 'node:path'
import type { AgentSettings } from '../shared/agent.ts'
import { ownFile } from '../shared/settings/own-file.ts'
import { events } from './events.ts'
import { pluginText } from './plugin.ts'

const FILE = 'hooks-yaml.js'

export const settings: AgentSettings = {
  defaultScope: 'user',
  file(scope, { root, home, env }) {
    if (scope === 'local') return undefined
    if (scope === 'project') return join(root, '.opencode', 'plugin', FILE)
    return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'opencode', 'plugin', FILE)
  },
  ...ownFile(events, () => pluginText),
}
