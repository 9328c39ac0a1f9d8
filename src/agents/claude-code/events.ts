import { eventNamed } from '../../model/events.ts'
import type { Event, EventName } from '../../model/types.ts'
import { textField } from './text-field.ts'
import type { PlainObject as Plain } from '../../model/plain-object.ts'

/** All events that Claude Code has, by its own names; `unmapped` ones pass and are recorded. */
export const nativeEvents: Readonly<Record<string, EventName | 'unmapped'>> = {
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
export function eventOf(native: string): EventName | 'unmapped' {
  return Object.hasOwn(nativeEvents, native) ? (nativeEvents[native] ?? 'unmapped') : 'unmapped'
}

/** Claude Code's own name of a payload's event; a payload in other terms, such as one written by hand, names it in `event`. */
export function nativeIn(payload: Plain): string {
  const other = textField(payload, 'event') ?? ''
  const native = textField(payload, 'hook_event_name')
  if (native !== undefined || Object.hasOwn(nativeEvents, other)) return native ?? other
  const name = eventNamed(other)
  return Object.keys(nativeEvents).find((own) => name !== undefined && nativeEvents[own] === name) ?? other
}

/** What Claude Code calls this event, also when another agent sent it; undefined when it has no such event. */
export function nativeName(event: Event): string | undefined {
  if (event.agent === agentName) return event.native_event ?? event.event
  if (event.event === 'AgentStop') return 'Stop'
  if (event.event === 'Error') return 'StopFailure'
  if (event.event === 'PostToolUse' && event.is_error === true) return 'PostToolUseFailure'
  return eventOf(event.event) === 'unmapped' ? undefined : event.event
}
