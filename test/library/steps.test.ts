import { afterEach, describe, expect, test } from 'vitest'
import {
  createEngine,
  type Engine,
  type ModelResponse,
  nextPrompt,
  type Run,
  type RunOptions,
} from '../../src/index.ts'
import { hostNames, hosts } from '../../src/library/hosts.ts'

const open: Engine[] = []

afterEach(async () => {
  for (const engine of open.splice(0)) await engine.close()
})

/** A run under these rules, and what it told of: `PreStep 0`, with the finished steps. */
async function runWith(hooks: object = {}, options: RunOptions = {}) {
  const engine = await createEngine({ config: { hooks } })
  open.push(engine)
  const told: string[] = []
  const run = await engine.start({
    ...options,
    onEvent: ({ event, step }) => told.push(step === undefined ? event : `${event} ${step}`),
  })
  return { run, told }
}

const messages = [{ role: 'user', content: 'Add tax.' }] as const
const ask = (run: Run, response: ModelResponse | Error = { text: 'Done.' }) =>
  run.wrapModelCall({ messages }, async () => {
    if (response instanceof Error) throw response
    return response
  })
const call = { id: 'c1', name: 'list', input: {} }
const calls = { tool_calls: [call] }
const use = (run: Run) => run.wrapToolCall(call, async () => ({ output: 'a b' }))

describe('a step is a model call with its tools', () => {
  test('it ends before the next call, and after a response without tool calls (S2)', async () => {
    const { run, told } = await runWith()
    await ask(run, calls)
    await use(run)
    await ask(run)
    await run.end()
    expect(told).toEqual([
      'SessionStart',
      'PreStep 0',
      'PreModelCall 0',
      'PostModelCall 0',
      'PreToolUse 0',
      'PostToolUse 0',
      'PostStep 1',
      'ShouldContinue 1',
      'PreStep 1',
      'PreModelCall 1',
      'PostModelCall 1',
      'PostStep 2',
      'ShouldContinue 2',
      'AgentStop 2',
      'SessionEnd 2',
    ])
  })

  test('the end of a run ends it too', async () => {
    const { run, told } = await runWith()
    await ask(run, calls)
    await use(run)
    await run.end()
    expect(told.slice(-4)).toEqual(['PostStep 1', 'ShouldContinue 1', 'AgentStop 1', 'SessionEnd 1'])
  })

  test('calls beside and inside another call, and one after a failed one, are part of its step', async () => {
    const { run, told } = await runWith()
    await ask(run, new Error('overloaded')).catch(() => undefined)
    await Promise.all([ask(run, calls), ask(run, calls)])
    await run.wrapToolCall(call, async () => ({ output: (await ask(run)).text }))
    await ask(run)
    const steps = told.filter((event) => /Step/.test(event))
    expect(steps).toEqual(['PreStep 0', 'PostStep 1', 'PreStep 1', 'PostStep 2'])
  })

  test('a host that has steps of its own is told of no others', async () => {
    const { run, told } = await runWith()
    for (let at = 0; at < 2; at++) {
      await run.dispatch({ event: 'before_step' })
      await ask(run, calls)
      await ask(run)
      await run.dispatch({ event: 'PostStep' })
    }
    await run.end()
    expect(told.filter((event) => /Step|Should/.test(event))).toEqual([
      'PreStep 0',
      'PostStep 1',
      'PreStep 1',
      'PostStep 2',
    ])
  })
})

