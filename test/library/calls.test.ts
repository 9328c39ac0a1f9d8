import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import {
  builtins,
  createEngine,
  defineBuiltin,
  isHooksStop,
  type DispatchOptions,
  type Engine,
  type EngineOptions,
  type Event,
  type Message,
  type ModelRequest,
  type ModelResponse,
  type Outcome,
  type Run,
  type RunEnd,
  type RunOptions,
} from '../../src/index.ts'
import { until } from '../support/time.ts'
import { openShop, type Shop } from './shop.ts'

const open: (Engine | Shop)[] = []

afterEach(async () => {
  for (const each of open.splice(0)) await ('remove' in each ? each.remove() : each.close())
})

interface World extends EngineOptions {
  readonly hooks?: object
  readonly wrap?: object
  readonly run?: RunOptions
  readonly root?: string
}

/** A run over these rules, and the names of the events that it told of. */
async function runWith({ hooks = {}, wrap = {}, run = {}, ...options }: World = {}) {
  const shop = openShop()
  const engine = await createEngine({ root: shop.root, config: { hooks, wrap }, ...options })
  open.push(engine, shop)
  const events: Event[] = []
  const started = await engine.start({
    ...run,
    onEvent: (event, verdict) => {
      events.push(event)
      run.onEvent?.(event, verdict)
    },
  })
  return { run: started, engine, shop, events, names: () => events.map(({ event }) => event) }
}

/** A built-in that says the same at every event that it is asked at. */
function saying(name: string, events: readonly Event['event'][], outcome: Outcome | (() => Outcome)) {
  return defineBuiltin({
    name,
    summary: 'says what it was given',
    events: events.filter((event) => event !== 'unmapped'),
    effects: 'state',
    compile: () => () => (typeof outcome === 'function' ? outcome() : outcome),
  })
}

const user = (content: string): Message => ({ role: 'user', content })
const call = { id: 'c1', name: 'write_file', input: { file_path: 'orders.ts' } }

/** Asks the model once; what it was asked. */
async function asked(
  run: Run,
  request: Partial<ModelRequest> = {},
  response: ModelResponse = { text: 'ok' },
) {
  let seen: ModelRequest | undefined
  const got = await run.wrapModelCall({ messages: [user('Add tax.')], ...request }, async (changed) => {
    seen = changed
    return response
  })
  return { seen, got }
}

describe('what rules do to a model call', () => {
  test('they change the system prompt, apart from the messages (W5, W10)', async () => {
    const { run } = await runWith({
      hooks: {
        PreModelCall: [
          { name: 'a', set_system: { append: ' Be brief.' } },
          { name: 'b', set_system: { append: ' Be kind.' } },
        ],
      },
    })
    const { seen } = await asked(run, { system_prompt: 'You sell.' })
    expect(seen).toEqual({ system_prompt: 'You sell. Be brief. Be kind.', messages: [user('Add tax.')] })
  })

  test('what SessionStart adds to the system prompt stands in every call', async () => {
    const { run } = await runWith({
      hooks: { SessionStart: [{ name: 'm', set_system: { append: ' Prices are net.' } }] },
    })
    const first = await asked(run, { system_prompt: 'You sell.' })
    const second = await asked(run, { system_prompt: 'You sell.' })
    expect([first, second].map(({ seen }) => seen?.system_prompt)).toEqual(
      Array(2).fill('You sell. Prices are net.'),
    )
  })

  test('context of any event reaches the model, each text once; that of a step only in it', async () => {
    const { run } = await runWith({
      hooks: {
        UserPromptSubmit: [{ name: 'p', context: 'The shop sells in euros.' }],
        PreToolUse: [{ name: 't', context: 'orders.ts is generated.' }],
        PreStep: [{ name: 's', context: 'Step {{step}}.' }],
      },
      run: { prompt: 'Add tax.' },
    })
    await run.dispatch({ event: 'PreStep' })
    const first = await asked(run)
    await run.wrapToolCall(call, async () => ({ output: 'written' }))
    await run.wrapToolCall({ ...call, id: 'c2' }, async () => ({ output: 'written' }))
    await run.dispatch({ event: 'PostStep' })
    await run.dispatch({ event: 'PreStep' })
    const second = await asked(run, { system_prompt: 'You sell.' })
    expect(first.seen?.system_prompt).toBe('The shop sells in euros.\n\nStep 0.')
    expect(second.seen?.system_prompt).toBe(
      'You sell.\n\nThe shop sells in euros.\n\norders.ts is generated.\n\nStep 1.',
    )
  })

  test('of two calls at once the response that came last is the last one, however long rules take', async () => {
    let think = (): void => undefined
    const thinking = new Promise<void>((resolve) => (think = resolve))
    const slow = defineBuiltin({
      name: 'slow',
      summary: 'thinks about the first response',
      events: ['PostModelCall'],
      effects: 'state',
      compile:
        () =>
        async ({ event }) => {
          if (event.response === 'first') await thinking
          return {}
        },
    })
    const { run, events } = await runWith({
      hooks: { PostModelCall: [{ name: 's', use: 'slow' }] },
      builtins: [...builtins, slow],
    })
    const first = asked(run, { messages: [user('Add tax.')] }, { text: 'first' })
    await asked(run, { messages: [user('Add a discount.')] }, { text: 'second' })
    think()
    await first
    await run.end()
    expect(events.find(({ event }) => event === 'AgentStop')).toMatchObject({
      response: 'second',
      messages: [user('Add a discount.'), { role: 'assistant', content: 'second' }],
    })
  })

  test('they change the request, such as its model (S66)', async () => {
    const { run } = await runWith({
      hooks: { PreModelCall: [{ name: 'm', set_request: { model: 'small' } }] },
    })
    const { seen } = await asked(run, { model: 'large', temperature: 0 })
    expect(seen).toMatchObject({ model: 'small', temperature: 0 })
  })

  test('they change the response', async () => {
    const { run } = await runWith({
      hooks: {
        PostModelCall: [
          { name: 'r', match: { response: '*AKIA*' }, set_output: 'I keep the key to myself.' },
        ],
      },
    })
    const { got } = await asked(run, {}, { text: 'It is AKIA.', finish_reason: 'stop' })
    expect(got).toEqual({ text: 'I keep the key to myself.', finish_reason: 'stop' })
  })

  test('a deny before the call keeps it from being made (S27)', async () => {
    const { run, names } = await runWith({
      hooks: { PreModelCall: [{ name: 'd', deny: 'Not on Sundays.' }] },
    })
    let calls = 0
    const refused = await run
      .wrapModelCall({ messages: [] }, async () => ({ text: String(++calls) }))
      .catch((error: unknown) => error)
    expect(refused).toMatchObject({
      name: 'HooksStop',
      code: 'denied',
      reason: 'Not on Sundays.',
      hard: false,
    })
    expect([calls, names()]).toEqual([0, ['SessionStart', 'PreStep', 'PreModelCall']])
  })

  test('a stop after the call has the response with it', async () => {
    const { run } = await runWith({ hooks: { PostModelCall: [{ name: 's', stop: 'That is enough.' }] } })
    const stopped = await asked(run).catch((error: unknown) => error)
    expect(isHooksStop(stopped) && stopped.result).toEqual({ text: 'ok' })
    expect(run.stopped).toMatchObject({ code: 'stop_requested', reason: 'That is enough.', hard: true })
  })
})

