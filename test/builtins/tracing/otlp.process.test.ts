import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createEngine } from '../../../src/index.ts'
import { makeProject } from '../../support/cli.ts'
import { collector, plain } from './collector.ts'

const rule = (otlp: string, more = {}) => ({
  name: 'trace',
  on: '*',
  use: 'tracing',
  with: { otlp, ...more },
})

async function engineFor(otlp: string, more = {}) {
  const engine = await createEngine({ config: { rules: [rule(otlp, more)] } })
  onTestFinished(() => engine.close())
  return engine
}

const before = {
  event: 'PreToolUse',
  session_id: 's',
  tool_name: 'grep',
  tool_use_id: 'c1',
  tool_input: { pattern: 'cart' },
}
const after = { ...before, event: 'PostToolUse', tool_output: 'src/cart.ts:3' }
const respond = {
  event: 'PostModelCall',
  session_id: 's',
  model: 'claude-sonnet-4',
  response: 'Looking.',
  usage: { input: 12, output: 3 },
  finish_reason: 'tool_use',
  tool_calls: [{ id: 'c1', name: 'grep', input: { pattern: 'cart' } }],
}

describe('in an agent', () => {
  test('spans have the names of the GenAI conventions (W67 W68)', async () => {
    const { url, heard, spans } = await collector()
    const engine = await engineFor(url, { headers: { authorization: 'Bearer t' }, service: 'shop' })
    for (const event of [
      { event: 'UserPromptSubmit', session_id: 's', agent: 'shop-agent', prompt: 'Find the cart' },
      { event: 'PreModelCall', session_id: 's', messages: [{ role: 'user', content: 'Find the cart' }] },
      respond,
      before,
      after,
      { event: 'AgentStop', session_id: 's', agent: 'shop-agent', response: 'There.' },
      { event: 'SessionEnd', session_id: 's' },
    ])
      await engine.dispatch(event)
    expect(heard).toHaveLength(1)
    expect(heard[0]?.path).toBe('/v1/traces')
    expect(heard[0]?.headers).toMatchObject({ authorization: 'Bearer t', 'content-type': 'application/json' })
    expect(plain(heard[0]?.body.resourceSpans[0]?.resource.attributes ?? [])).toEqual({
      'service.name': 'shop',
    })
    const [model, tool, run] = spans()
    expect(model).toMatchObject({ name: 'chat claude-sonnet-4', kind: 3, parentSpanId: run?.spanId })
    expect(plain(model?.attributes ?? [])).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'anthropic',
      'gen_ai.request.model': 'claude-sonnet-4',
      'gen_ai.conversation.id': 's',
      'gen_ai.usage.input_tokens': 12,
      'gen_ai.usage.output_tokens': 3,
      'gen_ai.response.finish_reasons': ['tool_use'],
      'gen_ai.output.messages':
        '[{"role":"assistant","parts":[{"type":"text","content":"Looking."}],"finish_reason":"tool_use"}]',
      'hooks.message_count': 1,
    })
    expect(tool).toMatchObject({ name: 'execute_tool grep', kind: 1, parentSpanId: run?.spanId })
    expect(plain(tool?.attributes ?? [])).toMatchObject({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'grep',
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.call.id': 'c1',
      'gen_ai.tool.call.arguments': '{"pattern":"cart"}',
      'gen_ai.tool.call.result': 'src/cart.ts:3',
    })
    expect(run).toMatchObject({ name: 'invoke_agent shop-agent', kind: 1 })
    expect(run).not.toHaveProperty('parentSpanId')
    expect(new Set(spans().map(({ traceId }) => traceId)).size).toBe(1)
    for (const { startTimeUnixNano, endTimeUnixNano, traceId, spanId } of spans()) {
      expect(startTimeUnixNano).toMatch(/^\d{19}$/)
      expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano))
      expect([traceId, spanId]).toEqual([
        expect.stringMatching(/^[0-9a-f]{32}$/),
        expect.stringMatching(/^[0-9a-f]{16}$/),
      ])
    }
  })

  test('a failure has a status and a type', async () => {
    const { url, spans } = await collector()
    const engine = await engineFor(url)
    await engine.dispatch({ ...after, is_error: true, tool_output: 'not found' })
    await engine.close()
    expect(spans()[0]?.status).toEqual({ code: 2, message: 'not found' })
    expect(plain(spans()[0]?.attributes ?? [])).toMatchObject({ 'error.type': '_OTHER' })
  })

  test('what waits is sent when the engine is closed', async () => {
    const { url, spans } = await collector()
    const engine = await engineFor(url)
    await engine.dispatch(after)
    expect(spans()).toHaveLength(0)
    await engine.close()
    expect(spans()).toHaveLength(1)
  })

  test('nobody waits for a collector that does not answer', async () => {
    const { url } = await collector(() => -1)
    const engine = await engineFor(url)
    await engine.dispatch(after)
    const verdict = await engine.dispatch({ event: 'AgentStop', session_id: 's' })
    expect(verdict).toMatchObject({ decision: 'proceed', warnings: [] })
    const last = await engine.dispatch({ event: 'SessionEnd', session_id: 's' })
    expect(last.warnings).toEqual([
      {
        code: 'tracing',
        rule: 'trace',
        message: `${url}/v1/traces cannot be reached: no answer within 1000 ms`,
      },
    ])
  })

  test.each([
    { name: 'refuses', status: 400, reply: '{}', message: /answered 400/ },
    { name: 'is busy', status: 503, reply: '{}', message: /answered 503/ },
    {
      name: 'takes a part',
      status: 200,
      reply: '{"partialSuccess":{"rejectedSpans":"1"}}',
      message: /did not take 1 spans/,
    },
  ])('a collector that $name is a warning', async ({ status, reply, message }) => {
    const { url } = await collector(() => status, reply)
    const engine = await engineFor(url)
    await engine.dispatch(after)
    const { decision, warnings } = await engine.dispatch({ event: 'SessionEnd', session_id: 's' })
    expect(decision).toBe('proceed')
    expect(warnings).toMatchObject([{ code: 'tracing', message: expect.stringMatching(message) }])
  })

  test('headers are sent unencrypted to no other machine, wherever the address comes from', async () => {
    const { url, heard } = await collector()
    const message = 'headers would be sent unencrypted: write the address in otlp with https:'
    const engine = await createEngine({
      config: { rules: [rule('$COLLECTOR', { headers: { authorization: 'Bearer t' } })] },
    })
    onTestFinished(() => engine.close())
    const warningsFor = async (address: string) => {
      vi.stubEnv('COLLECTOR', address)
      onTestFinished(() => void vi.unstubAllEnvs())
      await engine.dispatch(after)
      return (await engine.dispatch({ event: 'SessionEnd', session_id: 's' })).warnings
    }
    expect(await warningsFor('http://collector.example.com:4318')).toMatchObject([
      { code: 'tracing', message },
    ])
    expect(await warningsFor(url)).toEqual([])
    expect(heard.map(({ headers }) => headers.authorization)).toEqual(['Bearer t'])
  })

  test.each([
    {
      name: 'a password in the address',
      more: {},
      place: (url: string) => url.replace('//', '//dana:hunter2@'),
      message: /^otlp is not the address of a collector: .*a password in headers$/,
    },
    {
      name: 'a token in the path',
      more: {},
      place: (url: string) => `${url}/hunter2`,
      message: /^http:\/\/127\.0\.0\.1:\d+\/…\/v1\/traces answered 503$/,
    },
    {
      name: 'a token in a header that cannot be sent',
      more: { headers: { authorization: 'Bearer hunter2\nx' } },
      place: (url: string) => url,
      message: /cannot be reached: its headers cannot be sent$/,
    },
  ])('no warning shows $name', async ({ more, place, message }) => {
    const { url } = await collector(() => 503)
    const engine = await engineFor(place(url), more)
    await engine.dispatch(after)
    const { warnings } = await engine.dispatch({ event: 'SessionEnd', session_id: 's' })
    expect(warnings).toMatchObject([{ code: 'tracing', message: expect.stringMatching(message) as string }])
    expect(JSON.stringify(warnings)).not.toContain('hunter2')
  })

  test('what the address asks for stays behind the path', async () => {
    const { url, heard } = await collector()
    const engine = await engineFor(`${url}/shop/?tenant=7`)
    await engine.dispatch(after)
    await engine.dispatch({ event: 'SessionEnd', session_id: 's' })
    expect(heard[0]?.path).toBe('/shop/v1/traces?tenant=7')
  })

  test('without the variable that names it there is no collector (W69)', async () => {
    const engine = await engineFor('$SHOP_COLLECTOR_THAT_IS_NOT_SET')
    await engine.dispatch(after)
    expect(await engine.dispatch({ event: 'SessionEnd', session_id: 's' })).toMatchObject({ warnings: [] })
  })
})

