import { existsSync, readFileSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  builtins,
  createEngine,
  defineBuiltin,
  type Engine,
  type EngineOptions,
  HooksError,
  type SpawnRequest,
} from '../../src/index.ts'
import { textOfData } from '../../src/config/read/yaml/edit.ts'
import { startClock } from '../support/fake-clock.ts'
import { until } from '../support/time.ts'
import { openShop, ruleFile, type Shop } from './shop.ts'

const open: (Engine | Shop)[] = []

afterEach(async () => {
  for (const each of open.splice(0)) await ('remove' in each ? each.remove() : each.close())
})

function shopOf(files: Readonly<Record<string, string>> = {}): Shop {
  const shop = openShop(files)
  open.push(shop)
  return shop
}

async function engineOf(options: EngineOptions): Promise<Engine> {
  const engine = await createEngine(options)
  open.unshift(engine)
  return engine
}

const call = {
  event: 'PreToolUse',
  tool_name: 'Write',
  tool_input: { file_path: 'orders.ts' },
  session_id: 's1',
}
const rules = (...list: readonly object[]) => ({ hooks: { PreToolUse: list } })

test('a session is remembered between events', async () => {
  const match = { command: 'git commit', session: { wrote: 'orders.ts', since: 'npm test' } }
  const engine = await engineOf({ config: rules({ name: 'tested', match, deny: 'Run npm test first.' }) })
  const shell = (command: string, event = 'PostToolUse') => ({
    ...call,
    event,
    tool_name: 'Bash',
    tool_input: { command },
  })
  const commit = async () => (await engine.dispatch(shell('git commit -m x', 'PreToolUse'))).decision
  const before = await commit()
  await engine.dispatch({ ...call, event: 'PostToolUse' })
  const changed = await commit()
  await engine.dispatch(shell('npm test'))
  expect([before, changed, await commit()]).toEqual(['proceed', 'deny', 'proceed'])
})

describe('where the rules come from', () => {
  test('data is what a file would say', async () => {
    const engine = await engineOf({
      config: rules({ name: 'frozen', match: '@write', deny: 'The shop is frozen.' }),
    })
    expect(await engine.dispatch(call)).toMatchObject({ decision: 'deny', reason: 'The shop is frozen.' })
    expect(await engine.dispatch({ ...call, tool_name: 'Read' })).toMatchObject({ decision: 'proceed' })
  })

  test('data compiles to what its file compiles to', async () => {
    const data = rules(
      {
        name: 'a',
        match: { tool: ['*', '!Bash'] },
        deny: 'Note: # not @here, {{tool_name}} & *this*\nnor there',
      },
      { name: 'b', match: { input: { file_path: '/\\d+/' } }, ask: 'yes' },
    )
    const shop = shopOf({ 'hooks.yaml': textOfData(data) })
    const [fromData, fromFile] = [
      await engineOf({ config: data, root: shop.root }),
      await engineOf({ config: 'hooks.yaml', root: shop.root }),
    ]
    const strip = (engine: Engine) => engine.rules().map((rule) => ({ ...rule, at: undefined }))
    expect(strip(fromData)).toEqual(strip(fromFile))
    expect(fromData.rules()).toHaveLength(2)
  })

  test('data extends files below the root', async () => {
    const shop = shopOf({ 'shared.yaml': ruleFile('deny', 'shared') })
    const engine = await engineOf({ config: { extends: ['./shared.yaml', 'recommended'] }, root: shop.root })
    expect(engine.rules('PreToolUse').map((rule) => rule.name)).toContain('shared/only')
    expect(await engine.dispatch(call)).toMatchObject({ reason: 'shared' })
  })

  test('named files are found from the root, and each of them adds', async () => {
    const shop = shopOf({ 'a.yaml': ruleFile('context', 'a'), 'conf/b.yaml': ruleFile('context', 'b') })
    const engine = await engineOf({ config: ['a.yaml', 'conf/b.yaml'], root: shop.root })
    expect((await engine.dispatch(call)).additional_context).toEqual(['a', 'b'])
  })

  test('without a name they are the project’s own files, and the user’s unless layers says no', async () => {
    const shop = shopOf({
      'hooks.yaml': ruleFile('context', 'project'),
      'hooks.local.yaml': ruleFile('context', 'local'),
    })
    const home = shopOf({ 'hooks/hooks.yaml': ruleFile('context', 'user') })
    const before = process.env['XDG_CONFIG_HOME']
    process.env['XDG_CONFIG_HOME'] = home.root
    try {
      const said = async (options: EngineOptions) =>
        (await (await engineOf({ root: shop.root, ...options })).dispatch(call)).additional_context
      expect(await said({})).toEqual(['user', 'project', 'local'])
      expect(await said({ layers: false })).toEqual(['project', 'local'])
      expect(await said({ config: 'hooks.yaml' })).toEqual(['project'])
      expect(await said({ config: 'hooks.yaml', layers: true })).toEqual(['user', 'project'])
    } finally {
      if (before === undefined) delete process.env['XDG_CONFIG_HOME']
      else process.env['XDG_CONFIG_HOME'] = before
    }
  })

  test('no file anywhere is no rule', async () => {
    const engine = await engineOf({ root: shopOf().root, layers: false })
    expect(engine.rules()).toEqual([])
    expect(await engine.dispatch(call)).toMatchObject({ decision: 'proceed' })
  })
})

