// examples/guarded-agent against a scripted model.
import { execFileSync } from 'node:child_process'
import type * as Ai from 'ai'
import { expect, test, vi } from 'vitest'
import type { Agent } from '../../src/agent.ts'
import {
  aiModel,
  always,
  type Asked,
  load,
  openProgram,
  type Program,
  type Row,
  scripted,
  type Turn,
} from './program.ts'

interface Module {
  guardedAgent(options: {
    readonly model: object
    readonly root: string
    readonly thread?: string
    readonly tools?: object
  }): Promise<Agent>
}

/** The ledger lies with its user. */
async function open(): Promise<Program<Module>> {
  const shop = await openProgram<Module>('guarded-agent')
  vi.stubEnv('HOME', shop.home)
  return shop
}

async function start({ root, module }: Program<Module>, turns: readonly Turn[], tools = {}) {
  const script = scripted(turns)
  const agent = await module.guardedAgent({ model: aiModel(script), root, tools })
  return { agent, asked: script.asked, [Symbol.asyncDispose]: () => agent.close() }
}

const write = (path: string, content: string) => ({ tool: 'write_local_file', input: { path, content } })
const bash = (command: string) => ({ tool: 'execute_bash_command', input: { command } })
const done = 'All is there. <promise>ALL_DONE</promise>'
const toolText = (asked: Asked | undefined): string =>
  asked?.text
    .split('\n')
    .filter((line) => line.startsWith('tool: '))
    .at(-1) ?? ''

function ledgerOf({ root, home }: Program<Module>): readonly Row[] {
  const bin = new URL('../../dist/bin.cjs', import.meta.url).pathname
  const where = { cwd: root, env: { PATH: process.env['PATH'], HOME: home }, encoding: 'utf8' } as const
  return (JSON.parse(execFileSync(process.execPath, [bin, 'ledger', '--json'], where)) as { rows: Row[] })
    .rows
}

test('a call that does not fit its schema is denied with an example, a fitting one is made (U1, U4-U8, U13)', async () => {
  const shop = await open()
  const calls = [write('a.md', ''), write('a.md', 'short'), write('a.md', 'A whole report.')]
  await using played = await start(shop, [calls, done])
  await played.agent.run('Report.')
  const told = toolText(played.asked[1])
  expect(told).toMatch(/content is missing.*write_local_file\(path='reports\/cart\.md'/)
  expect(told).toMatch(/content.*(?:short|10)/)
  expect(told).toContain('Wrote a.md')
  expect(shop.read('a.md')).toBe('A whole report.')
})

test('a validation error of a tool is followed by a right call (U9, U17)', async () => {
  const shop = await open()
  const execute = () => {
    throw new Error('Validation error: field required')
  }
  const { tool, jsonSchema } = (await load('ai')) as typeof Ai
  const tools = { write_local_file: tool({ inputSchema: jsonSchema({ type: 'object' }), execute }) }
  await using played = await start(shop, [[write('a.md', 'A whole report.')], done], tools)
  await played.agent.run('Report.')
  expect(played.asked[1]?.text).toMatch(/write_local_file\(path='reports\/cart\.md'/)
})

test('each call is a row of the ledger, with what a command would create (U20-U22)', async () => {
  const shop = await open()
  {
    await using played = await start(shop, [[bash('touch notes.txt'), write('a.md', '')], done])
    await played.agent.run('Report.')
  }
  const rows = ledgerOf(shop)
  expect(rows).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        tool_name: 'execute_bash_command',
        status: 'succeeded',
        intent: { creates: ['notes.txt'] },
      }),
      expect.objectContaining({ tool_name: 'write_local_file', decision: 'deny' }),
    ]),
  )
})

test('skills that a prompt is about are shown, others are not (U40)', async () => {
  const shop = await open()
  await using played = await start(shop, [done, done])
  await played.agent.run('Make a pdf of order 7.')
  expect(played.asked[0]?.text).toContain('[pdf] Create PDF invoices → Read skills/pdf/SKILL.md')
  await using other = await start(await open(), [done])
  await other.agent.run('Hello.')
  expect(other.asked[0]?.text).not.toContain('[pdf]')
})

