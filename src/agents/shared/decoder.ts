// An agent's own names of events and fields, and what tells apart agents that share them.
import { eventNamed } from '../../model/events.ts'
import { field, type PlainObject } from '../../model/plain-object.ts'
import type { Event, EventName, DecodeContext } from '../../model/types.ts'
import { canonicalTool, type ServerTools } from './tool-name.ts'
import { outputText, type Names, placed, readFields } from './payload-fields.ts'

/** All events that an agent has, by its own names; `unmapped` ones pass and are recorded. */
export type EventNames = Readonly<Record<string, EventName | 'unmapped'>>

/** A native name's event in our terms; a name that the agent does not have is unmapped too. */
export function eventIn(events: EventNames, native: string): EventName | 'unmapped' {
  return Object.hasOwn(events, native) ? (events[native] ?? 'unmapped') : 'unmapped'
}

/** The agent's own name of a payload's event. What it does not know may be one of ours, or what the calling settings claim. */
export function nativeIn(events: EventNames, payload: PlainObject, claimed = ''): string {
  const named = textOf(payload, 'hook_event_name') ?? textOf(payload, 'event') ?? claimed
  return ownName(events, named) ?? ownName(events, claimed) ?? named
}

function ownName(events: EventNames, name: string): string | undefined {
  if (Object.hasOwn(events, name)) return name
  const event = eventNamed(name)
  return Object.keys(events).find((own) => event !== undefined && events[own] === event)
}

/** What the agent calls this event, also when another agent sent it; undefined when it has no such event. */
export function nativeName(events: EventNames, agent: string, event: Event): string | undefined {
  if (event.agent === agent) return event.native_event ?? event.event
  if (event.event === 'unmapped') return undefined
  const names = Object.keys(events).filter((own) => events[own] === event.event)
  return event.is_error === true ? (names.find((name) => name.endsWith('Failure')) ?? names[0]) : names[0]
}

/** What the agent calls the tool, when the event is its own. */
export function nativeTool(
  { agent, tool_name, native_tool = tool_name }: Event,
  own: string,
): string | undefined {
  return agent === own ? native_tool : tool_name
}

const sources: Readonly<Partial<Record<Event['event'], string>>> = {
  SessionStart: 'source',
  SessionEnd: 'reason',
  PreCompact: 'trigger',
  Notification: 'notification_type',
}

/** Why an event came, in payloads with Claude Code's names. */
export function sourceField({ event, source }: Event): PlainObject {
  const name = sources[event]
  return name === undefined ? {} : { [name]: source }
}

function textOf(payload: PlainObject, key: string): string | undefined {
  const found = field(payload, key)
  return typeof found === 'string' ? found : undefined
}

const droidModes = new Set<unknown>(['off', 'spec', 'auto-low', 'auto-medium', 'auto-high'])

/** Droid sends what Claude Code does, with permission modes of its own. */
export function isFromDroid({ permission_mode: mode }: PlainObject): boolean {
  return droidModes.has(mode)
}

/** Codex names its model and turn in nearly every payload, and keeps transcripts by its own name. */
export function isFromCodex(payload: PlainObject): boolean {
  if (Object.hasOwn(payload, 'timestamp')) return false
  const names = (key: string): boolean => typeof payload[key] === 'string'
  if (names('model') && (names('turn_id') || (names('permission_mode') && !names('prompt_id')))) return true
  return /[\\/]sessions[\\/].*[\\/]rollout-[^\\/]+\.jsonl$/.test(String(field(payload, 'transcript_path')))
}

interface PayloadTable {
  readonly agent: string
  /** The agent's names of events; any other name is one of ours. */
  readonly events: EventNames
  /** The agent's name of this event; empty when the payload does not say it: then the calling settings do. */
  nameIn(payload: PlainObject, context: DecodeContext): string
  readonly names?: Names
  /** Its event of a call that failed; absent: an event does not say whether its call did. */
  readonly failure?: string
  /** How it names the tools of servers. */
  readonly tools?: ServerTools
  /** Fields that are read otherwise; they win. */
  also?(payload: PlainObject, name: string, context: DecodeContext): Partial<Event>
}

export function decoderOf(table: PayloadTable) {
  return (payload: PlainObject, context: DecodeContext): Event => {
    const name = table.nameIn(payload, context) || (context.claimed ?? '')
    const event = eventOf(table.events, name)
    const fields = { ...readFields(payload, table.names), ...table.also?.(payload, name, context) }
    const { cwd, output_text, tool_name: tool } = fields
    return Object.freeze({
      ...(event === 'PostToolUse' && table.failure !== undefined && { is_error: name === table.failure }),
      ...fields,
      ...(tool !== undefined && canonicalTool(tool, { ...table.tools, ...context })),
      ...(fields.tool_output !== undefined && {
        output_text: output_text ?? outputText(fields.tool_output),
      }),
      ...placed(payload, { name, event, agent: table.agent }, context),
      ...(cwd !== undefined && { cwd }),
    })
  }
}

export function eventOf(events: EventNames, name: string): EventName | 'unmapped' {
  return (Object.hasOwn(events, name) ? events[name] : eventNamed(name)) ?? 'unmapped'
}
