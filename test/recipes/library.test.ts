// Recipes that are answered inside of the process.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { createEngine, type Engine, type EngineOptions, type RunnerFunction } from '../../src/index.ts'
import { json, provider } from './provider.ts'

const opened: Engine[] = []
const root = mkdtempSync(path.join(tmpdir(), 'hooks-test-'))
afterEach(async () => {
  await Promise.all(opened.splice(0).map((engine) => engine.close()))
  rmSync(root, { recursive: true, force: true })
})

const compacting = { hooks: { PostModelCall: [{ name: 'c', recipe: 'compact' }] } }
const turn = { event: 'PostModelCall', messages: [{ role: 'user', content: 'repair the carts' }] }

async function open(options: EngineOptions): Promise<Engine> {
  const engine = await createEngine({ root, config: compacting, ...options })
  opened.push(engine)
  return engine
}

const summary = [{ role: 'user', content: 'Carts were repaired.' }]

test('a function answers, and hears what a program would (K12, K30)', async () => {
  const heard: unknown[] = []
  const runner: RunnerFunction = async (prompt, { recipe, allowed_tools, messages, signal }) => {
    heard.push({ prompt, recipe, allowed_tools, messages, aborted: signal.aborted })
    return ' Carts were repaired.\n'
  }
  const verdict = await (await open({ runner })).dispatch(turn)
  expect(verdict).toMatchObject({ replace_messages: summary, persist: true, callback: { status: 'done' } })
  expect(heard).toMatchObject([
    {
      prompt: expect.stringMatching(/repair the carts[\s\S]*Primary Objective/) as string,
      recipe: 'compact',
      allowed_tools: [],
      messages: turn.messages,
      aborted: false,
    },
  ])
})

test('it comes before the runner of the file', async () => {
  const config = { ...compacting, recipes: { runner: { command: ['false'] } } }
  const verdict = await (await open({ config, runner: () => 'Carts were repaired.' })).dispatch(turn)
  expect(verdict.replace_messages).toEqual(summary)
})

describe('a function of a recipe’s name answers in its place (K40)', () => {
  test('before the runner', async () => {
    const engine = await open({ runner: () => 'no', callbacks: { compact: () => 'Carts were repaired.' } })
    expect((await engine.dispatch(turn)).replace_messages).toEqual(summary)
  })

  test('also where there is no such file', async () => {
    const config = { hooks: { PostModelCall: [{ name: 'c', recipe: 'handover' }] } }
    await expect(open({ config })).rejects.toMatchObject({ code: 'config' })
    const engine = await open({
      config,
      callbacks: { handover: (_, { messages }) => `${messages.length} message` },
    })
    expect((await engine.dispatch(turn)).replace_messages).toEqual([{ role: 'user', content: '1 message' }])
  })
})

test.each<{ name: string; runner: unknown; code: string; says: RegExp }>([
  {
    name: 'throws',
    runner: () => Promise.reject(new Error('no credit')),
    code: 'error',
    says: /the runner failed: no credit/,
  },
  { name: 'answers no text', runner: () => 3, code: 'bad_reply', says: /the runner answered no text/ },
  { name: 'answers nothing', runner: () => ' ', code: 'bad_reply', says: /answered nothing/ },
])('a function that $name replaces nothing (K34)', async ({ runner, code, says }) => {
  const verdict = await (await open({ runner: runner as RunnerFunction })).dispatch(turn)
  expect(verdict).toMatchObject({
    callback: { status: 'failed' },
    warnings: [{ code, message: expect.stringMatching(says) as string }],
  })
  expect(verdict).not.toHaveProperty('replace_messages')
})

test('a rule that calls itself from inside of its function runs once (K31, K51)', async () => {
  const inner: unknown[] = []
  const engines: Engine[] = []
  const runner: RunnerFunction = async () => {
    inner.push(await engines[0]?.dispatch(turn))
    return 'Carts were repaired.'
  }
  engines.push(await open({ runner }))
  const outer = await engines[0]?.dispatch(turn)
  expect(outer?.replace_messages).toEqual(summary)
  expect(inner).toMatchObject([{ warnings: [{ code: 'depth' }] }])
  expect(inner[0]).not.toHaveProperty('callback')
})

test('a recipe whose run the host reports is not called again by its rule (K51)', async () => {
  const verdict = await (await open({ runner: () => 'no' })).dispatch({ ...turn, recipe: 'compact' })
  expect(verdict).toMatchObject({
    warnings: [{ code: 'depth', message: expect.stringContaining('its own run') as string }],
  })
  expect(verdict).not.toHaveProperty('replace_messages')
})

test('who dispatches may end the function', async () => {
  const controller = new AbortController()
  const runner: RunnerFunction = (_, { signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('ended')))
      controller.abort(new Error('enough'))
    })
  const engine = await open({ runner })
  await expect(engine.dispatch(turn, { signal: controller.signal })).rejects.toThrow('enough')
})

test('a function has the time of its rule', async () => {
  const config = { hooks: { PostModelCall: [{ name: 'c', recipe: 'compact', timeout: '50ms' }] } }
  const runner: RunnerFunction = () => new Promise(() => {})
  const verdict = await (await open({ config, runner })).dispatch(turn)
  expect(verdict.warnings).toMatchObject([{ code: 'timeout' }])
})

describe('an asynchronous callback (K52)', () => {
  const config = { hooks: { PostModelCall: [{ name: 'c', recipe: 'compact', async: true }] } }

  test('goes on beside the engine, and its result is collected', async () => {
    const engine = await open({ config, runner: () => 'Carts were repaired.' })
    const { callback } = await engine.dispatch(turn)
    expect(callback).toMatchObject({ status: 'pending', job: expect.any(String) as string })
    const result = await engine.recipeResult(callback?.job ?? '')
    expect(result).toMatchObject({
      replace_messages: summary,
      callback: { status: 'done', output: 'Carts were repaired.' },
    })
    expect(await engine.recipeResult('nothing')).toBeUndefined()
  })

  test('that fails says so', async () => {
    const engine = await open({ config, runner: () => Promise.reject(new Error('no credit')) })
    const { callback } = await engine.dispatch(turn)
    expect(await engine.recipeResult(callback?.job ?? '')).toMatchObject({
      callback: { status: 'failed' },
      warnings: [{ message: 'the runner failed: no credit' }],
    })
  })
})

test('a provider answers, too', async () => {
  const server = await provider(json({ message: { content: 'Carts were repaired.' }, done_reason: 'stop' }))
  const config = {
    ...compacting,
    recipes: { runner: { provider: 'ollama', model: 'small', url: server.url } },
  }
  const verdict = await (await open({ config })).dispatch(turn)
  await server.close()
  expect(verdict.replace_messages).toEqual(summary)
  expect(server.heard).toHaveLength(1)
})

test.each([{ runner: 'llm' }, { callbacks: { compact: 'llm' } }])('%o is refused', async (options) => {
  await expect(open(options as unknown as EngineOptions)).rejects.toThrow(TypeError)
})
