import { hooksSchema } from './generated/schemas.ts'
import { type DataPath, valueAt } from '../read/rules-of.ts'
import type { ParsedDocument } from '../read/yaml/document.ts'

/** The parts of a JSON Schema that messages are made from. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly pattern?: string
  readonly examples?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly additionalProperties?: boolean | Schema
  readonly definitions?: Readonly<Record<string, Schema>>
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
}

/** What the schema says about a place, and the name of the definition that says it. */
export interface SchemaNode {
  readonly schema: Schema
  readonly name?: string
}

// The files in schemas/ are JSON Schemas; the generator has compiled them.
export const asSchema = (file: object) => file as Schema
export const fileSchema = asSchema(hooksSchema)

/** The schema of the value at a path; undefined where nothing is said about it. */
export function schemaAt(root: Schema, path: DataPath): SchemaNode | undefined {
  let node: SchemaNode | undefined = follow(root, { schema: root })
  for (const step of path) {
    const { properties, items, additionalProperties } = node?.schema ?? {}
    const rest = typeof additionalProperties === 'object' ? additionalProperties : undefined
    const next =
      typeof step === 'number'
        ? items
        : properties && Object.hasOwn(properties, step)
          ? properties[step]
          : rest
    if (next === undefined) return undefined
    node = follow(root, { schema: next })
  }
  return node
}

function follow(root: Schema, node: SchemaNode): SchemaNode {
  const { $ref } = node.schema
  if ($ref === undefined) return node
  const steps = $ref.replace(/^#\//, '').split('/')
  const schema = valueAt(root, steps) as Schema // $ref stays inside the file
  const isDefinition = steps.length === 2 && steps[0] === 'definitions'
  return follow(root, { schema, ...(isDefinition && { name: steps[1] ?? '' }) })
}

export const keysOf = (node: SchemaNode | undefined): string[] => Object.keys(node?.schema.properties ?? {})

export const ruleKeys: readonly string[] = keysOf(schemaAt(fileSchema, ['rules', 0]))
export const matchKeys: readonly string[] = keysOf(schemaAt(fileSchema, ['rules', 0, 'match']))

/** What is checked: a part of a document, and the schema that it must fit. */
export interface SchemaCheck {
  readonly document: ParsedDocument
  readonly schema: Schema
  /** Where the part is in the document. */
  readonly at: DataPath
  /** Where the part is in the schema. */
  readonly under: DataPath
  /** Keys that a match may have in addition to those of the schema. */
  readonly matchers?: ReadonlySet<string>
}