describe('messages that rules replace', () => {
  const summary: Message = user('Summary: tax was added.')
  const short = saying('short', ['PreModelCall', 'PostModelCall', 'AgentStop'], {
    replace_messages: [summary],
  })
  const all = [...builtins, short]

  test('stay replaced, whatever the host goes on to send (W57, K13)', async () => {
    const { run } = await runWith({
      builtins: all,
      hooks: { PreModelCall: [{ name: 's', once: 'run', use: 'short' }] },
    })
    const own = [user('Add tax.'), user('And shipping.')]
    const first = await asked(run, { messages: own })
    const more = [...own, { role: 'assistant', content: 'ok' } as const, user('Thanks.')]
    const second = await asked(run, { messages: structuredClone(more) })
    expect(first.seen?.messages).toEqual([summary])
    expect(second.seen?.messages).toEqual([summary, ...more.slice(2)])
    expect(run.history(more)).toEqual([summary, ...more.slice(2)])
  })

  test('a host that takes them over is not given them twice', async () => {
    const { run } = await runWith({
      builtins: all,
      hooks: { PreModelCall: [{ name: 's', once: 'run', use: 'short' }] },
    })
    const own = [user('Add tax.'), user('And shipping.')]
    await asked(run, { messages: own })
    const taken = [...run.history(own), user('Thanks.')]
    expect((await asked(run, { messages: taken })).seen?.messages).toEqual(taken)
  })

  test('after a response they stand before its tools run; its calls stay with their results (K45)', async () => {
    const { run, names } = await runWith({
      builtins: all,
      hooks: { PostModelCall: [{ name: 's', once: 'run', use: 'short' }] },
    })
    const own = [user('Add tax.')]
    const { got } = await asked(run, { messages: own }, { tool_calls: [call] })
    await run.wrapToolCall(call, async () => ({ output: 'written' }))
    const said: Message = { role: 'assistant', content: '', tool_calls: got.tool_calls }
    const result: Message = { role: 'tool', content: 'written', tool_call_id: 'c1' }
    const { seen } = await asked(run, { messages: [...own, said, result] })
    expect(seen?.messages).toEqual([summary, said, result])
    expect(names()).toEqual([
      'SessionStart',
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
    ])
  })

  test('at the end they are what the host keeps', async () => {
    const { run } = await runWith({ builtins: all, hooks: { AgentStop: [{ name: 's', use: 'short' }] } })
    const own = [user('Add tax.')]
    await asked(run, { messages: own })
    await run.end()
    expect(run.history([...own, { role: 'assistant', content: 'ok' }])).toEqual([summary])
  })
})

describe('results that rules give after the response (W9, W64)', () => {
  test('answer their calls, which do not run', async () => {
    const tool_results = { c1: 'from the cache', c2: { output: 'in conflict', is_error: true } }
    const { run, names } = await runWith({
      builtins: [...builtins, saying('cached', ['PostModelCall'], { tool_results })],
      hooks: { PostModelCall: [{ name: 'c', use: 'cached' }] },
    })
    const calls = ['c1', 'c2', 'c3'].map((id) => ({ ...call, id }))
    const { got } = await asked(run, {}, { tool_calls: calls })
    const results = await Promise.all(
      calls.map((each) => run.wrapToolCall(each, async ({ id }) => ({ output: `ran ${id}` }))),
    )
    expect(got.tool_results).toEqual({ c1: { output: 'from the cache' }, c2: tool_results.c2 })
    expect(results).toEqual([{ output: 'from the cache' }, tool_results.c2, { output: 'ran c3' }])
    expect(names().filter((name) => name === 'PreToolUse')).toHaveLength(1)
  })
})

