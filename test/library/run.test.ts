import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { createEngine, type Engine, type Event } from '../../src/index.ts'
import { callsTools, runAgent, says } from '../support/loop.ts'
import { openShop, type Shop } from './shop.ts'

const open: (Engine | Shop)[] = []

afterEach(async () => {
  for (const each of open.splice(0)) await ('remove' in each ? each.remove() : each.close())
})

async function engineOf(config: object = {}): Promise<Engine> {
  const shop = openShop()
  const engine = await createEngine({ root: shop.root, config: { ...config } })
  open.push(engine, shop)
  return engine
}

const hooks = (lists: object) => ({ hooks: lists })
const write = { id: 'c1', name: 'write_file', input: { file_path: 'orders.ts' } }

describe('the order of a run', () => {
  test('a call and a final answer: each event once, in its place (W1, W74, W76, S2, S28, K49)', async () => {
    const engine = await engineOf()
    const finished = await runAgent({
      engine,
      model: says(callsTools(['list']), { text: 'Two orders.' }),
      tools: { list: () => 'a b' },
    })
    expect(finished.events).toEqual([
      'SessionStart',
      'UserPromptSubmit',
      'PreStep',
      'PreModelCall',
      'PostModelCall',
      'PreToolUse',
      'PostToolUse',
      'PostStep',
      'ShouldContinue',
      'PreStep',
      'PreModelCall',
      'PostModelCall',
      'PostStep',
      'ShouldContinue',
      'AgentStop',
      'SessionEnd',
    ])
    expect(finished).toMatchObject({ response: 'Two orders.', forced: false })
  })

  test('a denied tool does not run, and its call is answered with the reason (S22)', async () => {
    const config = hooks({
      PreToolUse: [{ name: 'frozen', match: 'write_file', deny: 'The shop is frozen.' }],
    })
    const engine = await engineOf(config)
    const { events, messages, tool_runs } = await runAgent({
      engine,
      model: says({ tool_calls: [write] }),
      tools: { write_file: () => 'written' },
    })
    expect(tool_runs).toEqual([])
    expect(events).not.toContain('PostToolUse')
    expect(messages.find(({ role }) => role === 'tool')).toMatchObject({
      tool_call_id: 'c1',
      is_error: true,
      content: expect.stringContaining('The shop is frozen.') as unknown,
    })
  })

  test('calls of one response run side by side, their results stand in its order (W75)', async () => {
    const engine = await engineOf()
    let end = (): void => undefined
    const ended = new Promise<void>((resolve) => (end = resolve))
    const { messages } = await runAgent({
      engine,
      model: says(callsTools(['slow'], ['fast'])),
      tools: { slow: () => ended.then(() => 'slow'), fast: () => (end(), 'fast') },
    })
    expect(messages.filter(({ role }) => role === 'tool').map(({ content }) => content)).toEqual([
      'slow',
      'fast',
    ])
  })

  test('a call of an unknown tool is answered, and the loop goes on (W26)', async () => {
    const engine = await engineOf()
    const { messages, response } = await runAgent({
      engine,
      model: says(callsTools(['nope']), { text: 'Well.' }),
    })
    expect(messages[2]?.content).toBe('Error: tool "nope" not found')
    expect(response).toBe('Well.')
  })

  test('the host ends a model that never ends after 25 calls (W73, S25)', async () => {
    const engine = await engineOf()
    const { requests, forced } = await runAgent({
      engine,
      model: () => callsTools(['list']),
      tools: { list: () => 'a b' },
    })
    expect([requests.length, forced]).toEqual([25, true])
  })

  test('the limits of a run are forced stops that name what was reached (S29, S35)', async () => {
    const config = {
      rules: [{ name: 'limits', on: ['PreStep', 'PostStep'], use: 'limits', with: { steps: 3 } }],
    }
    const engine = await engineOf(config)
    const { requests, forced, last, events } = await runAgent({
      engine,
      model: () => callsTools(['list']),
      tools: { list: () => 'a b' },
    })
    expect([requests.length, forced]).toEqual([3, true])
    expect(last).toMatchObject({ flow: 'stop', hard: true, stops: [{ code: 'steps_limit' }] })
    expect(events).not.toContain('Error')
  })

  test('steps are counted where the host only says that they begin', async () => {
    const limits = { name: 'limits', on: ['PreStep'], use: 'limits', with: { steps: 2 } }
    const engine = await engineOf({ rules: [limits] })
    const run = await engine.start({})
    const flows = []
    for (let at = 0; at < 3; at++) flows.push((await run.dispatch({ event: 'PreStep' })).flow)
    expect(flows).toEqual(['default', 'default', 'stop'])
  })

  test('model calls are counted where the host tells of no steps', async () => {
    const limits = { name: 'limits', on: ['PreModelCall'], use: 'limits', with: { steps: 2 } }
    const engine = await engineOf({ rules: [limits] })
    const run = await engine.start({})
    const ask = () => run.wrapModelCall({ messages: [] }, async () => ({ text: 'ok' }))
    await ask()
    await ask()
    await expect(ask()).rejects.toMatchObject({ code: 'steps_limit' })
  })

  test('an AgentStop rule makes the loop go on with what it says', async () => {
    const config = hooks({
      AgentStop: [
        {
          name: 'tests',
          match: { session: { used: 'write_file' } },
          once: 'run',
          continue: 'Run the tests.',
        },
      ],
    })
    const engine = await engineOf(config)
    const { messages, events } = await runAgent({
      engine,
      model: says({ tool_calls: [write] }, { text: 'Written.' }, { text: 'Tested.' }),
      tools: { write_file: () => 'written' },
    })
    expect(messages.map(({ content }) => content)).toContain('Run the tests.')
    expect(events.filter((event) => event === 'AgentStop')).toHaveLength(2)
    expect(events.filter((event) => event === 'SessionEnd')).toHaveLength(1)
  })

  test('events say where in the run they are', async () => {
    const seen: Event[] = []
    const engine = await engineOf()
    const { run } = await runAgent({
      engine,
      session: 'thread-1',
      metadata: { tenant: 'acme' },
      model: says(
        { ...callsTools(['list']), usage: { input: 100, output: 20 } },
        { text: 'x', usage: { input: 130, output: 5 } },
      ),
      tools: { list: () => 'a b' },
      max_context: 1000,
      onEvent: (event) => void seen.push(event),
    })
    const ids = new Set(seen.map(({ session_id, run_id }) => `${session_id} ${run_id}`))
    expect([...ids]).toEqual([`thread-1 ${run.run_id}`])
    const at = (name: string) => seen.filter(({ event }) => event === name)
    expect(at('PreStep').map(({ step }) => step)).toEqual([0, 1])
    expect(at('PostStep').map(({ step }) => step)).toEqual([1, 2])
    expect(at('PostModelCall').map(({ turn }) => turn)).toEqual([1, 2])
    expect(at('AgentStop')[0]).toMatchObject({
      response: 'x',
      usage: { input: 230, output: 25, total: 255, context: 135, max_context: 1000 },
      metadata: { tenant: 'acme' },
    })
    expect(at('ShouldContinue').map(({ metadata }) => metadata?.['final'])).toEqual([false, true])
  })
})

