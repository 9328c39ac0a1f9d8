import { isAbsolute } from 'node:path'
import { eventNamed } from '../../events.ts'
import type { DecodeContext, Event, Message, Usage } from '../../types.ts'
import { field, outputText } from './output-text.ts'

type Payload = Readonly<Record<string, unknown>>
/** A value of the right type, or undefined: what is of another stays in `raw` only. */
type Read = (value: unknown) => unknown

const text: Read = (value) => (typeof value === 'string' ? value : undefined)
const number: Read = (value) => (typeof value === 'number' ? value : undefined)
const boolean: Read = (value) => (typeof value === 'boolean' ? value : undefined)
const object: Read = (value) => (isObject(value) ? value : undefined)
const any: Read = (value) => value

/** Every field that is copied as it is, by what it holds and under which further names agents send it. */
const fields: Readonly<
  Partial<Record<keyof Event, { readonly read: Read; readonly as?: readonly string[] }>>
> = {
  agent: { read: text },
  session_id: { read: text, as: ['conv_id', 'conversation_id'] },
  run_id: { read: text },
  branch: { read: text },
  permission_mode: { read: text },
  model: { read: text },
  source: { read: text },
  subagent: { read: subagent },
  recipe: { read: text, as: ['invoked_recipe'] },
  turn: { read: number, as: ['turn_number'] },
  step: { read: number },
  stop_active: { read: number },
  prompt: { read: text },
  tool_name: { read: text },
  tool_input: { read: any },
  tool_use_id: { read: text, as: ['tool_user_id'] },
  tool_output: { read: any, as: ['tool_response'] },
  output_text: { read: text },
  is_error: { read: boolean },
  messages: { read: messages },
  response: { read: text, as: ['last_assistant_message'] },
  system_prompt: { read: text },
  usage: { read: usage },
  started_at: { read: number },
  finish_reason: { read: text },
  error: { read: (value) => text(value) ?? text(field(value, 'message')) },
  transcript_path: { read: text },
  metadata: { read: object },
}

export function nameIn(payload: Payload): string | undefined {
  return [payload['event'], payload['hook_event_name']].find((name) => typeof name === 'string')
}

export function decode(payload: Payload, context: DecodeContext): Event {
  const name = nameIn(payload) ?? ''
  const event = eventNamed(name) ?? 'unmapped'
  return Object.freeze({
    event,
    ...(event !== name && name !== '' && { native_event: name }),
    ...outputOf(payload, name),
    ...subagentOf(payload),
    ...fieldsOf(payload),
    cwd: directory(payload['cwd']) ?? context.cwd,
    root: directory(payload['root']) ?? context.root,
    raw: payload,
  })
}

function fieldsOf(payload: Payload): Partial<Event> {
  const found = Object.entries(fields).flatMap(([name, { read, as = [] }]) => {
    const value = [name, ...as].filter((key) => Object.hasOwn(payload, key)).map((key) => read(payload[key]))
    const first = value.find((one) => one !== undefined)
    return first === undefined ? [] : [[name, first] as const]
  })
  return Object.fromEntries(found)
}

/** What follows from the output where the payload does not say it itself. */
function outputOf(payload: Payload, name: string): Partial<Event> {
  const output = Object.hasOwn(payload, 'tool_output') ? payload['tool_output'] : payload['tool_response']
  const success = field(output, 'success')
  return {
    ...(output !== undefined && { output_text: outputText(output) }),
    ...(typeof success === 'boolean' && { is_error: !success }),
    ...(name === 'PostToolUseFailure' && { is_error: true }),
  }
}

function subagentOf(payload: Payload): Partial<Event> {
  return payload['invoked_by'] === 'subagent' ? { subagent: { name: 'subagent' } } : {}
}

function directory(value: unknown): string | undefined {
  return typeof value === 'string' && isAbsolute(value) ? value : undefined
}

function subagent(value: unknown): Event['subagent'] {
  if (typeof value === 'string') return { name: value }
  const [name, id] = [field(value, 'name'), field(value, 'id')]
  if (typeof name !== 'string') return undefined
  return { name, ...(typeof id === 'string' && { id }) }
}

function messages(value: unknown): readonly Message[] | undefined {
  return Array.isArray(value) && value.every((message) => typeof field(message, 'role') === 'string')
    ? value
    : undefined
}

const usageFields: Readonly<Record<keyof Usage, readonly string[]>> = {
  input: ['input', 'input_tokens'],
  output: ['output', 'output_tokens'],
  total: ['total', 'total_tokens'],
  context: ['context', 'current_context_window'],
  max_context: ['max_context', 'max_context_window'],
}

function usage(value: unknown): Usage | undefined {
  if (!isObject(value)) return undefined
  const found = Object.entries(usageFields).flatMap(([name, keys]) => {
    const count = keys.map((key) => field(value, key)).find((one) => typeof one === 'number')
    return count === undefined ? [] : [[name, count] as const]
  })
  return Object.fromEntries(found)
}

function isObject(value: unknown): value is Payload {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
