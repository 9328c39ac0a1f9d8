import { join } from 'node:path'
import type { AgentSettings } from '../shared/agent.ts'
import { jsonFile, listsOf, pascalCase } from '../shared/settings/own-file.ts'

const events = {
  session_start: 'SessionStart',
  session_end: 'SessionEnd',
  user_prompt_submit: 'UserPromptSubmit',
  pre_tool_use: 'PreToolUse',
  post_tool_use: 'PostToolUse',
  post_tool_use_failure: 'PostToolUse',
  stop: 'AgentStop',
  stop_failure: 'Error',
  subagent_start: 'SubagentStart',
  subagent_stop: 'SubagentStop',
  pre_compact: 'PreCompact',
  post_compact: 'PostCompact',
  notification: 'Notification',
} as const

/** Seconds; Grok's own limit is 5. */
const timeout = 600

export const settings: AgentSettings = {
  untested: true,
  masks: '$', // Grok replaces variables itself, and runs no command with one that is not set
  file(scope, { home, env }) {
    return scope === 'user'
      ? join(env['GROK_HOME'] || join(home, '.grok'), 'hooks', 'hooks-yaml.json')
      : undefined
  },
  ...jsonFile(events, (command) => ({
    hooks: listsOf(
      events,
      (event) => ({ hooks: [{ type: 'command', command: command(event), timeout }] }),
      pascalCase,
    ),
  })),
}
