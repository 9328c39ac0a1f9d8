import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createEngine } from '../../../src/index.ts'
import { createStack, inMemoryFiles, type LayerName, type StackChoice, toolsFor } from '../../../src/tools.ts'
import { makeProject } from '../../support/cli.ts'
import { callsTools, runAgent, says, type Tool } from '../../support/loop.ts'

const skill = (name: string, body: string) => `---\nname: ${name}\ndescription: About ${name}\n---\n${body}\n`

function shop(tree: Readonly<Record<string, string>> = {}): string {
  const root = mkdtempSync(path.join(os.tmpdir(), 'hooks-stack-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [file, text] of Object.entries(tree)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  return root
}

const all = ['tracing', 'todo', 'filesystem', 'skills', 'memory', 'summarization']
const given: StackChoice = { skills: { paths: ['skills'] }, memory: { paths: ['AGENTS.md'] } }

describe('the layers', () => {
  test.each<{ name: string; choice: StackChoice; layers: readonly string[] }>([
    { name: 'stand in their order (W6)', choice: given, layers: all },
    {
      name: 'without paths are four (W6 W7)',
      choice: {},
      layers: ['tracing', 'todo', 'filesystem', 'summarization'],
    },
    {
      name: 'with empty paths are left out (W7)',
      choice: { skills: { paths: [] }, memory: { paths: [] } },
      layers: ['tracing', 'todo', 'filesystem', 'summarization'],
    },
    {
      name: 'are taken away by name (W11)',
      choice: { ...given, without: ['todo'] },
      layers: all.filter((name) => name !== 'todo'),
    },
    {
      name: 'are named, each counts once (W11)',
      choice: { only: ['todo', 'tracing', 'tracing'] },
      layers: ['tracing', 'todo'],
    },
  ])('$name', ({ choice, layers }) => {
    const { layers: made, rules } = createStack({ fs: inMemoryFiles(), ...choice })
    expect(made.map(({ name }) => name)).toEqual(layers)
    expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length)
  })

  test('that there are not are refused', () => {
    expect(() => createStack({ only: ['todos' as LayerName] })).toThrow(
      /There is no layer "todos": expected one of tracing, todo/,
    )
    expect(() => createStack({ withot: ['todo'] } as StackChoice)).toThrow(
      'Unknown option `withot`: expected one of only, without',
    )
  })

  test('bring their tools (W12 S37)', () => {
    const { tools } = createStack({ only: ['filesystem', 'todo'], fs: inMemoryFiles() })
    expect(tools.map(({ name }) => name)).toEqual([
      'write_todos',
      'update_todo',
      'update_todos',
      'ls',
      'read_file',
      'write_file',
      'edit_file',
      'glob',
      'grep',
      'execute',
    ])
    for (const { description, input_schema } of tools)
      expect([description.length > 10, input_schema.type]).toEqual([true, 'object'])
  })

  test('bring tools for skills only where those are loaded one at a time (W42)', () => {
    const names = (inject?: string) =>
      createStack({ only: ['skills'], skills: { paths: ['skills'], inject } }).tools.map(({ name }) => name)
    expect(names()).toEqual([])
    expect(names('lazy')).toEqual(['list_skills', 'activate_skill', 'deactivate_skill'])
  })
})

describe('hooks list --stack default', () => {
  const names = (text: string) =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split(' ')[0])

  test('prints six where there are skills and memory, four where there are none (W6)', async () => {
    const full = makeProject({
      'skills/pdf/SKILL.md': skill('pdf', 'x'),
      'AGENTS.md': 'Prices are in cents.',
    })
    expect(names((await full.hooks(['list', '--stack', 'default'])).stdout)).toEqual(all)
    const bare = makeProject()
    expect(names((await bare.hooks(['list', '--stack', 'default'])).stdout)).toEqual([
      'tracing',
      'todo',
      'filesystem',
      'summarization',
    ])
  })

  test('takes paths from rules, and prints JSON', async () => {
    const rules = [{ name: 'm', on: ['SessionStart'], use: 'memory', with: { paths: ['NOTES.md'] } }]
    const project = makeProject({ 'hooks.yaml': JSON.stringify({ version: 1, rules }) })
    const layers = JSON.parse((await project.hooks(['list', '--stack', 'default', '--json'])).stdout) as {
      name: string
      rules: unknown[]
    }[]
    expect(layers.find(({ name }) => name === 'memory')?.rules).toMatchObject([
      { use: 'memory', with: { paths: ['NOTES.md'] } },
    ])
  })

  test('prints the stack of hooks.yaml as its overrides left it', async () => {
    const overrides = { 'stack/todo': { enabled: false }, 'stack/memory': { with: { paths: ['NOTES.md'] } } }
    const text = JSON.stringify({ version: 1, stack: 'default', overrides })
    const project = makeProject({ 'hooks.yaml': text, 'AGENTS.md': 'Prices are in cents.' })
    expect(names((await project.hooks(['list', '--stack', 'default'])).stdout)).toEqual([
      'filesystem',
      'memory',
      'summarization',
    ])
  })

  test('knows no other stack', async () => {
    expect(await makeProject().hooks(['list', '--stack', 'own'])).toMatchObject({
      exit: 1,
      stderr: expect.stringContaining('there is default'),
    })
  })
})