test('what a subagent left is looked for, once (U28, U29)', async () => {
  const shop = await open()
  const task = { tool: 'task', input: { prompt: 'Look at the cart.' } }
  const turns: Turn[] = [
    [task],
    [write('drafts/cart.md', 'Half of it.')],
    'A draft.',
    [task],
    [write('reports/cart.md', 'The whole of it.')],
    'A report.',
    done,
  ]
  await using played = await start(shop, turns)
  await played.agent.run('Report.')
  expect(played.asked[3]?.text).toMatch(/retry required: there is no reports\/\*\.md[^]*drafts\/cart\.md/)
  expect(played.asked[6]?.text).toContain('found: reports/cart.md')
})

test('an agent goes on until it keeps its promise, ten times at most, and its state is kept (U30-U34, U38)', async () => {
  const shop = await open()
  await using played = await start(shop, ['Half of it.', 'ALL_DONE', '<promise>\n ALL_DONE </promise>'])
  await played.agent.run('Report.')
  expect(played.asked).toHaveLength(3)
  expect(played.asked[1]?.text).toMatch(/Go on from what is there\..*[^]*<promise>ALL_DONE<\/promise>/)
  expect(shop.json('.agent/run.json')).toMatchObject({ run_id: expect.any(String) as string })
  const other = await open()
  await using never = await start(other, always('Not yet.'))
  await never.agent.run('Report.')
  expect(never.asked.length).toBeLessThanOrEqual(11)
})

test('an abort in a tool, in a subagent or in a model call leaves the thread whole', async () => {
  const shop = await open()
  const hangs =
    (own: AbortController): Turn =>
    ({ signal }) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error))
        own.abort(new Error('enough'))
      })
  const task = { tool: 'task', input: { prompt: 'Look.' } }
  await using first = await start(shop, [done])
  await first.agent.run('Begin.')
  const before = shop.json('.agent/main.json') as { messages: object[] }
  for (const turnsOf of [
    (own: AbortController) => [hangs(own)],
    (own: AbortController) => [[task], hangs(own)],
  ]) {
    const own = new AbortController()
    await using played = await start(shop, turnsOf(own))
    await expect(played.agent.run('Go.', { signal: own.signal })).rejects.toThrow('enough')
    const { messages } = shop.json('.agent/main.json') as typeof before
    expect(messages.slice(0, before.messages.length)).toEqual(before.messages)
  }
  const own = new AbortController()
  await using played = await start(shop, [[bash('touch begun; exec sleep 1000')]])
  const running = played.agent.run('Go.', { signal: own.signal })
  await vi.waitFor(() => expect(shop.has('begun')).toBe(true), { timeout: 10_000 })
  own.abort(new Error('enough'))
  await expect(running).rejects.toThrow('enough')
  await using later = await start(shop, [done])
  await later.agent.run('Go on.')
  expect(later.asked[0]?.text).toMatch(/Begin\.[^]*Go on\./)
})

test.each([
  ['in a subagent', [[{ tool: 'task', input: { prompt: 'Look.' } }], 'CRASH'], undefined],
  ['in a tool', [[bash('kill -9 $PPID')]], undefined],
  ['in the write of its state', [done], 'rename .*/run.json'],
])('a crash %s leaves thread, state and ledger as before or as after', async (_, turns, at) => {
  const shop = await open()
  {
    await using played = await start(shop, ['First.', done])
    await played.agent.run('Begin.')
  }
  const before = shop.files()
  const options = `{ model: aiModel(scripted(${JSON.stringify(turns)})), root: '.' }`
  await shop.crash(`await (await program.guardedAgent(${options})).run('Go.')`, at)
  const after = shop.files()
  expect([after['.agent/main.json'], after['.agent/run.json']]).toEqual([
    before['.agent/main.json'],
    before['.agent/run.json'],
  ])
  await using later = await start(shop, ['Not yet.', done])
  await later.agent.run('Go on.')
  expect(later.asked[0]?.text).toMatch(/Begin\.[^]*ALL_DONE[^]*Go on\./)
  expect(later.asked[1]?.text).toContain('Go on from what is there.')
  expect(ledgerOf(shop).every(({ status }) => status !== undefined)).toBe(true)
})
