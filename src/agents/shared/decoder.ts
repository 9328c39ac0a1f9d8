// Decodes payloads whose fields and events have names of their own.
import { eventNamed } from '../../model/events.ts'
import type { PlainObject } from '../../model/plain-object.ts'
import type { DecodeContext, Event, EventName } from '../../model/types.ts'
import { outputText } from './output-text.ts'
import { canonicalTool, type ServerTools } from './mcp-tool.ts'
import { type Names, placed, readFields } from './payload-fields.ts'

export type EventNames = Readonly<Record<string, EventName | 'unmapped'>>

export interface PayloadTable {
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
