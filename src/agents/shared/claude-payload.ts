// Payloads of agents that name their fields as Claude Code does: `hook_event_name`, `tool_name`, `tool_response`.
import { field, isObject, type PlainObject as Plain } from '../../model/plain-object.ts'
import type { Dialect, Event } from '../../model/types.ts'
import { eventIn, nativeIn, type EventNames } from './decoder.ts'
import { canonicalTool } from './tool-name.ts'
import { continuedIn, outputText, isRead, type Names, placed, readFields } from './payload-fields.ts'
import { textIn } from './answers.ts'

export interface Spoken {
  readonly agent: string
  readonly events: EventNames
  /** Its own names of fields. */
  readonly names?: Names
  /** The text that its model reads of an output, and whether the call failed, where the output says so. */
  readonly result?: (output: unknown, payload: Plain) => Pick<Event, 'output_text' | 'is_error'>
  /** The tool of a server as rules know it, where the payload tells both. */
  readonly serverTool?: (payload: Plain) => string | undefined
}

/** Every field of the payload finds its place: one of the event's own, or `metadata` under its own name. */
export function decodeLike({ agent, events, names = {}, result, serverTool }: Spoken): Dialect['decode'] {
  return (payload, context) => {
    const name = nativeIn(events, payload, context.claimed)
    const output = payload['tool_response']
    const metadata = metadataOf(payload, names)
    const fields = readFields(payload, names)
    const { tool_name: tool } = fields
    return Object.freeze({
      ...(output !== undefined && (result?.(output, payload) ?? { output_text: outputText(output) })),
      ...failed(name, payload),
      ...sourceOf(payload),
      ...subagentOf(payload),
      ...continuedIn(payload['stop_hook_active']),
      ...fields,
      ...(tool !== undefined && canonicalTool(tool, { ...context, told: serverTool?.(payload) })),
      ...(Object.keys(metadata).length > 0 && { metadata }),
      ...placed(payload, { name, event: eventIn(events, name), agent }, context),
    })
  }
}

/** What agents say beside `source` about why an event came. */
const sources = ['trigger', 'reason', 'notification_type']

function sourceOf(payload: Plain): Partial<Event> {
  const source = sources.map((key) => payload[key]).find((value) => typeof value === 'string')
  return typeof source === 'string' && payload['tool_name'] === undefined ? { source } : {}
}

function failed(name: string, { error }: Plain): Partial<Event> {
  return name === 'PostToolUseFailure'
    ? { is_error: true, output_text: typeof error === 'string' ? error : '' }
    : {}
}

function subagentOf({ agent_id: id, agent_type: type }: Plain): Partial<Event> {
  return typeof id === 'string' ? { subagent: { name: typeof type === 'string' ? type : '', id } } : {}
}

const own = new Set(['hook_event_name', 'event', 'cwd', 'agent_id', 'agent_type', 'stop_hook_active'])

function metadataOf(payload: Plain, names: Names): Plain {
  const rest = Object.entries(payload).filter(([key]) => !own.has(key) && !isRead(key, names))
  return { ...Object.fromEntries(rest), ...(isObject(payload['metadata']) && payload['metadata']) }
}

/** Outputs of Gemini CLI and what came from it: its model reads `llmContent`. A failed command is told by its exit code, any other failed call by an error. */
export function llmResult(
  output: unknown,
  { tool_name: tool }: Plain,
): Pick<Event, 'output_text' | 'is_error'> {
  const content = field(output, 'llmContent') ?? output
  const output_text = Array.isArray(content)
    ? content.map((part: unknown) => textIn(part, 'text')).join('\n')
    : outputText(content)
  const exit = tool === 'run_shell_command' ? /^Exit Code: (\d+)$/m.exec(output_text)?.[1] : undefined
  return { output_text, is_error: field(output, 'error') !== undefined || (exit ?? '0') !== '0' }
}