describe('what is wrong is refused at the start', () => {
  test('with every problem of every file', async () => {
    const shop = shopOf({ 'hooks.yaml': 'hoks: {}\nversoin: 1\n' })
    const error: unknown = await createEngine({ root: shop.root, layers: false }).catch(
      (caught: unknown) => caught,
    )
    expect(error).toBeInstanceOf(HooksError)
    expect(error).toMatchObject({
      code: 'config',
      diagnostics: [{ code: 'unknown-key' }, { code: 'unknown-key' }],
    })
    expect(String(error)).toContain('hooks.yaml:1:1: unknown key "hoks"')
    expect(String(error)).toContain('2 | versoin: 1')
  })

  test('even when it concerns one rule', async () => {
    const config = rules(
      { name: 'fine', match: 'x', deny: 'No.' },
      { name: 'newer', match: '@write', notfy: 'x', ask: 'Sure?' },
    )
    await expect(createEngine({ config })).rejects.toMatchObject({ diagnostics: [{ code: 'unknown-key' }] })
  })

  test('with the place in what was given as data', async () => {
    const error: unknown = await createEngine({ config: { hooks: { PreTool: [] } } }).catch(
      (caught: unknown) => caught,
    )
    expect(error).toMatchObject({
      code: 'config',
      diagnostics: [{ code: 'unknown-event', at: { file: 'config', line: 2, column: 3 } }],
    })
  })

  test('a named file that is not there', async () => {
    await expect(createEngine({ config: 'rules.yaml', root: shopOf().root })).rejects.toMatchObject({
      code: 'config',
      diagnostics: [{ code: 'missing-file', message: 'there is no file "rules.yaml"' }],
    })
  })

  const cycle: Record<string, unknown> = {}
  cycle['self'] = cycle
  test.each<[string, unknown]>([
    ['Unknown option `wacth`: expected one of config, base, root, layers', { wacth: true }],
    ['Expected the `watch` option to be a boolean, got `"yes"` (string)', { watch: 'yes' }],
    [
      'Expected the `config` option to be a path, a list of paths, or an object, got `[]` (array)',
      { config: [] },
    ],
    ['Expected the `state` option to be "memory", "files" or { dir }', { state: {} }],
    ['Expected the `builtins` option', { builtins: [...builtins, builtins[0]] }],
    ['Converting circular structure', { config: cycle }],
  ])('%s', async (message, options) => {
    await expect(createEngine(options as EngineOptions)).rejects.toThrow(TypeError)
    await expect(createEngine(options as EngineOptions)).rejects.toThrow(message)
  })
})

