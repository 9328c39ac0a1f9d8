// examples/agent-skeleton against a scripted model.
import { expect, test, vi } from 'vitest'
import type { Agent } from '../../src/agent.ts'
import { aiModel, always, type Asked, openProgram, type Program, scripted, type Turn } from './program.ts'

interface Module {
  skeletonAgent(options: { readonly model: object; readonly root: string }): Promise<Agent>
}

const open = () => openProgram<Module>('agent-skeleton')

interface Given {
  /** What recipes are answered: critiques and summaries. */
  readonly answers?: readonly Turn[]
  readonly used?: number
}

const approved = '{"approved": true}'

async function start(
  { root, module }: Program<Module>,
  turns: readonly Turn[],
  { answers = [approved], used }: Given = {},
) {
  const script = scripted(turns, answers)
  const agent = await module.skeletonAgent({ model: aiModel(script, used), root })
  return { agent, asked: script.asked, [Symbol.asyncDispose]: () => agent.close() }
}

const bash = (command: string) => ({ tool: 'bash', input: { command } })
const todos = (...titles: readonly string[]) => ({
  tool: 'write_todos',
  input: {
    todos: titles.map((title, at) => ({
      id: String(at),
      title,
      status: at === 0 ? 'in_progress' : 'pending',
    })),
  },
})
const toolText = (asked: Asked | undefined): string =>
  asked?.text
    .split('\n')
    .filter((line) => line.startsWith('tool: '))
    .at(-1) ?? ''

test('tools come from rules and from the host, each hook at its points (S2, S4, S37, S51)', async () => {
  const shop = await open()
  await using played = await start(shop, [[bash('echo hi')], 'Done.'])
  const events: string[] = []
  await played.agent.run('Go.', { onEvent: ({ event }) => void events.push(event) })
  const files = ['ls', 'read_file', 'write_file', 'edit_file', 'grep']
  const todo = ['write_todos', 'update_todo', 'update_todos']
  expect(played.agent.tools.toSorted()).toEqual([...files, ...todo, 'bash', 'spawn_subagent'].toSorted())
  const step = ['PreStep', 'PreModelCall', 'PostModelCall']
  const after = ['PostStep', 'ShouldContinue']
  const all = [
    'SessionStart',
    'UserPromptSubmit',
    ...step,
    'PreToolUse',
    'PostToolUse',
    ...after,
    ...step,
    ...after,
    'AgentStop',
    'SessionEnd',
  ]
  expect(events).toEqual(all)
  expect(shop.lines('.agent/log.jsonl').map(({ event }) => event)).toEqual(all)
})

test('a command against the policy is not run, and a script audits every call (S9, S22, S38, S53, S58)', async () => {
  const shop = await open()
  const calls = [bash('mkfs /dev/sda'), bash('npm publish'), bash('echo secret'), bash('echo hi')]
  await using played = await start(shop, [calls])
  await played.agent.run('Go.')
  const told = toolText(played.asked[1])
  expect(told.match(/Denied/g)).toHaveLength(3)
  expect(told).toMatch(/rule bash-policy.*rule bash-policy.*The security audit found a secret.*hi/)
})

test('open tasks are told before each step, and one at a time is in progress (S40-S42)', async () => {
  const shop = await open()
  const both = { ...todos('Move orders', 'Test orders') }
  const two = {
    tool: 'write_todos',
    input: { todos: both.input.todos.map((each) => ({ ...each, status: 'in_progress' })) },
  }
  await using played = await start(shop, [[two], [both], [bash('echo hi')]])
  await played.agent.run('Go.')
  expect(toolText(played.asked[1])).toMatch(/in_progress/)
  expect(played.asked[1]?.text).not.toContain('Move orders\n')
  expect(played.asked[3]?.text).toMatch(/- \[in_progress\] 0: Move orders\n- \[pending\] 1: Test orders/)
  expect(shop.json('.agent/default.json')).toMatchObject({
    todos: [{ title: 'Move orders' }, { title: 'Test orders' }],
  })
})

test('a critic judges final answers, and sends the agent back three times at most (S43-S47)', async () => {
  const shop = await open()
  const no = (feedback: string) => JSON.stringify({ approved: false, feedback })
  await using played = await start(shop, [[bash('echo hi')], 'First.', 'Second.'], {
    answers: [no('Name the tax.'), approved],
  })
  expect(await played.agent.run('Go.')).toMatchObject({ text: 'Second.' })
  const critiques = played.asked.filter(({ text }) => text.includes('approved'))
  expect(critiques).toHaveLength(2) // not after the step with a call
  expect(played.asked.some(({ text }) => text.includes('user: ') && text.includes('Name the tax.'))).toBe(
    true,
  )
  const other = await open()
  await using never = await start(other, [], { answers: always(no('Again.')) })
  await never.agent.run('Go.')
  expect(never.asked.filter(({ text }) => text.includes('"approved"'))).toHaveLength(4)
})

