import type { NativeEvents } from '../shared/native-events.ts'

export const agentName = 'qwen-code'

export const nativeEvents: NativeEvents = {
  PreToolUse: 'PreToolUse',
  PostToolUse: 'PostToolUse',
  PostToolUseFailure: 'PostToolUse',
  PermissionRequest: 'PermissionRequest',
  UserPromptSubmit: 'UserPromptSubmit',
  SessionStart: 'SessionStart',
  SessionEnd: 'SessionEnd',
  Stop: 'AgentStop',
  StopFailure: 'Error',
  SubagentStart: 'SubagentStart',
  SubagentStop: 'SubagentStop',
  PreCompact: 'PreCompact',
  PostCompact: 'PostCompact',
  Notification: 'Notification',
  PostToolBatch: 'unmapped',
  UserPromptExpansion: 'unmapped',
  SessionDelete: 'unmapped',
  MessageDisplay: 'unmapped',
  PermissionDenied: 'unmapped',
  TodoCreated: 'unmapped',
  TodoCompleted: 'unmapped',
  InstructionsLoaded: 'unmapped',
}
