// Payloads that are what a sketch asks for.
import { groupWith, shippedGroups, type ToolGroup } from '../../model/tool-groups.ts'
import { isObject } from '../../model/plain-object.ts'
import type { EventName } from '../../model/types.ts'
import type { PathVerb, Sketch, Values } from './sketch.ts'
import { shellWord } from './commands.ts'

export type SketchedPayload = Values

const toolEvents: readonly EventName[] = ['PreToolUse', 'PermissionRequest', 'PostToolUse']

export function payloadsFor(sketch: Sketch, event: EventName): readonly SketchedPayload[] {
  const { fields = {}, given, said } = sketch
  const usual = event === 'UserPromptSubmit' ? { prompt: 'Hello.' } : {}
  const calls: readonly SketchedPayload[] = toolEvents.includes(event) ? callsFor(sketch) : [usual]
  const all = {
    ...(said !== undefined && { [textField(event)]: said }),
    ...fields,
    ...(given?.['branch'] !== undefined && { branch: given['branch'] }),
  }
  return calls.map((call) =>
    Object.entries(all).reduce<SketchedPayload>(
      (whole, [path, value]) => put(whole, path.split('.'), value),
      {
        event,
        ...call,
      },
    ),
  )
}

function textField(event: EventName): string {
  if (event === 'UserPromptSubmit') return 'prompt'
  return toolEvents.includes(event) ? 'tool_output' : 'response'
}

/** A dotted field at its place. */
function put(
  whole: SketchedPayload,
  [key = '', ...rest]: readonly string[],
  value: unknown,
): SketchedPayload {
  const inner = whole[key]
  return { ...whole, [key]: rest.length === 0 ? value : put(isObject(inner) ? inner : {}, rest, value) }
}

interface SketchedCall extends SketchedPayload {
  readonly tool_name: string
  readonly tool_input: SketchedPayload
}

function callsFor(sketch: Sketch): readonly SketchedCall[] {
  const { tool, command, path = 'a.txt', verb, text, host, sends, dir } = sketch
  const call = (name: string, input: SketchedPayload): SketchedCall => ({
    tool_name: tool ?? name,
    tool_input: input,
  })
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

const inputs: Readonly<Partial<Record<ToolGroup, SketchedPayload>>> = {
  read: { file_path: 'a.txt' },
  write: { file_path: 'a.txt', content: '' },
  edit: { file_path: 'a.txt', old_string: 'a', new_string: 'b' },
  search: { pattern: 'a' },
  fetch: { url: 'https://files.example/' },
}
const tools: Values = { command: 'Bash', file_path: 'Write', url: 'WebFetch', pattern: 'Grep' }

/** Of any tool, or of one that such an input is for. */
function plainCall({ tool, fields = {} }: Sketch): SketchedCall {
  const asked = Object.keys(fields).flatMap((field) => /^tool_input\.(.*)$/.exec(field)?.slice(1) ?? [])
  const known = asked.find((name) => Object.hasOwn(tools, name))
  const name = tool ?? String(asked.length === 0 ? 'Bash' : known === undefined ? 'a_tool' : tools[known])
  return {
    tool_name: name,
    tool_input: inputs[groupWith(name) ?? 'mcp'] ?? (name === 'Bash' ? { command: 'ls' } : {}),
  }
}

/** Command lines that do what a sketch asks for, the plainest first. */
function linesFor(sketch: Sketch): readonly string[] {
  const { command, dir } = sketch
  const lines = command === undefined ? linesWithout(sketch) : linesWith(command, sketch)
  return dir === undefined ? lines : lines.map((line) => `cd ${shellWord(dir)} && ${line}`)
}

const installs: Readonly<Record<string, string>> = {
  'registry:npm': 'npm install left-pad',
  'registry:pypi': 'pip install requests',
  'registry:crates': 'cargo install ripgrep',
  'registry:rubygems': 'gem install rake',
}

function linesWithout({ path, verb = 'touch', host, sends, text = 'b' }: Sketch): readonly string[] {
  const url = `https://${host ?? 'files.example'}/`
  if (sends !== undefined) return [`curl -d ${sends} ${url}`]
  if (path === undefined) return host === undefined ? ['ls'] : [installs[host] ?? `curl ${url}`]
  const at = shellWord(path)
  if (host !== undefined) return [`curl -T ${at} ${url}`, `curl -o ${at} ${url}`]
  const write = `echo ${shellWord(text)} > ${at}`
  const lines: Readonly<Record<PathVerb, readonly string[]>> = {
    read: [`cat ${at}`],
    create: [write],
    edit: [`echo ${shellWord(text)} >> ${at}`],
    delete: [`rm ${at}`],
    write: [write, `rm ${at}`],
    touch: [`cat ${at}`, write],
  }
  return lines[verb]
}

/** A command with what other keys ask of it. */
function linesWith(command: string, { path, host, sends }: Sketch): readonly string[] {
  const at = path === undefined ? undefined : shellWord(path)
  const operands = sends === undefined ? (at === undefined ? '' : `${at} `) : `-d ${sends} `
  if (host !== undefined)
    return [command, ...[`https://${host}/`, `${host}:a`].map((place) => `${command} ${operands}${place}`)]
  if (at === undefined) return [command, `${command} a`, `${command} a b`]
  const file = JSON.stringify(path?.replaceAll("'", ''))
  const code = [`-c 'import os; os.remove(${file})'`, `-e 'require("fs").rmSync(${file})'`]
  return [` ${at}`, '', ` 755 ${at}`, ` < ${at}`, ` > ${at}`, ...code.map((each) => ` ${each}`)].map(
    (rest) => command + rest,
  )
}
