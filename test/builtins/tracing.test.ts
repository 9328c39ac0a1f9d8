import { describe, expect, test } from 'vitest'
import { tracing } from '../../src/builtins/tracing.ts'
import { createMemoryState } from '../../src/store/state/memory.ts'
import type { Span } from '../../src/model/types.ts'
import { ask, type Question, type Tree } from './ask.ts'

/** A session that is traced; its clock is set by each question. */
function traced(
  options: Readonly<Record<string, unknown>> = { file: 'trace.jsonl' },
  half?: Question['half'],
) {
  const files: Tree = {}
  const now = { ms: 0 }
  const state = createMemoryState({ now: () => now.ms, elapsed: () => now.ms })
  const say = (at: number, event: Question['event'], prior: Question['prior'] = {}) => {
    now.ms = at
    const given = { session_id: 's', ...event }
    return ask(tracing, { with: options, event: given, files, state, now: at, prior, ...(half && { half }) })
  }
  const lines = (): Span[] =>
    (files['trace.jsonl'] ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Span)
  return { say, lines, files, state }
}

const call = { tool_name: 'grep', tool_use_id: 'c1', tool_input: { pattern: 'cart' } }
const before: Question['event'] = { event: 'PreToolUse', ...call }
const after = (output: string, more = {}): Question['event'] => ({
  event: 'PostToolUse',
  ...call,
  tool_output: output,
  ...more,
})
const entry = (rule: string, ms: number) => ({ rule, result: 'ran' as const, ms })

describe('a tool call', () => {
  test('is one span from before to after, with its input and output (W68 U20)', async () => {
    const { say, lines } = traced()
    expect(await say(1000, before)).toEqual({})
    expect(await say(1250, after('z'.repeat(900)))).toEqual({})
    expect(lines()).toEqual([
      {
        name: 'tool.call',
        trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        span_id: expect.stringMatching(/^[0-9a-f]{16}$/),
        parent_id: expect.stringMatching(/^[0-9a-f]{16}$/),
        start: '1970-01-01T00:00:01.000Z',
        duration_ms: 250,
        session: 's',
        run: '0',
        tool_name: 'grep',
        tool_call_id: 'c1',
        tool_args: { pattern: 'cart' },
        output_length: 900,
        output: `${'z'.repeat(500)}… (400 more)`,
      },
    ])
  })

  test('lasts as long as the rules around it, too (W3)', async () => {
    const { say, lines } = traced()
    await say(1000, before, { trace: [entry('slow', 300)] })
    await say(1100, after('ok'))
    expect(lines()).toMatchObject([{ duration_ms: 400, start: '1970-01-01T00:00:00.700Z' }])
  })

  test('that failed says why (W68)', async () => {
    const { say, lines } = traced()
    await say(0, before)
    await say(5, after('no such file', { is_error: true }))
    expect(lines()).toMatchObject([{ error: 'no such file', duration_ms: 5 }])
  })

  test('that was denied is a span of its own', async () => {
    const { say, lines } = traced()
    await say(7, before, { decision: 'deny', reason: 'Not there.' })
    expect(lines()).toMatchObject([
      { name: 'tool.call', error: 'denied: Not there.', denied: true, duration_ms: 0 },
    ])
  })

  test('whose beginning nobody heard has no duration', async () => {
    const { say, lines } = traced()
    await say(5, after('ok'))
    expect(lines()[0]).not.toHaveProperty('duration_ms')
  })

  test('calls that overlap keep their own times (W75)', async () => {
    const { say, lines } = traced()
    const other = { tool_use_id: 'c2' }
    await say(0, before)
    await say(10, { ...before, ...other })
    await say(20, after('b', other))
    await say(100, after('a'))
    expect(lines().map(({ tool_call_id, duration_ms }) => [tool_call_id, duration_ms])).toEqual([
      ['c2', 10],
      ['c1', 100],
    ])
  })
})

describe('a model call', () => {
  const ask2 = [
    { role: 'user', content: 'Add a discount' },
    { role: 'user', content: 'Now' },
  ]
  const respond = (more = {}): Question['event'] => ({
    event: 'PostModelCall',
    response: 'y'.repeat(900),
    model: 'claude-sonnet',
    usage: { input: 12, output: 3 },
    finish_reason: 'tool_use',
    raw: {
      tool_calls: [
        { id: 'c1', name: 'ls', input: {} },
        { id: 'c2', name: 'grep', input: {} },
      ],
    },
    ...more,
  })

  test('is one span with counts, content and the names of the tools that it calls (W67)', async () => {
    const { say, lines } = traced()
    await say(0, { event: 'PreModelCall', messages: ask2 })
    await say(40, respond())
    expect(lines()).toMatchObject([
      {
        name: 'llm.call',
        duration_ms: 40,
        message_count: 2,
        content_length: 900,
        content: `${'y'.repeat(500)}… (400 more)`,
        tool_calls_count: 2,
        tool_calls: ['ls', 'grep'],
        input_tokens: 12,
        output_tokens: 3,
        finish_reason: 'tool_use',
        model: 'claude-sonnet',
      },
    ])
  })

  test('lasts as long as what summarized before it, too, and counts what was left (W58)', async () => {
    const { say, lines } = traced()
    const left = [{ role: 'system' as const, content: 'Summary' }]
    await say(
      5000,
      { event: 'PreModelCall', messages: ask2 },
      { trace: [entry('summarize', 4000)], replace_messages: left },
    )
    await say(5100, respond())
    expect(lines().at(-1)).toMatchObject({ name: 'llm.call', duration_ms: 4100, message_count: 1 })
  })

  test('that failed ends with the error (W67)', async () => {
    const { say, lines } = traced()
    await say(0, { event: 'PreModelCall', messages: ask2 })
    await say(30, { event: 'Error', error: 'overloaded' })
    await say(40, { event: 'Error', error: 'something else' })
    expect(lines()).toMatchObject([{ name: 'llm.call', error: 'overloaded', duration_ms: 30 }])
  })
})

