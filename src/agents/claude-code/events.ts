import type { Event, EventName } from '../../model/types.ts'
import {
  eventIn,
  type NativeEvents,
  nativeIn as nativeInPayload,
  nativeName as nameOfEvent,
} from '../shared/native-events.ts'
import type { PlainObject as Plain } from '../../model/plain-object.ts'

/** All events that Claude Code has, by its own names; `unmapped` ones pass and are recorded. */
export const nativeEvents: NativeEvents = {
  PreToolUse: 'PreToolUse',
  PostToolUse: 'PostToolUse',
  PostToolUseFailure: 'PostToolUse',
  PostToolBatch: 'unmapped',
  PermissionRequest: 'PermissionRequest',
  PermissionDenied: 'unmapped',
  UserPromptSubmit: 'UserPromptSubmit',
  UserPromptExpansion: 'unmapped',
  SessionStart: 'SessionStart',
  SessionEnd: 'SessionEnd',
  Setup: 'unmapped',
  Stop: 'AgentStop',
  StopFailure: 'Error',
  SubagentStart: 'SubagentStart',
  SubagentStop: 'SubagentStop',
  PreCompact: 'PreCompact',
  PostCompact: 'PostCompact',
  PreModelSwitch: 'unmapped',
  PostModelSwitch: 'unmapped',
  Notification: 'Notification',
  TeammateIdle: 'unmapped',
  TaskCreated: 'unmapped',
  TaskCompleted: 'unmapped',
  Elicitation: 'unmapped',
  ElicitationResult: 'unmapped',
  ConfigChange: 'unmapped',
  InstructionsLoaded: 'unmapped',
  WorktreeCreate: 'unmapped',
  WorktreeRemove: 'unmapped',
  CwdChanged: 'unmapped',
  FileChanged: 'unmapped',
  DirectoryAdded: 'unmapped',
  MessageDisplay: 'unmapped',
}

export const agentName = 'claude-code'

/** A native name's event in our terms; a name that Claude Code does not have is unmapped too. */
export const eventOf = (native: string): EventName | 'unmapped' => eventIn(nativeEvents, native)

export const nativeIn = (payload: Plain, claimed?: string): string =>
  nativeInPayload(nativeEvents, payload, claimed)

/** What Claude Code calls this event, also when another agent sent it; undefined when it has no such event. */
export const nativeName = (event: Event): string | undefined => nameOfEvent(nativeEvents, agentName, event)
