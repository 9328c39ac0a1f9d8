import { describe, expect, test } from 'vitest'
import { context as contextDialect } from '../../src/agents/context.ts'
import { native } from '../../src/agents/native/native.ts'
import { events } from '../../src/model/events.ts'
import type { Outcome, Verdict } from '../../src/model/types.ts'
import { context, nothing } from './world.ts'

const decode = (payload: Record<string, unknown>) => native.decode(payload, context)

describe('fields of a wrong type or unit (S31)', () => {
  const time = 'expected milliseconds since 1970, as a number: it is ignored'
  test.each<[string, unknown, string]>([
    ['started_at', '2026-11-23T12:00:00Z', `is "2026-11-23T12:00:00Z", ${time}`],
    ['started_at', 1_790_000_000, `is 1790000000, which are seconds, ${time}`],
    ['started_at', 1_790_000_000_000_000, `is 1790000000000000, which are microseconds, ${time}`],
    ['started_at', 1_790_000_000_000_000_000, `is 1790000000000000000, which are nanoseconds, ${time}`],
    ['started_at', 300, `is 300, which is a duration, ${time}`],
    ['started_at', 0, `is 0, which is a duration, ${time}`],
    ['started_at', -1_790_000_000_000, `is -1790000000000, ${time}`],
    ['step', -1, 'is -1, expected a number from 0: it is ignored'],
    ['step', '3', 'is "3", expected a number from 0: it is ignored'],
    ['turn_number', true, 'is true, expected a number from 0: it is ignored'],
    ['is_error', 'no', 'is "no", expected true or false: it is ignored'],
    ['tool_name', ['Bash'], 'is a list, expected a string: it is ignored'],
    ['prompt', { text: 'x' }, 'is an object, expected a string: it is ignored'],
    ['messages', 'hello', 'is "hello", expected a list of objects with a "role": it is ignored'],
    ['usage', 100, 'is 100, expected an object with numbers of tokens: it is ignored'],
  ])('%s %j', (name, value, said) => {
    const event = decode({ event: 'PreStep', [name]: value })
    expect(event.ignored).toEqual([`"${name}" of the payload ${said}`])
    expect(event).not.toHaveProperty(name)
  })

  test('a number of tokens as text', () => {
    const event = decode({ event: 'PreStep', usage: { input: '100', output: 2 } })
    expect(event.ignored).toEqual([
      '"usage.input" of the payload is "100", expected a number of tokens: it is ignored',
    ])
  })

  test('a negative number of tokens', () => {
    const event = decode({ event: 'PreStep', usage: { context: -5, current_context_window: 7 } })
    expect(event.usage).toEqual({ context: 7 })
    expect(event.ignored).toEqual([
      '"usage.context" of the payload is -5, expected a number of tokens: it is ignored',
    ])
  })

  test('null and absent fields are none', () => {
    expect(decode({ event: 'PreStep', started_at: null, step: 0 })).not.toHaveProperty('ignored')
  })

  test('scripts are not told', () => {
    const event = decode({ event: 'PreStep', step: '3' })
    expect(native.toScript?.(event, nothing)).not.toHaveProperty('ignored')
  })
})

