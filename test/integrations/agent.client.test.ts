// hooks-yaml/agent on the loop of the AI SDK, with the AI SDK's own scripted model.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Agent, AgentOptions, AgentTool } from '../../src/agent.ts'
import type { Event } from '../../src/index.ts'
import { folderOf, frameworks, projectWith, said, type Project } from './frameworks.ts'

const sdks = frameworks.filter(({ entry }) => entry === 'ai-sdk')

interface Call {
  readonly tool: string
  readonly input?: object
}

/** What the model says: a text, or calls; a function says it of what it was asked. */
type Turn = string | readonly Call[] | ((prompt: readonly Prompted[]) => string | readonly Call[])

interface Prompted {
  readonly role: string
  readonly content: unknown
}

interface CallOptions {
  readonly prompt: readonly Prompted[]
  readonly tools?: readonly { readonly name: string }[]
}

interface Package {
  createAgent(options: AgentOptions): Promise<Agent>
}

interface Mocks {
  readonly [name: string]: new (options: object) => object
}

const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
}

/** A model that says these things one after the other, and at last `Done.`; `asked` is what it read, `offered` the tools it could call. */
function scripted(mocks: Mocks, turns: readonly Turn[] | Turn) {
  const asked: (readonly Prompted[])[] = []
  const offered: (readonly string[])[] = []
  const Model = mocks['MockLanguageModelV4'] ?? mocks['MockLanguageModelV3']
  if (Model === undefined) throw new Error('the AI SDK has no scripted model')
  const doGenerate = async ({ prompt, tools = [] }: CallOptions) => {
    offered.push(tools.map(({ name }) => name))
    const at = asked.push(structuredClone(prompt)) - 1
    const turn = (isList(turns) ? turns[at] : turns) ?? 'Done.'
    const says = typeof turn === 'function' ? turn(prompt) : turn
    const isText = typeof says === 'string'
    return {
      content: isText
        ? [{ type: 'text', text: says }]
        : says.map((call, place) => callPart(call, `c${at}_${place}`)),
      finishReason: { unified: isText ? 'stop' : 'tool-calls', raw: undefined },
      usage,
      warnings: [],
    }
  }
  return { model: new Model({ doGenerate }), asked, offered }
}

function isList(turns: readonly Turn[] | Turn): turns is readonly Turn[] {
  return Array.isArray(turns) && turns.every((turn) => typeof turn !== 'object' || Array.isArray(turn))
}

function callPart({ tool, input = {} }: Call, toolCallId: string): object {
  return { type: 'tool-call', toolCallId, toolName: tool, input: JSON.stringify(input) }
}

