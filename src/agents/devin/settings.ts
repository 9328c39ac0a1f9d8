import { join } from 'node:path'
import type { AgentSettings } from '../shared/agent.ts'
import { hookLists, type RegisteredEvents } from '../shared/settings/hook-groups.ts'

/** Seconds. */
const hook = { type: 'command', timeout: 60 }

const registered: RegisteredEvents = {
  PreToolUse: { event: 'PreToolUse', hook },
  PostToolUse: { event: 'PostToolUse', hook },
  PermissionRequest: { event: 'PermissionRequest', hook },
  UserPromptSubmit: { event: 'UserPromptSubmit', hook },
  Stop: { event: 'AgentStop', hook },
  PostCompaction: { event: 'PostCompact', hook },
  SessionStart: { event: 'SessionStart', hook },
  SessionEnd: { event: 'SessionEnd', hook },
}

export const settings: AgentSettings = {
  format: 'json',
  untested: true,
  projectVariable: 'DEVIN_PROJECT_DIR',
  file: (scope, { root }) => (scope === 'project' ? join(root, '.devin', 'hooks.v1.json') : undefined),
  ...hookLists({ agent: 'devin', registered, under: undefined }),
}
