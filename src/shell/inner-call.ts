// Tools that call another one, which stands in their input: `use_mcp_tool {server_name, tool_name, arguments}`.
import { isObject, type PlainObject } from '../model/plain-object.ts'
import type { Event } from '../model/types.ts'

const names = ['tool_name', 'toolName', 'tool'] as const
const servers = ['server_name', 'serverName', 'server'] as const
const inputs = ['arguments', 'args', 'tool_input', 'toolInput', 'parameters', 'params', 'input'] as const

/** The call inside of a call; its input may be JSON text. */
export function innerCall(event: Event): Event | undefined {
  const { tool_input: input } = event
  if (!isObject(input)) return undefined
  const name = textIn(input, names)
  const called = inputs.map((field) => parsed(input[field])).find(isObject)
  if (name === undefined || called === undefined) return undefined
  const server = textIn(input, servers)
  return {
    ...event,
    tool_name: server === undefined ? name : `mcp__${server}__${name}`,
    tool_input: called,
  }
}

function textIn(input: PlainObject, fields: readonly string[]): string | undefined {
  return fields.map((field) => input[field]).find((value) => typeof value === 'string')
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !value.trimStart().startsWith('{')) return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}