describe('what rules do to a tool call', () => {
  test('the call that runs, and the one that PostToolUse sees, is the changed one; its id stays (S14, S23, S24)', async () => {
    const { run, events } = await runWith({
      hooks: { PreToolUse: [{ name: 'm', set_input: { file_path: 'src/orders.ts' } }] },
    })
    let ran: unknown
    await run.wrapToolCall(call, async (changed) => {
      ran = changed
      return { output: 'written' }
    })
    expect(ran).toEqual({ ...call, input: { file_path: 'src/orders.ts' } })
    expect(events.at(-1)).toMatchObject({
      event: 'PostToolUse',
      tool_use_id: 'c1',
      tool_input: { file_path: 'src/orders.ts' },
      tool_output: 'written',
      is_error: false,
    })
  })

  test.each([
    ['empty input', { event: 'PreToolUse', outcome: { updated_input: {} } }],
    ['null output', { event: 'PostToolUse', outcome: { updated_output: null } }],
    ['zero output', { event: 'PostToolUse', outcome: { updated_output: 0 } }],
  ] as const)('%s is a change like any other (S20)', async (_name, { event, outcome }) => {
    const { run } = await runWith({
      builtins: [...builtins, saying('change', [event], outcome)],
      hooks: { [event]: [{ name: 'c', use: 'change' }] },
    })
    const seen: unknown[] = []
    const result = await run.wrapToolCall(call, async ({ input }) => {
      seen.push(input)
      return { output: 'written' }
    })
    const { updated_input, updated_output } = outcome as Outcome
    expect(seen).toEqual([updated_input ?? call.input])
    expect(result.output).toEqual(updated_output === undefined ? 'written' : updated_output)
  })

  test('an output is changed before anybody sees it (S15, A5)', async () => {
    const { run } = await runWith({ hooks: { PostToolUse: [{ name: 'r', use: 'redact' }] } })
    const { output } = await run.wrapToolCall(call, async () => ({ output: `key AKIA${'A'.repeat(16)}` }))
    expect(output).toBe('key [redacted]')
  })

  test('a hard stop after a call rejects, and nothing runs any more (S58)', async () => {
    const { run, names } = await runWith({
      hooks: { PostToolUse: [{ name: 's', stop: 'The disk is full.' }] },
    })
    const stopped = await run
      .wrapToolCall(call, async () => ({ output: 'written' }))
      .catch((error: unknown) => error)
    expect(stopped).toMatchObject({
      name: 'HooksStop',
      reason: 'The disk is full.',
      hard: true,
      result: { output: 'written' },
    })
    const next = await run.wrapToolCall({ ...call, id: 'c2' }, async () => ({ output: 'written' }))
    expect(next).toMatchObject({
      is_error: true,
      output: expect.stringContaining('The disk is full.') as unknown,
    })
    await expect(asked(run)).rejects.toMatchObject({ name: 'HooksStop', reason: 'The disk is full.' })
    expect(names().at(-1)).toBe('Error')
  })

  test('a hard stop beside a call that waits for a person keeps it from running', async () => {
    let allow = (): void => undefined
    const { run, names } = await runWith({
      hooks: {
        PreToolUse: [{ name: 'prod', match: 'deploy', ask: 'Deploy to production?' }],
        PostToolUse: [{ name: 's', stop: 'The disk is full.' }],
      },
      run: { onAsk: () => new Promise<boolean>((resolve) => (allow = () => resolve(true))) },
    })
    let deployed = 0
    const deploying = run.wrapToolCall({ id: 'd1', name: 'deploy', input: {} }, async () => ({
      output: ++deployed,
    }))
    await until(() => names().includes('PermissionRequest'))
    await run.wrapToolCall(call, async () => ({ output: 'written' })).catch(() => undefined)
    allow()
    expect(await deploying).toMatchObject({
      is_error: true,
      output: expect.stringContaining('disk is full') as unknown,
    })
    expect(deployed).toBe(0)
  })

  test.each([
    {
      use: 'tool-schema',
      options: { schemas: { write_file: { required: ['content'] } } },
      name: 'write_file',
      input: { path: 'cart.ts' },
    },
    {
      use: 'todo',
      options: {},
      name: 'write_todos',
      input: { todos: [{ id: '1', title: 'Ship', status: 'maybe' }] },
    },
    {
      use: 'skills',
      options: { paths: ['skills'], inject: 'lazy' },
      name: 'activate_skill',
      input: { name: 'pdf' },
    },
  ])('the mistake that $use denies is to be corrected', async ({ use, options, name, input }) => {
    const { run } = await runWith({ hooks: { PreToolUse: [{ name: 'r', use, with: options }] } })
    const { output } = await run.wrapToolCall({ id: 'c1', name, input }, async () => ({ output: 'ran' }))
    expect(output).toMatch(/^Denied by rule r [^]*\nCorrect the call and make it again\.$/)
  })

  test('a call that rules could not read is refused, and so is a result that is none', async () => {
    const { run } = await runWith()
    const through = (given: object, result: unknown) =>
      run.wrapToolCall(given as never, async () => result as never)
    await expect(through({ id: 'c1', name: 'write_file', args: {} }, { output: 'x' })).rejects.toThrow(
      'Expected a tool call to be { id, name, input }',
    )
    await expect(through(call, 'written')).rejects.toThrow(
      'Expected the result of write_file to be { output }, got `"written"` (string)',
    )
    await expect(run.wrapModelCall({} as never, async () => ({ text: 'ok' }))).rejects.toThrow(
      'Expected a model request to be { messages }',
    )
    await expect(run.wrapModelCall({ messages: [] }, async () => 'ok' as never)).rejects.toThrow(
      "Expected the model's response to be an object",
    )
  })

  test('a stop before a call denies it; the next model call ends the run (S58)', async () => {
    const { run } = await runWith({ hooks: { PreToolUse: [{ name: 's', stop: 'Enough written.' }] } })
    const result = await run.wrapToolCall(call, async () => ({ output: 'written' }))
    expect(result).toMatchObject({
      is_error: true,
      output: expect.stringContaining('Enough written.') as unknown,
    })
    await expect(asked(run)).rejects.toMatchObject({ reason: 'Enough written.' })
    expect(await run.end({ error: run.stopped })).toMatchObject({ flow: 'stop', hard: true })
  })

  test('before and after can be told apart from the call itself', async () => {
    const { run } = await runWith({
      hooks: { PreToolUse: [{ name: 'd', match: { path: '.env*' }, deny: 'It holds secrets.' }] },
    })
    const opened = await run.openToolCall(call)
    expect([opened.answer, opened.verdict.decision]).toEqual([undefined, 'proceed'])
    expect(await opened.close({ output: 'written' })).toEqual({ output: 'written' })
    await expect(opened.close({ output: 'written' })).rejects.toThrow('closed already')
    const denied = await run.openToolCall({ ...call, input: { file_path: '.env.production' } })
    expect(denied).toMatchObject({ verdict: { decision: 'deny' }, answer: { is_error: true } })
    await expect(denied.close({ output: 'written' })).rejects.toThrow('has its answer')
  })
})

