// examples/lifecycle-hooks against a scripted model.
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import type { Engine, Message, ModelRequest, ModelResponse } from '../../src/index.ts'
import { closedGate } from '../support/gate.ts'
import { openProgram, type Program } from './program.ts'

type Model = (request: ModelRequest, options?: { readonly signal?: AbortSignal }) => Promise<ModelResponse>

interface Given {
  readonly file: string
  readonly prompt: string
  readonly model: Model
  readonly tools: Readonly<Record<string, (input: object) => Promise<{ readonly output: string }>>>
  readonly max_context?: number
  readonly signal?: AbortSignal
}

interface Module {
  openHooks(root: string, model: Model): Promise<Engine>
  talk(engine: Engine, given: Given): Promise<string>
}

const open = () => openProgram<Module>('lifecycle-hooks')

const call = (name: string) => ({ tool_calls: [{ id: `c-${name}`, name, input: {} }] })
const filled = (context: number) => ({ usage: { input: context, output: 1, context } })

/** A model that says these things; what the recipe is answered is "THE SUMMARY". */
function modelOf(turns: readonly ModelResponse[]) {
  const asked: ModelRequest[] = []
  const recipes: string[] = []
  const model: Model = async (request) => {
    const first = String(request.messages[0]?.content)
    if (first.includes('Primary Objective')) return (recipes.push(first), { text: 'THE SUMMARY' })
    return turns[asked.push(structuredClone(request)) - 1] ?? { text: 'Done.', ...filled(100) }
  }
  return { model, asked, recipes }
}

async function start(program: Program<Module>, turns: readonly ModelResponse[], more: Partial<Given> = {}) {
  const said = modelOf(turns)
  const engine = await program.module.openHooks(program.root, said.model)
  const ran: string[] = []
  const tool = (name: string) => async () => (ran.push(name), { output: `${name} done` })
  const given = {
    file: path.join(program.root, 'talk.json'),
    prompt: 'Add tax.',
    model: said.model,
    max_context: 1000,
  }
  const tools = { file_edit: async () => ({ output: 'Done.' }), file_read: tool('file_read') }
  const talk = (own: Partial<Given> = {}) => program.module.talk(engine, { ...given, tools, ...more, ...own })
  return { ...said, engine, ran, talk, [Symbol.asyncDispose]: () => engine.close() }
}

const textsOf = (messages: readonly Message[]): readonly unknown[] => messages.map(({ content }) => content)
const saved = (shop: Program<Module>): Message[] => shop.json('talk.json') as Message[]

test('above 70 % a hook has the recipe sum up, before the tools run (K3, K12, K14, K27, K30, K31, K45, K46)', async () => {
  const shop = await open()
  const turns = [
    { ...call('file_read'), ...filled(700) },
    { ...call('file_read'), ...filled(750) },
  ]
  await using agent = await start(shop, turns)
  expect(await agent.talk()).toBe('Done.')
  const [, second, third] = agent.asked.map(({ messages }) => textsOf(messages))
  expect(second).toEqual(['Add tax.', '', 'file_read done'])
  expect(third?.[0]).toBe('THE SUMMARY')
  expect(third?.at(-1)).toBe('file_read done')
  expect(agent.recipes).toHaveLength(1)
  for (const heading of [
    'Primary Objective',
    'Key Decisions',
    'Files Modified',
    'Errors & Resolutions',
    'Pending Tasks',
  ])
    expect(agent.recipes[0]).toContain(heading)
  expect(agent.ran).toEqual(['file_read', 'file_read'])
  expect(textsOf(saved(shop))).toEqual(['THE SUMMARY', '', 'file_read done', 'Done.'])
})

test('the built-in does so at 80 %, and not below (K43, K44)', async () => {
  const shop = await open()
  shop.remove('.kodelet/hooks/smart_compact')
  const turns = [
    { ...call('file_read'), ...filled(799) },
    { ...call('file_read'), ...filled(800) },
  ]
  await using agent = await start(shop, turns)
  await agent.talk()
  expect(agent.asked.map(({ messages }) => messages[0]?.content)).toEqual([
    'Add tax.',
    'Add tax.',
    'THE SUMMARY',
  ])
  const usage = { context: 800, max_context: 0 }
  expect(await agent.engine.dispatch({ event: 'after_turn', usage })).not.toHaveProperty('callback')
})

test('a hook whose name loses .disable replaces the conversation itself, and the first answer counts (K10, K16, K47, K55)', async () => {
  const shop = await open()
  shop.write('.kodelet/hooks/simple_compact', shop.read('.kodelet/hooks/simple_compact.disable'))
  await using agent = await start(shop, [{ ...call('file_read'), ...filled(750) }])
  await agent.talk()
  expect(agent.asked[1]?.messages[0]?.content).toBe('Previous context summary: Add tax.')
  expect(agent.recipes).toEqual([])
  const { warnings } = await agent.engine.dispatch({
    event: 'after_turn',
    messages: [{ role: 'user', content: 'Fix it' }],
    usage: { context: 750, max_context: 1000 },
  })
  expect(warnings.map(({ rule }) => rule)).toContain('smart_compact')
})

