import { describe, expect, test } from 'vitest'
import type { Message } from '../../src/model/types.ts'
import { shipped, useOver, type Using } from './used.ts'

const say = (content: string, role: Message['role'] = 'user'): Message => ({ role, content })
const many = (count: number, chars = 400): readonly Message[] =>
  Array.from({ length: count }, (_, at) => say(`${at} `.padEnd(chars, 'x')))
const small = { window: 100 }

async function summarize(messages: readonly Message[], more: Partial<Using> = {}, times = 1) {
  const events = Array.from({ length: times }, () => ({ event: 'PreModelCall' as const, messages }))
  const { verdicts, prompts } = await useOver(
    { use: 'summarize', answers: ['Carts were repaired.'], ...more },
    events,
  )
  return { verdict: verdicts[0], verdicts, prompts, replaced: verdicts[0]?.replace_messages }
}

test.each([
  { chars: 3404, replaces: true },
  { chars: 3400, replaces: false },
])(
  '$chars characters in a window of 1,000 tokens are summarised: $replaces (W49, W50)',
  async ({ chars, replaces }) => {
    const messages = [say('x'.repeat(chars)), say(''), say('')]
    const { replaced } = await summarize(messages, { with: { window: 1000 } })
    expect(replaced !== undefined).toBe(replaces)
  },
)

describe('with a window of 2,000 tokens, six writes of 6,000 characters are summarised (W49)', () => {
  const content = 'x'.repeat(6000)
  const input = { path: 'cart.ts', content }
  const call = JSON.stringify(input)
  const result = { role: 'tool' as const, content: 'ok' }
  const forms: Record<string, readonly Message[]> = {
    'as blocks': [{ role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'write_file', input }] }],
    'beside the content': [{ role: 'assistant', content: '', tool_calls: [{ name: 'write_file', input }] }],
    'as JSON text': [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c', function: { name: 'write_file', arguments: call } }],
      },
    ],
    'as output': [
      say('I read it.', 'assistant'),
      { role: 'tool', content: '', tool_name: 'read_file', tool_output: content },
    ],
  }
  test.each(Object.keys(forms))('%s', async (form) => {
    const written = Array.from({ length: 6 }, () => [...(forms[form] ?? []), result]).flat()
    const { replaced, prompts } = await summarize([say('Write the shop.'), ...written], {
      with: { window: 2000 },
    })
    expect(prompts).toHaveLength(1)
    expect(replaced?.[0]?.content).toMatch(/Carts were repaired/)
  })
})

describe('the host knows best how full the window is (W49)', () => {
  const long = many(6, 2000)
  const asked = async (usage: object, messages = long) =>
    (
      await useOver({ use: 'summarize', answers: ['Short.'], with: { window: 2000 } }, [
        { event: 'PreModelCall', messages, usage },
      ])
    ).prompts.length
  test.each([
    { usage: { context: 1701 }, runs: 1 },
    { usage: { context: 1000 }, runs: 0 },
    { usage: { context: 901, max_context: 1000 }, runs: 1 },
    { usage: { context: 800, max_context: 1000 }, runs: 0 },
    { usage: { context: 1000, max_context: 200_000 }, runs: 0 },
    { usage: { input: 5 }, runs: 1 },
    { usage: { context: 0 }, runs: 1 },
  ])('$usage: $runs', async ({ usage, runs }) => {
    expect(await asked(usage, [...long, say('Done.', 'assistant')])).toBe(runs)
  })

  test('what came after its count is added', async () => {
    const messages = [
      ...many(4, 10),
      say('', 'assistant'),
      { role: 'tool' as const, content: 'x'.repeat(4000) },
    ]
    expect(await asked({ context: 900 }, messages)).toBe(1)
    expect(await asked({ context: 600 }, messages)).toBe(0)
  })

  test('a count from before the summary asks for no other one', async () => {
    const event = { event: 'PreModelCall' as const, usage: { context: 1900 } }
    const more = [...long, say('And then?'), say('This.', 'assistant'), say('And then?')]
    const { prompts, verdicts } = await useOver(
      { use: 'summarize', answers: ['Short.'], with: { window: 2000 } },
      [
        { ...event, messages: long },
        { ...event, messages: more },
        { ...event, messages: more, usage: { context: 1950 } },
      ],
    )
    expect(prompts).toHaveLength(2)
    expect(verdicts[1]?.replace_messages?.[0]?.content).toContain('Short.')
  })
})

test.each([
  { chars: 435_204, replaces: true },
  { chars: 435_200, replaces: false },
])('without an option $chars characters are summarised: $replaces (W51)', async ({ chars, replaces }) => {
  const { replaced } = await summarize([say('x'.repeat(chars)), say(''), say('')])
  expect(replaced !== undefined).toBe(replaces)
})

test.each([
  { count: 30, kept: 3 },
  { count: 10, kept: 2 },
  { count: 3, kept: 2 },
])('of $count messages the last $kept stay as they are (W52, W55)', async ({ count, kept }) => {
  const messages = many(count)
  const { replaced, verdict } = await summarize(messages, { with: small })
  expect(replaced).toHaveLength(1 + kept)
  expect(replaced?.slice(1)).toEqual(messages.slice(-kept))
  expect(verdict).toMatchObject({ persist: true, warnings: [] })
  expect(verdict).not.toHaveProperty('callback')
})

test('messages that all stay are not summarised (W52)', async () => {
  const { replaced, prompts } = await summarize(many(2), { with: small })
  expect(replaced).toBeUndefined()
  expect(prompts).toEqual([])
})

