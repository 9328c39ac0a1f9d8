import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { asSchema, matchKeys, ruleKeys, type Schema, schemaAt } from '../../src/config/check/schema.ts'
import { native } from '../../src/agents/native/native.ts'
import { events } from '../../src/model/events.ts'
import { hooksSchema, optionSchemas } from '../../src/config/check/generated/schemas.ts'
import { filesOf } from './world.ts'

interface Described extends Schema {
  readonly description?: string
  readonly examples?: readonly unknown[]
}

const files: Readonly<Record<string, object>> = { hooks: hooksSchema, ...optionSchemas }

/** Every property of a schema, by its JSON pointer. */
function propertiesOf(schema: Schema, pointer = ''): [string, Described][] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([key, property]): [string, Described][] => [
    [`${pointer}/properties/${key}`, property],
    ...propertiesOf(property, `${pointer}/properties/${key}`),
  ])
  const inside = {
    ...(schema.items && { items: schema.items }),
    ...(typeof schema.additionalProperties === 'object' && {
      additionalProperties: schema.additionalProperties,
    }),
  }
  const below = Object.entries(inside).flatMap(([key, each]) => propertiesOf(each, `${pointer}/${key}`))
  const definitions = Object.entries(schema.definitions ?? {}).flatMap(([key, each]) =>
    propertiesOf(each, `${pointer}/definitions/${key}`),
  )
  return [...own, ...below, ...definitions]
}

test('the generated files are fresh (P2)', () => {
  const root = path.resolve(import.meta.dirname, '../..')
  expect(
    execFileSync(process.execPath, ['scripts/generate.mjs', '--check'], { cwd: root, encoding: 'utf8' }),
  ).toBe('')
})

test.each(Object.entries(files))(
  '%s: each property has a description and examples that are valid',
  (name, file) => {
    const ajv = new Ajv({ strict: true, strictRequired: false, allowUnionTypes: true, allErrors: true })
    ajv.addSchema(file, name)
    const root = asSchema(file)
    const wrong = propertiesOf(root).flatMap(([pointer, property]) => {
      const steps = property.$ref?.replace('#/', '').split('/') ?? []
      const target = steps.reduce<unknown>((node, step) => Reflect.get(Object(node), step) as unknown, root)
      const described: Described =
        property.$ref === undefined ? property : { ...asSchema(Object(target)), ...property }
      const validate = ajv.getSchema(`${name}#${pointer}`)
      const { description = '', examples = [] } = described
      const isFine =
        description !== '' && examples.length > 0 && examples.every((example) => validate?.(example) === true)
      return isFine ? [] : [pointer]
    })
    expect(wrong).toEqual([])
  },
)

test('the schema has each event of the table', () => {
  expect(Object.keys(schemaAt(asSchema(hooksSchema), ['hooks'])?.schema.properties ?? {})).toEqual(
    Object.keys(events),
  )
})

test('a key is a condition or a key of rules, save two that are both', () => {
  expect(matchKeys.filter((key) => ruleKeys.includes(key))).toEqual(['recipe', 'cwd'])
})

/** Every field that an event may have; those of them that a file of tests does not say are known from where it stands. */
const fields = (
  'event agent session_id run_id cwd root branch permission_mode model source subagent recipe turn step stop_active prompt ' +
  'tool_name tool_input tool_use_id tool_output output_text is_error messages response system_prompt usage started_at ' +
  'finish_reason error transcript_path metadata raw'
).split(' ')
const given = ['root', 'raw']

test('the list of fields is that of the type', () => {
  const text = readFileSync(path.resolve(import.meta.dirname, '../../src/model/types/event.ts'), 'utf8')
  const body = /^export interface Event \{\n(.*?)^\}/ms.exec(text)?.[1] ?? ''
  const typed = [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, name]) => name)
  const decoded = ['native_event', 'native_tool', 'ignored']
  expect(typed.filter((name) => name === undefined || !decoded.includes(name))).toEqual(fields)
})

test('an event of a test has every field of an event, an example its short forms besides', () => {
  const wanted = fields.filter((field) => !given.includes(field)).toSorted()
  const definitions = asSchema(hooksSchema).definitions ?? {}
  expect(Object.keys(definitions.event?.properties ?? {}).toSorted()).toEqual(wanted)
  expect(Object.keys(definitions.example?.properties ?? {}).toSorted()).toEqual(
    [...wanted, 'after', 'command', 'read', 'write'].toSorted(),
  )
})

test('each field that a test may say reaches the event', () => {
  const { event = {} } = asSchema(hooksSchema).definitions ?? {}
  const properties = Object.entries(event.properties ?? {}) as [string, Described][]
  const written = Object.fromEntries(properties.map(([key, { examples = [] }]) => [key, examples[0]]))
  const files = filesOf({})
  const decoded = native.decode(written, { env: {}, cwd: '/shop', root: '/shop', files })
  const { root: _root, raw: _raw, ...fieldsOf } = decoded
  expect(fieldsOf).toEqual(written)
})
