// The fields of an event as payloads have them: by our own names, and by those that agents give them.
import { isAbsolute } from 'node:path'
import type { DecodeContext, Event, Message, Usage } from '../../model/types.ts'
import { field, isObject } from '../../model/plain-object.ts'

type Payload = Readonly<Record<string, unknown>>
/** A value of the right type, or undefined: what is of another stays in `raw` only. */
type Read = (value: unknown) => unknown

type FieldName = keyof Event

const text: Read = (value) => (typeof value === 'string' ? value : undefined)
const number: Read = (value) => (typeof value === 'number' ? value : undefined)
const boolean: Read = (value) => (typeof value === 'boolean' ? value : undefined)
const object: Read = (value) => (isObject(value) ? value : undefined)
const any: Read = (value) => value

/** Every field that is copied as it is, by what it holds and under which further names agents send it. */
const fields: Readonly<Partial<Record<FieldName, { readonly read: Read; readonly as?: readonly string[] }>>> =
  {
    agent: { read: text },
    session_id: { read: text, as: ['conv_id', 'conversation_id'] },
    run_id: { read: text },
    branch: { read: text },
    permission_mode: { read: text },
    model: { read: text },
    source: { read: text },
    subagent: { read: subagent },
    recipe: { read: text, as: ['invoked_recipe', 'recipe_name'] },
    turn: { read: number, as: ['turn_number'] },
    step: { read: number, as: ['steps'] },
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

/** Further names of one agent. */
export type Names = Readonly<Partial<Record<FieldName, readonly string[]>>>

/** Every event pays for them: no lists are made on the way. */
const known = Object.entries(fields).map(([name, { read, as = [] }]) => ({
  name: name as FieldName, // the table's own keys
  read,
  names: [name, ...as],
}))

export function readFields(payload: Payload, also: Names = {}): Partial<Event> {
  const found: Record<string, unknown> = {}
  for (const { name, read, names } of known) {
    const own = firstOf(payload, names, read)
    const value = own === undefined && also[name] !== undefined ? firstOf(payload, also[name], read) : own
    if (value !== undefined) found[name] = value // null is one
  }
  return found
}

function firstOf(payload: Payload, names: readonly string[], read: Read): unknown {
  for (const name of names) {
    const value = Object.hasOwn(payload, name) ? read(payload[name]) : undefined
    if (value !== undefined) return value
  }
  return undefined
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

interface Named {
  /** As the payload calls it. */
  readonly name: string
  readonly event: Event['event']
  readonly agent: string
}

/** Which event it is, whose, and where: what every event of an agent has. */
export function placed(payload: Payload, { name, event, agent }: Named, { cwd, root }: DecodeContext) {
  return {
    event,
    agent,
    ...(event !== name && name !== '' && { native_event: name }),
    cwd: absolute(payload['cwd']) ?? cwd,
    root,
    raw: payload,
  }
}

/** A directory that the payload names, when it is absolute. */
export function absolute(value: unknown): string | undefined {
  return typeof value === 'string' && isAbsolute(value) ? value : undefined
}
