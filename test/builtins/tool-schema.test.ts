import { describe, expect, test } from 'vitest'
import { toolSchema } from '../../src/builtins/tool-schema.ts'
import { ask } from './ask.ts'

const write = {
  required: ['file_path', 'content'],
  min_length: { content: 10 },
  example: "Write(file_path='src/cart.ts', content='export const cart = []')",
}

const call = (tool_name: string, tool_input: unknown, options: Readonly<Record<string, unknown>>) => {
  return ask(toolSchema, { with: options, event: { event: 'PreToolUse', tool_name, tool_input } })
}

/** Undefined, or a text that holds this one. */
const holding = (text: string | undefined): unknown =>
  text === undefined ? undefined : expect.stringContaining(text)

/** Asks about one tool, `T`, with one schema. */
const check = (tool: Readonly<Record<string, unknown>>, input: unknown) =>
  call('T', input, { schemas: { T: tool } })

test.each([
  {
    name: 'a missing field (U5)',
    input: { file_path: 'orders.ts' },
    says: /: content is missing\..*Write\(file_path/,
  },
  {
    name: 'a short text (U6)',
    input: { file_path: 'orders.ts', content: 'short' },
    says: /content is too short \(min 10, has 5\)/,
  },
  {
    name: 'an empty text (U13)',
    input: { file_path: 'orders.ts', content: '' },
    says: /: content is missing\. /,
  },
  {
    name: 'a null (U13)',
    input: { file_path: null, content: 'long enough a text' },
    says: /file_path is missing/,
  },
  {
    name: 'a text as input (U13)',
    input: 'orders.ts',
    says: /must be an object; file_path is missing; content is missing/,
  },
  { name: 'a list as input (U13)', input: [], says: /must be an object; file_path is missing/ },
  { name: 'no input (U13)', input: undefined, says: /file_path is missing; content is missing/ },
])('denies $name', async ({ input, says }) => {
  const outcome = await call('Write', input, { schemas: { Write: write } })
  expect(outcome.decision).toBe('deny')
  expect(outcome.reason).toMatch(says)
})

test('leaves a call that fits (U8)', async () => {
  const input = { file_path: 'orders.ts', content: 'long enough a text' }
  expect(await call('Write', input, { schemas: { Write: write } })).toEqual({})
})

test('counts characters of a text, not its code units', async () => {
  expect(await check({ min_length: { note: 4 } }, { note: '🧾🧾🧾' })).toHaveProperty('decision', 'deny')
  expect(await check({ min_length: { note: 3 } }, { note: '🧾🧾🧾' })).toEqual({})
})

test('a field that is not required may be absent whatever its min_length', async () => {
  expect(await check({ min_length: { note: 4 } }, {})).toEqual({})
})

test.each([
  { name: 'one field', groups: ['recipient_email', 'to'], input: { to: 'dana' }, denied: undefined },
  { name: 'none', groups: ['recipient_email', 'to'], input: {}, denied: 'one of: recipient_email | to' },
  {
    name: 'none, as lists',
    groups: [['recipient_email'], ['to']],
    input: { to: '' },
    denied: 'one of: recipient_email | to',
  },
  {
    name: 'one of a single list',
    groups: [['recipient_email', 'to']],
    input: { to: 'dana' },
    denied: undefined,
  },
  {
    name: 'none of a single list',
    groups: [['recipient_email', 'to']],
    input: {},
    denied: 'one of: recipient_email | to',
  },
  {
    name: 'half a group',
    groups: [['street', 'city'], 'pickup'],
    input: { city: 'Oslo' },
    denied: 'one of: street + city | pickup',
  },
  {
    name: 'a whole group',
    groups: [['street', 'city'], 'pickup'],
    input: { city: 'Oslo', street: 'Kai 1' },
    denied: undefined,
  },
])('with $name of several alternatives (U10)', async ({ groups, input, denied }) => {
  const outcome = await check({ required_any: groups }, input)
  expect(outcome.decision).toBe(denied && 'deny')
  expect(outcome.reason).toEqual(holding(denied))
})

test.each([
  { tool: 'write', found: 'write' },
  { tool: 'WRITE', found: 'write' },
  { tool: 'mcp__fs__write', found: 'write' },
  { tool: 'mcp__x__write_local_file', found: 'write_local_file' },
  { tool: 'fs.write', found: 'write' },
  { tool: 'todowrite', found: undefined },
  { tool: 'TodoWrite', found: undefined },
  { tool: 'write_orders', found: undefined },
  { tool: 'Bash', found: undefined },
])('$tool is checked by the schema of $found (U11, U12)', async ({ tool, found }) => {
  const schemas = {
    Write: { required: ['write'] },
    file: { required: ['file'] },
    write_local_file: { required: ['write_local_file'] },
  }
  const outcome = await call(tool, {}, { schemas })
  expect(outcome.reason).toEqual(holding(found && `: ${found} is missing.`))
})

test('proceeds without any schema (U12)', async () => {
  expect(await call('Write', {}, {})).toEqual({})
})

describe('repair (U14)', () => {
  const orders = {
    type: 'object',
    properties: { orders: { type: 'array', items: { type: 'object' } }, note: { type: 'string' } },
  }

  test.each([
    { name: 'a list as text', input: { orders: '[{"id":1}]' }, becomes: { orders: [{ id: 1 }] } },
    { name: 'objects in a list as text', input: { orders: ['{"id":1}'] }, becomes: { orders: [{ id: 1 }] } },
    { name: 'the input as text', input: '{"orders":[]}', becomes: { orders: [] } },
    { name: 'a wrapper', input: { input: { orders: [] } }, becomes: { orders: [] } },
    {
      name: 'a wrapper with a label',
      input: { tool: 'T', arguments: { orders: [] } },
      becomes: { orders: [] },
    },
    { name: 'a wrapper as text', input: { parameters: '{"orders":"[]"}' }, becomes: { orders: [] } },
    { name: 'no text where a text is due', input: { note: '[1]' }, becomes: undefined },
    { name: 'no wrapper beside other fields', input: { input: { orders: [] }, more: 1 }, becomes: undefined },
    { name: 'no wrapper beside a known field', input: { input: {}, orders: [] }, becomes: undefined },
  ])('takes $name', async ({ input, becomes }) => {
    expect(await check({ schema: orders }, input)).toEqual(
      becomes === undefined ? {} : { updated_input: becomes },
    )
  })

  test.each([
    { name: 'text that is not JSON', input: { orders: '[1' }, says: 'orders must be a list' },
    { name: 'JSON of another kind', input: { orders: '{"id":1}' }, says: 'orders must be a list' },
    { name: 'a list that is still wrong', input: { orders: '[1]' }, says: 'orders[0] must be an object' },
  ])('does not take $name', async ({ input, says }) => {
    const outcome = await check({ schema: orders }, input)
    expect(outcome).toMatchObject({ decision: 'deny', reason: expect.stringContaining(says) })
    expect(outcome).not.toHaveProperty('updated_input')
  })

  test('takes JSON text where a list or null is due, by reference', async () => {
    const schema = {
      properties: { ids: { anyOf: [{ $ref: '#/definitions/ids' }, { type: 'null' }] } },
      definitions: { ids: { type: 'array' } },
    }
    expect(await check({ schema }, { ids: '[1]' })).toEqual({ updated_input: { ids: [1] } })
  })

  test('looks for what is required before it takes a wrapper off', async () => {
    expect(await check({ required: ['input'] }, { input: { a: 1 } })).toEqual({})
    expect(await check({}, { input: { a: 1 } })).toEqual({})
  })

  test('can be switched off', async () => {
    const outcome = await call('T', { orders: '[]' }, { schemas: { T: { schema: orders } }, repair: false })
    expect(outcome).toHaveProperty('decision', 'deny')
  })

  test('keeps a field named __proto__ as a field', async () => {
    const input: unknown = JSON.parse('{"orders":"[]","__proto__":{"admin":true}}')
    const { updated_input } = await check({ schema: orders }, input)
    expect(JSON.stringify(updated_input)).toBe('{"orders":[],"__proto__":{"admin":true}}')
  })
})

test.each([
  ['Foo</arg_key>', 'Foo'],
  ['Foo<arg_key>path', 'Foo'],
  ['<tool_name>Foo</tool_name>', 'Foo'],
  ['<invoke name="Foo">', 'Foo'],
  ['{"name": "Foo"}', 'Foo'],
  ['mcp__shop__ship</tool_call>', 'mcp__shop__ship'],
  ['Foo\n<parameter', 'Foo'],
])('denies the tool name %j and names %s (U15)', async (tool, likely) => {
  const outcome = await call(tool, {}, {})
  expect(outcome).toMatchObject({ decision: 'deny', reason: expect.stringContaining(`use ${likely} as`) })
})

test('denies a name of nothing but markup (U15)', async () => {
  expect(await call('<>', {}, {})).toMatchObject({
    decision: 'deny',
    reason: expect.stringContaining('plain name'),
  })
})

describe('calls in a call (U18)', () => {
  const schemas = { Write: write, ship: { schema: { properties: { orders: { type: 'array' } } } } }
  const good = { file_path: 'a.ts', content: 'long enough a text' }

  test('names the indices of what is wrong', async () => {
    const tool_calls = [
      { tool: 'Write', input: {} },
      { tool: 'Write', input: good },
      { tool: 'Write', input: { file_path: 'a' } },
    ]
    const { decision, reason } = await call('batch', { tool_calls }, { schemas })
    expect(decision).toBe('deny')
    expect(reason).toMatch(
      /tool_calls\[0\] \(Write\): file_path is missing; .*tool_calls\[2\] \(Write\): content is missing\..*Write\(/,
    )
    expect(reason).not.toContain('tool_calls[1]')
  })

  test.each([
    { list: 'calls', item: { name: 'Write', arguments: {} } },
    { list: 'items', item: { tool_name: 'Write', parameters: {} } },
    { list: 'tools', item: { tool_slug: 'Write', args: {} } },
    { list: 'tool_calls', item: { tool: 'Write', file_path: 'a.ts' } },
  ])('finds them in $list as $item', async ({ list, item }) => {
    const outcome = await call('batch', { [list]: [item] }, { schemas })
    expect(outcome).toMatchObject({ decision: 'deny', reason: expect.stringContaining(`${list}[0] (Write)`) })
  })

  test.each([
    { name: 'things with names', input: { items: [{ name: 'write' }, { name: 'ship', price: 3 }] } },
    { name: 'things that are not objects', input: { items: [1, null, 'Write'] } },
    { name: 'calls of tools without a schema', input: { calls: [{ tool: 'Bash', input: {} }] } },
  ])('leaves $name', async ({ input }) => {
    expect(await call('batch', input, { schemas })).toEqual({})
  })

  test('repairs them where they stand', async () => {
    const calls = [
      { tool: 'Write', input: good },
      { tool: 'ship', input: { orders: '[17]' } },
    ]
    const outcome = await call('batch', { calls, dry: true }, { schemas })
    const shipped = { tool: 'ship', input: { orders: [17] } }
    expect(outcome).toEqual({ updated_input: { calls: [calls[0], shipped], dry: true } })
  })

  test('parses a list of calls that came as text', async () => {
    const tools = [{ tool_slug: 'Write', arguments: good }]
    const outcome = await call('MULTI', { tools: JSON.stringify(tools) }, { schemas })
    expect(outcome).toEqual({ updated_input: { tools } })
  })
})

const example = async (tool: Readonly<Record<string, unknown>>) =>
  (await check(tool, {})).reason?.split('like this: ')[1]

describe('an example made from the schema (U19)', () => {
  test.each([
    { name: 'names', tool: { required: ['a'] }, call: 'T({"a":"<a>"})' },
    { name: 'an example as input', tool: { required: ['a'], example: { a: 1 } }, call: 'T({"a":1})' },
    { name: 'an example as text', tool: { required: ['a'], example: 'T a=1' }, call: 'T a=1' },
    {
      name: 'the first alternative',
      tool: { required_any: [['a', 'b'], 'c'] },
      call: 'T({"a":"<a>","b":"<b>"})',
    },
    {
      name: 'the least length',
      tool: { required: ['a'], min_length: { a: 10 } },
      call: 'T({"a":"<a, at least 10 characters>"})',
    },
  ])('takes $name', async ({ tool, call: made }) => {
    expect(await example(tool)).toBe(made)
  })

  test.each([
    { of: { type: 'string', examples: ['x', 'y'] }, value: 'x' },
    { of: { enum: ['low', 'high'] }, value: 'low' },
    { of: { const: 7 }, value: 7 },
    { of: { type: 'integer' }, value: 1 },
    { of: { type: 'number', minimum: 5 }, value: 5 },
    { of: { type: 'boolean' }, value: true },
    { of: { type: ['array', 'null'], items: { type: 'integer' } }, value: [1] },
    { of: { type: 'array' }, value: [] },
    { of: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }, value: { id: 1 } },
    { of: { anyOf: [{ type: 'integer' }, { type: 'null' }] }, value: 1 },
    { of: { $ref: '#/definitions/id' }, value: 3 },
    { of: { $ref: '#' }, value: { a: { a: '<a>' } } },
  ])('takes $value for $of', async ({ of, value }) => {
    const schema = {
      type: 'object',
      required: ['a'],
      properties: { a: of },
      definitions: { id: { default: 3 } },
    }
    expect(await example({ schema })).toBe(`T(${JSON.stringify({ a: value })})`)
  })
})

test('names at most six problems', async () => {
  const required = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  expect((await check({ required }, {})).reason).toContain('f is missing; and 2 more. Call')
})

test('never repeats a value of the input', async () => {
  const schema = {
    properties: { key: { type: 'string', maxLength: 3, pattern: '^[a-z]+$' }, n: { enum: [1] } },
  }
  const { reason } = await check({ schema }, { key: 'AKIA-SECRET', n: 'AKIA-SECRET' })
  expect(reason).not.toContain('SECRET')
})
