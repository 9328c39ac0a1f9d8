// Apart: a plugin loads nothing else of its agent.
import type { OwnEvents } from '../shared/settings/events.ts'

/** By the names in the payloads of the plugin that `install` writes. */
export const events = {
  agent_start: 'SessionStart',
  prompt_submit: 'UserPromptSubmit',
  tool_call: 'PreToolUse',
  tool_result: 'PostToolUse',
  agent_end: 'AgentStop',
  agent_error: 'Error',
} as const satisfies OwnEvents
