// Apart: a plugin loads nothing else of its agent.
import type { OwnEvents } from '../shared/settings/events.ts'

/** By the names of the plugin's functions, and of OpenCode's own events. */
export const events: OwnEvents = {
  'tool.execute.before': 'PreToolUse',
  'tool.execute.after': 'PostToolUse',
  'chat.message': 'UserPromptSubmit',
  'session.created': 'SessionStart',
  'session.deleted': 'SessionEnd',
  'session.idle': 'AgentStop',
  'session.error': 'Error',
  'session.compacted': 'PostCompact',
  'experimental.session.compacting': 'PreCompact',
}
