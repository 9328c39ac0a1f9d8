import { describe, expect, test } from 'vitest'
import { todo } from '../../src/builtins/todo.ts'
import { createMemoryState } from '../../src/store/state/memory.ts'
import type { State } from '../../src/model/types.ts'
import { ask, clockAt, type Question } from './ask.ts'

const item = (id: string, status: string, title = `Task ${id}`) => ({ id, title, status })
const three = [item('1', 'done'), item('2', 'in_progress'), item('3', 'pending')]

/** A session of one agent. */
function session(
  options: Readonly<Record<string, unknown>> = {},
  state: State = createMemoryState(clockAt(0)),
) {
  const say = (event: Question['event']) => ask(todo, { with: options, event, state })
  const call = (tool_name: string, tool_input: unknown, more = {}) => ({
    before: () => say({ event: 'PreToolUse', tool_name, tool_input, tool_use_id: 'c', ...more }),
    after: (output_text = 'ok', is_error = false) =>
      say({
        event: 'PostToolUse',
        tool_name,
        tool_input,
        tool_use_id: 'c',
        tool_output: output_text,
        output_text,
        is_error,
        ...more,
      }),
  })
  const write = async (todos: unknown, tool = 'write_todos') => {
    const made = call(tool, { todos })
    return { before: await made.before(), after: await made.after() }
  }
  return {
    say,
    call,
    write,
    state,
    todos: async () => (await say({ event: 'SessionStart' })).metadata?.['todos'],
  }
}

describe('the list', () => {
  test('is empty when a session starts (W59)', async () => {
    expect(await session().say({ event: 'SessionStart' })).toEqual({
      metadata: { todos: [], tools: ['write_todos', 'update_todo', 'update_todos'] },
    })
  })

  test('replaces the one before (W60)', async () => {
    const { write, todos } = session()
    await write(three)
    await write([item('9', 'pending')])
    expect(await todos()).toEqual([item('9', 'pending')])
  })

  test('that is the first is none when its call fails', async () => {
    const { call, todos } = session()
    const made = call('write_todos', { todos: three })
    await made.before()
    await made.after('disk full', true)
    expect(await todos()).toEqual([])
  })

  test('stands from the call on where nobody tells how it ended', async () => {
    const { call, todos } = session()
    await call('write_todos', { todos: three }).before()
    expect(await todos()).toEqual(three)
  })

  test('is the one before again when the call fails', async () => {
    const { write, call, todos } = session()
    await write(three)
    const failing = call('write_todos', { todos: [] })
    await failing.before()
    await failing.after('disk full', true)
    expect(await todos()).toEqual(three)
  })

  test('is there in the next run of the session, and told again (W62)', async () => {
    const { write, say, state } = session()
    await write(three)
    state.count('runs')
    const { additional_context, metadata } = await say({ event: 'SessionStart', source: 'resume' })
    expect(metadata).toMatchObject({ todos: three })
    expect(additional_context?.[0]).toContain('- [in_progress] 2: Task 2')
  })

  test('is taken from a host that kept it (W62 W71)', async () => {
    const { say } = session()
    const { metadata } = await say({ event: 'SessionStart', metadata: { todos: three } })
    expect(metadata).toMatchObject({ todos: three })
  })

  test('of a subagent is its own', async () => {
    const { call, write, todos } = session()
    await write(three)
    await call('write_todos', { todos: [] }, { subagent: { name: 'tester', id: 'a1' } }).after()
    expect(await todos()).toEqual(three)
  })
})