describe('what rules say is known to later events', () => {
  test('a rule may go on and note something at once (S21)', async () => {
    const outcome: Outcome = { flow: 'continue', flow_reason: 'Cite a source.', metadata: { iteration: 1 } }
    const { run, events } = await runWith({
      builtins: [...builtins, saying('again', ['ShouldContinue'], outcome)],
      hooks: { ShouldContinue: [{ name: 'a', use: 'again' }] },
    })
    expect(await run.dispatch({ event: 'ShouldContinue' })).toMatchObject(outcome)
    await run.dispatch({ event: 'PreStep' })
    expect(events.at(-1)?.metadata).toEqual({ iteration: 1 })
  })

  test('metadata goes on (S13)', async () => {
    const { run, events } = await runWith({
      builtins: [...builtins, saying('note', ['PostToolUse'], { metadata: { iteration: 1 } })],
      hooks: { PostToolUse: [{ name: 'n', use: 'note' }] },
    })
    await run.wrapToolCall(call, async () => ({ output: 'written' }))
    await run.dispatch({ event: 'PostStep', metadata: { own: true } })
    expect(events.at(-1)?.metadata).toEqual({ iteration: 1, own: true })
  })

  test('a deny at the end of a session has no effect but a warning (S26)', async () => {
    const verdicts: unknown[] = []
    const { run } = await runWith({
      builtins: [...builtins, saying('no', ['SessionEnd'], { decision: 'deny', reason: 'Stay.' })],
      hooks: { SessionEnd: [{ name: 'n', use: 'no' }] },
      run: { onEvent: (event, verdict) => void (event.event === 'SessionEnd' && verdicts.push(verdict)) },
    })
    await run.end({ response: 'Done.' })
    expect(verdicts).toMatchObject([{ decision: 'proceed', warnings: [{ code: 'contract' }] }])
  })
})

