import type { NativeEvents } from '../shared/native-events.ts'

export const agentName = 'codex'

export const nativeEvents: NativeEvents = {
  SessionStart: 'SessionStart',
  SessionEnd: 'SessionEnd',
  UserPromptSubmit: 'UserPromptSubmit',
  PreToolUse: 'PreToolUse',
  PermissionRequest: 'PermissionRequest',
  PostToolUse: 'PostToolUse',
  PreCompact: 'PreCompact',
  PostCompact: 'PostCompact',
  SubagentStart: 'SubagentStart',
  SubagentStop: 'SubagentStop',
  Stop: 'AgentStop',
  Interrupt: 'unmapped',
  PreModelRequest: 'unmapped',
  PostModelRequest: 'unmapped',
}