describe('a call is denied', () => {
  test.each([
    {
      name: 'for a status that there is not (W61)',
      todos: [item('1', 'doing')],
      re: /pending.*in_progress.*done/,
    },
    { name: 'for no status (W61)', todos: [{ id: '1', title: 'a' }], re: /no status.*pending/ },
    {
      name: 'for a second item in_progress (S42)',
      todos: [item('1', 'in_progress'), item('2', 'in_progress')],
      re: /2 todos are in_progress/,
    },
    {
      name: 'for more than 20 items (S42)',
      todos: Array.from({ length: 21 }, (_, at) => item(`${at}`, 'pending')),
      re: /21 todos, 20/,
    },
    { name: 'for an id that two items have', todos: [item('1', 'done'), item('1', 'done')], re: /id "1"/ },
    { name: 'for an item without a title', todos: [{ id: '1', status: 'done' }], re: /no title/ },
    { name: 'without a list', todos: undefined, re: /^Todos is required\./ },
    { name: 'for a text as the list', todos: 'all', re: /^Todos is required\./ },
  ])('$name', async ({ todos, re }) => {
    const { write, todos: kept } = session()
    const { before } = await write(todos)
    expect(before).toEqual({ decision: 'deny', reason: expect.stringMatching(re) })
    expect(await kept()).toEqual([])
  })

  test.each([
    { with: { max_in_progress: null }, todos: [item('1', 'in_progress'), item('2', 'in_progress')] },
    { with: { max_items: null }, todos: Array.from({ length: 50 }, (_, at) => item(`${at}`, 'pending')) },
    { with: { statuses: ['open', 'closed'] }, todos: [item('1', 'closed')] },
    { with: {}, todos: [] },
    {
      with: {},
      todos: [
        { title: 'no id', status: 'pending' },
        { id: 7, title: 'a number', status: 'done' },
      ],
    },
  ])('not with $with', async ({ with: options, todos }) => {
    expect((await session(options).write(todos)).before).toEqual({})
  })
})

describe('an update', () => {
  test('changes the status of one item (W63)', async () => {
    const { write, call, todos } = session()
    await write(three)
    await call('update_todo', { id: '2', status: 'done' }).after()
    expect(await todos()).toEqual([item('1', 'done'), item('2', 'done'), item('3', 'pending')])
  })

  test('of several changes those that there are, and names the others (W63)', async () => {
    const { write, call, todos } = session()
    await write(three)
    const update = call('update_todos', {
      updates: [
        { id: '2', status: 'done' },
        { id: '9', status: 'done' },
      ],
    })
    expect(await update.before()).toEqual({})
    expect(await update.after()).toMatchObject({
      additional_context: ['Not changed: no todo has the id "9". There are 1, 2, 3.'],
    })
    expect(await todos()).toContainEqual(item('2', 'done'))
  })

  test.each([
    {
      name: 'an id that there is not',
      input: { id: '9', status: 'done' },
      re: /^No todo has the id "9"\. There are 1, 2, 3\.$/,
    },
    { name: 'an unknown status', input: { id: '2', status: 'finished' }, re: /pending, in_progress, done/ },
    { name: 'no id', input: { status: 'done' }, re: /^Id is required\.$/ },
    {
      name: 'a second item in_progress',
      input: { id: '3', status: 'in_progress' },
      re: /2 todos are in_progress/,
    },
  ])('is denied for $name (W63)', async ({ input, re }) => {
    const { write, call } = session()
    await write(three)
    expect(await call('update_todo', input).before()).toMatchObject({
      decision: 'deny',
      reason: expect.stringMatching(re),
    })
  })

  test('of a list that nobody saw being written is let through', async () => {
    expect(await session().call('update_todo', { id: '4', status: 'done' }).before()).toEqual({})
  })
})