test('an agent that has a loop of its own is only begun and ended (S52)', async () => {
  const engine = await engineOf(
    hooks({ UserPromptSubmit: [{ name: 'p', set_prompt: '{{prompt}} Be brief.' }] }),
  )
  const theirs = async (prompt: string) => `I was told: ${prompt}`
  const events: string[] = []
  const run = await engine.start({ prompt: 'Add tax.', onEvent: ({ event }) => void events.push(event) })
  const response = await theirs(run.prompt ?? '')
  await run.end({ response })
  expect(response).toBe('I was told: Add tax. Be brief.')
  expect(events).toEqual(['SessionStart', 'UserPromptSubmit', 'AgentStop', 'SessionEnd'])
})

test('what rules do before a model call is part of its time (W58)', async () => {
  const shop = openShop()
  const engine = await createEngine({
    root: shop.root,
    config: {
      wrap: { ModelCall: [{ name: 'tracing', use: 'tracing', with: { file: 'trace.jsonl' } }] },
      hooks: { PreModelCall: [{ name: 'summary', run: 'sleep 0.2' }] },
    },
  })
  open.push(engine, shop)
  const run = await engine.start()
  await run.wrapModelCall({ messages: [] }, async () => ({ text: 'Two orders.' }))
  const lines = readFileSync(shop.at('trace.jsonl'), 'utf8').trim().split('\n')
  const spans = lines.map(
    (line) => JSON.parse(line) as { readonly name: string; readonly duration_ms: number },
  )
  expect(spans.find(({ name }) => name === 'llm.call')?.duration_ms).toBeGreaterThanOrEqual(200)
})
