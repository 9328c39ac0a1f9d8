import { join } from 'node:path'
import type { AgentSettings } from '../shared/agent.ts'
import { ownFile } from '../shared/settings/own-file.ts'
import { events } from './events.ts'
import { fileHookText, pluginText } from './plugin.ts'

export const settings: AgentSettings = {
  defaultScope: 'user',
  file(scope, { root, home }) {
    if (scope === 'local') return undefined
    return join(scope === 'project' ? root : home, '.cline', 'plugins', 'hooks-yaml.js')
  },
  ...ownFile(events, () => pluginText),
  beside: {
    file: (scope, { root, home }) =>
      join(scope === 'project' ? root : home, '.cline', 'hooks', 'PreToolUse.sh'),
    text: (command) => fileHookText(command('tool_call')),
  },
}