describe('other agents', () => {
  test.each([
    {
      tool: 'TodoWrite',
      input: {
        todos: [
          { content: 'Move', status: 'completed', activeForm: 'Moving' },
          { content: 'Test', status: 'pending', activeForm: 'Testing' },
        ],
      },
    },
    {
      tool: 'update_plan',
      input: {
        plan: [
          { step: 'Move', status: 'completed' },
          { step: 'Test', status: 'pending' },
        ],
      },
    },
    {
      tool: 'manage_todo_list',
      input: {
        todoList: [
          { id: 1, title: 'Move', status: 'completed' },
          { id: 2, title: 'Test', status: 'not-started' },
        ],
      },
    },
    {
      tool: 'todo_write',
      input: {
        todos: [
          { id: '1', title: 'Move', status: 'done' },
          { id: '2', title: 'Test', status: 'pending' },
        ],
      },
    },
  ])('$tool keeps the same list (S41)', async ({ tool, input }) => {
    const { call, todos } = session()
    expect(await call(tool, input).before()).toEqual({})
    await call(tool, input).after()
    expect(await todos()).toEqual([item('1', 'done', 'Move'), item('2', 'pending', 'Test')])
  })

  test('add and change one task at a time', async () => {
    const { call, todos } = session()
    await call('TaskCreate', { subject: 'Move', description: 'x' }).before()
    await call('TaskCreate', { subject: 'Move', description: 'x' }).after(
      'Task #4 created successfully: Move',
    )
    await call('TaskUpdate', { taskId: '4', status: 'in_progress' }).after()
    expect(await todos()).toEqual([item('4', 'in_progress', 'Move')])
  })

  test.each([
    ['TodoRead', {}],
    ['Bash', { command: 'todo' }],
    ['TodoWrite', { text: 'all done' }],
    ['TaskUpdate', { taskId: '4', subject: 'New name' }],
  ])('%s with %j is none of its business', async (tool, input) => {
    expect(await session().call(tool, input).before()).toEqual({})
  })
})

describe('parallel calls', () => {
  const respond = (calls: readonly (readonly [id: string, name: string])[], shape = 'tool_calls') => {
    const list = calls.map(([id, name]) => ({ id, name, input: {} }))
    const blocks = calls.map(([id, name]) => ({ type: 'tool_use', id, name, input: {} }))
    return shape === 'tool_calls'
      ? { event: 'PostModelCall' as const, raw: { tool_calls: list } }
      : { event: 'PostModelCall' as const, messages: [{ role: 'assistant', content: blocks }] }
  }

  test.each([
    {
      calls: [
        ['a', 'write_todos'],
        ['b', 'write_todos'],
      ],
      rejected: ['a', 'b'],
    },
    {
      calls: [
        ['a', 'update_todo'],
        ['b', 'update_todo'],
        ['c', 'ls'],
      ],
      rejected: ['a', 'b'],
    },
    {
      calls: [
        ['a', 'update_todos'],
        ['b', 'update_todos'],
      ],
      rejected: ['a', 'b'],
    },
    {
      calls: [
        ['a', 'write_todos'],
        ['b', 'update_todo'],
        ['c', 'update_todos'],
      ],
      rejected: ['b', 'c'],
    },
    {
      calls: [
        ['a', 'write_todos'],
        ['b', 'read_file'],
      ],
      rejected: [],
    },
    {
      calls: [
        ['a', 'update_todo'],
        ['b', 'update_todos'],
      ],
      rejected: [],
    },
    {
      calls: [
        ['a', 'TodoWrite'],
        ['b', 'TodoWrite'],
      ],
      rejected: ['a', 'b'],
    },
  ] as const)('$calls rejects $rejected before any of them runs (W64)', async ({ calls, rejected }) => {
    for (const shape of ['tool_calls', 'messages']) {
      const { tool_results = {} } = await session().say(respond(calls, shape))
      expect(Object.keys(tool_results)).toEqual(rejected)
      for (const text of Object.values(tool_results)) expect(text).toMatch(/^Error: /)
    }
  })
})

