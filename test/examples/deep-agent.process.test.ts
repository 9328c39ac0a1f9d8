// examples/deep-agent against a scripted model.
import { expect, test, vi } from 'vitest'
import type { Agent, AgentTool } from '../../src/agent.ts'
import type { FileSystem } from '../../src/tools.ts'
import {
  aiModel,
  always,
  type Asked,
  loadPackage,
  openProgram,
  type Program,
  scripted,
  type Turn,
} from './program.ts'

interface Options {
  readonly model: object
  readonly root: string
  readonly fs?: FileSystem
  readonly tools?: readonly AgentTool[]
}

interface Module {
  deepAgent(options: Options): Promise<Agent>
}

const open = () => openProgram<Module>('deep-agent')

/** An agent of the program, what its model is asked, and its results by the id of the call. */
async function agentWith(
  { root, module }: Program<Module>,
  turns: readonly Turn[],
  { answers = [], ...more }: Partial<Options> & { readonly answers?: readonly Turn[] } = {},
) {
  const script = scripted(turns, answers)
  const agent = await module.deepAgent({ model: aiModel(script), root, ...more })
  return { agent, asked: script.asked, [Symbol.asyncDispose]: () => agent.close() }
}

/** Results of tools in the order in which the model reads them. */
function resultsIn(asked: Asked | undefined): readonly string[] {
  const parts = (asked?.prompt ?? []).flatMap(({ role, content }) =>
    role === 'tool' ? (content as object[]) : [],
  )
  return parts.map((part) => String((Reflect.get(part, 'output') as { value: unknown }).value))
}

const systemOf = (asked: Asked | undefined): string => asked?.text.split('\nuser: ')[0] ?? ''
const todo = (title: string, status = 'done') => ({
  tool: 'write_todos',
  input: { todos: [{ id: '1', title, status }] },
})
const write = (file_path: string, content: string) => ({ tool: 'write_file', input: { file_path, content } })
const edit = (file_path: string, old_text: string, new_text: string) => ({
  tool: 'edit_file',
  input: { file_path, old_text, new_text },
})
const execute = (command: string) => ({ tool: 'execute', input: { command } })

test('seven file tools and those of todos work below the root (W12-W19, W21, W25, W26, W59, W72)', async () => {
  const shop = await open()
  const changes = [write('x/y/z.md', 'aa\nfoo'), edit('x/y/z.md', 'a', 'b')]
  const calls = [
    { tool: 'read_file', input: { file_path: 'x/y/z.md' } },
    { tool: 'ls', input: { path: 'x/y' } },
    { tool: 'glob', input: { pattern: '*.md', path: 'x' } },
    { tool: 'glob', input: { pattern: 'y/*.md', path: 'x' } },
    { tool: 'grep', input: { pattern: 'fo+', path: 'x' } },
    execute('echo hi'),
    { tool: 'read_file', input: { file_path: '../../etc/passwd' } },
    { tool: 'nope' },
  ]
  await using played = await agentWith(shop, [changes, calls])
  await played.agent.run('Go.', { thread: 't' })
  const files = ['ls', 'read_file', 'write_file', 'edit_file', 'glob', 'grep', 'execute']
  expect(played.agent.tools.toSorted()).toEqual(
    [...files, 'write_todos', 'update_todo', 'update_todos'].toSorted(),
  )
  const [read, ls, glob, globbed, grep, executed, outside, nope] = resultsIn(played.asked[2]).slice(2)
  expect(read).toBe('ba\nfoo')
  expect(JSON.parse(ls ?? '')).toEqual([{ name: 'z.md', type: 'file', size: 6 }])
  expect([glob?.includes('x/y/z.md'), globbed?.includes('z.md')]).toEqual([true, false])
  expect(grep).toMatch(/z\.md.*2.*foo/)
  expect(JSON.parse(executed ?? '')).toEqual({ stdout: 'hi\n', stderr: '', exit_code: 0 })
  expect(outside).toMatch(/^Error: .* is outside of/)
  expect(nope).toBe('Error: tool "nope" not found')
  expect(shop.json('.agent/t.json')).toMatchObject({ files: { 'x/y/z.md': 'ba\nfoo' } })
})

test('long results of the shell are cut, those of file tools are not (W27, W28, W30)', async () => {
  const shop = await open()
  shop.write('long.txt', 'y'.repeat(100_000))
  await using played = await agentWith(shop, [
    [execute(`head -c 100000 long.txt`), { tool: 'read_file', input: { file_path: 'long.txt' } }],
  ])
  await played.agent.run('Go.')
  const [executed = '', read] = resultsIn(played.asked[1])
  expect(executed.length).toBeLessThan(5000)
  expect(executed).toMatch(/^.{2000}\n\n.*9\d{4} of 100\d{3} characters.*\n\n.{2000}$/)
  expect(read).toBe('y'.repeat(100_000))
})

