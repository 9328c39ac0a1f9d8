import type { ToolSchema } from '../../model/generated/options.ts'
import { alternatives, requiredFields } from './check-input.ts'
import { type JsonSchema, resolvePointer } from './json-schema.ts'
import { field, isObject, type PlainObject } from '../../model/plain-object.ts'

const MAX_DEPTH = 4

/** The written example, else one generated from the required fields. */
export function exampleCall(name: string, tool: ToolSchema): string {
  if (typeof tool.example === 'string') return tool.example
  return `${name}(${JSON.stringify(tool.example ?? exampleInput(tool))})`
}

function exampleInput(tool: ToolSchema): Record<string, unknown> {
  const { schema = true, min_length = {} } = tool
  const properties = field(schema, 'properties')
  const entries = [...new Set([...requiredFields(tool), ...(alternatives(tool)[0] ?? [])])].map((name) => {
    const value = exampleValue(field(properties, name), { name, root: schema, depth: 0 })
    return [name, lengthened(value, name, min_length[name] ?? 0)] as const
  })
  return Object.fromEntries(entries)
}

interface SchemaPosition {
  readonly name: string
  readonly root: JsonSchema
  readonly depth: number
}

function exampleValue(schema: unknown, place: SchemaPosition): unknown {
  if (!isObject(schema) || place.depth > MAX_DEPTH) return placeholder(place.name)
  const deeper = { ...place, depth: place.depth + 1 }
  const pointer = field(schema, '$ref')
  if (typeof pointer === 'string') return exampleValue(resolvePointer(place.root, pointer), deeper)
  for (const key of ['examples', 'enum'] as const) {
    const values = field(schema, key)
    if (Array.isArray(values) && values.length > 0) return values[0]
  }
  for (const key of ['const', 'default'] as const) if (Object.hasOwn(schema, key)) return schema[key]
  for (const key of ['anyOf', 'oneOf', 'allOf'] as const) {
    const forms = field(schema, key)
    if (Array.isArray(forms) && forms.length > 0) return exampleValue(forms[0], deeper)
  }
  return typedExample(schema, deeper)
}

function typedExample(schema: PlainObject, place: SchemaPosition): unknown {
  const given = field(schema, 'type')
  const type: unknown = Array.isArray(given) ? given[0] : given
  const number = (key: string) => Number(field(schema, key) ?? 0)
  if (type === 'integer' || type === 'number') return field(schema, 'minimum') ?? 1
  if (type === 'boolean') return true
  if (type === 'null') return null
  if (type === 'array') return isObject(schema['items']) ? [exampleValue(schema['items'], place)] : []
  if (type === 'object') {
    const properties = field(schema, 'properties')
    return Object.fromEntries(
      requiredFields({ schema }).map((name) => [
        name,
        exampleValue(field(properties, name), { ...place, name }),
      ]),
    )
  }
  return lengthened(placeholder(place.name), place.name, number('minLength'))
}

function lengthened(value: unknown, name: string, min: number): unknown {
  if (typeof value !== 'string' || value.length >= min) return value
  return `<${name}, at least ${min} characters>`.padEnd(Math.min(min, 80), '.')
}

function placeholder(name: string): string {
  return `<${name}>`
}