describe('events', () => {
  test.each(['PreToolUse', 'before_tool_use', 'BeforeTool', 'tool-call-start'])(
    '%s is asked',
    async (event) => {
      const engine = await engineOf({ config: rules({ name: 'no', deny: 'No.' }) })
      expect(await engine.dispatch({ ...call, event })).toMatchObject({ decision: 'deny' })
      expect(engine.rules(event)).toHaveLength(1)
    },
  )

  test('a name that does not exist is refused, not passed', async () => {
    const engine = await engineOf({ config: rules({ name: 'no', deny: 'No.' }) })
    await expect(engine.dispatch({ ...call, event: 'PreTooluse' })).rejects.toMatchObject({
      code: 'unknown-event',
      message: expect.stringContaining('there is no event "PreTooluse"; known: SessionStart'),
    })
    await expect(engine.dispatch({} as never)).rejects.toMatchObject({ code: 'unknown-event' })
    await expect(engine.dispatch('PreToolUse' as never)).rejects.toThrow(TypeError)
    expect(() => engine.rules('Nope')).toThrow('there is no event "Nope"')
  })

  test('an agent’s payload is read by its dialect, and the verdict is what that agent can be told', async () => {
    const claude = await engineOf({ config: rules({ name: 'halt', match: '@shell', stop: 'Enough.' }) })
    const payload = {
      hook_event_name: 'PreToolUse',
      session_id: 's1',
      transcript_path: '/tmp/t.jsonl',
      cwd: '/tmp',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
    }
    expect(await claude.dispatch(payload, { dialect: 'claude-code' })).toMatchObject({
      decision: 'deny',
      flow: 'stop',
    })
    expect(await claude.dispatch(payload, { dialect: 'claude' })).toMatchObject({ flow: 'stop' })
    await expect(claude.dispatch(payload, { dialect: 'clod' })).rejects.toMatchObject({
      code: 'unknown-dialect',
    })
    expect(
      await claude.dispatch({ ...payload, hook_event_name: 'FileChanged' }, { dialect: 'claude' }),
    ).toMatchObject({ decision: 'proceed' })
  })

  test('an event that is not plain data harms nobody', async () => {
    const engine = await engineOf({
      config: rules({ name: 'no', match: { input: { a: 'x' } }, deny: 'No.' }),
    })
    const cycle: Record<string, unknown> = { a: 'x' }
    cycle['self'] = cycle
    const settled = await Promise.allSettled([
      engine.dispatch({ ...call, tool_input: cycle }),
      engine.dispatch({ ...call, tool_input: { a: 1n } }),
    ])
    for (const each of settled) if (each.status === 'fulfilled') expect(each.value.decision).not.toBe('allow')
    expect(await engine.dispatch({ ...call, tool_input: { a: 'x' } })).toMatchObject({ decision: 'deny' })
  })
})

describe('what is remembered', () => {
  const counting = rules({ name: 'limit', use: 'rate-limit', with: { max: 1 } })
  const twice = async (engine: Engine, session_id: string) => {
    await engine.dispatch({ ...call, session_id })
    return (await engine.dispatch({ ...call, session_id })).decision
  }

  test('is of its session, and gone with it', async () => {
    const engine = await engineOf({ config: counting })
    await engine.dispatch({ ...call, session_id: 'other' })
    expect(await twice(engine, 'one')).toBe('deny')
    await engine.dispatch({ event: 'SessionEnd', session_id: 'one' })
    expect(await engine.dispatch({ ...call, session_id: 'one' })).toMatchObject({ decision: 'proceed' })
  })

  test('is of the 1,000 sessions used last', async () => {
    const engine = await engineOf({ config: counting })
    await engine.dispatch({ ...call, session_id: 'old' })
    await engine.dispatch({ ...call, session_id: 'kept' })
    for (let count = 0; count < 999; count++) await engine.dispatch({ ...call, session_id: `s${count}` })
    expect(await engine.dispatch({ ...call, session_id: 'kept' })).toMatchObject({ decision: 'deny' })
    expect(await engine.dispatch({ ...call, session_id: 'old' })).toMatchObject({ decision: 'proceed' })
  })

  test('stays in files when it is to', async () => {
    const shop = shopOf()
    const options: EngineOptions = { config: counting, root: shop.root, state: { dir: shop.at('state') } }
    await (await engineOf(options)).dispatch(call)
    expect(await (await engineOf(options)).dispatch(call)).toMatchObject({ decision: 'deny' })
    expect(existsSync(shop.at('state/sessions'))).toBe(true)
  })
})