describe('decode', () => {
  test('copies every field of our own', () => {
    const payload = {
      event: 'PostToolUse',
      agent: 'shop-bot',
      session_id: 's1',
      run_id: 'r1',
      cwd: '/shop/src',
      root: '/shop',
      branch: 'main',
      permission_mode: 'default',
      model: 'small',
      source: 'startup',
      subagent: { name: 'reviewer', id: 'a1' },
      recipe: '',
      turn: 1,
      step: 0,
      stop_active: 2,
      prompt: '',
      tool_name: 'Write',
      tool_input: { file_path: 'src/cart.ts' },
      tool_use_id: 't1',
      tool_output: 'written',
      output_text: 'given',
      is_error: false,
      messages: [{ role: 'user', content: 'hello' }],
      response: 'done',
      system_prompt: 'You sell.',
      usage: { input: 1, output: 2, total: 3, context: 4, max_context: 5 },
      started_at: 1_700_000_000_000,
      finish_reason: 'stop',
      error: 'none',
      transcript_path: '/t.jsonl',
      metadata: { final: true },
    }
    expect(decode(payload)).toEqual({ ...payload, raw: payload })
    expect(Object.isFrozen(decode(payload))).toBe(true)
  })

  test.each(
    Object.entries(events).flatMap(([name, { aliases }]) => [name, ...aliases].map((alias) => [alias, name])),
  )('knows %s as %s', (alias, name) => {
    const event = decode({ event: alias })
    expect([event.event, event.native_event]).toEqual([name, alias === name ? undefined : alias])
    expect(decode({ hook_event_name: alias }).event).toBe(name)
  })

  test.each([{ event: 'CartEmptied' }, {}, { event: 7 }])('takes %j as unmapped', (payload) => {
    expect(decode(payload)).toMatchObject({
      event: 'unmapped',
      cwd: '/shop/api',
      root: '/shop',
      raw: payload,
    })
  })

  test('leaves what is of a wrong type in raw alone', () => {
    const payload = {
      event: 'PreToolUse',
      session_id: 7,
      turn: '1',
      is_error: 'yes',
      messages: [1],
      metadata: [],
      cwd: 'api',
      subagent: 3,
      usage: 'much',
      stop_active: true,
    }
    const { ignored, ...event } = decode(payload)
    expect(ignored).toHaveLength(8)
    expect(event).toEqual({ event: 'PreToolUse', cwd: '/shop/api', root: '/shop', raw: payload })
  })

  test('knows the names that other agents give to fields', () => {
    const payload = {
      event: 'after_turn',
      conv_id: 'c',
      tool_user_id: 't',
      invoked_recipe: 'compact',
      turn_number: 3,
      invoked_by: 'subagent',
      usage: { input_tokens: 1, output_tokens: 2, current_context_window: 800, max_context_window: 1_000 },
    }
    expect(decode(payload)).toMatchObject({
      session_id: 'c',
      tool_use_id: 't',
      recipe: 'compact',
      turn: 3,
      subagent: { name: 'subagent' },
      usage: { input: 1, output: 2, context: 800, max_context: 1_000 },
    })
  })

  test.each([
    { output: 'plain', text: 'plain' },
    { output: '', text: '' },
    { output: null, text: '' },
    { output: { stdout: 'out', stderr: 'err' }, text: 'out\nerr' },
    { output: { stdout: 'out', stderr: '' }, text: 'out' },
    { output: [{ type: 'text', text: 'a' }, { type: 'image' }, { type: 'text', text: 'b' }], text: 'a\nb' },
    { output: { content: [{ type: 'text', text: 'a' }] }, text: 'a' },
    { output: { content: 'a' }, text: 'a' },
    { output: { rows: 2 }, text: '{"rows":2}' },
    { output: [1, 2], text: '[1,2]' },
    { output: 0, text: '0' },
  ])('reads the text of $output', ({ output, text }) => {
    expect(decode({ event: 'PostToolUse', tool_output: output })).toMatchObject({
      tool_output: output,
      output_text: text,
    })
  })

  test.each([
    { payload: { event: 'after_tool_call', tool_output: { success: false, error: 'no' } }, is_error: true },
    { payload: { event: 'after_tool_call', tool_output: { success: true } }, is_error: false },
    { payload: { event: 'PostToolUseFailure' }, is_error: true },
    { payload: { event: 'PostToolUse', tool_output: { success: false }, is_error: false }, is_error: false },
    { payload: { event: 'PostToolUse', tool_output: 'failed' }, is_error: undefined },
  ])('knows whether $payload failed', ({ payload, is_error }) => {
    expect(decode(payload).is_error).toBe(is_error)
  })

  test('makes nothing of a payload that names prototypes', () => {
    const payload = JSON.parse(
      '{"event":"PreToolUse","__proto__":{"agent":"x"},"constructor":{"name":"y"}}',
    ) as Record<string, unknown> // what JSON.parse gives for an object
    expect(decode(payload).agent).toBeUndefined()
  })
})

test.each([
  [{ event: 'PreToolUse' }, 2],
  [{ event: 'before_tool_use' }, 1],
  [{ hook_event_name: 'PreToolUse' }, 1],
  [{ event: 'CartEmptied' }, 0],
  [{ tool_name: 'Bash' }, 0],
])('recognises %j as %i', (payload, sure) => {
  expect(native.recognizes(payload, {})).toBe(sure)
})

describe('encode', () => {
  const verdicts: readonly { readonly verdict: Partial<Verdict>; readonly exit: number }[] = [
    { verdict: {}, exit: 0 },
    { verdict: { decision: 'allow' }, exit: 0 },
    { verdict: { decision: 'deny', reason: 'no' }, exit: 2 },
    { verdict: { decision: 'ask', reason: 'sure?' }, exit: 3 },
    { verdict: { flow: 'stop', hard: true }, exit: 2 },
    { verdict: { decision: 'ask', flow: 'stop', hard: true }, exit: 2 },
    { verdict: { flow: 'stop', hard: false }, exit: 0 },
    { verdict: { flow: 'continue' }, exit: 0 },
    { verdict: { updated_output: null, updated_input: {} }, exit: 0 },
  ]

  test.each(verdicts)('prints $verdict and exits $exit', ({ verdict, exit }) => {
    const whole = { ...nothing, ...verdict }
    expect(native.encode(whole, decode({ event: 'PreToolUse' }))).toEqual({
      stdout: `${JSON.stringify(whole)}\n`,
      stderr: '',
      exit,
    })
  })
})

