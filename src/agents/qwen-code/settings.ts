import { join } from 'node:path'
import type { AgentSettings } from '../shared/agent.ts'
import { hookGroups, type RegisteredEvents } from '../shared/settings/hook-groups.ts'
import { agentName, nativeEvents } from './events.ts'

/** Milliseconds: 0.15 reads nothing else, and later versions read numbers from 1000 on so; 600 would be 0.6 s there. */
const hook = { timeout: 600_000 }

const registered: RegisteredEvents = Object.fromEntries(
  Object.entries(nativeEvents).flatMap(([name, event]) =>
    event === 'unmapped' ? [] : [[name, { event, hook }]],
  ),
)

export const settings: AgentSettings = {
  format: 'jsonc',
  projectVariable: 'QWEN_PROJECT_DIR',
  defaultScope: 'user',
  file(scope, { root, home }) {
    if (scope === 'local') return undefined
    return join(scope === 'project' ? root : home, '.qwen', 'settings.json')
  },
  ...hookGroups(agentName, registered, ({ disableAllHooks: isOff }) =>
    isOff === true ? '"disableAllHooks" is true' : undefined,
  ),
  notes: (scope) =>
    scope === 'project' ? ['  Qwen Code reads this file only in a folder that it trusts'] : [],
}