describe('an abort', () => {
  afterEach(startClock)
  /** What it comes to within half a second of a clock that only tests move. */
  async function settledSoon(asked: Promise<unknown>): Promise<unknown> {
    const settled = vi.fn<(value: unknown) => void>()
    void asked.then(settled, settled)
    await vi.advanceTimersByTimeAsync(500)
    expect(settled).toHaveBeenCalledOnce()
    return settled.mock.lastCall?.[0]
  }
  const setClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const isAlive = (pid: number): boolean => {
    try {
      process.kill(pid, 0)
      return true
    } catch {
      return false
    }
  }

  test.each([
    ['a script that would never end', 'echo $$ > pid; exec tail -f /dev/null'],
    ['a script that will not hear', "trap '' TERM; echo $$ > pid; while :; do sleep 1; done"],
  ])('ends %s within half a second, its group with it', async (_name, run) => {
    const shop = shopOf()
    const engine = await engineOf({
      root: shop.root,
      config: rules({ name: 'slow', run, on_error: 'deny', timeout: '1h' }),
    })
    const controller = new AbortController()
    setClock()
    const asked = engine.dispatch(call, { signal: controller.signal })
    await until(() => existsSync(shop.at('pid')) && readFileSync(shop.at('pid'), 'utf8').endsWith('\n'))
    controller.abort()
    const error = await settledSoon(asked)
    expect(error).toMatchObject({ name: 'AbortError' })
    expect(error).toBe(controller.signal.reason)
    await until(() => !isAlive(Number(readFileSync(shop.at('pid'), 'utf8'))))
    await startClock()
    expect(await engine.dispatch({ event: 'SessionEnd' })).toMatchObject({ warnings: [] })
  })

  test('before the start, and by a built-in that never answers', async () => {
    const engine = await engineOf({
      builtins: [
        {
          name: 'deaf',
          summary: 'never answers',
          events: 'any',
          effects: 'none',
          examples: [],
          compile: () => () => new Promise(() => {}),
        },
      ],
      config: rules({ name: 'deaf', use: 'deaf' }),
    })
    const mine = new Error('enough')
    await expect(engine.dispatch(call, { signal: AbortSignal.abort(mine) })).rejects.toBe(mine)
    setClock()
    const controller = new AbortController()
    const asked = engine.dispatch(call, { signal: controller.signal })
    controller.abort(mine)
    expect(await settledSoon(asked)).toBe(mine)
  })

  test('leaves nothing on a signal that lives long', async () => {
    const engine = await engineOf({ config: rules({ name: 'no', deny: 'No.' }) })
    const { signal } = new AbortController()
    let listeners = 0
    const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)]
    signal.addEventListener = (...given: Parameters<typeof add>) => {
      listeners++
      add(...given)
    }
    signal.removeEventListener = (...given: Parameters<typeof remove>) => {
      listeners--
      remove(...given)
    }
    for (let count = 0; count < 20; count++) await engine.dispatch(call, { signal })
    expect(listeners).toBe(0)
  })
})

test('a rule that gives up over a changed input ends the dispatch, too', async () => {
  const strict = defineBuiltin({
    name: 'strict',
    summary: 'knows only orders.ts',
    events: ['PreToolUse'],
    effects: 'none',
    compile: () => (subject) => {
      if (JSON.stringify(subject.event.tool_input).includes('orders.ts')) return {}
      throw new HooksError('aborted', 'it is no file of mine')
    },
  })
  const engine = await engineOf({
    builtins: [...builtins, strict],
    config: {
      hooks: {
        PreToolUse: [
          { name: 'strict', use: 'strict' },
          { name: 'other', set_input: { file_path: 'src/cart.ts' } },
        ],
      },
    },
  })
  const asked = engine.dispatch({
    event: 'PreToolUse',
    tool_name: 'read_file',
    tool_input: { file_path: 'orders.ts' },
  })
  await expect(asked).rejects.toMatchObject({ code: 'aborted' })
})

test('scripts are started by the one that is given, which hears of an abort', async () => {
  const seen: { request?: SpawnRequest; signal?: AbortSignal } = {}
  const engine = await engineOf({
    config: rules({ name: 'policy', run: ['./policy.sh', '--fast'] }),
    spawn: async (request, { signal }) => {
      Object.assign(seen, { request, signal })
      return { end: 'exit', code: 0, stdout: '{"decision":"deny","reason":"by policy"}', stderr: '', ms: 1 }
    },
  })
  expect(await engine.dispatch(call)).toMatchObject({ decision: 'deny', reason: 'by policy' })
  expect(seen.request?.argv).toEqual([expect.stringMatching(/\/policy\.sh$/), '--fast'])
  expect(seen.signal?.aborted).toBe(false)
})

describe('close', () => {
  test('ends what is under way, and nothing is asked after it', async () => {
    const shop = shopOf()
    const engine = await createEngine({
      root: shop.root,
      config: rules({ name: 'slow', run: 'touch began; exec tail -f /dev/null', timeout: '1h' }),
    })
    const asked = engine.dispatch(call).catch((error: unknown) => error)
    await until(() => existsSync(shop.at('began')))
    await engine.close()
    expect(await asked).toMatchObject({ name: 'HooksError', code: 'closed' })
    await expect(engine.dispatch(call)).rejects.toMatchObject({ code: 'closed' })
    await engine.close()
  })

  test('comes at the end of its scope', async () => {
    let seen: Engine | undefined
    {
      await using engine = await createEngine({ config: rules() })
      seen = engine
    }
    await expect(seen.dispatch(call)).rejects.toMatchObject({ code: 'closed' })
  })
})

test('warnings are told at the start and can be asked for', async () => {
  const told: string[] = []
  const engine = await engineOf({
    config: rules({ name: 'prompt', match: 'Bash', deny: 'No.' }),
    onDiagnostics: (_list, text) => told.push(text),
  })
  expect(engine.diagnostics()).toMatchObject([{ code: 'agent-tool-name', severity: 'warning' }])
  expect(told).toEqual([expect.stringContaining("write '@shell'")])
})