test('skills are lines of the system prompt, memory is whole and edited by the agent (W35-W38, W43, W46, W47)', async () => {
  const shop = await open()
  await using played = await agentWith(shop, [[edit('AGENTS.md', 'net', 'gross')]])
  await played.agent.run('Go.')
  await played.agent.run('Go on.')
  const [first = '', , last = ''] = played.asked.map(systemOf)
  expect(first).toContain(
    '[invoice] Write an invoice for an order → Read skills/invoice/SKILL.md for full instructions',
  )
  expect(first).not.toContain('One line for each item')
  expect(first).toMatch(/<agent_memory>\nPrices are net, in cents\.\s*<\/agent_memory>\n\n.*:(?:\n- .*){4}/)
  expect(last).toContain('Prices are gross')
})

test('todos are checked, stay with the thread and send the agent back twice (W60-W62, W65, W66)', async () => {
  const shop = await open()
  const turns: Turn[] = [
    [todo('Move orders', 'doing')],
    [todo('Move orders', 'done')],
    [todo('Test orders', 'pending')],
  ]
  {
    await using played = await agentWith(shop, turns)
    await played.agent.run('Go.', { thread: 't' })
    expect(resultsIn(played.asked[1])[0]).toMatch(/pending, in_progress, done/)
    expect(played.asked).toHaveLength(6)
    expect(shop.json('.agent/t.json')).toHaveProperty('todos', [
      { id: '1', title: 'Test orders', status: 'pending' },
    ])
  }
  await using later = await agentWith(shop, [])
  await later.agent.run('Go on.', { thread: 't' })
  expect(systemOf(later.asked[0])).toContain('- [pending] 1: Test orders')
})

test('model and tool calls are spans, the summary within its call (W67, W68)', async () => {
  const shop = await open()
  await using played = await agentWith(shop, [[execute('echo hi')], 'a'.repeat(900)])
  await played.agent.run('Go.')
  const spans = shop.lines('.agent/trace.jsonl')
  expect(spans.filter(({ name }) => name === 'llm.call')).toMatchObject([
    { message_count: 1, tool_calls_count: 1 },
    { message_count: 3, content_length: 900, content: expect.stringMatching(/^a{500}(?!a)/) as string },
  ])
  expect(spans.filter(({ name }) => name === 'tool.call')).toMatchObject([
    {
      tool_name: 'execute',
      tool_call_id: 'c1',
      tool_args: { command: 'echo hi' },
      output: expect.stringContaining('hi') as string,
    },
  ])
})

test('old messages become one summary, once, and stay when it fails (W49, W52-W57)', async () => {
  const shop = await open()
  const long = 'x'.repeat(440_000)
  const answers: Turn[] = [
    () => {
      throw new Error('no summary')
    },
    'THE SUMMARY',
  ]
  const turns: Turn[] = [[write('a.txt', 'w'.repeat(9000))]]
  await using played = await agentWith(shop, turns, { answers })
  await played.agent.run('Begin.')
  await played.agent.run(long) // the summary fails
  await played.agent.run('Go on.')
  await played.agent.run('And on.')
  const recipes = played.asked.filter(({ text }) => text.includes('2000 words'))
  expect(recipes).toHaveLength(2)
  expect(recipes[1]?.text).toMatch(/(?<!w)w{2000}(?!w)/)
  const [unchanged, summed, again] = played.asked.filter((each) => !recipes.includes(each)).slice(2)
  expect(unchanged?.text).toContain('user: Begin.')
  expect(summed?.prompt.map(({ role }) => role)).toEqual(['system', 'system', 'assistant', 'user'])
  expect(summed?.text).toContain('THE SUMMARY')
  expect(again?.text).toContain('THE SUMMARY')
  expect(again?.text).not.toContain('Begin.')
})

test('calls of one response run side by side; 25 iterations are the most (W71, W73-W76)', async () => {
  const shop = await open()
  let release = (): void => undefined
  const second = new Promise<void>((resolve) => (release = resolve))
  const tool = (name: string, work: () => Promise<void> | void): AgentTool => ({
    name,
    description: name,
    input_schema: { type: 'object', properties: {} },
    run: async () => {
      await work()
      return { output: name }
    },
  })
  const tools = [tool('one', () => second), tool('two', release)]
  const calls: Turn = [{ tool: 'one' }, { tool: 'two' }]
  await using played = await agentWith(shop, [calls, 'Both.', ...always([{ tool: 'two' }])], {
    tools,
  })
  const events: string[] = []
  await played.agent.run('Go.', { onEvent: ({ event }) => void events.push(event) })
  expect(resultsIn(played.asked[1])).toEqual(['one', 'two'])
  expect(events.filter((event) => event === 'AgentStop')).toHaveLength(1)
  const inLoop = events.filter((event) => /Model|Tool/.test(event))
  const models = ['PreModelCall', 'PostModelCall']
  expect(inLoop.filter((event, at) => event !== inLoop[at - 1])).toEqual([
    ...models,
    'PreToolUse',
    'PostToolUse',
    ...models,
  ])
  expect(await played.agent.run('Again.')).toMatchObject({ steps: 25, forced: true })
  expect(played.asked[2]?.text).toMatch(/Go\.[^]*Both\.[^]*Again\./)
})

