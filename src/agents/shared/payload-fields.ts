// The fields of an event as payloads have them: by our own names, and by those that agents give them.
import { isAbsolute } from 'node:path'
import { field, isObject, type PlainObject, shown } from '../../model/plain-object.ts'
import type { DecodeContext, Event, Message, Usage } from '../../model/types.ts'

type Payload = Readonly<Record<string, unknown>>
type FieldName = keyof Event

interface FieldKind {
  /** A value of the right type, or undefined: any other stays in `raw` only. */
  readonly read: (value: unknown) => unknown
  /** With the unit of a number. */
  readonly expected: string
}

const text: FieldKind = {
  read: (value) => (typeof value === 'string' ? value : undefined),
  expected: 'a string',
}
const number: FieldKind = { read: countIn, expected: 'a number from 0' }
const boolean: FieldKind = {
  read: (value) => (typeof value === 'boolean' ? value : undefined),
  expected: 'true or false',
}
const object: FieldKind = { read: (value) => (isObject(value) ? value : undefined), expected: 'an object' }
const any: FieldKind = { read: (value) => value, expected: 'anything' }
const time: FieldKind = {
  read: (value) => (unitOf(value) === '' ? countIn(value) : undefined),
  expected: 'milliseconds since 1970, as a number',
}

/** Every field that is copied as it is, by what it holds and under which further names agents send it. */
const fields: Readonly<Partial<Record<FieldName, FieldKind & { readonly as?: readonly string[] }>>> = {
  agent: text,
  session_id: { ...text, as: ['conv_id', 'conversation_id'] },
  run_id: text,
  branch: text,
  permission_mode: text,
  model: text,
  source: text,
  subagent: { read: subagent, expected: 'a name, or an object with a "name"' },
  recipe: { ...text, as: ['invoked_recipe', 'recipe_name'] },
  turn: { ...number, as: ['turn_number'] },
  step: { ...number, as: ['steps'] },
  stop_active: { ...number, expected: 'a number of continuations' },
  prompt: text,
  tool_name: text,
  native_tool: text,
  tool_input: { ...any, read: parsedInput },
  tool_use_id: { ...text, as: ['tool_user_id'] },
  tool_output: { ...any, as: ['tool_response'] },
  output_text: text,
  is_error: boolean,
  messages: { read: messages, expected: 'a list of objects with a "role"' },
  response: { ...text, as: ['last_assistant_message'] },
  system_prompt: text,
  usage: { read: usage, expected: 'an object with numbers of tokens' },
  started_at: time,
  finish_reason: text,
  error: {
    read: (value) => text.read(value) ?? text.read(field(value, 'message')),
    expected: 'a string, or an object with a "message"',
  },
  transcript_path: text,
  metadata: object,
}

/** Further names of one agent. */
export type Names = Readonly<Partial<Record<FieldName, readonly string[]>>>

/** Every event pays for them: no lists are made on the way. */
const known = /* @__PURE__ */ Object.entries(fields).map(([name, { read, expected, as = [] }]) => ({
  name: name as FieldName, // the table's own keys
  read,
  expected,
  names: [name, ...as],
}))

export function readFields(payload: Payload, also: Names = {}): Partial<Event> {
  const found: Record<string, unknown> = {}
  let ignored: string[] | undefined
  for (const { name, read, expected, names } of known) {
    const own = firstOf(payload, names, read)
    const value = own === undefined && also[name] !== undefined ? firstOf(payload, also[name], read) : own
    if (value !== undefined) found[name] = value // null is one
    else {
      const given = names.find((each) => Object.hasOwn(payload, each) && isPresent(payload, each))
      if (given !== undefined)
        (ignored ??= []).push(
          ignoredField(given, payload[given], {
            expected,
            unit: read === time.read ? unitOf(payload[given]) : '',
          }),
        )
    }
  }
  if (isObject(payload['usage'])) ignored = [...(ignored ?? []), ...ignoredUsage(payload['usage'])]
  if (ignored !== undefined && ignored.length > 0) found['ignored'] = ignored
  return found
}

/** Is this a field of the payload that `readFields` reads? */
export function isRead(key: string, also: Names = {}): boolean {
  return (
    known.some(({ names }) => names.includes(key)) || Object.values(also).some((names) => names.includes(key))
  )
}

function ignoredUsage(given: Payload): readonly string[] {
  return Object.values(usageFields)
    .flat()
    .filter((key) => isGiven(given[key]) && countIn(given[key]) === undefined)
    .map((key) => ignoredField(`usage.${key}`, given[key], { expected: 'a number of tokens' }))
}

/** What is counted, and a clock, never is below zero. */
export function countIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
}

/** Seconds from 1973 on; in milliseconds these are days of early 1970, in which no agent ran. */
const SECONDS = [1e8, 1e11] as const
/** The year 5138 in milliseconds, and in microseconds. */
const MICROSECONDS = [1e14, 1e17] as const

function unitOf(value: unknown): string {
  if (typeof value !== 'number' || value < 0) return ''
  if (value < SECONDS[0]) return ', which is a duration'
  if (value < SECONDS[1]) return ', which are seconds'
  if (value < MICROSECONDS[0]) return ''
  return value < MICROSECONDS[1] ? ', which are microseconds' : ', which are nanoseconds'
}

function firstOf(payload: Payload, names: readonly string[], read: FieldKind['read']): unknown {
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
    const found = keys.map((key) => countIn(field(value, key))).find((one) => one !== undefined)
    return found === undefined ? [] : [[name, found] as const]
  })
  return Object.fromEntries(found)
}

/** Agents say whether a stop was held up before, not how often. */
export function continuedIn(before: unknown): Partial<Event> {
  return typeof before === 'boolean' ? { stop_active: before ? 1 : 0 } : {}
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

/** What stands in a field of a payload, and what it takes. */
export function ignoredField(
  name: string,
  value: unknown,
  { expected, unit = '' }: { readonly expected: string; readonly unit?: string },
): string {
  return `"${name}" of the payload is ${shown(value)}${unit}, expected ${expected}: it is ignored`
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

/** A tool without a name is no tool that rules could know. */
export function isPresent(payload: PlainObject, name: string): boolean {
  return isGiven(payload[name]) || (name === 'tool_name' && payload[name] === null)
}

/** The input of a call; some agents send an object as JSON text. */
export function parsedInput(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*\{/.test(value)) return value
  try {
    const parsed: unknown = JSON.parse(value)
    return isObject(parsed) ? parsed : value
  } catch {
    return value
  }
}

/** The text of a tool's output: itself, its streams, its content blocks, else its JSON. */
export function outputText(output: unknown): string {
  if (output === undefined || output === null) return ''
  if (typeof output === 'string') return output
  const text = Array.isArray(output) ? blocks(output) : textOf(output)
  return text ?? JSON.stringify(output) ?? ''
}

function textOf(output: unknown): string | undefined {
  const [stdout, stderr] = [field(output, 'stdout'), field(output, 'stderr')]
  if (typeof stdout === 'string' || typeof stderr === 'string') {
    return [stdout, stderr].filter((text) => typeof text === 'string' && text !== '').join('\n')
  }
  const content = field(output, 'content')
  return typeof content === 'string' ? content : blocks(content)
}

/** Content blocks, when every one is a block and some have a text. */
function blocks(list: unknown): string | undefined {
  if (!Array.isArray(list)) return undefined
  const texts = list.map((block: unknown) => field(block, 'text')).filter((text) => typeof text === 'string')
  return texts.length > 0 && list.every((block) => field(block, 'type') !== undefined)
    ? texts.join('\n')
    : undefined
}