describe('scripts', () => {
  const event = decode({
    event: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    conv_id: 'c',
  })

  test('read the event and the verdict so far, without the raw payload', () => {
    expect(native.toScript?.(event, nothing)).toEqual({
      event: 'PreToolUse',
      session_id: 'c',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
      cwd: '/shop/api',
      root: '/shop',
      prior: nothing,
    })
  })

  test('never cause a lazy field to be read', () => {
    const lazy = Object.defineProperty({ ...event }, 'messages', {
      get: () => expect.fail('the transcript was read'),
      enumerable: false,
    })
    expect(JSON.stringify(native.toScript?.(lazy, nothing))).toContain('"tool_name":"Bash"')
  })

  const replies: readonly Outcome[] = [
    {},
    { decision: 'deny', reason: 'no' },
    {
      flow: 'stop',
      flow_reason: 'quota',
      hard: true,
      stops: [{ code: 'quota', message: 'used up', hard: true }],
      forced: true,
    },
    {
      updated_input: {},
      updated_output: null,
      updated_prompt: '',
      updated_system: { append: 'a' },
      updated_request: { temperature: 0 },
    },
    { callback: { recipe: 'compact', args: { keep: 2 } } },
    { replace_messages: [{ role: 'user', content: 'x' }], persist: true, clear: ['grep'] },
    {
      follow_up_messages: ['a'],
      additional_context: ['b'],
      system_messages: ['c'],
      tool_results: { t1: 0 },
      next_prompt: 'd',
      metadata: { e: 1 },
    },
    { warnings: [{ code: 'slow', message: 'it was slow' }] },
  ]

  test.each(replies)('may answer %j', (reply) => {
    expect(native.fromScript?.(reply, event)).toEqual(reply)
  })

  test('may hand on a whole verdict; its trace is left out', () => {
    const { trace: _, ...outcome } = { ...nothing, decision: 'deny' }
    expect(native.fromScript?.({ ...outcome, trace: [{ rule: 'x' }] }, event)).toEqual(outcome)
  })

  test('have no opinion when they print a text', () => {
    expect(native.fromScript?.('checked 3 files', event)).toEqual({})
  })

  test.each([
    { reply: { action: 'explode' }, says: 'unknown field "action": "explode"' },
    { reply: { Decision: 'deny' }, says: 'unknown field "Decision": "deny"' },
    {
      reply: { decision: 'block' },
      says: '"decision" is "block", expected one of "proceed", "allow", "ask", "deny"',
    },
    {
      reply: { decision: null },
      says: '"decision" is null, expected one of "proceed", "allow", "ask", "deny"',
    },
    {
      reply: { flow: 'go' },
      says: '"flow" is "go", expected one of "default", "continue", "restart", "stop"',
    },
    { reply: { reason: ['no'] }, says: '"reason" is a list, expected a string' },
    { reply: { hard: 'true' }, says: '"hard" is "true", expected true or false' },
    { reply: { additional_context: 'text' }, says: '"additional_context" is "text", expected a list' },
    { reply: { additional_context: ['a', 1] }, says: '"additional_context[1]" is 1, expected a string' },
    { reply: { updated_system: { add: 'x' } }, says: 'unknown field "updated_system.add": "x"' },
    { reply: { callback: {} }, says: '"callback.recipe" is missing' },
    {
      reply: { callback: { recipe: 'x', status: 'maybe' } },
      says: '"callback.status" is "maybe", expected one of "pending", "done", "failed"',
    },
    { reply: { stops: [{ code: 'x', message: 'y' }] }, says: '"stops[0].hard" is missing' },
    { reply: { metadata: [] }, says: '"metadata" is a list, expected an object' },
    { reply: { replace_messages: ['x'] }, says: '"replace_messages[0]" is "x", expected an object' },
    {
      reply: { hookSpecificOutput: {} },
      says: 'unknown field "hookSpecificOutput": an object',
    },
    {
      reply: JSON.parse('{"__proto__": {"decision": "allow"}}') as unknown,
      says: 'unknown field "__proto__": an object',
    },
    { reply: { constructor: 1 }, says: 'unknown field "constructor": 1' },
  ])('may not answer $reply', ({ reply, says }) => {
    expect(() => native.fromScript?.(reply, event)).toThrow(new TypeError(says))
  })

  test('give context by what they print, in the context dialect', () => {
    expect(contextDialect.toScript?.(event, nothing)).toEqual(native.toScript?.(event, nothing))
    expect(contextDialect.fromScript?.('\n{ "no": reply }\n', event)).toEqual({
      additional_context: ['{ "no": reply }'],
    })
    expect(contextDialect.fromScript?.(' \n', event)).toEqual({})
    expect(contextDialect.recognizes({ event: 'PreToolUse' }, {})).toBe(0)
  })
})
