import type { ToolSchema } from '../../model/generated/options.ts'
import { requiredFields } from './check-input.ts'
import { isOfType, type JsonSchema, resolvePointer, stringsIn } from './json-schema.ts'
import { field, isObject, type PlainObject } from '../../model/plain-object.ts'

const wrappers = ['input', 'arguments', 'parameters', 'args', 'params', 'tool_input']

/** PlainObject beside a wrapper that may be dropped with it. */
const labels = ['tool', 'name', 'tool_name', 'type', 'id']

const MAX_DEPTH = 16

/** Unwraps the input and parses JSON text where a list or an object is expected. Returns the same value when nothing was wrong. */
export function repairInput(input: unknown, tool: ToolSchema): unknown {
  const unwrapped = unwrap(parseAs(input, ['object']), knownFields(tool))
  const { schema } = tool
  return isObject(schema) ? repair(unwrapped, schema, { root: schema, depth: 0 }) : unwrapped
}

/** Parses JSON text to a list or an object of an expected type; else returns the value unchanged. */
export function parseAs(value: unknown, types: readonly string[]): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  try {
    const parsed: unknown = JSON.parse(value)
    return types.some((type) => isOfType(parsed, type)) ? parsed : value
  } catch {
    return value
  }
}

function knownFields(tool: ToolSchema): readonly string[] {
  const properties = field(tool.schema, 'properties')
  return [
    ...requiredFields(tool),
    ...(tool.required_any ?? []).flat(),
    ...(isObject(properties) ? Object.keys(properties) : []),
  ]
}

function unwrap(input: unknown, known: readonly string[]): unknown {
  if (!isObject(input) || known.length === 0 || known.some((name) => Object.hasOwn(input, name))) return input
  const wrapper = wrappers.find((name) => Object.hasOwn(input, name))
  if (wrapper === undefined) return input
  const inner = parseAs(input[wrapper], ['object'])
  const others = Object.keys(input).filter((name) => name !== wrapper)
  return isObject(inner) && others.every((name) => labels.includes(name)) ? inner : input
}

interface SchemaPosition {
  readonly root: JsonSchema
  readonly depth: number
}

function repair(value: unknown, schema: JsonSchema, { root, depth }: SchemaPosition): unknown {
  const resolved = resolve(schema, root)
  if (!isObject(resolved) || depth > MAX_DEPTH) return value
  const expected = typesOf(resolved, { root, depth })
  const parsed = expected.includes('string') ? value : parseAs(value, expected)
  const place = { root, depth: depth + 1 }
  if (isObject(parsed)) return repairFields(parsed, resolved, place)
  const items = field(resolved, 'items')
  if (!Array.isArray(parsed) || !isObject(items)) return parsed
  const list = parsed.map((item: unknown) => repair(item, items, place))
  return list.some((item, index) => item !== parsed[index]) ? list : parsed
}

function repairFields(fields: PlainObject, schema: PlainObject, place: SchemaPosition): PlainObject {
  const properties = field(schema, 'properties')
  if (!isObject(properties)) return fields
  const changed = Object.entries(properties).flatMap(([name, of]) => {
    if (!Object.hasOwn(fields, name) || !isObject(of)) return []
    const repaired = repair(fields[name], of, place)
    return repaired === fields[name] ? [] : [[name, repaired] as const]
  })
  return changed.length === 0 ? fields : { ...fields, ...Object.fromEntries(changed) }
}

function typesOf(schema: JsonSchema, { root, depth }: SchemaPosition): readonly string[] {
  const resolved = resolve(schema, root)
  if (!isObject(resolved) || depth > MAX_DEPTH) return []
  const type = field(resolved, 'type')
  if (typeof type === 'string') return [type]
  if (Array.isArray(type)) return stringsIn(type)
  const forms = [field(resolved, 'anyOf'), field(resolved, 'oneOf')].flatMap((form) =>
    Array.isArray(form) ? form : [],
  )
  return forms.flatMap((form) => (isObject(form) ? typesOf(form, { root, depth: depth + 1 }) : []))
}

function resolve(schema: JsonSchema, root: JsonSchema): JsonSchema | undefined {
  const pointer = field(schema, '$ref')
  return typeof pointer === 'string' ? resolvePointer(root, pointer) : schema
}
