// Calls that a model's provider makes itself: rules hear of them, and a denial that comes too late is told.
import { afterEach, expect, test } from 'vitest'
import { createAgent } from '../../src/agent.ts'
import { createEngine, type Engine, type ModelResponse } from '../../src/index.ts'
import { responseOf } from '../../src/integrations/openai-agents/items.ts'
import { providerCallsIn } from '../../src/integrations/shared/messages.ts'

const config = {
  hooks: {
    PreToolUse: [
      { name: 'limit', match: 'web_*', use: 'rate-limit', with: { max: 1 } },
      { name: 'no-code', match: 'code_execution', deny: 'Run code on this machine.' },
    ],
    PostToolUse: [{ name: 'cite', match: { output: '*prices*' }, context: 'Name the source.' }],
    Error: [{ name: 'told', notify: 'It went wrong: {{error}}' }],
  },
}
const engines: Engine[] = []
afterEach(() => Promise.all(engines.splice(0).map((engine) => engine.close())))

const search = { id: 'p1', name: 'web_search', input: { query: 'prices' }, result: { output: 'prices: 12' } }
const code = { id: 'p2', name: 'code_execution', input: { code: '1+1' }, result: { output: '2' } }

interface Heard {
  readonly events: readonly unknown[]
  readonly next: string
}

/** What rules and the next model call heard of a response. */
async function heard(response: ModelResponse): Promise<Heard> {
  const engine = await createEngine({ config })
  engines.push(engine)
  const events: unknown[] = []
  const run = await engine.start({
    prompt: 'Go.',
    onEvent: ({ event, tool_name, tool_input, output_text }, { decision, system_messages }) =>
      void events.push([event, tool_name, tool_input, output_text, decision, ...system_messages]),
  })
  const ask = (answer: ModelResponse) =>
    run.wrapModelCall({ messages: [] }, async ({ system_prompt = '' }) => ({
      ...answer,
      seen: system_prompt,
    }))
  await ask(response)
  const { seen } = await ask({ text: 'Done.' })
  return { events, next: String(seen) }
}

test('they are events, and what rules add is read by the next call', async () => {
  const { events, next } = await heard({ text: 'Twelve.', provider_calls: [search] })
  expect(events).toContainEqual(['PreToolUse', 'web_search', { query: 'prices' }, undefined, 'proceed'])
  expect(events).toContainEqual(['PostToolUse', 'web_search', { query: 'prices' }, 'prices: 12', 'proceed'])
  expect(next).toContain('Name the source.')
})

test('a call that is under way has no result yet', async () => {
  const { result: _, ...open } = search
  const { events } = await heard({ provider_calls: [open] })
  expect(events.map((each) => (each as unknown[])[0])).not.toContain('PostToolUse')
})

test('a denial that comes too late is an error of the run, and told to the model', async () => {
  const { events, next } = await heard({ text: '2', provider_calls: [code, search, { ...search, id: 'p3' }] })
  const late =
    /code_execution was run by the provider before rules could refuse it: .*Run code on this machine/
  expect(next).toMatch(late)
  expect(next).toMatch(/web_search was run by the provider .*Too many calls/)
  expect(events.filter((each) => (each as unknown[])[0] === 'Error')).toMatchObject([
    ['Error', 'code_execution', undefined, undefined, 'proceed', expect.stringMatching(late)],
    ['Error', 'web_search', undefined, undefined, 'proceed', expect.stringMatching(/Too many calls/)],
  ])
})

test('a change that comes too late is an error of the run', async () => {
  const engine = await createEngine({
    config: {
      hooks: {
        PreToolUse: [{ name: 'near', match: 'web_*', set_input: { near: 'here' } }],
        PostToolUse: [{ name: 'hide', match: 'web_*', set_output: '[hidden]' }],
      },
    },
  })
  engines.push(engine)
  const errors: unknown[] = []
  const run = await engine.start({
    prompt: 'Go.',
    onEvent: ({ event, error }) => void (event === 'Error' && errors.push(error)),
  })
  await run.wrapModelCall({ messages: [] }, async () => ({ text: 'Twelve.', provider_calls: [search] }))
  expect(errors).toEqual([
    'web_search was run by the provider before rules could change its input',
    'web_search was run by the provider, so rules cannot change its output',
  ])
})