test('the summary is a system message that says what it is (W57)', async () => {
  const { replaced } = await summarize(many(4), { with: small })
  expect(replaced?.[0]).toEqual({
    role: 'system',
    content: '[Summary of the conversation so far]\n\nCarts were repaired.',
  })
})

describe('what older messages write into files is cut (W53)', () => {
  const long = 'w'.repeat(9000)
  test.each<{ name: string; message: Message; shown: number }>([
    {
      name: 'a tool message of write_file',
      message: { role: 'tool', name: 'write_file', content: long },
      shown: 2000,
    },
    {
      name: 'a tool message of another tool',
      message: { role: 'tool', name: 'grep', content: long },
      shown: 9000,
    },
    {
      name: 'a block that calls edit_file',
      message: {
        role: 'assistant',
        content: [{ type: 'tool_use', name: 'edit_file', input: { path: 'a', new: long } }],
      },
      shown: 2000,
    },
    {
      name: 'a call beside the content',
      message: {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c', function: { name: 'Write', arguments: long } }],
      },
      shown: 2000,
    },
    { name: 'what the user says', message: say(long), shown: 9000 },
  ])('$name: $shown characters are left', async ({ message, shown }) => {
    const { prompts } = await summarize([message, ...many(3)], { with: small })
    expect(prompts[0]).toMatch(new RegExp(`(?<!w)w{${shown}}(?!w)`))
  })
})

test('the recipe asks for fewer than 2,000 words, or as many as are said (W54)', async () => {
  expect((await summarize(many(4), { with: small })).prompts[0]).toMatch(/fewer than 2000 words/)
  expect((await summarize(many(4), { with: { ...small, max_words: 300 } })).prompts[0]).toMatch(
    /fewer than 300 words/,
  )
})

test('only what is summarised is shown to the recipe (W52)', async () => {
  const { prompts } = await summarize([say('the first'), ...many(3)], { with: small })
  expect(prompts[0]).toContain('the first')
  expect(prompts[0]).not.toContain('User Message 3')
})

test('a runner that fails leaves the messages as they are (W56)', async () => {
  const { verdict, replaced } = await summarize(many(4), {
    with: small,
    answers: [{ code: 1, stderr: 'no such model' }],
  })
  expect(replaced).toBeUndefined()
  expect(verdict).toMatchObject({
    decision: 'proceed',
    warnings: [
      {
        code: 'error',
        rule: 'r',
        message: expect.stringMatching(/^nothing was summarised: .*no such model/) as string,
      },
    ],
  })
})

test('the same messages are summarised once, even where the host does not keep what replaced them (W57)', async () => {
  const { verdicts, prompts } = await summarize(many(4), { with: small }, 2)
  expect(prompts).toHaveLength(1)
  expect(verdicts[1]?.replace_messages).toEqual(verdicts[0]?.replace_messages)
})

test('a host that keeps the summary has it folded into the next one (W57, S48)', async () => {
  const kept = (await summarize(many(4), { with: { window: 300 } })).replaced ?? []
  const { prompts, replaced } = await summarize([...kept, ...many(4)], { with: small })
  expect(prompts[0]).toMatch(/System Message 1\n\n\[Summary of the conversation so far\]/)
  expect(replaced?.filter(({ role }) => role === 'system')).toHaveLength(1)
})

test('a summary alone is not summarised again', async () => {
  const summary = say(`[Summary of the conversation so far]\n\n${'x'.repeat(900)}`, 'system')
  const { replaced, prompts } = await summarize([summary, ...many(2)], { with: small })
  expect(replaced).toBeUndefined()
  expect(prompts).toEqual([])
})

test('instructions at the beginning stay', async () => {
  const { replaced } = await summarize([say('You sell shoes.', 'system'), ...many(5)], { with: small })
  expect(replaced?.[0]).toEqual(say('You sell shoes.', 'system'))
  expect(replaced).toHaveLength(4)
})

test('a result stays with its call', async () => {
  const call: Message = { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'find_order' }] }
  const result: Message = {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: 'c', content: 'shipped' }],
  }
  const { replaced } = await summarize([...many(6), call, result, say('go on')], { with: small })
  expect(replaced?.slice(1)).toEqual([call, result, say('go on')])
})

describe('with keep_tokens and buffer_tokens (S49)', () => {
  const options = { keep_tokens: 250, buffer_tokens: 250 }
  test('what is older than the kept tokens waits in the buffer', async () => {
    const { replaced, prompts } = await summarize(many(4), { with: options })
    expect(replaced).toBeUndefined()
    expect(prompts).toEqual([])
  })

  test('a buffer over its limit is folded, with the summary before it, into a new one', async () => {
    const before = say('[Summary of the conversation so far]\n\nCarts broke.', 'system')
    const { replaced, prompts } = await summarize([before, ...many(5)], { with: options })
    expect(replaced).toHaveLength(3)
    expect(prompts[0]).toMatch(/Carts broke\.[\s\S]*User Message 3/)
    expect(prompts[0]).not.toContain('User Message 4')
  })
})

test('without a runner the host gets the prompt', async () => {
  const { verdict } = await summarize(many(4), { with: small, runner: 'none' })
  expect(verdict).toMatchObject({
    callback: { recipe: 'summarize', status: 'pending', args: { max_words: 2000 } },
    warnings: [],
  })
})

test('the shipped recipe may use no tool', () => {
  expect(shipped('summarize')).toMatchObject({ allowed_tools: [], output: 'text' })
})