test('old messages are summarized before a model call (S48)', async () => {
  const shop = await open()
  await using played = await start(shop, [[bash(`echo ${'x'.repeat(16_000)}`)], [bash('echo two')]], {
    answers: ['THE SUMMARY', 'THE SUMMARY', approved],
  })
  await played.agent.run('Begin.')
  expect(played.asked.some(({ text }) => !text.includes('system: ') && text.includes('2000 words'))).toBe(
    true,
  )
  expect(played.asked.findLast(({ text }) => text.includes('THE SUMMARY'))?.text).not.toContain(
    'user: Begin.',
  )
})

test('20 steps and 32,768 tokens end a run (S29, S30, S35)', async () => {
  const shop = await open()
  await using steps = await start(shop, always([{ tool: 'ls' }]))
  expect(await steps.agent.run('Go.')).toMatchObject({
    steps: 20,
    forced: true,
    stopped: 'Step limit reached: 20/20',
  })
  await using tokens = await start(await open(), always([{ tool: 'ls' }]), { used: 17_000 })
  expect(await tokens.agent.run('Go.')).toMatchObject({ steps: 2, forced: true })
})

test('a subagent is such an agent within a tool, and a rule changes what it leaves (S50)', async () => {
  const shop = await open()
  const spawn = { tool: 'spawn_subagent', input: { task: 'Part' } }
  const turns: Turn[] = [[todos('Whole'), spawn], [todos('Part of it')], 'TODO: the tax.', 'Whole done.']
  await using played = await start(shop, turns, { answers: [approved, approved] })
  await played.agent.run('Go.', { thread: 'whole' })
  expect(toolText(played.asked.find(({ text }) => text.includes('undone')))).toContain(
    'The subagent left something undone.',
  )
  expect(shop.json('.agent/Part.json')).toMatchObject({ todos: [{ title: 'Part of it' }] })
  expect(shop.json('.agent/whole.json')).toMatchObject({ todos: [{ title: 'Whole' }] })
})

test('an abort in a tool, a subagent or a critique leaves threads at whole steps', async () => {
  const shop = await open()
  const abortsIn =
    (own: AbortController): Turn =>
    ({ signal }) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error))
        own.abort(new Error('enough'))
      })
  const spawn = { tool: 'spawn_subagent', input: { task: 'Part' } }
  const plays: ((own: AbortController) => [Turn[], Given])[] = [
    (own) => [[[spawn], abortsIn(own)], {}],
    (own) => [['First.'], { answers: [abortsIn(own)] }],
  ]
  for (const play of plays) {
    const own = new AbortController()
    await using played = await start(shop, ...play(own))
    await expect(played.agent.run('Go.', { signal: own.signal })).rejects.toThrow('enough')
  }
  const own = new AbortController()
  await using played = await start(shop, [[bash('touch begun; exec sleep 1000')]])
  const running = played.agent.run('Go.', { signal: own.signal })
  await vi.waitFor(() => expect(shop.has('begun')).toBe(true), { timeout: 10_000 })
  own.abort(new Error('enough'))
  await expect(running).rejects.toThrow('enough')
  await using later = await start(shop, ['Done.'])
  expect(await later.agent.run('Go on.')).toMatchObject({ text: 'Done.', forced: false })
})

test.each([
  ['in a tool', [[todos('New'), bash('kill -9 $PPID')]], [], undefined],
  ['in a critique', ['Final.'], ['CRASH'], undefined],
  ['in a subagent', [[{ tool: 'spawn_subagent', input: { task: 'Part' } }], 'CRASH'], [], undefined],
])('a crash %s leaves thread and state as before or as after', async (_, turns, answers, at) => {
  const shop = await open()
  {
    await using played = await start(shop, [[todos('Old')], 'First.'])
    await played.agent.run('Begin.')
  }
  const before = shop.read('.agent/default.json')
  const script = `scripted(${JSON.stringify(turns)}, ${JSON.stringify(answers)})`
  await shop.crash(
    `await (await program.skeletonAgent({ model: aiModel(${script}), root: '.' })).run('Go.')`,
    at,
  )
  expect(shop.read('.agent/default.json')).toBe(before)
  expect(shop.lines('.agent/log.jsonl').length).toBeGreaterThan(0)
  await using later = await start(shop, ['Done.'])
  expect(await later.agent.run('Go on.')).toMatchObject({ text: 'Done.' })
  expect(later.asked[0]?.text).toMatch(/\[in_progress\] 0: Old[^]*Begin\.[^]*First\.[^]*Go on\./)
  expect(later.asked[0]?.text).not.toContain('New')
})
