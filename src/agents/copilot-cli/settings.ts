import { join } from 'node:path'
import type { AgentSettings } from '../shared/agent.ts'
import { jsonFile, listsOf, type OwnEvents } from '../shared/settings/own-file.ts'

/** In the spelling whose payloads name their event. */
const events: OwnEvents = {
  PreToolUse: 'PreToolUse',
  PostToolUse: 'PostToolUse',
  PostToolUseFailure: 'PostToolUse',
  PermissionRequest: 'PermissionRequest',
  UserPromptSubmit: 'UserPromptSubmit',
  SessionStart: 'SessionStart',
  SessionEnd: 'SessionEnd',
  Stop: 'AgentStop',
  SubagentStart: 'SubagentStart',
  SubagentStop: 'SubagentStop',
  PreCompact: 'PreCompact',
  Notification: 'Notification',
  ErrorOccurred: 'Error',
}

const FILE = 'hooks-yaml.json'

export const settings: AgentSettings = {
  defaultScope: 'user',
  projectVariable: 'COPILOT_PROJECT_DIR',
  file(scope, { root, home, env }) {
    if (scope === 'local') return undefined
    if (scope === 'project') return join(root, '.github', 'hooks', FILE)
    return join(env['COPILOT_HOME'] || join(home, '.copilot'), 'hooks', FILE)
  },
  ...jsonFile(events, (command) => ({
    version: 1,
    hooks: listsOf(events, (event) => ({
      type: 'command',
      bash: command(event),
      // Windows: the program on PATH. Without it PowerShell fails, which denies a call.
      powershell: `hooks.cmd run --agent copilot-cli --event ${event}; exit $LASTEXITCODE`,
      timeoutSec: 600,
    })),
  })),
  notes: (scope) =>
    scope === 'project' ? ['! Copilot runs hooks of a project only in a folder that it trusts'] : [],
}