test('files elsewhere stay there (W20)', async () => {
  const shop = await open()
  const { inMemoryFiles } = (await loadPackage('tools.mjs')) as { inMemoryFiles(tree: object): FileSystem }
  const fs = inMemoryFiles({ 'cart.ts': 'net' })
  await using played = await agentWith(shop, [[write('orders.ts', '1'), { tool: 'ls' }]], { fs })
  await played.agent.run('Go.')
  expect(resultsIn(played.asked[1])[1]).toMatch(/cart\.ts/)
  expect([shop.has('orders.ts'), fs.read('/orders.ts')]).toEqual([false, '1'])
})

test('an agent within a tool has a thread of its own', async () => {
  const shop = await open()
  await using inner = await agentWith(shop, [[write('in.ts', '1'), todo('Inner')], 'From within.'])
  const delegate: AgentTool = {
    name: 'delegate',
    description: 'Does a part',
    input_schema: { type: 'object', properties: {} },
    run: async (_, { signal } = {}) => ({
      output: (await inner.agent.run('Part.', { thread: 'part', ...(signal && { signal }) })).text,
    }),
  }
  await using outer = await agentWith(shop, [[todo('Outer'), { tool: 'delegate' }]], { tools: [delegate] })
  await outer.agent.run('Whole.', { thread: 'whole' })
  expect(resultsIn(outer.asked[1])[1]).toBe('From within.')
  expect(shop.json('.agent/whole.json')).toMatchObject({ todos: [{ title: 'Outer' }], files: {} })
  expect(shop.json('.agent/part.json')).toMatchObject({
    todos: [{ title: 'Inner' }],
    files: { 'in.ts': '1' },
  })
})

test('an abort in a tool or a model call leaves the thread at the last whole step (W77)', async () => {
  const shop = await open()
  const aborting = [new AbortController(), new AbortController()] as const
  const hangs: Turn = ({ signal }) =>
    new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error))
      aborting[1].abort(new Error('enough'))
    })
  const script: Turn[] = [[write('a.ts', '1')], [execute('echo $$ >pid; exec sleep 1000')], hangs]
  await using played = await agentWith(shop, script)
  const first = played.agent.run('Go.', { thread: 't', signal: aborting[0].signal })
  await vi.waitFor(() => expect(shop.read('pid')).toMatch(/\n/), { timeout: 10_000 })
  aborting[0].abort(new Error('stop'))
  await expect(first).rejects.toThrow('stop')
  expect(() => process.kill(Number(shop.read('pid')), 0)).toThrow('ESRCH')
  expect(shop.json('.agent/t.json')).toMatchObject({ files: { 'a.ts': '1' } })
  await expect(played.agent.run('Go on.', { thread: 't', signal: aborting[1].signal })).rejects.toThrow(
    'enough',
  )
  await played.agent.run('Now.', { thread: 't' })
  expect(played.asked.at(-1)?.text).toMatch(/Go\.[^]*Wrote[^]*Go on\.[^]*Now\./)
})

test.each([
  ['in a tool', [[todo('New', 'pending'), write('cart.ts', 'gross')], [execute('kill -9 $PPID')]], undefined],
  ['in a write of a file', [[write('cart.ts', 'gross')]], 'writeFile\\S* .*cart'],
  ['before the thread is in its place', [[write('cart.ts', 'gross')], 'Done.'], 'rename .*/t.json'],
])('a crash %s leaves everything as before or as after', async (_, turns, at) => {
  const shop = await open()
  shop.write('cart.ts', 'net')
  {
    await using played = await agentWith(shop, [[todo('Old')], 'First.'])
    await played.agent.run('Begin.', { thread: 't' })
  }
  const before = shop.files()
  const options = `{ model: aiModel(scripted(${JSON.stringify(turns)})), root: '.' }`
  await shop.crash(`await (await program.deepAgent(${options})).run('Go.', { thread: 't' })`, at)
  const after = shop.files()
  expect(after['.agent/t.json']).toBe(before['.agent/t.json'])
  expect(['net', 'gross']).toContain(after['cart.ts'])
  expect(shop.lines('.agent/trace.jsonl').length).toBeGreaterThan(0) // each line is whole
  await using later = await agentWith(shop, [])
  await later.agent.run('Go on.', { thread: 't' })
  expect(later.asked).toHaveLength(1) // no todo of the lost run is left
  expect(later.asked[0]?.text).toMatch(/Begin\.[^]*First\.[^]*Go on\./)
  expect(systemOf(later.asked[0])).not.toContain('New')
})