async function agentWith(choice: StackChoice, more: readonly object[] = []) {
  const stack = createStack(choice)
  const engine = await createEngine({
    config: { rules: [...stack.rules, ...more] },
    ...(choice.root !== undefined && { root: choice.root }),
  })
  onTestFinished(() => engine.close())
  const tools = Object.fromEntries(
    stack.tools.map(({ name }): [string, Tool] => [
      name,
      async (input) => (await stack.run({ name, input })).output,
    ]),
  )
  return { stack, engine, tools }
}

const outputs = (messages: readonly { role: string; content: unknown }[]) =>
  messages.filter(({ role }) => role === 'tool').map(({ content }) => content)

describe('an agent with it', () => {
  test('writes files, keeps todos and is held to them (W21 W60 W65 W66)', async () => {
    const { stack, engine, tools } = await agentWith({ fs: inMemoryFiles(), only: ['todo', 'filesystem'] })
    const todos = [{ id: '1', title: 'Add a discount', status: 'in_progress' }]
    const finished = await runAgent({
      engine,
      tools,
      model: says(
        callsTools(
          ['write_todos', { todos }],
          ['write_file', { file_path: 'src/cart.ts', content: 'discount' }],
        ),
        { text: 'Done?' },
        callsTools(['update_todo', { id: '1', status: 'done' }]),
        { text: 'Done.' },
      ),
    })
    expect(finished.response).toBe('Done.')
    expect(finished.requests[1]?.system_prompt).toContain('- [in_progress] 1: Add a discount')
    expect(JSON.stringify(finished.messages)).toContain('Do what is left')
    expect(stack.state()).toEqual({
      todos: [{ id: '1', title: 'Add a discount', status: 'done' }],
      files: { 'src/cart.ts': 'discount' },
    })
  })

  test('runs neither of two calls that write the list at once (W64)', async () => {
    const { stack, engine, tools } = await agentWith({ fs: inMemoryFiles(), only: ['todo'] })
    const { tool_runs, messages } = await runAgent({
      engine,
      tools,
      model: says(callsTools(['write_todos', { todos: [] }], ['write_todos', { todos: [] }]), {
        text: 'Sorry.',
      }),
    })
    expect(tool_runs).toEqual([])
    expect(outputs(messages)).toEqual([
      expect.stringContaining('was called 2 times at once'),
      expect.stringContaining('was called 2 times at once'),
    ])
    expect(stack.state().todos).toEqual([])
  })

  test('goes on with the todos of an earlier run (W62 W71)', async () => {
    const todos = [{ id: '1', title: 'Add a discount', status: 'pending' }]
    const { stack, engine, tools } = await agentWith({ only: ['todo'], state: { todos } })
    const { requests } = await runAgent({
      engine,
      tools,
      session: 'thread-7',
      metadata: { todos: stack.state().todos },
      model: says({ text: 'Hello.' }),
    })
    expect(requests[0]?.system_prompt).toContain('- [pending] 1: Add a discount')
  })

  test('has a long result cut, and is told of a tool that there is not (W26 W27)', async () => {
    const fs = inMemoryFiles({}, async () => ({ stdout: 'x'.repeat(100_000), stderr: '', exit_code: 0 }))
    const { engine, tools } = await agentWith({ fs, only: ['filesystem'] })
    const { messages } = await runAgent({
      engine,
      tools,
      model: says(callsTools(['execute', { command: 'big' }], ['nope']), { text: 'Fine.' }),
    })
    const [cut, unknown] = outputs(messages)
    expect(String(cut).length).toBeLessThan(5000)
    expect(unknown).toBe('Error: tool "nope" not found')
  })

  test('loads one skill at a time (W42)', async () => {
    const root = shop({
      'skills/a/SKILL.md': skill('a', 'BODY-A'),
      'skills/b/SKILL.md': skill('b', 'BODY-B'),
    })
    const { engine, tools } = await agentWith({
      root,
      only: ['skills'],
      skills: { paths: ['skills'], inject: 'lazy' },
    })
    const { requests, messages } = await runAgent({
      engine,
      tools,
      model: says(
        callsTools(['list_skills']),
        callsTools(['activate_skill', { name: 'a' }]),
        callsTools(['activate_skill', { name: 'b' }]),
        callsTools(['activate_skill', { name: 'c' }]),
        callsTools(['deactivate_skill']),
        { text: 'Done.' },
      ),
    })
    const prompts = requests.map(({ system_prompt }) => system_prompt ?? '')
    const bodies = prompts.map((prompt) => [...prompt.matchAll(/BODY-./g)].map(([body]) => body))
    expect(bodies).toEqual([[], [], ['BODY-A'], ['BODY-B'], ['BODY-B'], []])
    expect(prompts[0]).toContain('Skills you can use: a, b. Call activate_skill before you use one.')
    expect(prompts[2]).not.toMatch(/---|description:/)
    const told = outputs(messages)
    expect(told[0]).toBe('- a: About a\n- b: About b')
    expect(told[3]).toMatch(/There is no skill "c"\.[^]*there are a, b\./)
  })

  test('goes on with the skill of an earlier run, until it is put away', async () => {
    const root = shop({ 'skills/a/SKILL.md': skill('a', 'BODY-A') })
    const lazy = { root, only: ['skills'], skills: { paths: ['skills'], inject: 'lazy' } } as const
    const before = createStack(lazy)
    await before.run({ name: 'activate_skill', input: { name: 'a' } })
    const state = before.state()
    expect(state).toEqual({ todos: [], files: {}, active_skill: 'a' })
    const { stack, engine, tools } = await agentWith({ ...lazy, state })
    const { requests, messages } = await runAgent({
      engine,
      tools,
      metadata: { active_skill: state.active_skill },
      model: says(callsTools(['list_skills']), callsTools(['deactivate_skill']), { text: 'Done.' }),
    })
    expect(requests.map(({ system_prompt = '' }) => system_prompt.includes('BODY-A'))).toEqual([
      true,
      true,
      false,
    ])
    expect(outputs(messages)).toEqual(['- a (active): About a', 'The skill a is no longer active.'])
    expect(stack.state()).toEqual({ todos: [], files: {} })
  })

  test('is traced around all of it (W6 W58 W67 W70)', async () => {
    const root = shop({ 'AGENTS.md': 'Prices are in cents.' })
    const { engine, tools } = await agentWith({
      root,
      tracing: { file: 'trace.jsonl' },
      memory: { paths: ['AGENTS.md'] },
      only: ['tracing', 'memory', 'todo', 'filesystem'],
    })
    await runAgent({ engine, tools, agent: 'shop-agent', model: says(callsTools(['ls']), { text: 'Done.' }) })
    const lines = readFileSync(path.join(root, 'trace.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines.map(({ name }) => name)).toEqual([
      'hook.before_agent/todo',
      'hook.before_agent/filesystem',
      'hook.before_agent/memory',
      'hook.modify_request/todo',
      'llm.call',
      'tool.call',
      'hook.modify_request/todo',
      'llm.call',
      'agent.run',
    ])
    const run = lines.at(-1)
    expect(new Set(lines.map(({ trace_id }) => trace_id)).size).toBe(1)
    for (const line of lines.slice(0, -1)) expect(line['parent_id']).toBe(run?.['span_id'])
    expect(lines[4]).toMatchObject({ message_count: 1, tool_calls: ['ls'], tool_calls_count: 1 })
  })
})

