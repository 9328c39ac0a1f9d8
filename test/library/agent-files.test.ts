// Memory and skills where a host has its agent's files, and the stack of an agent beside the rules of its project.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createAgent, type AgentOptions } from '../../src/agent.ts'
import { createEngine, type Engine } from '../../src/index.ts'
import { createStack, type FileSystem, inMemoryFiles, remoteFiles, toolsFor } from '../../src/tools.ts'
import { trustProject } from '../support/trust.ts'

const tree = {
  'AGENTS.md': 'Prices are in cents.',
  'skills/pdf/SKILL.md': '---\nname: pdf\ndescription: Print invoices\n---\nUse the template.',
  'skills/till/deep/SKILL.md': '---\nname: till\ndescription: Count the till\n---\nCount twice.',
}
const layers = {
  memory: { paths: ['AGENTS.md', 'none.md'], guidelines: false },
  skills: { paths: ['skills'] },
}

let root: string
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'hooks-agent-files-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true })
})

function put(files: Readonly<Record<string, string>>, dir = root): string {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(dir, file)), { recursive: true })
    writeFileSync(path.join(dir, file), text)
  }
  return dir
}

async function told(engine: Engine): Promise<string> {
  const start = await engine.dispatch({ event: 'SessionStart' })
  const call = await engine.dispatch({ event: 'PreModelCall', system_prompt: '', messages: [] })
  await engine.close()
  return [start, call].map(({ updated_system }) => updated_system?.append ?? '').join('')
}

const places: Readonly<Record<string, () => FileSystem>> = {
  'in memory': () => inMemoryFiles(tree),
  'behind a shell': () => remoteFiles(['env'], { root: put(tree, mkdtempSync(path.join(root, 'far-'))) }),
}

describe.each(Object.entries(places))('files %s', (_, place) => {
  test('are what a stack injects', async () => {
    const stack = createStack({ root, fs: place(), ...layers })
    const text = await told(await createEngine({ root, config: { rules: [...stack.rules] } }))
    expect(text).toContain('<agent_memory>\nPrices are in cents.\n</agent_memory>')
    expect(text).toContain('[pdf] Print invoices → Read skills/pdf/SKILL.md for full instructions')
    expect(text).toContain('[till] Count the till → Read skills/till/deep/SKILL.md')
    expect(text).not.toContain('Count twice')
  })

  test('are what rules of a file inject', async () => {
    put({
      'hooks.yaml':
        'stack: default\noverrides: { stack/memory: { with: { paths: [AGENTS.md] } }, stack/skills: { with: { paths: [skills] } } }\n',
    })
    const text = await told(await createEngine({ root, fs: place(), trust: 'all' }))
    expect(text).toMatch(/Prices are in cents[^]*\[pdf\] Print invoices/)
  })

  test('are what skill tools load', async () => {
    const stack = createStack({ root, fs: place(), skills: { paths: ['skills'], inject: 'lazy' } })
    expect(await stack.run({ name: 'list_skills', input: {} })).toEqual({
      output: '- pdf: Print invoices\n- till: Count the till',
    })
    expect((await stack.run({ name: 'activate_skill', input: { name: 'pdf' } })).output).toMatch(/is active/)
    expect(stack.state()).toMatchObject({ active_skill: 'pdf' })
  })
})

test('files that cannot be reached are told', async () => {
  const stack = createStack({ root, fs: remoteFiles(['no-such-program'], { root: '/' }), ...layers })
  const engine = await createEngine({ root, config: { rules: [...stack.rules] } })
  const { warnings } = await engine.dispatch({ event: 'SessionStart' })
  expect(warnings).toMatchObject([{ rule: 'memory', message: expect.stringContaining('no-such-program') }])
  await engine.close()
})

test('a path in a home is told: the files are not those of this machine', async () => {
  const stack = createStack({ root, fs: inMemoryFiles(tree), memory: { paths: ['~/AGENTS.md'] } })
  const engine = await createEngine({ root, config: { rules: [...stack.rules] } })
  const { warnings } = await engine.dispatch({ event: 'SessionStart' })
  expect(warnings).toMatchObject([{ rule: 'memory', message: expect.stringContaining('~/AGENTS.md') }])
  await engine.close()
})

test('a skill of the host that was read limits the tools', async () => {
  const fs = inMemoryFiles({ 'skills/pdf/SKILL.md': '---\nname: pdf\nallowed-tools: ls\n---\n' })
  const stack = createStack({ root, fs, skills: { paths: ['skills'], limit_tools: true } })
  const engine = await createEngine({ root, config: { rules: [...stack.rules] } })
  const run = await engine.start({ prompt: 'Print it.' })
  const call = async (name: string, input: Record<string, unknown>) =>
    (await run.wrapToolCall({ id: name, name, input }, (asked) => stack.run(asked))).output
  expect(await call('execute', { command: 'date' })).toMatch(/no shell here/)
  await call('read_file', { file_path: 'skills/pdf/SKILL.md' })
  expect(await call('execute', { command: 'date' })).toContain('The skill pdf allows only ls')
  expect(await call('ls', {})).toContain('skills')
  await engine.close()
})