test('each rule of a phase has a span (W70)', async () => {
  const { say, lines } = traced()
  const messages = [{ role: 'user', content: 'a' }]
  await say(10, { event: 'SessionStart' }, { trace: [entry('memory', 2)] })
  await say(
    20,
    { event: 'PreModelCall', messages },
    { trace: [entry('skills', 3), { ...entry('b', 1), result: 'timeout' }] },
  )
  expect(lines()).toMatchObject([
    { name: 'hook.before_agent/memory', duration_ms: 2 },
    { name: 'hook.modify_request/skills', duration_ms: 3, message_count_before: 1, message_count_after: 1 },
    { name: 'hook.modify_request/b', error: 'timeout' },
  ])
})

describe('a run', () => {
  test('is the parent of its calls, and of its subagents', async () => {
    const { say, lines } = traced()
    const subagent = { name: 'tester', id: 'a1' }
    await say(0, { event: 'UserPromptSubmit', prompt: 'Go' })
    await say(1, { event: 'SubagentStart', subagent })
    await say(2, after('ok', { subagent }))
    await say(3, { event: 'SubagentStop', subagent })
    await say(4, after('ok', { tool_use_id: 'c2' }))
    await say(9, { event: 'AgentStop' }, { flow: 'continue' })
    await say(10, { event: 'AgentStop' })
    const [inner, sub, outer, run] = lines()
    expect(lines()).toHaveLength(4)
    expect(run).toMatchObject({ name: 'agent.run', duration_ms: 10 })
    expect(run).not.toHaveProperty('parent_id')
    expect(outer?.parent_id).toBe(run?.span_id)
    expect(sub).toMatchObject({ name: 'agent.run', parent_id: run?.span_id, duration_ms: 2 })
    expect(inner?.parent_id).toBe(sub?.span_id)
    expect(new Set(lines().map(({ trace_id }) => trace_id)).size).toBe(1)
    expect(new Set(lines().map(({ span_id }) => span_id)).size).toBe(4)
  })

  test('is no line of a file that only calls are asked for', async () => {
    const { say, lines } = traced({ file: 'trace.jsonl' }, 'after')
    await say(0, { event: 'AgentStop' })
    expect(lines()).toEqual([])
  })

  test('of another session is another trace', async () => {
    const { say, lines } = traced()
    await say(0, after('ok'))
    await say(0, after('ok', { session_id: 'other' }))
    const [one, other] = lines()
    expect(one?.trace_id).not.toBe(other?.trace_id)
    expect(one?.span_id).not.toBe(other?.span_id)
  })
})

describe('contents', () => {
  test('are masked as in the ledger before they are cut (P29)', async () => {
    const { say, files } = traced({ file: 'trace.jsonl', preview: 30 })
    const key = `AKIA${'A1'.repeat(8)}`
    await say(0, {
      ...after(`${'x'.repeat(20)} ${key}`),
      tool_input: { password: 'hunter2', query: `key ${key}` },
    })
    expect(files['trace.jsonl']).not.toMatch(/AKIA|hunter2/)
    expect(files['trace.jsonl']).toContain('[masked]')
  })

  test('are left out with preview: 0', async () => {
    const { say, lines } = traced({ file: 'trace.jsonl', preview: 0 })
    await say(0, after('some output'))
    expect(lines()[0]).toMatchObject({ output_length: 11 })
    expect(lines()[0]).not.toHaveProperty('output')
    expect(lines()[0]).not.toHaveProperty('tool_args')
  })

  test('are counted and cut by characters', async () => {
    const { say, lines } = traced({ file: 'trace.jsonl', preview: 2 })
    await say(0, after('🧾🧾🧾'))
    expect(lines()[0]).toMatchObject({ output_length: 3, output: '🧾🧾… (1 more)' })
  })
})

test('without a file and a collector nothing is written and nothing said (W69)', async () => {
  const { say, files } = traced({})
  expect(await say(0, before)).toEqual({})
  expect(await say(1, after('ok'))).toEqual({})
  expect(files).toEqual({})
  expect(tracing.inactive?.({ headers: {}, service: 'hooks', preview: 500 })).toBe('no file and no otlp')
})
