import type { PlainObject as Plain } from '../../model/plain-object.ts'
import type { Event, EventName, DecodeContext, Message, Env, Listener } from '../../model/types.ts'
import { continuedIn, ignoredField, isPresent, parsedInput } from '../shared/payload-fields.ts'
import {
  eventIn,
  type EventNames,
  nativeIn as nativeInPayload,
  nativeName as nameOfEvent,
  isFromCodex,
  isFromDroid,
} from '../shared/decoder.ts'
import { capabilities, capabilitiesAt } from './capabilities.ts'
import { textField, outputText } from './output.ts'
import { completed, readTranscript, type Transcript } from './transcript.ts'

/** All events that Claude Code has, by its own names; `unmapped` ones pass and are recorded. */
export const nativeEvents: EventNames = {
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
const eventOf = (native: string): EventName | 'unmapped' => eventIn(nativeEvents, native)

const nativeIn = (payload: Plain, claimed?: string): string => nativeInPayload(nativeEvents, payload, claimed)

/** What Claude Code calls this event, also when another agent sent it; undefined when it has no such event. */
export const nativeName = (event: Event): string | undefined => nameOfEvent(nativeEvents, agentName, event)

/** Fields that other agents send and Claude Code does not. */
const foreign = [
  'timestamp',
  'cursor_version',
  'clineVersion',
  'hookName',
  'hookEventName',
  'sessionId',
  'agent_action_name',
]

function recognizes(payload: Plain): 0 | 1 | 2 {
  const native = textField(payload, 'hook_event_name')
  if (native === undefined || !Object.hasOwn(nativeEvents, native)) return 0
  if (foreign.some((key) => Object.hasOwn(payload, key)) || isFromCodex(payload)) return 0
  if (isFromDroid(payload)) return 0
  const whole = ['session_id', 'cwd'].every((key) => textField(payload, key) !== undefined)
  return whole ? 2 : 1
}

type Fields = { -readonly [K in keyof Event]?: Event[K] }

const isText = (value: unknown) => typeof value === 'string'

/** Payload fields that become an event's field of another or the same name, when they are a text. */
const texts = {
  session_id: 'session_id',
  prompt_id: 'run_id',
  permission_mode: 'permission_mode',
  model: 'model',
  prompt: 'prompt',
  tool_name: 'tool_name',
  tool_use_id: 'tool_use_id',
  transcript_path: 'transcript_path',
  last_assistant_message: 'response',
  error: 'error',
} as const satisfies Record<string, keyof Event>

/** What Claude Code's own matcher is tested on where it is no tool, by native event. */
const sources: Readonly<Record<string, string>> = {
  PreCompact: 'trigger',
  PostCompact: 'trigger',
  Setup: 'trigger',
  SessionEnd: 'reason',
  Notification: 'notification_type',
}

const textNames = [...Object.keys(texts), 'cwd']

const placed = new Set<string>([...textNames, 'hook_event_name', 'tool_input', 'tool_response'])

/** Every field of the payload finds its place: one of the event's own, or `metadata` under its own name. */
function decode(payload: Plain, context: DecodeContext): Event {
  const native = nativeIn(payload, context.claimed)
  const name = eventOf(native)
  const fields: Fields = { event: name, agent: agentName }
  if (name !== native) fields.native_event = native
  for (const [from, to] of Object.entries(texts)) if (isText(payload[from])) fields[to] = payload[from]
  Object.assign(
    fields,
    subagentOf(payload),
    toolOf(payload, native),
    continuedIn(payload['stop_hook_active']),
  )
  const source = textField(payload, 'source') ?? textField(payload, sources[native] ?? 'source')
  if (source !== undefined) fields.source = source
  const ignored = ignoredIn(payload, native)
  if (ignored.length > 0) fields.ignored = ignored
  const metadata = metadataOf(payload)
  if (Object.keys(metadata).length > 0) fields.metadata = metadata
  const event = {
    ...fields,
    event: name,
    cwd: textField(payload, 'cwd') ?? context.cwd,
    root: context.root,
    raw: payload,
  }
  return Object.freeze(withTranscript(event, context))
}

const typed: readonly (readonly [name: string, type: 'string' | 'boolean' | 'number'])[] = [
  ...[...textNames, 'source', 'agent_id', 'agent_type'].map((name) => [name, 'string'] as const),
  ['stop_hook_active', 'boolean'],
  ['duration_ms', 'number'],
]

const expectedOf = { string: 'a string', boolean: 'true or false', number: 'a number of milliseconds' }

function ignoredIn(payload: Plain, native: string): readonly string[] {
  const own = [sources[native], native === 'Notification' ? 'message' : undefined]
  const more = own.flatMap((name) => (name === undefined ? [] : [[name, 'string'] as const]))
  return [...typed, ...more]
    .filter(([name, type]) => isPresent(payload, name) && typeof payload[name] !== type)
    .map(([name, type]) => ignoredField(name, payload[name], { expected: expectedOf[type] }))
}

function subagentOf(payload: Plain): Fields {
  const id = textField(payload, 'agent_id')
  const name = textField(payload, 'agent_type')
  if (id === undefined) return {}
  return { subagent: { name: name ?? '', id } }
}

function toolOf(payload: Plain, native: string): Fields {
  const tool = textField(payload, 'tool_name')
  const fields: Fields = {}
  if (Object.hasOwn(payload, 'tool_input')) fields.tool_input = parsedInput(payload['tool_input'])
  if (native === 'PostToolUseFailure') {
    fields.is_error = true
    fields.output_text = textField(payload, 'error') ?? ''
  }
  if (native === 'PostToolUse') fields.is_error = false
  if (!Object.hasOwn(payload, 'tool_response')) return fields
  const output = payload['tool_response']
  return { ...fields, tool_output: output, output_text: outputText(tool, output) }
}

function metadataOf(payload: Plain): Plain {
  const rest = Object.entries(payload).filter(([key, value]) => !isPlaced(key, value, payload))
  const notified = textField(payload, 'prompt')?.startsWith('<task-notification>') === true
  return { ...Object.fromEntries(rest), ...(notified && { host_notification: true }) }
}

function isPlaced(key: string, value: unknown, payload: Plain): boolean {
  if (key === 'tool_input' || key === 'tool_response') return true
  if (key === 'stop_hook_active') return typeof value === 'boolean'
  if (key === 'agent_id') return isText(value)
  if (key === 'agent_type') return isText(value) && isText(payload['agent_id'])
  if (key === 'source') return isText(value)
  if (key === 'event') return isText(value) && !isText(payload['hook_event_name'])
  return placed.has(key) && isText(value)
}

/** The fields that cost a file to know are read when first asked, and not copied or serialised. */
function withTranscript(event: Event, context: DecodeContext): Event {
  const path = transcriptOf(event)
  if (path === undefined) return event
  let transcript: Transcript | undefined
  const read = () => (transcript ??= readTranscript(context.files, path))
  Object.defineProperty(event, 'messages', { get: () => withLastAnswer(read().messages, event) })
  Object.defineProperty(event, 'usage', { get: () => read().usage })
  if (event.response === undefined) Object.defineProperty(event, 'response', { get: () => read().response })
  return event
}

function withLastAnswer(messages: readonly Message[], { event, raw }: Event): readonly Message[] {
  const said =
    event === 'AgentStop' || event === 'SubagentStop' ? textField(raw, 'last_assistant_message') : ''
  return completed(messages, said ?? '')
}

/** Inside a subagent, its own transcript, once Claude Code says where. */
function transcriptOf(event: Event): string | undefined {
  return textField(event.raw, 'agent_transcript_path') ?? event.transcript_path
}

function root(_payload: Plain, env: Env): string | undefined {
  const dir = env['CLAUDE_PROJECT_DIR']
  return dir === undefined || dir === '' ? undefined : dir
}

export const listener: Listener = { name: agentName, recognizes, root, decode, capabilities, capabilitiesAt }