describe('what rules say at a step', () => {
  test('a deny before it is a refused call; what was added is in its request', async () => {
    const hooks = {
      PreStep: [
        { name: 'remind', context: 'Order 8 is open.' },
        { name: 'second', match: { when: 'step == 1' }, deny: 'Enough.' },
      ],
    }
    const { run } = await runWith(hooks)
    const seen: (string | undefined)[] = []
    const again = () =>
      run.wrapModelCall({ messages }, async ({ system_prompt }) => {
        seen.push(system_prompt)
        return calls
      })
    await again()
    await expect(again()).rejects.toMatchObject({
      name: 'HooksStop',
      code: 'denied',
      reason: expect.stringContaining('Enough.') as unknown,
    })
    expect(seen).toEqual(['Order 8 is open.'])
  })

  test.each(['PostStep', 'ShouldContinue'])(
    'a stop at %s ends the run before the next call',
    async (event) => {
      const { run } = await runWith({ [event]: [{ name: 'enough', stop: 'That was enough.' }] })
      await ask(run, calls)
      await expect(ask(run)).rejects.toMatchObject({ code: 'stop_requested', reason: 'That was enough.' })
    },
  )

  test('a limit reached by the answer leaves the answer, and the end is forced (S35)', async () => {
    const limit = { name: 'limit', use: 'limits', with: { steps: 1, tokens: null, seconds: null } }
    const { run } = await runWith({ ShouldContinue: [limit] })
    expect(await ask(run)).toEqual({ text: 'Done.' })
    expect(await run.end()).toMatchObject({ flow: 'stop', forced: true, stops: [{ code: 'steps_limit' }] })
  })

  test('a continue makes the host go on, before AgentStop is asked', async () => {
    const hooks = { ShouldContinue: [{ name: 'twice', once: 'run', continue: 'Count again.' }] }
    const { run, told } = await runWith(hooks)
    await ask(run)
    expect(nextPrompt(await run.end())).toBe('Count again.')
    expect(told).not.toContain('AgentStop 1')
    await ask(run)
    expect(nextPrompt(await run.end())).toBeUndefined()
    expect(told.slice(-2)).toEqual(['AgentStop 2', 'SessionEnd 2'])
  })

  test('rules that would go on for ever are let go after limits.continues', async () => {
    const { run } = await runWith({ ShouldContinue: [{ name: 'more', continue: 'More.' }] })
    let rounds = 0
    do {
      await ask(run)
      rounds++
    } while (nextPrompt(await run.end()) !== undefined && rounds < 50)
    expect(rounds).toBe(11)
  })

  test('usage of all calls is known (S30)', async () => {
    const limit = { name: 'limit', use: 'limits', with: { steps: null, tokens: 100, seconds: null } }
    const { run } = await runWith({ PostStep: [limit] })
    await ask(run, { ...calls, usage: { input: 60, output: 20 } })
    await ask(run, { ...calls, usage: { input: 60, output: 20 } })
    await expect(ask(run)).rejects.toMatchObject({
      code: 'token_limit',
      reason: 'Token limit reached: 160/100',
      forced: true,
    })
  })
})

describe('numbers in the wrong unit are ignored, and named in a warning', () => {
  test.each([
    [{ started_at: 1_764_000_000 }, /"started_at".*which are seconds, expected milliseconds since 1970/],
    [{ started_at: -5 }, /"started_at".* is -5, expected milliseconds/],
    [{ step: -1 }, /"step" of the payload is -1, expected a number from 0/],
    [{ usage: { input: -7, total: 9 } }, /"usage\.input" of the payload is -7, expected a number of tokens/],
  ])('of an event: %o', async (fields, named) => {
    const limit = { name: 'limit', use: 'limits' }
    const { run } = await runWith({ PreStep: [limit] })
    const { warnings, flow } = await run.dispatch({ event: 'PreStep', ...fields })
    expect(warnings.map(({ message }) => message)).toEqual([expect.stringMatching(named)])
    expect(flow).toBe('default')
  })

  test('of a response, and the run goes on counting', async () => {
    const said: string[] = []
    const engine = await createEngine({ config: {} })
    open.push(engine)
    const usages: unknown[] = []
    const run = await engine.start({
      onEvent: ({ event, usage }, { warnings }) => {
        if (event === 'PostStep') usages.push(usage)
        said.push(...warnings.map(({ message }) => message))
      },
    })
    await ask(run, { text: 'One.', usage: { input: 10, output: -4 } })
    await ask(run, { text: 'Two.', usage: { input: 10, output: 5 } })
    expect(said).toEqual([
      expect.stringMatching(/"usage\.output" of the payload is -4, expected a number of tokens/),
    ])
    expect(usages.at(-1)).toMatchObject({ input: 20, output: 5, total: 25 })
  })
})

describe('hosts', () => {
  const hooks = {
    Notification: [{ name: 'told', notify: 'x' }],
    PreModelCall: [{ name: 'model', set_system: { append: 'x' } }],
    PreStep: [{ name: 'step', context: 'x' }],
  }
  const rules = [{ name: 'all', on: '*', notify: 'x' }]

  test.each([
    ['ai-sdk', ['told Notification']],
    ['langchain', ['told Notification']],
    ['openai-agents', ['told Notification']],
    ['claude-agent-sdk', ['model PreModelCall']],
  ] as const)('of %s names the rules at events that it never sends', async (host, named) => {
    const found: string[] = []
    const engine = await createEngine({
      host,
      config: { hooks, rules },
      onDiagnostics: (diagnostics) => {
        for (const { rule, message } of diagnostics) {
          const [, event] = /never sends (\w+)/.exec(message) ?? []
          if (event !== undefined) found.push(`${rule} ${event}`)
        }
      },
    })
    open.push(engine)
    expect(found).toEqual(named)
  })

  test('one that does not exist is refused', async () => {
    await expect(createEngine({ host: 'crewai' as never, config: {} })).rejects.toThrow(
      /Expected the `host` option to be one of ai-sdk, langchain/,
    )
  })

  test('all send the events of steps', () => {
    for (const name of hostNames)
      expect(Object.keys(hosts[name])).toEqual(
        expect.arrayContaining(['PreStep', 'PostStep', 'ShouldContinue']),
      )
  })
})
