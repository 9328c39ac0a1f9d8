import { join } from 'node:path'
import type { AgentSettings } from '../shared/agent.ts'
import { type OwnEvents, ownFile } from '../shared/own-file.ts'

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

const textOf = (value: object) => `${JSON.stringify(value, null, 2)}\n`

export const settings: AgentSettings = {
  defaultScope: 'user',
  projectVariable: 'COPILOT_PROJECT_DIR',
  file(scope, { root, home, env }) {
    if (scope === 'local') return undefined
    if (scope === 'project') return join(root, '.github', 'hooks', FILE)
    return join(env['COPILOT_HOME'] || join(home, '.copilot'), 'hooks', FILE)
  },
  ...ownFile(events, (command) =>
    textOf({
      version: 1,
      hooks: Object.fromEntries(
        Object.keys(events).map((event) => [
          event,
          [
            {
              type: 'command',
              bash: command(event),
              // Windows: the program on PATH. Without it PowerShell fails, which denies a call.
              powershell: `hooks.cmd run --agent copilot-cli --event ${event}; exit $LASTEXITCODE`,
              timeoutSec: 600,
            },
          ],
        ]),
      ),
    }),
  ),
  notes: (scope) =>
    scope === 'project' ? ['! Copilot runs hooks of a project only in a folder that it trusts'] : [],
}