describe('the start of a run', () => {
  test('what the session and the prompt came to, together', async () => {
    const { run } = await runWith({
      hooks: {
        SessionStart: [{ name: 's', context: 'The shop sells in euros.' }],
        UserPromptSubmit: [{ name: 'p', set_prompt: 'Add tax to {{prompt}}' }],
      },
      run: { prompt: 'orders.ts' },
    })
    expect(run.prompt).toBe('Add tax to orders.ts')
    expect(run.started.verdict).toMatchObject({
      updated_prompt: 'Add tax to orders.ts',
      additional_context: ['The shop sells in euros.'],
    })
    expect(run.started.stopped).toBeUndefined()
  })

  test.each(['SessionStart', 'UserPromptSubmit'])(
    'a deny at %s ends it before it began (S27)',
    async (event) => {
      const { run } = await runWith({
        hooks: { [event]: [{ name: 'd', deny: 'The shop is closed.' }] },
        run: { prompt: 'Add tax.' },
      })
      expect(run.started.stopped).toEqual({ code: 'denied', message: 'The shop is closed.', hard: false })
      await expect(asked(run)).rejects.toMatchObject({ code: 'denied' })
    },
  )

  test('a rule that fails and means stop ends the run with an Error event that names it (W8, A20)', async () => {
    const failing = saying('failing', ['SessionStart'], () => {
      throw new Error('no stock')
    })
    const world = { builtins: [...builtins, failing] }
    const rule = { name: 'stock', use: 'failing' }
    const strict = await runWith({ ...world, hooks: { SessionStart: [{ ...rule, on_error: 'stop' }] } })
    expect(strict.names()).toEqual(['SessionStart', 'Error'])
    expect(strict.events[1]?.error).toContain('stock failed: no stock')
    expect(strict.run.started.stopped).toMatchObject({ code: 'error', hard: true })
    const lenient = await runWith({ ...world, hooks: { SessionStart: [rule] } })
    expect(lenient.run.started).toMatchObject({ verdict: { warnings: [{ rule: 'stock' }] } })
    expect(lenient.run.started.stopped).toBeUndefined()
  })

  test('a session that began ends, also where the prompt cannot be asked about', async () => {
    const { engine } = await runWith({ hooks: { UserPromptSubmit: [{ name: 'a', ask: 'Sure?' }] } })
    const names: string[] = []
    const starting = engine.start({
      prompt: 'Add tax.',
      onEvent: ({ event }) => void names.push(event),
      onAsk: () => {
        throw new Error('nobody at the till')
      },
    })
    await expect(starting).rejects.toThrow('nobody at the till')
    expect(names).toEqual(['SessionStart', 'UserPromptSubmit', 'Error', 'SessionEnd'])
  })

  test('a subagent begins and stops as one, inside of its session', async () => {
    const { engine } = await runWith()
    const events: string[] = []
    const child = await engine.start({
      session: 's1',
      prompt: 'Review.',
      subagent: { name: 'reviewer', id: 'r1' },
      onEvent: (event) => void events.push(`${event.event} ${event.subagent?.name}`),
    })
    await child.end({ response: 'Fine.' })
    expect(events).toEqual(['SubagentStart reviewer', 'SubagentStop reviewer'])
  })

  test('a subagent that fails, is stopped or aborted ends all the same, and nothing makes it go on', async () => {
    const { engine } = await runWith({
      hooks: {
        PreModelCall: [{ name: 'closed', stop: 'The shop is closed.' }],
        SubagentStop: [
          { name: 'more', continue: 'Look again.' },
          { name: 'note', context: 'Its report is not whole.' },
        ],
      },
    })
    const ended = async (errorOf: (child: Run) => Promise<unknown>, signal?: AbortSignal) => {
      const events: string[] = []
      const child = await engine.start({
        subagent: { name: 'reviewer' },
        signal,
        onEvent: ({ event, error = '' }) => void events.push(`${event} ${error}`.trim()),
      })
      const { flow, additional_context } = await child.end({ error: await errorOf(child) })
      expect(additional_context).toEqual(['Its report is not whole.'])
      return [flow, ...events.filter((event) => /Error|SubagentStop/.test(event))]
    }
    const failure = async () => new Error('no stock')
    expect(await ended(failure)).toEqual(['default', 'Error no stock', 'SubagentStop no stock'])
    const stop = (child: Run) => asked(child).catch((error: unknown) => error)
    const closed = ['stop', 'Error The shop is closed.', 'SubagentStop The shop is closed.']
    expect(await ended(stop)).toEqual(closed)
    const aborting = new AbortController()
    const abort = async () => aborting.abort(new Error('too late'))
    expect(await ended(abort, aborting.signal)).toEqual(['default', 'SubagentStop too late'])
  })

  test('rules hear once of the end of a subagent whose id is that of the call that started it', async () => {
    const heard: string[] = []
    const onEvent: RunOptions['onEvent'] = ({ event }, { additional_context: said }) => {
      if (said.length > 0) heard.push(event)
    }
    const { engine, run } = await runWith({
      hooks: { SubagentStop: [{ name: 'report', context: 'Read its report.' }] },
      run: { session: 's1', onEvent },
    })
    const delegate = (id: string, child?: { readonly id: string }) =>
      run.wrapToolCall({ id, name: 'task', input: {} }, async () => {
        const own = await engine.start({ session: 's1', subagent: { name: 'reviewer', ...child }, onEvent })
        await own.end({ response: 'Fine.' })
        return { output: 'Fine.' }
      })
    await Promise.all([delegate('t1', { id: 't1' }), delegate('t2', { id: 't2' })])
    expect(heard).toEqual(['SubagentStop', 'SubagentStop'])
    await run.wrapToolCall({ id: 't3', name: 'task', input: {} }, async () => ({ output: 'Fine.' }))
    expect(heard).toEqual(['SubagentStop', 'SubagentStop', 'PostToolUse'])
  })

  test('options that do not exist are refused', async () => {
    const { engine } = await runWith()
    await expect(engine.start({ sesion: 's' } as RunOptions)).rejects.toThrow('Unknown option `sesion`')
    const run = await engine.start()
    await expect(run.end({ reponse: 'Done.' } as RunEnd)).rejects.toThrow('Unknown option `reponse`')
    const misspelt = { dialet: 'claude-code' } as DispatchOptions
    await expect(engine.dispatch({ event: 'SessionStart' }, misspelt)).rejects.toThrow(
      'Unknown option `dialet`',
    )
    await expect(createEngine({ state: { dir: '/tmp', keep: true } } as EngineOptions)).rejects.toThrow(
      '`state` option',
    )
    const subagent = { nme: 'reviewer' } as RunOptions['subagent']
    await expect(engine.start({ subagent })).rejects.toThrow('`subagent` option to be { name, id }')
    await expect(engine.start({ session: '' })).rejects.toThrow('`session` option to be text')
  })
})

