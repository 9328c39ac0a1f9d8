// Payloads that are what a sketch asks for.
import { groupWith } from '../../model/tool-groups.ts'
import type { EventName } from '../../model/types.ts'
import { commandsWith, downloads } from './lines.ts'
import type { PathVerb, Sketch } from './sketch.ts'
import { isShell } from './texts.ts'

export type Payload = Readonly<Record<string, unknown>>

const toolEvents: readonly EventName[] = ['PreToolUse', 'PermissionRequest', 'PostToolUse']

/** Where nothing else is asked. */
const usual: Readonly<Partial<Record<EventName, Payload>>> = {
  UserPromptSubmit: { prompt: 'Hello.' },
}

export function payloadsFor(sketch: Sketch, event: EventName): readonly Payload[] {
  const { fields = {}, given } = sketch
  const around = given?.branch === undefined ? {} : { branch: given.branch }
  const calls: readonly Payload[] = toolEvents.includes(event) ? callsFor(sketch) : [usual[event] ?? {}]
  return calls.map((call) => withFields({ event, ...call, ...around }, fields))
}

/** Dotted fields, each at its place. */
function withFields(payload: Payload, fields: Payload): Payload {
  return Object.entries(fields).reduce<Payload>((whole, [path, value]) => put(whole, path.split('.'), value), payload)
}

function put(whole: unknown, [key = '', ...rest]: readonly string[], value: unknown): Payload {
  const before = typeof whole === 'object' && whole !== null ? { ...whole } : {}
  const inner: unknown = rest.length === 0 ? value : put(Reflect.get(before, key), rest, value)
  if (key === '0' && Object.keys(before).length === 0) return [inner] as unknown as Payload // a list's only item
  return { ...before, [key]: inner }
}

interface Call extends Payload {
  readonly tool_name: string
  readonly tool_input: Payload
}

const callOf = (tool_name: string, tool_input: Payload): Call => ({ tool_name, tool_input })

function callsFor(sketch: Sketch): readonly Call[] {
  const { tool, command, path, text, host, sends, dir } = sketch
  const shell = (line: string): Call => callOf(tool ?? 'Bash', { command: line })
  if (command !== undefined || sends !== undefined || dir !== undefined) return commandsWith(sketch).map(shell)
  if (path !== undefined) return callsOnPath(path, sketch)
  if (text !== undefined) return callsOnPath({ verb: 'create', at: 'a.txt' }, sketch)
  if (host !== undefined) {
    const fetch = callOf(tool ?? 'WebFetch', { url: `https://${host}/`, prompt: 'What is there?' })
    const lines = downloads(host).map(shell)
    return tool === undefined || !isShell(tool) ? [...(host.includes(':') ? [] : [fetch]), ...lines] : lines
  }
  return tool === undefined ? withoutTool(sketch) : [callOf(tool, inputOf(tool))]
}

/** The tool that such an input is for. */
function withoutTool({ fields = {} }: Sketch): readonly Call[] {
  const asks = (name: string): boolean => Object.hasOwn(fields, `tool_input.${name}`)
  if (asks('command') || !Object.keys(fields).some((field) => field.startsWith('tool_input.')))
    return [callOf('Bash', asks('command') ? {} : { command: 'ls' }), callOf('Read', { file_path: 'a.txt' })]
  if (asks('url')) return [callOf('WebFetch', {})]
  return asks('file_path') ? [callOf('Write', { content: '' }), callOf('Read', {})] : [callOf('a_tool', {})]
}

function inputOf(tool: string): Payload {
  const at = { file_path: 'a.txt' }
  switch (groupWith(tool)) {
    case 'shell':
      return { command: 'ls' }
    case 'read':
      return at
    case 'write':
      return { ...at, content: '' }
    case 'edit':
      return { ...at, old_string: 'a', new_string: 'b' }
    case 'search':
      return { pattern: 'a' }
    case 'fetch':
      return { url: 'https://files.example/' }
    default:
      return {}
  }
}

type FileVerb = Exclude<PathVerb, 'write' | 'touch'>

const verbs: Readonly<Record<PathVerb, readonly FileVerb[]>> = {
  read: ['read'],
  create: ['create'],
  edit: ['edit'],
  delete: ['delete'],
  write: ['create', 'edit', 'delete'],
  touch: ['read', 'create', 'edit', 'delete'],
}

function callsOnPath({ verb, at }: NonNullable<Sketch['path']>, sketch: Sketch): readonly Call[] {
  const { tool, text = 'b', host } = sketch
  const inputs: Readonly<Record<FileVerb, readonly [tool: string | undefined, input: Payload]>> = {
    read: ['Read', { file_path: at }],
    create: ['Write', { file_path: at, content: text }],
    edit: ['Edit', { file_path: at, old_string: 'a', new_string: text }],
    delete: [undefined, {}],
  }
  const byTool = verbs[verb].flatMap((each) => {
    const [name, input] = inputs[each]
    return name === undefined ? [] : [callOf(tool ?? name, input)]
  })
  const lines = commandsWith({ ...sketch, path: { verb, at } }).map((line) => callOf(tool ?? 'Bash', { command: line }))
  const isTool = host === undefined && (tool === undefined || !isShell(tool))
  return isTool ? [...byTool, ...lines] : lines
}
