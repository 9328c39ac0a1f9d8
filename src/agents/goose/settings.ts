import { join } from 'node:path'
import type { AgentSettings } from '../shared/agent.ts'
import { jsonFile, jsonText, listsOf } from '../shared/settings/own-file.ts'

const events = {
  SessionStart: 'SessionStart',
  SessionEnd: 'SessionEnd',
  UserPromptSubmit: 'UserPromptSubmit',
  PreToolUse: 'PreToolUse',
  PostToolUse: 'PostToolUse',
  PostToolUseFailure: 'PostToolUse',
  Stop: 'AgentStop',
} as const

/** Seconds. */
const timeout = 30

const manifest = {
  name: 'hooks-yaml',
  version: '1.0.0',
  description: 'Rules of hooks.yaml, through hooks-agent',
}

/** A plugin of our own. Without a matcher an entry hears of every tool; `*` is no valid expression there. */
export const settings: AgentSettings = {
  untested: true,
  defaultScope: 'user',
  file(scope, { root, home }) {
    if (scope === 'local') return undefined
    return join(scope === 'project' ? root : home, '.agents', 'plugins', 'hooks-yaml', 'hooks', 'hooks.json')
  },
  beside: {
    file: (scope, { root, home }) =>
      join(scope === 'project' ? root : home, '.agents', 'plugins', 'hooks-yaml', 'plugin.json'),
    text: () => jsonText(manifest),
  },
  ...jsonFile(events, (command) => ({
    hooks: listsOf(events, (event) => {
      const hook = { type: 'command', command: command(event), timeout }
      return { hooks: [event === 'PreToolUse' ? { ...hook, on_failure: 'block' } : hook] }
    }),
  })),
}