describe('what throws', () => {
  test('a model that throws is told of, then thrown on (S3)', async () => {
    const { run, names, events } = await runWith()
    const failed = run.wrapModelCall({ messages: [] }, async () => {
      throw new Error('no route to the model')
    })
    await expect(failed).rejects.toThrow('no route to the model')
    await run.end({ error: await failed.catch((error: unknown) => error) })
    expect(names()).toEqual(['SessionStart', 'PreStep', 'PreModelCall', 'Error', 'SessionEnd'])
    expect(events[3]?.error).toBe('no route to the model')
    expect(events[4]?.source).toBe('error')
  })

  test('a tool that throws is a failed call to its rules (S3)', async () => {
    const { run, events } = await runWith()
    const failed = run.wrapToolCall(call, async () => {
      throw new Error('ENOSPC')
    })
    await expect(failed).rejects.toThrow('ENOSPC')
    expect(events.slice(2)).toMatchObject([
      { event: 'PostToolUse', is_error: true, output_text: 'ENOSPC' },
      { event: 'Error', error: 'ENOSPC', tool_name: 'write_file', tool_use_id: 'c1' },
    ])
  })

  test('calls that fail side by side are told of once each', async () => {
    const { run, events } = await runWith()
    let begun = 0
    let go = (): void => undefined
    const all = new Promise<void>((resolve) => (go = resolve))
    const fail = (id: string) =>
      run.wrapToolCall({ ...call, id }, async () => {
        if (++begun === 3) go()
        await all
        throw new Error(`${id} failed`)
      })
    await Promise.allSettled([fail('c1'), fail('c2'), fail('c3')])
    const told = events.filter(({ event }) => event === 'Error').map(({ error }) => error)
    expect(told).toEqual(['c1 failed', 'c2 failed', 'c3 failed'])
  })

  test('what onEvent throws after a call changes nothing of it', async () => {
    const { run } = await runWith({
      run: {
        onEvent: ({ event }) => {
          if (event === 'PostToolUse') throw new Error('the log is full')
        },
      },
    })
    expect(await run.wrapToolCall(call, async () => ({ output: 'written' }))).toEqual({ output: 'written' })
  })

  test('what a rule gives in place of the error is the result', async () => {
    const { run } = await runWith({ hooks: { PostToolUse: [{ name: 'r', use: 'redact' }] } })
    const result = await run.wrapToolCall(call, async () => {
      throw new Error(`AKIA${'A'.repeat(16)} was refused`)
    })
    expect(result).toEqual({ output: '[redacted] was refused', is_error: true })
  })
})