describe('rules bring their tools (W12 W72 S37)', () => {
  const names = async (rules: readonly object[]) => {
    const engine = await createEngine({ config: { rules } })
    onTestFinished(() => engine.close())
    const { metadata } = await engine.dispatch({ event: 'SessionStart' })
    return {
      offered: toolsFor(engine, { fs: inMemoryFiles() }).tools.map(({ name }) => name),
      named: metadata?.['tools'],
    }
  }
  const files = { name: 'files', on: ['SessionStart'], use: 'filesystem' }
  const todos = { name: 'todos', on: ['SessionStart'], use: 'todo' }

  test('seven for use: filesystem', async () => {
    const seven = ['ls', 'read_file', 'write_file', 'edit_file', 'glob', 'grep', 'execute']
    expect(await names([files])).toEqual({ offered: seven, named: seven })
  })

  test('those that are named, those of todos besides', async () => {
    const both = await names([
      { ...files, with: { tools: ['ls', 'grep'] } },
      { ...todos, with: { tool: 'todo_write' } },
    ])
    expect(both.offered).toEqual(['todo_write', 'update_todo', 'update_todos', 'ls', 'grep'])
    expect(both.named).toEqual(['ls', 'grep', 'todo_write', 'update_todo', 'update_todos'])
  })

  test('none for other rules', async () => {
    expect(await names([{ name: 'c', on: ['SessionStart'], context: 'Hello.' }])).toEqual({
      offered: [],
      named: undefined,
    })
  })
})

describe('todo tools', () => {
  const todos = [
    { id: '1', title: 'a', status: 'pending' },
    { id: '2', title: 'b', status: 'pending' },
  ]
  const tools = () => createStack({ only: ['todo'], state: { todos } })

  test.each([
    [
      'write_todos',
      { todos: [{ id: '1', title: 'a', status: 'doing' }] },
      'Error: todo 1 has the status "doing". It must be one of pending, in_progress, done',
    ],
    ['write_todos', {}, 'Error: todos is required'],
    ['update_todo', { id: '2', status: 'done' }, 'Updated 2.'],
    ['update_todo', { id: '9', status: 'done' }, 'Error: no todo has the id "9". There are 1, 2'],
    [
      'update_todos',
      {
        updates: [
          { id: '1', status: 'done' },
          { id: '9', status: 'done' },
        ],
      },
      'Updated 1. Not changed: no todo has the id "9". There are 1, 2.',
    ],
    ['update_todos', {}, 'Error: updates is required'],
  ])('%s with %j says %s (W60 W61 W63)', async (name, input, output) => {
    expect((await tools().run({ name, input })).output).toBe(output)
  })
})
