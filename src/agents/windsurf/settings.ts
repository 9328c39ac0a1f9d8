import { join } from 'node:path'
import type { AgentSettings } from '../shared/agent.ts'
import { hookLists, type RegisteredEvents } from '../shared/settings/hook-groups.ts'

const before = { flat: true, event: 'PreToolUse', hook: {} } as const
const after = { flat: true, event: 'PostToolUse', hook: {} } as const

const registered: RegisteredEvents = {
  pre_user_prompt: { flat: true, event: 'UserPromptSubmit', hook: {} },
  pre_read_code: before,
  pre_write_code: before,
  pre_run_command: before,
  pre_mcp_tool_use: before,
  post_read_code: after,
  post_write_code: after,
  post_run_command: after,
  post_mcp_tool_use: after,
  post_cascade_response: { flat: true, event: 'AgentStop', hook: {} },
}

export const settings: AgentSettings = {
  format: 'json',
  untested: true,
  defaultScope: 'user',
  file(scope, { root, home }) {
    if (scope === 'local') return undefined
    return scope === 'project'
      ? join(root, '.windsurf', 'hooks.json')
      : join(home, '.codeium', 'windsurf', 'hooks.json')
  },
  ...hookLists({ agent: 'windsurf', registered, under: 'hooks' }),
}
