import { join } from 'node:path'
import type { AgentSettings } from '../shared/agent.ts'
import { ownFile } from '../shared/settings/own-file.ts'
import { pluginText } from './plugin.ts'

const events = {
  'session.start': 'SessionStart',
  'agent.start': 'UserPromptSubmit',
  'tool.call': 'PreToolUse',
  'tool.result': 'PostToolUse',
  'agent.end': 'AgentStop',
} as const

export const settings: AgentSettings = {
  untested: true,
  defaultScope: 'user',
  file(scope, { root, home, env }) {
    if (scope === 'local') return undefined
    if (scope === 'project') return join(root, '.amp', 'plugins', 'hooks-yaml.js')
    return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'amp', 'plugins', 'hooks-yaml.js')
  },
  ...ownFile(events, (command) =>
    pluginText(Object.fromEntries(Object.keys(events).map((event) => [event, command(event)]))),
  ),
  notes: () => [
    '! with "amp -x" add --plugin-ready-timeout 30: else its first turn runs before plugins are loaded',
  ],
}