test('an agent that edited files is reminded of the linter once (K2, K7, K8, K48, K49, K53)', async () => {
  const shop = await open()
  await using agent = await start(shop, [call('file_edit'), { text: 'Edited.' }, { text: 'Linted.' }])
  expect(await agent.talk()).toBe('Linted.')
  expect(textsOf(saved(shop))).toEqual([
    'Add tax.',
    '',
    'Done.',
    'Edited.',
    'Please run the linter to check for any issues.',
    'Linted.',
  ])
  await using reader = await start(shop, [call('file_read'), { text: 'Read.' }], {
    file: path.join(shop.root, 'read.json'),
  })
  expect(await reader.talk()).toBe('Read.')
})

test('an agent within a tool keeps a conversation of its own', async () => {
  const shop = await open()
  const tools = {
    file_edit: async () => {
      await using inner = await start(shop, [{ ...call('file_read'), ...filled(900) }])
      return { output: await inner.talk({ file: path.join(shop.root, 'inner.json'), prompt: 'Inner.' }) }
    },
  }
  await using agent = await start(shop, [call('file_edit')], { tools })
  await agent.talk()
  expect(textsOf(saved(shop)).slice(0, 3)).toEqual(['Add tax.', '', 'Done.'])
  expect(textsOf(shop.json('inner.json') as Message[])[0]).toBe('THE SUMMARY')
})

test('an abort in a model call, a tool or a hook leaves the conversation whole', async () => {
  const shop = await open()
  await using agent = await start(shop, [{ text: 'First.' }])
  await agent.talk()
  const before = shop.read('talk.json')
  const ends = async (given: (own: AbortController) => Partial<Given>) => {
    const own = new AbortController()
    await expect(agent.talk({ prompt: 'Second.', signal: own.signal, ...given(own) })).rejects.toThrow(
      'enough',
    )
  }
  const hangs = (own: AbortController) =>
    new Promise<never>((_, reject) => {
      own.signal.addEventListener('abort', () => reject(own.signal.reason as Error))
      own.abort(new Error('enough'))
    })
  await ends((own) => ({ model: () => hangs(own) }))
  expect(shop.read('talk.json')).toBe(before)
  const calls = async (): Promise<ModelResponse> => call('slow')
  await ends((own) => ({ model: calls, tools: { slow: () => hangs(own) } }))
  expect(shop.read('talk.json')).toBe(before)
  const gate = closedGate(path.join(shop.home, 'gate'))
  shop.write(
    '.kodelet/hooks/slow',
    '#!/bin/sh\nif [ "$1" = hook ]; then echo after_turn; else touch begun; read -r _ < ../gate; fi\n',
  )
  await using slow = await start(shop, [{ text: 'Second.' }])
  const own = new AbortController()
  const running = slow.talk({ prompt: 'Second.', signal: own.signal })
  await vi.waitFor(() => expect(shop.has('begun')).toBe(true), { timeout: 10_000 })
  own.abort(new Error('enough'))
  await expect(running).rejects.toThrow('enough')
  expect(shop.read('talk.json')).toBe(before)
  gate.open()
})

const dies = `process.kill(process.pid, 'SIGKILL')`

test.each([
  [
    'in a recipe',
    `async ({ messages }) => (/Primary/.test(messages[0].content) ? ${dies} : { text: 'x', usage: { context: 900 } })`,
    undefined,
  ],
  ['in a tool', `async () => ({ tool_calls: [{ id: 'c1', name: 'die', input: {} }] })`, undefined],
  ['in the save', `async () => ({ text: 'Second.' })`, 'writeFile .*talk.json'],
])('a crash %s leaves the conversation as before or as after', async (_, model, at) => {
  const shop = await open()
  {
    await using agent = await start(shop, [{ text: 'First.' }])
    await agent.talk()
  }
  await shop.crash(
    `const model = ${model}
    const engine = await program.openHooks('.', model)
    const tools = { die: async () => ${dies} }
    await program.talk(engine, { file: 'talk.json', prompt: 'Second.', model, tools, max_context: 1000 })`,
    at,
  )
  const after = textsOf(saved(shop))
  expect(after.slice(0, 2)).toEqual(['Add tax.', 'First.'])
  expect([2, 4]).toContain(after.length)
  await using later = await start(shop, [])
  expect(await later.talk({ prompt: 'Go on.' })).toBe('Done.')
  expect(textsOf(later.asked[0]?.messages ?? [])).toEqual([...after, 'Go on.'])
})
