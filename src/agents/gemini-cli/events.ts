import type { NativeEvents } from '../shared/native-events.ts'

export const agentName = 'gemini-cli'

export const nativeEvents: NativeEvents = {
  BeforeTool: 'PreToolUse',
  AfterTool: 'PostToolUse',
  BeforeAgent: 'UserPromptSubmit',
  AfterAgent: 'AgentStop',
  SessionStart: 'SessionStart',
  SessionEnd: 'SessionEnd',
  PreCompress: 'PreCompact',
  Notification: 'Notification',
  BeforeModel: 'unmapped',
  BeforeToolSelection: 'unmapped',
  AfterModel: 'unmapped',
}
