// What is missing or of a wrong type in the input of a tool that we know: what the call would do is then unknown.
import { factKinds } from '../model/events.ts'
import { isObject, shown } from '../model/plain-object.ts'
import { groupWith, type ToolGroup } from '../model/tool-groups.ts'
import type { Event, FactKind, Unresolved } from '../model/types.ts'
import { isPathField } from '../patterns/paths/paths.ts'
import { isPatch } from './patch.ts'
import { typingTools } from './tool-names.ts'
import { badLine, givenCommand, isTextList, shellCommandIn } from './tool-shapes.ts'
import { isUrlField, namesPath } from './tools.ts'

interface Fault {
  readonly field: string
  readonly value: unknown
  readonly expected: string
}

/** What the tools of a group do. */
const kindsOf: Readonly<Partial<Record<ToolGroup, readonly FactKind[]>>> = {
  shell: factKinds,
  read: ['reads'],
  write: ['creates', 'edits', 'adds'],
  edit: ['reads', 'creates', 'edits', 'deletes', 'adds'],
  search: ['reads'],
  fetch: ['hosts'],
}

/** `extended`: the group to which a file adds the tool. */
export function inputFault(
  { event, tool_name: tool = '', tool_input: input, metadata }: Event,
  extended?: ToolGroup,
): Unresolved | undefined {
  if (event !== 'PreToolUse' && event !== 'PermissionRequest') return undefined
  if (metadata?.['input_truncated'] === true) return truncated
  if (input === undefined || isEmpty(input)) return undefined
  const group = groupWith(tool) ?? extended
  const fault = faultIn(tool, input, group)
  if (fault === undefined) return undefined
  const { field, value, expected } = fault
  const what = `${field === '' ? '' : `"${field}" of `}the input of ${tool === '' ? 'the tool' : tool}`
  const is = value === undefined ? 'missing' : shown(value)
  return {
    reason: `${what} is ${is}, so what it would do cannot be known: send it as ${expected}`,
    text: '',
    about: (group && kindsOf[group]) ?? ['commands'],
  }
}

/** Agents cut long inputs before they send them. */
const truncated: Unresolved = {
  reason: 'the agent sent only the beginning of its input: make several smaller calls of it',
  text: '',
  about: factKinds,
}

/** Says nothing, so it does nothing. */
function isEmpty(input: unknown): boolean {
  return isObject(input) && Object.keys(input).length === 0
}

function faultIn(tool: string, input: unknown, group: ToolGroup | undefined): Fault | undefined {
  switch (group) {
    case 'shell':
      return typingTools.has(tool) ? typedFault(input) : shellFault(input)
    case 'read':
    case 'write':
    case 'edit':
      return pathFault(input) ?? missingPath(input)
    case 'search':
      return input === null ? undefined : pathFault(input)
    case 'fetch':
      return urlFault(tool, input)
    case 'subagent':
    case 'todo':
      return undefined
    case 'mcp':
    case undefined:
      return isObject(input) ? badLine(input) : undefined
  }
}

const line = 'a string or a list of strings'

function shellFault(input: unknown): Fault | undefined {
  const bad = isObject(input) ? badLine(input) : undefined
  if (bad !== undefined || shellCommandIn(input) !== undefined) return bad
  if (!isObject(input)) return { field: '', value: input, expected: 'an object with a "command"' }
  // Starts the shell again and runs nothing.
  if (input['restart'] === true) return undefined
  return { ...(givenCommand(input) ?? { field: 'command', value: undefined }), expected: line }
}

/** Without a text they only read what the program has written. */
function typedFault(input: unknown): Fault | undefined {
  if (!isObject(input)) return { field: '', value: input, expected: 'an object' }
  const field = ['chars', 'input', 'Input', 'text'].find(
    (name) => (input[name] ?? '') !== '' && typeof input[name] !== 'string',
  )
  return field === undefined ? undefined : { field, value: input[field], expected: 'a string' }
}

/** A path of a wrong type, also in a list. */
function pathFault(input: unknown): Fault | undefined {
  if (typeof input === 'string' && isPatch(input)) return undefined
  if (!isObject(input)) return { field: '', value: input, expected: 'an object with a path' }
  for (const [field, value] of Object.entries(input)) {
    const bad = isPathField(field) ? [value].flat().find((each) => typeof each === 'number') : undefined
    if (bad !== undefined) return { field, value: bad, expected: 'a string' }
  }
  return undefined
}

function missingPath(input: unknown): Fault | undefined {
  if (!isObject(input) || namesPath(input)) return undefined
  const [field, value] = Object.entries(input).find(([name]) => isPathField(name)) ?? ['file_path', undefined]
  return typeof value === 'string' ? undefined : { field, value, expected: 'a string' }
}

/** A search needs no URL. */
function urlFault(tool: string, input: unknown): Fault | undefined {
  if (!isObject(input)) return { field: '', value: input, expected: 'an object with a "url"' }
  const given = Object.entries(input)
  const url = given.find(([name]) => isUrlField(name))
  if (url === undefined) {
    const isNeeded = /fetch|read/i.test(tool) && !given.some(([, value]) => typeof value === 'string')
    return isNeeded ? { field: 'url', value: undefined, expected: 'a string' } : undefined
  }
  const [field, value] = url
  return typeof value === 'string' || isTextList(value) ? undefined : { field, value, expected: 'a string' }
}
