import type { ToolSchema } from '../../model/generated/options.ts'
import { alternatives, requiredFields } from './check-input.ts'
import { resolvePointer } from './json-schema.ts'
import { fieldOf, type JsonSchema } from './types.ts'
import { isObject } from '../../model/plain-object.ts'

const MAX_DEPTH = 4

/** A valid call: the written example, else one generated from the required fields. */
export function exampleCall(name: string, tool: ToolSchema): string {
  if (typeof tool.example === 'string') return tool.example
  return `${name}(${JSON.stringify(tool.example ?? exampleInput(tool))})`
}

function exampleInput(tool: ToolSchema): Record<string, unknown> {
  const { schema = true, min_length = {} } = tool
  const properties = isObject(schema) ? fieldOf(schema, 'properties') : undefined
  const entries = [...new Set([...requiredFields(tool), ...(alternatives(tool)[0] ?? [])])].map((name) => {
    const of = isObject(properties) ? fieldOf(properties, name) : undefined
    const value = exampleValue(isObject(of) ? of : true, { name, root: schema, depth: 0 })
    return [name, lengthened(value, name, min_length[name] ?? 0)] as const
  })
  return Object.fromEntries(entries)
}

interface Place {
  readonly name: string
  readonly root: JsonSchema
  readonly depth: number
}

function exampleValue(schema: unknown, place: Place): unknown {
  if (!isObject(schema) || place.depth > MAX_DEPTH) return placeholder(place.name)
  const deeper = { ...place, depth: place.depth + 1 }
  const pointer = fieldOf(schema, '$ref')
  if (typeof pointer === 'string') return exampleValue(resolvePointer(place.root, pointer), deeper)
  for (const key of ['examples', 'enum'] as const) {
    const values = fieldOf(schema, key)
    if (Array.isArray(values) && values.length > 0) return values[0]
  }
  for (const key of ['const', 'default'] as const) if (Object.hasOwn(schema, key)) return schema[key]
  for (const key of ['anyOf', 'oneOf', 'allOf'] as const) {
    const forms = fieldOf(schema, key)
    if (Array.isArray(forms) && forms.length > 0) return exampleValue(forms[0], deeper)
  }
  return typedExample(schema, deeper)
}

function typedExample(schema: Readonly<Record<string, unknown>>, place: Place): unknown {
  const given = fieldOf(schema, 'type')
  const type: unknown = Array.isArray(given) ? given[0] : given
  const number = (key: string) => Number(fieldOf(schema, key) ?? 0)
  if (type === 'integer' || type === 'number') return fieldOf(schema, 'minimum') ?? 1
  if (type === 'boolean') return true
  if (type === 'null') return null
  if (type === 'array') return isObject(schema['items']) ? [exampleValue(schema['items'], place)] : []
  if (type === 'object') {
    const properties = fieldOf(schema, 'properties')
    const names = requiredFields({ schema })
    return Object.fromEntries(
      names.map((name) => [
        name,
        exampleValue(isObject(properties) ? fieldOf(properties, name) : true, { ...place, name }),
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