interface Asked {
  readonly prompt: readonly { readonly role: string; readonly content: unknown }[]
}

/** An agent whose model says these calls, one a turn, and what it was asked. */
async function agentWith(
  options: Omit<AgentOptions, 'model'>,
  calls: readonly { name: string; input: object }[] = [],
) {
  const systems: string[] = []
  const prompts: string[] = []
  const model = {
    specificationVersion: 'v3',
    provider: 'scripted',
    modelId: 'scripted',
    supportedUrls: {},
    doGenerate: async ({ prompt }: Asked) => {
      const [first] = prompt
      prompts.push(JSON.stringify(prompt))
      systems.push(first?.role === 'system' ? String(first.content) : '')
      const call = calls[systems.length - 1]
      const content =
        call === undefined
          ? { type: 'text', text: systems.length > 1 ? 'Done.' : 'A summary.' }
          : {
              type: 'tool-call',
              toolCallId: `c${systems.length}`,
              toolName: call.name,
              input: JSON.stringify(call.input),
            }
      return {
        content: [content],
        finishReason: { unified: call === undefined ? 'stop' : 'tool-calls', raw: undefined },
        usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } },
        warnings: [],
      }
    },
  }
  const agent = await createAgent({ model, limits: false, ...options })
  return { agent, systems, prompts }
}

const todos = [{ id: '1', title: 'Move prices to cents', status: 'done' }]
const writes = { name: 'write_todos', input: { todos } }

describe('an agent and the rules of its project', () => {
  test('use: todo brings its tools, and the list stands once in a prompt', async () => {
    put({
      'hooks.yaml': 'rules: [{ name: list, on: [SessionStart, PreModelCall, PostToolUse], use: todo }]\n',
    })
    for (const stack of [undefined, false, { only: ['filesystem'] }] as const) {
      const { agent, systems } = await agentWith({ engine: { root, trust: 'all' }, stack }, [writes])
      expect(agent.tools).toContain('write_todos')
      await agent.run('Go.')
      expect(systems[1]?.split('Move prices to cents')).toHaveLength(2)
      await agent.close()
    }
  })

  test('a stack and a rule of one file show one list', async () => {
    put({
      'hooks.yaml':
        'stack: default\nrules: [{ name: list, on: [SessionStart, PreModelCall, PostToolUse], use: todo }]\n',
    })
    const { agent, systems } = await agentWith({ engine: { root, trust: 'all' } }, [writes])
    await agent.run('Go.')
    expect(systems[1]?.split('Move prices to cents')).toHaveLength(2)
    await agent.close()
  })

  test('a stack of the project that nobody trusts leaves its own layers on', async () => {
    vi.stubEnv('HOME', root)
    put({ 'shop/hooks.yaml': 'stack: default\n' })
    const { agent } = await agentWith({ engine: { root: path.join(root, 'shop'), layers: true } })
    const inForce = agent.engine.rules().filter(({ withheld }) => withheld === undefined)
    const used = inForce.map(({ handler }) => ('name' in handler ? handler.name : ''))
    for (const use of ['todo', 'evict', 'summarize']) expect(used).toContain(use)
    await agent.close()
  })

  test('a trusted runner of the project leaves its own summaries on', async () => {
    put({
      'hooks.yaml': 'recipes: { runner: { command: [./runner.sh] } }\n',
      'runner.sh': '#!/bin/sh\necho summary\n',
      'recipes/summarize.md': '---\nname: summarize\n---\nSay nothing.\n',
    })
    const home = mkdtempSync(path.join(tmpdir(), 'hooks-home-'))
    onTestFinished(() => rmSync(home, { recursive: true }))
    vi.stubEnv('HOME', home)
    vi.stubEnv('XDG_STATE_HOME', path.join(home, 'state'))
    vi.stubEnv('XDG_CONFIG_HOME', path.join(home, 'config'))
    trustProject(root, process.env)
    const turn = (at: number) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content: 'x'.repeat(400) })
    const messages = Array.from({ length: 30 }, (_, at) => turn(at))
    const threads = { load: async () => ({ messages }), save: async () => undefined }
    const { agent, prompts } = await agentWith({
      engine: { root },
      threads,
      stack: { summarization: { window: 1000 } },
    })
    expect(agent.engine.rules().filter(({ withheld }) => withheld !== undefined)).toEqual([])
    await agent.run('Go.')
    expect(prompts).toHaveLength(2)
    expect(prompts[0]).toContain('2000')
    expect(prompts[1]).toContain('A summary.')
    await agent.close()
  })
})

test('toolsFor reads skills where the host has them', async () => {
  const config = {
    rules: [
      { name: 'skills', on: ['PreModelCall'], use: 'skills', with: { paths: ['skills'], inject: 'lazy' } },
    ],
  }
  const fs = inMemoryFiles(tree)
  const engine = await createEngine({ root, config, fs })
  const { run } = toolsFor(engine, { root, fs })
  expect((await run({ name: 'list_skills', input: {} })).output).toContain('pdf')
  await engine.close()
})
