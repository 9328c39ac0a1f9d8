// Payloads that are what a sketch asks for.
import { groupWith, shippedGroups, type ToolGroup } from '../../model/tool-groups.ts'
import { isObject } from '../../model/plain-object.ts'
import type { EventName } from '../../model/types.ts'
import { linesFor } from './lines.ts'
import type { PathVerb, Sketch, Values } from './sketch.ts'

export type Payload = Values

const toolEvents: readonly EventName[] = ['PreToolUse', 'PermissionRequest', 'PostToolUse']

export function payloadsFor(sketch: Sketch, event: EventName): readonly Payload[] {
  const { fields = {}, given, said } = sketch
  const usual = event === 'UserPromptSubmit' ? { prompt: 'Hello.' } : {}
  const calls: readonly Payload[] = toolEvents.includes(event) ? callsFor(sketch) : [usual]
  const all = {
    ...(said !== undefined && { [textField(event)]: said }),
    ...fields,
    ...(given?.['branch'] !== undefined && { branch: given['branch'] }),
  }
  return calls.map((call) =>
    Object.entries(all).reduce<Payload>((whole, [path, value]) => put(whole, path.split('.'), value), {
      event,
      ...call,
    }),
  )
}

function textField(event: EventName): string {
  if (event === 'UserPromptSubmit') return 'prompt'
  return toolEvents.includes(event) ? 'tool_output' : 'response'
}

/** A dotted field at its place. */
function put(whole: Payload, [key = '', ...rest]: readonly string[], value: unknown): Payload {
  const inner = whole[key]
  return { ...whole, [key]: rest.length === 0 ? value : put(isObject(inner) ? inner : {}, rest, value) }
}

interface Call extends Payload {
  readonly tool_name: string
  readonly tool_input: Payload
}

function callsFor(sketch: Sketch): readonly Call[] {
  const { tool, command, path = 'a.txt', verb, text, host, sends, dir } = sketch
  const call = (name: string, input: Payload): Call => ({ tool_name: tool ?? name, tool_input: input })
  const lines = linesFor(sketch).map((line) => call('Bash', { command: line }))
  const isShell = tool !== undefined && shippedGroups.shell.includes(tool)
  if (isShell || command !== undefined || sends !== undefined || dir !== undefined) return lines
  if (host !== undefined)
    return verb === undefined ? [call('WebFetch', { url: `https://${host}/` }), ...lines] : lines
  if (verb === undefined && text === undefined) return [plainCall(sketch), ...lines]
  const isOf = (...verbs: readonly PathVerb[]): boolean => verbs.includes(verb ?? 'create')
  return [
    ...(isOf('read', 'touch') ? [call('Read', { file_path: path })] : []),
    ...(isOf('create', 'write', 'touch') ? [call('Write', { file_path: path, content: text ?? 'b' })] : []),
    ...(isOf('edit', 'write', 'touch')
      ? [call('Edit', { file_path: path, old_string: 'a', new_string: text ?? 'b' })]
      : []),
    ...lines,
  ]
}

const inputs: Readonly<Partial<Record<ToolGroup, Payload>>> = {
  read: { file_path: 'a.txt' },
  write: { file_path: 'a.txt', content: '' },
  edit: { file_path: 'a.txt', old_string: 'a', new_string: 'b' },
  search: { pattern: 'a' },
  fetch: { url: 'https://files.example/' },
}
const tools: Values = { command: 'Bash', file_path: 'Write', url: 'WebFetch', pattern: 'Grep' }

/** Of any tool, or of one that such an input is for. */
function plainCall({ tool, fields = {} }: Sketch): Call {
  const asked = Object.keys(fields).flatMap((field) => /^tool_input\.(.*)$/.exec(field)?.slice(1) ?? [])
  const known = asked.find((name) => Object.hasOwn(tools, name))
  const name = tool ?? String(asked.length === 0 ? 'Bash' : known === undefined ? 'a_tool' : tools[known])
  return {
    tool_name: name,
    tool_input: inputs[groupWith(name) ?? 'mcp'] ?? (name === 'Bash' ? { command: 'ls' } : {}),
  }
}