test('a model of the AI SDK tells of them', async () => {
  const seen: unknown[] = []
  const agent = await createAgent({
    stack: false,
    limits: false,
    engine: { config },
    onEvent: ({ event, tool_name, output_text }) => void seen.push([event, tool_name, output_text]),
    model: {
      specificationVersion: 'v3',
      provider: 'scripted',
      modelId: 'scripted',
      supportedUrls: {},
      doGenerate: async () => ({
        content: [
          {
            type: 'tool-call',
            toolCallId: 'p1',
            toolName: 'web_search',
            input: '{"query":"prices"}',
            providerExecuted: true,
          },
          {
            type: 'tool-result',
            toolCallId: 'p1',
            toolName: 'web_search',
            result: 'prices: 12',
            providerExecuted: true,
          },
          { type: 'text', text: 'Twelve.' },
        ],
        finishReason: { unified: 'stop', raw: undefined },
        usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } },
        warnings: [],
      }),
    },
  })
  expect(await agent.run('How much?')).toMatchObject({ text: 'Twelve.', steps: 1 })
  expect(seen).toContainEqual(['PreToolUse', 'web_search', undefined])
  expect(seen).toContainEqual(['PostToolUse', 'web_search', 'prices: 12'])
  await agent.close()
})

test('so do responses of the Agents SDK', () => {
  const output = [
    {
      type: 'hosted_tool_call',
      id: 'ws_1',
      name: 'web_search_call',
      status: 'completed',
      providerData: { action: { query: 'prices' } },
    },
    {
      type: 'hosted_tool_call',
      id: 'ci_1',
      name: 'code_interpreter_call',
      arguments: '{"code":"1"}',
      status: 'failed',
      output: 'no',
    },
  ]
  expect(responseOf({ output, usage: {} }).provider_calls).toEqual([
    {
      id: 'ws_1',
      name: 'web_search_call',
      input: { action: { query: 'prices' } },
      result: { output: null, is_error: false },
    },
    {
      id: 'ci_1',
      name: 'code_interpreter_call',
      input: { code: '1' },
      result: { output: 'no', is_error: true },
    },
  ])
})

test("so do LangChain's blocks, and Anthropic's", () => {
  const blocks = [
    { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'prices' } },
    { type: 'web_search_tool_result', tool_use_id: 's1', content: [{ title: 'Prices' }] },
    { type: 'server_tool_call', id: 's2', name: 'code_execution', args: { code: '1' } },
    { type: 'server_tool_call_result', toolCallId: 's2', status: 'error', output: 'no' },
    { type: 'text', text: 'Twelve.' },
  ]
  expect(providerCallsIn(blocks)).toEqual([
    {
      id: 's1',
      name: 'web_search',
      input: { query: 'prices' },
      result: { output: [{ title: 'Prices' }], is_error: false },
    },
    { id: 's2', name: 'code_execution', input: { code: '1' }, result: { output: 'no', is_error: true } },
  ])
  expect(providerCallsIn('Twelve.')).toEqual([])
})

test('a replaced conversation has no size yet', async () => {
  const engine = await createEngine({
    config: {
      hooks: {
        PreModelCall: [
          {
            name: 'swap',
            match: { turn: 2 },
            run: ['printf', '%s', '{"replace_messages":[{"role":"user","content":"Short."}]}'],
          },
        ],
      },
    },
  })
  engines.push(engine)
  const sizes: unknown[] = []
  const run = await engine.start({
    prompt: 'Go.',
    onEvent: ({ event, usage }) => void (event === 'PostModelCall' && sizes.push(usage?.context)),
  })
  const messages = [{ role: 'user', content: 'Long.' }] as const
  await run.wrapModelCall({ messages }, async () => ({ text: 'a', usage: { input: 900, output: 50 } }))
  await run.wrapModelCall({ messages }, async () => ({ text: 'b' }))
  expect(sizes).toEqual([950, undefined])
})
