import { join } from 'node:path'
import type { AgentSettings } from '../shared/agent.ts'
import { hookLists, type RegisteredEvents } from '../shared/settings/hook-groups.ts'

/** Seconds. */
const hook = { type: 'command', timeout: 60 }

const registered: RegisteredEvents = {
  PreToolUse: { event: 'PreToolUse', hook },
  PostToolUse: { event: 'PostToolUse', hook },
  Notification: { event: 'Notification', hook },
  UserPromptSubmit: { event: 'UserPromptSubmit', hook },
  Stop: { event: 'AgentStop', hook },
  SubagentStop: { event: 'SubagentStop', hook },
  PreCompact: { event: 'PreCompact', hook },
  SessionStart: { event: 'SessionStart', hook },
  SessionEnd: { event: 'SessionEnd', hook },
}

export const settings: AgentSettings = {
  format: 'json',
  untested: true,
  projectVariable: 'FACTORY_PROJECT_DIR',
  defaultScope: 'user',
  file(scope, { root, home }) {
    return scope === 'local' ? undefined : join(scope === 'project' ? root : home, '.factory', 'hooks.json')
  },
  ...hookLists({ agent: 'droid', registered, under: 'hooks', first: true }),
  notes: (scope) => [
    '  its first hook with a decision decides, so these stand before others: keep them there',
    ...(scope === 'project' ? ['  Droid reads this file only in a folder that it trusts'] : []),
  ],
}
