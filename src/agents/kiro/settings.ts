import { join } from 'node:path'
import type { AgentSettings } from '../shared/agent.ts'
import { jsonFile, pascalCase } from '../shared/settings/own-file.ts'

const events = {
  sessionStart: 'SessionStart',
  sessionEnd: 'SessionEnd',
  userPromptSubmit: 'UserPromptSubmit',
  preToolUse: 'PreToolUse',
  postToolUse: 'PostToolUse',
  stop: 'AgentStop',
} as const

/** Seconds. */
const timeout = 60

export const settings: AgentSettings = {
  untested: true,
  defaultScope: 'user',
  file(scope, { root, home }) {
    if (scope === 'local') return undefined
    return join(scope === 'project' ? root : home, '.kiro', 'hooks', 'hooks-yaml.json')
  },
  ...jsonFile(events, (command) => ({
    version: 'v1',
    hooks: Object.keys(events).map((event) => ({
      name: `hooks-yaml ${pascalCase(event)}`,
      trigger: pascalCase(event),
      action: { type: 'command', command: command(event) },
      timeout,
      enabled: true,
    })),
  })),
  notes: () => [
    '  read by Kiro 1 and its CLI from version 3 on; CLI 2 keeps hooks in the files of its agents',
  ],
}