describe('the onion', () => {
  const log = (shop: Shop) => readFileSync(shop.at('log'), 'utf8')
  const script = { run: ['sh', '-c', 'echo "$1:$HOOKS_HALF" >> log; cat > /dev/null', 'sh'] }
  const ring = (name: string) => ({ name, run: [...script.run, name] })

  test('the first rule is the outermost, and functions go around all of them (W3)', async () => {
    const order: string[] = []
    const { run, shop } = await runWith({
      wrap: { ToolUse: [ring('A'), ring('B')] },
      wrappers: {
        ToolUse: ['one', 'two'].map((name) => async (given, next) => {
          order.push(`${name}:before ${existsLog()}`)
          const result = await next(given)
          order.push(`${name}:after ${existsLog()}`)
          return result
        }),
      },
    })
    function existsLog(): number {
      return existsSync(path.join(run.session_id === '' ? '' : shop.root, 'log'))
        ? log(shop).split('\n').length - 1
        : 0
    }
    await run.wrapToolCall(call, async () => {
      order.push(`call ${existsLog()}`)
      return { output: 'written' }
    })
    expect(log(shop)).toBe('A:before\nB:before\nB:after\nA:after\n')
    expect(order).toEqual(['one:before 0', 'two:before 0', 'call 2', 'two:after 4', 'one:after 4'])
  })

  test('a wrapper may change what goes in and what comes out, or answer by itself (W4)', async () => {
    let ran = 0
    const { run, names } = await runWith({
      wrappers: {
        ToolUse: [
          async (given, next) => (given.id === 'cached' ? { output: 'from the cache' } : next(given)),
          async (given, next) => {
            const { output } = await next({ ...given, input: { file_path: 'tax.ts' } })
            return { output: `${String(output)}!` }
          },
        ],
        ModelCall: [
          async (request, next) => ({ ...(await next({ ...request, model: 'small' })), text: 'changed' }),
        ],
      },
    })
    const tool = async ({ input }: typeof call) => ({ output: `${++ran} ${input.file_path}` })
    const through = (id: string) =>
      run.wrapToolCall({ ...call, id }, (changed) => tool(changed as typeof call))
    expect(await through('cached')).toEqual({ output: 'from the cache' })
    expect([ran, names()]).toEqual([0, ['SessionStart']])
    expect(await through('c2')).toEqual({ output: '1 tax.ts!' })
    const { seen, got } = await asked(run)
    expect([seen?.model, got.text]).toEqual(['small', 'changed'])
  })

  test.each([
    ['the output of its first half', { updated_output: 'from the cache' }],
    ['tool_results', { tool_results: { c1: 'from the cache' } }],
  ])(
    'a rule answers by %s: nothing runs, and the rules inside are not asked (W4)',
    async (_name, outcome) => {
      const cached = `echo '${JSON.stringify(outcome)}'`
      const { run, events, names } = await runWith({
        wrap: { ToolUse: [{ name: 'cache', run: `[ "$HOOKS_HALF" = before ] && ${cached} || true` }] },
        hooks: { PreToolUse: [{ name: 'inner', notify: 'asked' }] },
        run: { onEvent: (_event, { system_messages }) => expect(system_messages).toEqual([]) },
      })
      let ran = 0
      const result = await run.wrapToolCall(call, async () => ({ output: String(++ran) }))
      expect([ran, result]).toEqual([0, { output: 'from the cache' }])
      expect([events.length, names().at(-1)]).toEqual([2, 'PreToolUse'])
    },
  )

  test('of a rule that is no wrap an output before its call is a breach of contract (S56)', async () => {
    const { run } = await runWith({
      builtins: [...builtins, saying('early', ['PreToolUse'], { updated_output: 'x' })],
      hooks: { PreToolUse: [{ name: 'early', use: 'early' }] },
    })
    const { verdict, answer } = await run.openToolCall(call)
    expect([verdict.decision, answer]).toEqual(['proceed', undefined])
    expect(verdict.warnings).toMatchObject([{ code: 'contract' }])
  })

  test('next() twice is refused, and so is one that is not waited for', async () => {
    const { run } = await runWith({
      wrappers: {
        ToolUse: [
          async (given, next) => {
            if (given.id === 'twice') await next(given)
            if (given.id === 'lost') void next(given)
            else return next(given)
            return { output: 'too early' }
          },
        ],
      },
    })
    const through = (id: string) => run.wrapToolCall({ ...call, id }, async () => ({ output: 'written' }))
    await expect(through('twice')).rejects.toThrow('next() was called twice')
    await expect(through('lost')).rejects.toThrow('next() was not waited for')
    expect(await through('c1')).toEqual({ output: 'written' })
  })

  test('next() after the answer runs nothing, and a failure that nobody waits for harms nobody', async () => {
    const kept: { next?: () => Promise<unknown> } = {}
    const { run } = await runWith({
      wrappers: {
        ToolUse: [
          async (given, next) => {
            if (given.id === 'late') kept.next = () => next(given)
            else void next(given)
            return { output: 'from the cache' }
          },
        ],
      },
    })
    let ran = 0
    const through = (id: string) =>
      run.wrapToolCall({ ...call, id }, async () => {
        ran++
        throw new Error('ENOSPC')
      })
    expect(await through('late')).toEqual({ output: 'from the cache' })
    await expect(kept.next?.()).rejects.toThrow('after the wrapper had answered')
    expect(ran).toBe(0)
    await expect(through('lost')).rejects.toThrow('next() was not waited for')
    await until(() => ran === 1)
    await new Promise((resolve) => setImmediate(resolve)) // a rejection that nobody handles would fail this test
  })

  test('wrappers are functions by the name of what they go around', async () => {
    await expect(createEngine({ wrappers: { Tool: [] } as never })).rejects.toThrow('`wrappers` option')
  })
})

describe('a person is asked', () => {
  const hooks = { PreToolUse: [{ name: 'prod', match: 'deploy', ask: 'Deploy to production?' }] }
  const deploy = { id: 'd1', name: 'deploy', input: {} }
  const through = (run: Run) => run.wrapToolCall(deploy, async () => ({ output: 'deployed' }))

  test.each([
    ['yes lets it run', true, { output: 'deployed' }],
    ['no denies it', false, { is_error: true, output: expect.stringContaining('said no') as unknown }],
  ])('%s (S18, W78)', async (_name, answer, result) => {
    const questions: string[] = []
    const onAsk: RunOptions['onAsk'] = ({ text, call: given }) => {
      questions.push(`${given?.name}: ${text}`)
      return answer
    }
    const { run, names } = await runWith({ hooks, run: { onAsk } })
    expect(await through(run)).toMatchObject(result)
    expect(questions).toEqual([expect.stringMatching(/^deploy: Deploy to production\?\n– rule prod/)])
    expect(names()[2]).toBe('PermissionRequest')
  })

  test('nobody who could be asked is a deny that says so (S61)', async () => {
    const { run } = await runWith({ hooks })
    const { output, is_error } = await through(run)
    expect(is_error).toBe(true)
    expect(output).toContain('There is nobody who could be asked: Deploy to production?')
  })

  test('nobody who answers in time is a deny that says so (W78)', async () => {
    const gone: boolean[] = []
    const onAsk: RunOptions['onAsk'] = async ({ signal }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      gone.push(signal.aborted)
      return true
    }
    const { run } = await runWith({ hooks, run: { onAsk, ask_timeout_ms: 20 } })
    expect((await through(run)).output).toContain('Nobody answered within 20 ms: Deploy')
    await until(() => gone.length > 0)
  })

  test('a second that nobody answers in is one', async () => {
    const { run } = await runWith({
      hooks,
      run: { onAsk: () => new Promise(() => {}), ask_timeout_ms: 1000 },
    })
    expect((await through(run)).output).toContain('Nobody answered within 1 s: Deploy')
  })

  test('only true is a yes', async () => {
    const { run } = await runWith({ hooks, run: { onAsk: () => 'no' as never } })
    expect((await through(run)).output).toContain('said no')
  })

  test('rules of PermissionRequest answer before anybody is asked', async () => {
    const { run } = await runWith({
      hooks: { ...hooks, PermissionRequest: [{ name: 'night', deny: 'Nobody deploys at night.' }] },
      run: { onAsk: () => true },
    })
    expect((await through(run)).output).toContain('Nobody deploys at night.')
  })
})

