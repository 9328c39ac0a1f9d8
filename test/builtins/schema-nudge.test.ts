import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { schemaNudge } from '../../src/builtins/schema-nudge.ts'
import { ask } from './ask.ts'

const schemas = { Write: { required: ['file_path'], example: "Write(file_path='/a')" } }

const after = (tool_output: unknown, more: Readonly<Record<string, unknown>> = {}, options = {}) => {
  const event = {
    event: 'PostToolUse',
    tool_name: 'Write',
    tool_input: {},
    tool_output,
    is_error: true,
    ...more,
  } as const
  return ask(schemaNudge, { with: { schemas, ...options }, event })
}

test.each([
  'Validation error: field required',
  'InputValidationError: bad',
  'Missing required argument',
  'x is a required property',
])('shows a right call after "%s" (U9, U17)', async (text) => {
  expect(await after(text)).toEqual({
    additional_context: [expect.stringContaining("Write(file_path='/a')")],
  })
})

test('says what is missing when that is known, and nothing of it when not', async () => {
  const { additional_context } = await after('validation error')
  expect(additional_context?.[0]).toContain('file_path is missing. Call')
  const filled = await after('validation error', { tool_input: { file_path: 'a' } })
  expect(filled.additional_context?.[0]).toContain('because of its input. Call')
})

test.each([
  { name: 'a success', more: { is_error: false } },
  { name: 'a result of which the agent does not tell', more: { is_error: undefined } },
  { name: 'another failure', text: 'ENOENT', more: {} },
  { name: 'a tool without a schema', more: { tool_name: 'Bash' } },
  { name: 'an output without text', text: { a: 1 }, more: {} },
])('leaves $name (U17)', async ({ text = 'validation error', more }) => {
  expect(await after(text, more)).toEqual({})
})

test('looks at every result when asked to', async () => {
  expect(await after('validation error', { is_error: false }, { only_errors: false })).toHaveProperty(
    'additional_context',
  )
})

test('takes own markers and the text of an output', async () => {
  const more = { output_text: 'BAD_REQUEST: path' }
  expect(await after({ code: 400 }, more, { markers: ['bad_request'] })).toHaveProperty('additional_context')
})

test.each(['No such tool available: Write', 'Error: tool "Write" not found', 'Unknown tool'])(
  'has another hint for "%s" (U17)',
  async (text) => {
    expect(await after(text)).toEqual({
      additional_context: [expect.stringContaining('There is no tool Write')],
    })
  },
)

const definition = (file: string): unknown => {
  const schema = JSON.parse(readFileSync(new URL(`../../schemas/${file}`, import.meta.url), 'utf8'))
  const { title: _, ...rest } = schema.definitions.tool_schema
  return rest
}

test('the schema of a tool schema is the same wherever it may be written', () => {
  const ofFile = definition('hooks.schema.json')
  expect(definition('builtins/tool-schema.schema.json')).toEqual(ofFile)
  expect(definition('builtins/schema-nudge.schema.json')).toEqual(ofFile)
})