describe('what is left', () => {
  test('stands in the system prompt of each model call (W65)', async () => {
    const { write, say } = session()
    expect(await say({ event: 'PreModelCall' })).toEqual({})
    await write(three)
    expect(await say({ event: 'PreModelCall' })).toEqual({
      updated_system: {
        append:
          '\n\n1 of 3 todos are done.\n- [done] 1: Task 1\n- [in_progress] 2: Task 2\n- [pending] 3: Task 3',
      },
    })
  })

  test('is told before a step, and when all is done it is not (S40)', async () => {
    const { write, say } = session()
    await write(three)
    expect((await say({ event: 'PreStep' })).additional_context?.[0]).toContain('- [pending] 3: Task 3')
    await write([item('1', 'done')])
    expect(await say({ event: 'PreStep' })).toEqual({})
  })

  test.each([
    { name: 'a list', list: three, told: [1, 10, 20] },
    { name: 'no list', list: undefined, told: [10, 20] },
  ])('is asked about every 10 steps with $name (S42)', async ({ list, told }) => {
    const { write, say } = session()
    if (list !== undefined) await write(list)
    const steps: number[] = []
    for (let step = 1; step <= 20; step++)
      if ((await say({ event: 'PreStep' })).additional_context !== undefined) steps.push(step)
    expect(steps).toEqual(told)
  })

  test('is told before each step with remind_every: 1, until all is done (S40)', async () => {
    const { write, say } = session({ remind_every: 1 })
    await write(three)
    for (let step = 1; step <= 3; step++)
      expect((await say({ event: 'PreStep' })).additional_context).toEqual([
        expect.stringMatching(/^1 of 3 todos are done\.[^]*- \[pending\] 3: Task 3$/),
      ])
    await write([item('1', 'done')])
    expect(await say({ event: 'PreStep' })).toEqual({})
  })

  test('is told once after each change without remind_every', async () => {
    const { write, say } = session({ remind_every: null })
    await write(three)
    const told: boolean[] = []
    for (let step = 1; step <= 12; step++)
      told.push((await say({ event: 'PreStep' })).additional_context !== undefined)
    expect(told).toEqual([true, ...Array.from({ length: 11 }, () => false)])
  })

  test('is not asked about without remind_every', async () => {
    const { say } = session({ remind_every: null })
    for (let step = 1; step <= 10; step++) expect(await say({ event: 'PreStep' })).toEqual({})
  })

  test('is asked about after 10 tool calls of an agent that tells of no steps', async () => {
    const { write, call } = session()
    await write(three)
    const said: unknown[] = []
    for (let at = 1; at <= 10; at++)
      said.push((await call('Bash', { command: 'ls' }).after()).additional_context)
    expect(said.filter((context) => context !== undefined)).toEqual([
      [expect.stringMatching(/not touched for 10 steps[^]*\[pending\] 3/)],
    ])
  })

  test('does not count tool calls where there are steps', async () => {
    const { write, call, say } = session({ remind_every: 2 })
    await write(three)
    await say({ event: 'PreStep' })
    for (let at = 1; at <= 4; at++) expect(await call('ls', {}).after()).toEqual({})
  })
})

describe('at the end', () => {
  const stop: Question['event'] = { event: 'AgentStop', response: 'Done.' }

  test('sends the agent back twice, then lets it go (W66)', async () => {
    const { write, say } = session()
    await write(three)
    expect(await say(stop)).toMatchObject({
      flow: 'continue',
      flow_reason: expect.stringMatching(/1 of 3[^]*2: Task 2/),
    })
    expect(await say(stop)).toMatchObject({ flow: 'continue' })
    expect(await say(stop)).toEqual({})
  })

  test.each([
    { name: 'when all is done', list: [item('1', 'done')], options: {} },
    { name: 'without a list', list: undefined, options: {} },
    { name: 'with nudges: 0', list: three, options: { nudges: 0 } },
  ])('lets it go $name', async ({ list, options }) => {
    const { write, say } = session(options)
    if (list !== undefined) await write(list)
    expect(await say(stop)).toEqual({})
  })

  test('lets it go with a list of an earlier prompt', async () => {
    const { write, say, state } = session()
    await write(three)
    state.count('runs')
    expect(await say(stop)).toEqual({})
  })

  test('lets it go with a list of an earlier prompt, whatever list a subagent writes', async () => {
    const { call, write, say, state } = session()
    await write(three)
    state.count('runs')
    await call('write_todos', { todos: three }, { subagent: { name: 'tester', id: 'a1' } }).after()
    expect(await say(stop)).toEqual({})
  })
})