describe('an abort', () => {
  test('ends a rule that is under way and its children; it is no failure (A22, W77)', async () => {
    const aborting = new AbortController()
    const { run, shop, names } = await runWith({
      hooks: { PreToolUse: [{ name: 'slow', run: 'echo $$ > pid; exec tail -f /dev/null', timeout: '1h' }] },
      run: { signal: aborting.signal },
    })
    let ran = 0
    const waiting = run
      .wrapToolCall(call, async () => ({ output: String(++ran) }))
      .catch((error: unknown) => error)
    await until(() => existsSync(shop.at('pid')) && readFileSync(shop.at('pid'), 'utf8').trim() !== '')
    aborting.abort()
    expect(await waiting).toMatchObject({ name: 'AbortError' })
    const pid = Number(readFileSync(shop.at('pid'), 'utf8'))
    await until(() => !isAlive(pid))
    await run.end({ error: aborting.signal.reason as unknown })
    expect([ran, names()]).toEqual([0, ['SessionStart', 'SessionEnd']])
  })

  test('leaves the end of the session to be told, however end is called', async () => {
    const aborting = new AbortController()
    const { run, names, shop } = await runWith({
      hooks: { AgentStop: [{ name: 'slow', run: 'echo > began; exec tail -f /dev/null', timeout: '1h' }] },
      run: { signal: aborting.signal },
    })
    const ending = run.end().catch((error: unknown) => error)
    await until(() => existsSync(shop.at('began')))
    aborting.abort()
    expect(await ending).toMatchObject({ name: 'AbortError' })
    await run.end()
    await run.end()
    expect(names()).toEqual(['SessionStart', 'SessionEnd'])
  })

  test('ends a call that hears of none, of a tool or a model', async () => {
    for (const wrap of ['wrapToolCall', 'wrapModelCall'] as const) {
      const aborting = new AbortController()
      const { run } = await runWith({ hooks: {}, run: { signal: aborting.signal } })
      let began = false
      const never = () => {
        began = true
        return new Promise<never>(() => {})
      }
      const waiting =
        wrap === 'wrapToolCall' ? run.wrapToolCall(call, never) : run.wrapModelCall({ messages: [] }, never)
      const ended = waiting.catch((error: unknown) => error)
      await until(() => began)
      aborting.abort()
      expect(await ended).toMatchObject({ name: 'AbortError' })
    }
  })

  test('ends a question to a person', async () => {
    const aborting = new AbortController()
    const { run } = await runWith({
      hooks: { PreToolUse: [{ name: 'a', ask: 'Sure?' }] },
      run: {
        signal: aborting.signal,
        onAsk: () => {
          aborting.abort()
          return new Promise<boolean>(() => {})
        },
      },
    })
    await expect(run.wrapToolCall(call, async () => ({ output: 'x' }))).rejects.toMatchObject({
      name: 'AbortError',
    })
  })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('what is remembered', () => {
  test('a named session goes on with the next run, another one does not', async () => {
    const { engine } = await runWith({
      hooks: { PreToolUse: [{ name: 'one', once: 'session', deny: 'Once.' }] },
    })
    const decisions = async (session?: string) => {
      const run = await engine.start(session === undefined ? {} : { session })
      const { verdict } = await run.openToolCall(call)
      await run.end()
      return verdict.decision
    }
    expect(await decisions('t1')).toBe('deny')
    expect(await decisions('t1')).toBe('proceed')
    expect(await decisions('t2')).toBe('deny')
    expect(await decisions()).toBe('deny')
  })

  test.each(['memory', 'files'] as const)(
    'scripts have a file of their own, with state in %s (A32)',
    async (state) => {
      const dir = openShop()
      open.push(dir)
      const { run } = await runWith({
        state: state === 'memory' ? 'memory' : { dir: dir.root },
        hooks: {
          PreToolUse: [
            {
              name: 'count',
              run: 'echo x >> "$HOOKS_STATE_FILE"; echo "{\\"metadata\\": {\\"n\\": $(wc -l < "$HOOKS_STATE_FILE")}}"',
            },
          ],
        },
      })
      await run.openToolCall(call)
      const { verdict } = await run.openToolCall({ ...call, id: 'c2' })
      expect(verdict.metadata).toEqual({ n: 2 })
    },
  )
})
