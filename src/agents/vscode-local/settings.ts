import { join } from 'node:path'
import type { AgentSettings } from '../shared/agent.ts'
import { jsonFile, listsOf } from '../shared/settings/own-file.ts'

const events = {
  SessionStart: 'SessionStart',
  UserPromptSubmit: 'UserPromptSubmit',
  PreToolUse: 'PreToolUse',
  PostToolUse: 'PostToolUse',
  PreCompact: 'PreCompact',
  SubagentStart: 'SubagentStart',
  SubagentStop: 'SubagentStop',
  Stop: 'AgentStop',
} as const

export const settings: AgentSettings = {
  untested: true,
  alone: true,
  file: (scope, { root }) =>
    scope === 'project' ? join(root, '.github', 'hooks', 'hooks-yaml-vscode.json') : undefined,
  ...jsonFile(events, (command) => ({
    hooks: listsOf(events, (event) => ({ type: 'command', command: command(event), timeout: 30 })),
  })),
}