describe.each(sdks)('$name', (sdk) => {
  const project = projectWith(sdk)
  const tried = said(sdk.name, project)
  const dirs: string[] = []
  const open: Agent[] = []
  let agents: Package
  let mocks: Mocks

  beforeAll(async () => {
    if (!tried) return
    const at = folderOf(project as Project) // it was tried
    agents = (await importAt(at, 'hooks-yaml/agent')) as Package
    mocks = (await importAt(at, 'ai/test')) as Mocks
  })
  afterAll(async () => {
    for (const agent of open) await agent.close()
    for (const dir of dirs) rmSync(dir, { recursive: true, force: true })
    if (!('missing' in project)) project.remove()
  })

  /** As a file of the project finds it. */
  async function importAt(at: string, name: string): Promise<unknown> {
    const file = path.join(at, `${name.replace('/', '-')}.mjs`)
    writeFileSync(file, `export * from '${name}'\n`)
    return import(pathToFileURL(file).href)
  }

  function shop(files: Readonly<Record<string, string>> = {}): string {
    const root = mkdtempSync(path.join(tmpdir(), 'hooks-agent-'))
    dirs.push(root)
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
      writeFileSync(path.join(root, name), text)
    }
    return root
  }

  type Options = Partial<AgentOptions> & { readonly root?: string; readonly hooks?: object }

  async function agentWith(
    turns: readonly Turn[] | Turn,
    { root = shop(), hooks = {}, ...options }: Options = {},
  ) {
    const { model, asked, offered } = scripted(mocks, turns)
    const agent = await agents.createAgent({
      model,
      engine: { root, config: { hooks } },
      stack: withoutSummary,
      threads: path.join(root, '.agent'),
      limits: false,
      ...options,
    })
    open.push(agent)
    return { agent, asked, offered, root }
  }

  const layersOf = ({ engine }: Agent) => [...new Set(engine.rules().map(({ name }) => name))]
  const withoutSummary: AgentOptions['stack'] = { without: ['summarization'] }
  const systemOf = (prompt: readonly Prompted[] | undefined) =>
    String(prompt?.[0]?.role === 'system' ? prompt[0].content : '')
  const resultsIn = (prompt: readonly Prompted[] | undefined) => {
    const parts = (prompt ?? [])
      .filter(({ role }) => role === 'tool')
      .flatMap(({ content }) => content as object[])
    return parts.map((part) => Reflect.get(part, 'output') as { type: string; value: unknown })
  }

  describe.skipIf(!tried)('the agent', () => {
    test('has the default stack, and leaves layers out that lack what they need (W6, W7)', async () => {
      const full = {
        tracing: { file: 'trace.jsonl' },
        skills: { paths: ['skills'] },
        memory: { paths: ['AGENTS.md'] },
      }
      const layers = [
        'tracing',
        'todo',
        'filesystem',
        'filesystem-evict',
        'skills',
        'memory',
        'summarization',
      ]
      const { agent } = await agentWith([], { stack: full })
      expect(layersOf(agent).toSorted()).toEqual(['own-state', ...layers].toSorted())
      const bare = await agentWith([], { stack: {} })
      expect(layersOf(bare.agent)).not.toContain('skills')
      expect(layersOf(bare.agent)).toContain('summarization')
    })

    test('layers are left out and put in by name (W11, S51)', async () => {
      const changed = await agentWith([], { stack: { without: ['todo', 'summarization'] } })
      expect(changed.agent.tools).not.toContain('write_todos')
      expect(layersOf(changed.agent)).not.toContain('todo')
      const none = await agentWith([], { stack: false })
      expect([none.agent.tools, layersOf(none.agent)]).toEqual([[], ['own-state']])
    })

    test('has the limits of an embedded agent, unless they are taken away (S29, S51)', async () => {
      const { agent, asked } = await agentWith([{ tool: 'ls' }], { limits: undefined })
      expect(await agent.run('Go on.')).toMatchObject({
        steps: 20,
        forced: true,
        stopped: 'Step limit reached: 20/20',
      })
      expect(asked).toHaveLength(20)
      const tokens = await agentWith([{ tool: 'ls' }], { limits: { tokens: 45 } })
      expect(await tokens.agent.run('Go on.')).toMatchObject({ stopped: 'Token limit reached: 45/45' })
    })

    test('has the seven file tools, those of todos and its own (W12, W59, W72, S37)', async () => {
      const price: AgentTool = {
        name: 'price',
        description: 'The price of a thing',
        input_schema: { type: 'object', properties: {} },
        run: async () => ({ output: '12 EUR' }),
      }
      const { agent, asked } = await agentWith([[{ tool: 'price' }]], { tools: [price] })
      const file = ['ls', 'read_file', 'write_file', 'edit_file', 'glob', 'grep', 'execute']
      expect(agent.tools).toEqual(['write_todos', 'update_todo', 'update_todos', ...file, 'price'])
      expect(await agent.run('What is it?')).toMatchObject({ text: 'Done.', steps: 2, forced: false })
      expect(resultsIn(asked[1])).toEqual([{ type: 'text', value: '12 EUR' }])
    })

    test('works on files below its root, and nowhere else (W14, W15, W16, W22, W25)', async () => {
      const outside = shop({ 'secret.txt': 'not yours' })
      const root = shop({ 'src/orders.ts': 'const tax = 0\n' })
      symlinkSync(outside, path.join(root, 'elsewhere'))
      const { agent, asked } = await agentWith(
        [
          [
            { tool: 'read_file', input: { file_path: 'src/orders.ts' } },
            { tool: 'read_file', input: {} },
            { tool: 'read_file', input: { file_path: '../../etc/passwd' } },
            { tool: 'read_file', input: { file_path: 'elsewhere/secret.txt' } },
          ],
          [
            { tool: 'edit_file', input: { file_path: 'src/orders.ts', old_text: '0', new_text: '19' } },
            { tool: 'write_file', input: { file_path: 'docs/new/tax.md', content: 'Tax is 19.' } },
          ],
        ],
        { root },
      )
      await agent.run('Add tax.')
      const [text, missing, above, linked] = resultsIn(asked[1])
      expect(text).toEqual({ type: 'text', value: 'const tax = 0\n' })
      expect(missing).toEqual({
        type: 'error-text',
        value: expect.stringMatching(/^(Error: )?file_path is required$/) as unknown,
      })
      expect([above, linked].map((each) => each?.type)).toEqual(['error-text', 'error-text'])
      expect(JSON.stringify(asked)).not.toContain('not yours')
      expect(readFileSync(path.join(root, 'src/orders.ts'), 'utf8')).toBe('const tax = 19\n')
      expect(readFileSync(path.join(root, 'docs/new/tax.md'), 'utf8')).toBe('Tax is 19.')
    })

    test('calls of one response run side by side, their results in order (W75)', async () => {
      const wait = (ms: number): AgentTool => ({
        name: `wait_${ms}`,
        description: 'Waits',
        input_schema: { type: 'object', properties: {} },
        run: () =>
          new Promise((resolve) =>
            setTimeout(() => (ended.push(ms), resolve({ output: `waited ${ms}` })), ms),
          ),
      })
      const ended: number[] = []
      const tools = [wait(200), wait(100), wait(10)]
      const { agent, asked } = await agentWith([tools.map(({ name }) => ({ tool: name }))], { tools })
      await agent.run('Wait.')
      expect(ended).toEqual([10, 100, 200])
      expect(resultsIn(asked[1]).map(({ value }) => value)).toEqual(['waited 200', 'waited 100', 'waited 10'])
    })

    test('ends after 25 rounds, and says that it was ended (W73)', async () => {
      const { agent, asked } = await agentWith([{ tool: 'ls' }])
      expect(await agent.run('Go on.')).toMatchObject({
        steps: 25,
        forced: true,
        stopped: 'Iteration limit reached: 25/25',
      })
      expect(asked).toHaveLength(25)
    })

    test('an unknown tool is an error for the model, rules see it, and the loop goes on (W26)', async () => {
      const calls = [{ tool: 'nope' }, { tool: 'ls' }, { tool: 'constructor' }]
      const { agent, asked, offered } = await agentWith([calls, [{ tool: 'nope' }], 'Well.'])
      const events: string[] = []
      const onEvent = ({ event, tool_name, is_error }: Event) =>
        void (tool_name === 'nope' && events.push(`${event} ${is_error === true ? 'failed' : ''}`.trim()))
      expect(await agent.run('Try.', { onEvent })).toMatchObject({ text: 'Well.', steps: 3 })
      const notFound = (name: string) => ({ type: 'error-text', value: `Error: tool "${name}" not found` })
      expect(resultsIn(asked[1])).toMatchObject([notFound('nope'), { type: 'text' }, notFound('constructor')])
      expect(resultsIn(asked[2]).at(-1)).toEqual(notFound('nope'))
      const once = ['PreToolUse', 'PostToolUse failed']
      expect(events).toEqual([...once, ...once])
      expect(offered).toEqual(offered.map(() => agent.tools))
    })

    test('rules deny a call of an unknown tool, and answer it (W26)', async () => {
      const hooks = {
        PreToolUse: [{ name: 'closed', match: 'refund', deny: 'Closed.' }],
        PostToolUse: [{ name: 'hint', match: 'cat', set_output: 'Use read_file.' }],
      }
      const { agent, asked } = await agentWith([[{ tool: 'refund' }, { tool: 'cat' }]], { hooks })
      await agent.run('Try.')
      expect(resultsIn(asked[1])).toMatchObject([
        { type: 'error-text', value: expect.stringContaining('Closed.') as unknown },
        { type: 'error-text', value: 'Use read_file.' },
      ])
    })

    test('rules of its own hold besides: a denied call does not run (S53)', async () => {
      const hooks = { PreToolUse: [{ name: 'policy', match: 'execute', use: 'command-policy' }] }
      const { agent, asked } = await agentWith([[{ tool: 'execute', input: { command: 'mkfs /dev/sda' } }]], {
        hooks,
      })
      await agent.run('Format it.')
      expect(resultsIn(asked[1])).toMatchObject([
        { type: 'error-text', value: expect.stringContaining('policy') as unknown },
      ])
    })

    test('its own memory is not its to write', async () => {
      const forged = {
        tool: 'write_file',
        input: { file_path: '.agent/default.json', content: '{}' },
      }
      const { agent, asked } = await agentWith([[forged]])
      await agent.run('Forget.')
      expect(resultsIn(asked[1])).toMatchObject([
        { type: 'error-text', value: expect.stringContaining('own-state') as unknown },
      ])
    })

    test('a thread goes on: its messages, its todos, its files (W21, W62, W66, W71)', async () => {
      const root = shop()
      const todos = [{ id: '1', title: 'Add tax', status: 'pending' }]
      const first = await agentWith(
        [
          [
            { tool: 'write_todos', input: { todos } },
            { tool: 'write_file', input: { file_path: 'plan.md', content: 'Tax first.' } },
          ],
        ],
        { root },
      )
      await first.agent.run('Plan the tax.', { thread: 'tax' })
      // Nudged twice while the todo is open, then let go.
      expect(first.asked).toHaveLength(4)
      const second = await agentWith([], { root })
      await second.agent.run('Go on.', { thread: 'tax' })
      const prompt = JSON.stringify(second.asked[0])
      expect(prompt).toContain('Plan the tax.')
      expect(prompt).toContain('Add tax')
      expect(systemOf(second.asked[0])).toContain('[pending] 1: Add tax')
      const saved = JSON.parse(readFileSync(path.join(root, '.agent/tax.json'), 'utf8')) as object
      expect(saved).toMatchObject({ todos, files: { 'plan.md': 'Tax first.' } })
      const { messages } = saved as { messages: readonly { readonly role: string }[] }
      const nudged = ['user', 'assistant', 'user', 'assistant']
      expect(messages.slice(0, 8).map(({ role }) => role)).toEqual([
        'user',
        'assistant',
        'tool',
        'assistant',
        ...nudged,
      ])
      const other = await agentWith([], { root })
      await other.agent.run('Hello.', { thread: 'another' })
      expect(JSON.stringify(other.asked[0])).not.toContain('tax')
    })

    test('an abort ends it, and the thread is saved (W77)', async () => {
      const aborting = new AbortController()
      const root = shop()
      const { agent, asked } = await agentWith(
        [[{ tool: 'ls' }], () => (aborting.abort(), [{ tool: 'ls' }])],
        { root },
      )
      await expect(agent.run('Look.', { thread: 'cut', signal: aborting.signal })).rejects.toMatchObject({
        name: 'AbortError',
      })
      expect(asked).toHaveLength(2)
      const saved = JSON.parse(readFileSync(path.join(root, '.agent/cut.json'), 'utf8')) as {
        readonly messages: readonly { readonly role: string }[]
      }
      expect(saved.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
    })

    test('skills and memory stand in the system prompt, tracing in its file (W37, W46, W67, W68)', async () => {
      const root = shop({
        'AGENTS.md': 'Prices are net.',
        'skills/pdf/SKILL.md': '---\nname: pdf\ndescription: Print invoices\n---\nSENTINEL\n',
      })
      const stack = {
        ...withoutSummary,
        tracing: { file: 'trace.jsonl' },
        skills: { paths: ['skills'] },
        memory: { paths: ['AGENTS.md'] },
      }
      const { agent, asked } = await agentWith([[{ tool: 'ls' }]], { root, stack, system: 'You sell.' })
      await agent.run('Look.')
      expect(asked).toHaveLength(2)
      for (const prompt of asked) {
        expect(systemOf(prompt)).toMatch(/^You sell\.[^]*<agent_memory>\s*Prices are net\./)
        expect(systemOf(prompt)).toContain('[pdf] Print invoices → Read ')
        expect(systemOf(prompt)).not.toContain('SENTINEL')
      }
      const lines = readFileSync(path.join(root, 'trace.jsonl'), 'utf8').trim().split('\n')
      const spans = lines.map((line) => (JSON.parse(line) as { readonly name: string }).name)
      expect(spans.filter((name) => name === 'llm.call' || name === 'tool.call').sort()).toEqual([
        'llm.call',
        'llm.call',
        'tool.call',
      ])
    })

    test('a long thread goes on from a summary, made once (W49, W55, W57)', async () => {
      const isSummaryAsked = (prompt: readonly Prompted[]) =>
        JSON.stringify(prompt).includes('Sum up the older part')
      const long = 'The order has 3 books. '.repeat(40)
      const isEarly = (prompt: readonly Prompted[]) => !JSON.stringify(prompt).includes('Three?')
      const turn: Turn = (prompt) => (isSummaryAsked(prompt) ? 'SUMMARY' : isEarly(prompt) ? long : 'Three.')
      const stack = { summarization: { window: 500 } }
      const { agent, asked } = await agentWith(turn, { stack })
      for (const question of ['One?', 'Two?', 'Three?', 'Four?']) await agent.run(question)
      expect(asked.filter(isSummaryAsked)).toHaveLength(1)
      const last = JSON.stringify(asked.at(-1))
      expect(last).toContain('SUMMARY')
      expect(last).not.toContain('One?')
      expect(last).toContain('Four?')
    })

    test('with files in memory no disk is touched (W20)', async () => {
      const tree: Record<string, string> = {}
      const fs = {
        root: '/',
        resolve: (given: string) => path.posix.resolve('/', given),
        list: () => [],
        kind: () => undefined,
        read: (file: string) => tree[file] ?? '',
        write: (file: string, text: string) => void (tree[file] = text),
      }
      const { agent, root } = await agentWith(
        [[{ tool: 'write_file', input: { file_path: 'a.md', content: 'x' } }]],
        {
          stack: { ...withoutSummary, fs },
        },
      )
      await agent.run('Write.')
      expect(tree).toEqual({ '/a.md': 'x' })
      expect(existsSync(path.join(root, 'a.md'))).toBe(false)
    })

    test('the stack of hooks.yaml takes the place of its own, with what that changes', async () => {
      const root = shop({
        'hooks.yaml':
          'version: 1\nstack: default\noverrides:\n  stack/todo: { enabled: false }\n  stack/summarization: { enabled: false }\n',
      })
      const { agent } = await agentWith([], { root, engine: { root, trust: 'all' }, stack: undefined })
      expect(layersOf(agent).toSorted()).toEqual(['own-state', 'stack/filesystem', 'stack/filesystem-evict'])
      expect(agent.tools).toEqual(['ls', 'read_file', 'write_file', 'edit_file', 'glob', 'grep', 'execute'])
    })

    test('without threads in files it remembers as long as it lives', async () => {
      const { agent, asked, root } = await agentWith(['One.', 'Two.'], { threads: undefined })
      await agent.run('Count.')
      await agent.run('Again.')
      expect(JSON.stringify(asked[1])).toContain('Count.')
      expect(existsSync(path.join(root, '.agent'))).toBe(false)
    })

    test('takes tools of the AI SDK, and an engine of its host', async () => {
      const { jsonSchema } = (await importAt(folderOf(project as Project), 'ai')) as {
        jsonSchema(schema: object): object
      }
      const inputSchema = jsonSchema({ type: 'object', properties: {} })
      const price = { description: 'A price', inputSchema, execute: async () => '12 EUR' }
      const { agent: first } = await agentWith([])
      const { agent, asked } = await agentWith([[{ tool: 'price' }]], {
        engine: first.engine,
        tools: { price },
      })
      expect(agent.tools).toContain('read_file')
      expect(await agent.run('What is it?')).toMatchObject({ text: 'Done.' })
      expect(resultsIn(asked[1])).toEqual([{ type: 'text', value: '12 EUR' }])
    })

    test('after many steps its thread has each message once, in order', async () => {
      const { agent } = await agentWith([[{ tool: 'ls' }], [{ tool: 'ls' }], 'Two.', 'Three.'])
      await agent.run('Look.')
      const { messages } = await agent.run('Again.')
      const roles = messages.map((message) => String(Reflect.get(message, 'role')))
      const looked = ['assistant', 'tool']
      expect(roles).toEqual(['user', ...looked, ...looked, 'assistant', 'user', 'assistant'])
    })

    test('its events come in the order of a run (S2, W74)', async () => {
      const events: string[] = []
      const { agent } = await agentWith([[{ tool: 'ls' }]], {})
      await agent.run('Look.', { onEvent: ({ event }: Event) => void events.push(event) })
      expect(events).toEqual([
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
    })
  })
})
