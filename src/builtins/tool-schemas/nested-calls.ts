import { parseAs } from './repair-input.ts'
import { isObject, type PlainObject } from '../../model/plain-object.ts'

/** A call inside the input of a tool that runs several calls. */
export interface NestedCall {
  readonly list: string
  readonly index: number
  readonly tool: string
  readonly input: unknown
  /** The item with its input replaced. */
  readonly withInput: (input: unknown) => PlainObject
}

const listFields = ['tool_calls', 'calls', 'tools', 'items']
const nameFields = ['tool', 'tool_name', 'tool_slug', 'name']
const inputFields = ['input', 'arguments', 'parameters', 'args', 'params', 'tool_input']

/** Parses lists of calls that came as JSON text. Returns the same value when there are none. */
export function parseLists(input: unknown): unknown {
  if (!isObject(input)) return input
  const parsed = listFields.flatMap((list) => {
    const value = Object.hasOwn(input, list) ? parseAs(input[list], ['array']) : undefined
    const isCalls =
      Array.isArray(value) &&
      value !== input[list] &&
      value.length > 0 &&
      value.every((item) => nameKey(item))
    return isCalls ? [[list, value] as const] : []
  })
  return parsed.length === 0 ? input : { ...input, ...Object.fromEntries(parsed) }
}

export function nestedCalls(input: unknown): readonly NestedCall[] {
  if (!isObject(input)) return []
  return listFields.flatMap((list) => {
    const items: unknown = Object.hasOwn(input, list) ? input[list] : undefined
    if (!Array.isArray(items)) return []
    return items.flatMap((item: unknown, index) => nestedCall(item, list, index) ?? [])
  })
}

function nestedCall(item: unknown, list: string, index: number): NestedCall | undefined {
  const nameAt = nameKey(item)
  if (nameAt === undefined || !isObject(item)) return undefined
  const tool = String(item[nameAt])
  const inputAt = inputKey(item)
  if (inputAt !== undefined) {
    return { list, index, tool, input: item[inputAt], withInput: (input) => ({ ...item, [inputAt]: input }) }
  }
  const { [nameAt]: _name, ...input } = item
  return {
    list,
    index,
    tool,
    input,
    withInput: (repaired) => ({ [nameAt]: tool, ...(isObject(repaired) && repaired) }),
  }
}

/** A plain `name` counts only beside an input: items of many lists have names. */
function nameKey(item: unknown): string | undefined {
  if (!isObject(item)) return undefined
  const key = nameFields.find((name) => Object.hasOwn(item, name) && typeof item[name] === 'string')
  return key === 'name' && inputKey(item) === undefined ? undefined : key
}

function inputKey(item: PlainObject): string | undefined {
  return inputFields.find((name) => Object.hasOwn(item, name))
}