describe('one process for each event', () => {
  const project = (url: string) =>
    makeProject({
      'hooks.yaml': JSON.stringify({
        version: 1,
        wrap: { ToolUse: [{ name: 'trace', match: 'grep', use: 'tracing', with: { otlp: url } }] },
      }),
    })
  const run = async (shop: ReturnType<typeof project>, event: object, args: readonly string[] = []) => {
    const { stdout, ms } = await shop.hooks(['run', '--json', ...args, '-'], { input: JSON.stringify(event) })
    return { ...(JSON.parse(stdout) as { readonly warnings: readonly unknown[] }), ms }
  }
  const stop = { event: 'AgentStop', session_id: 's', response: 'Done.' }

  test('sends a call that two processes saw when the run is over (W68)', async () => {
    const { url, heard, spans } = await collector()
    const shop = project(url)
    await run(shop, before)
    await run(shop, after)
    expect(heard).toHaveLength(0)
    expect((await run(shop, stop)).warnings).toEqual([])
    expect(spans().map(({ name }) => name)).toEqual(['execute_tool grep', 'invoke_agent'])
    const [tool] = spans()
    expect(BigInt(tool?.endTimeUnixNano ?? 0) - BigInt(tool?.startTimeUnixNano ?? 0)).toBeGreaterThan(0n)
    await run(shop, { event: 'SessionEnd', session_id: 's' })
    expect(heard).toHaveLength(1)
  })

  test('keeps what a collector could not take for the next time', async () => {
    const answers = [503, 200]
    const { url, spans } = await collector(() => answers.shift() ?? 200)
    const shop = project(url)
    await run(shop, after)
    expect((await run(shop, stop)).warnings).toMatchObject([{ code: 'tracing' }])
    expect((await run(shop, { event: 'SessionEnd', session_id: 's' })).warnings).toEqual([])
    expect(
      spans()
        .filter(({ name }) => name === 'execute_tool grep')
        .map(({ spanId }) => spanId),
    ).toHaveLength(2)
  })

  test('waits a second at the most', async () => {
    const { url } = await collector(() => -1)
    const shop = project(url)
    await run(shop, after)
    const last = await run(shop, stop)
    expect(last.warnings).toMatchObject([
      { code: 'tracing', message: expect.stringContaining('no answer within 1000 ms') },
    ])
  })

  test('sends nothing in a dry run', async () => {
    const { url, heard } = await collector()
    const shop = project(url)
    await run(shop, after, ['--dry-run'])
    await run(shop, stop, ['--dry-run'])
    expect(heard).toHaveLength(0)
  })
})
