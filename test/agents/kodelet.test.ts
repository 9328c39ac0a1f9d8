import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dialect as kodelet } from '../../src/agents/kodelet/kodelet.ts'
import { readReply } from '../../src/handlers/run/reply.ts'
import type { Event, Outcome, Verdict } from '../../src/model/types.ts'
import { context, eventOf, nothing } from './world.ts'
import { check } from '../support/check.ts'

type Payload = Record<string, unknown>

const base = { conv_id: 'c1', cwd: '/shop/src', invoked_by: 'main' }
const calls = { tool_name: 'bash', tool_input: { command: 'ls' }, tool_user_id: 't1' }
const result = {
  toolName: 'bash',
  success: true,
  metadata: { command: 'ls', output: 'cart.ts' },
  timestamp: '2026-01-15T10:30:00Z',
}
const payloads: Readonly<Record<string, Payload>> = {
  before: { event: 'before_tool_call', ...base, ...calls },
  after: { event: 'after_tool_call', ...base, ...calls, tool_output: result },
  message: { event: 'user_message_send', ...base, message: 'Empty the cart.' },
  stop: {
    event: 'agent_stop',
    ...base,
    messages: [
      { role: 'user', content: 'Fix the cart.' },
      { role: 'assistant', content: 'Fixed.' },
    ],
    usage: { input_tokens: 1, output_tokens: 2, current_context_window: 3, max_context_window: 4 },
    invoked_recipe: 'compact',
    auto_compact_enabled: true,
    auto_compact_threshold: 0.8,
  },
  turn: { event: 'turn_end', ...base, response: 'Done.', turn_number: 2 },
  model: { event: 'after_turn', ...base, messages: [], turn_number: 1, tools_used: ['bash'] },
}
const payload = (name: string): Payload => payloads[name] ?? {}
const event = (name: string, more: Payload = {}): Event =>
  kodelet.decode({ ...payload(name), ...more }, context)
const answer = (name: string, verdict: Partial<Verdict>, more: Payload = {}) =>
  kodelet.encode({ ...nothing, ...verdict }, event(name, more))

describe('decode', () => {
  test.each([
    [
      'before',
      {
        event: 'PreToolUse',
        native_event: 'before_tool_call',
        agent: 'kodelet',
        session_id: 'c1',
        cwd: '/shop/src',
        tool_name: 'bash',
        tool_input: { command: 'ls' },
        tool_use_id: 't1',
      },
    ],
    ['after', { event: 'PostToolUse', tool_output: result, output_text: 'cart.ts', is_error: false }],
    ['message', { event: 'UserPromptSubmit', prompt: 'Empty the cart.' }],
    [
      'stop',
      {
        event: 'AgentStop',
        recipe: 'compact',
        response: 'Fixed.',
        usage: { input: 1, output: 2, context: 3, max_context: 4 },
        metadata: { auto_compact_enabled: true, auto_compact_threshold: 0.8 },
      },
    ],
    ['turn', { event: 'PostModelCall', native_event: 'turn_end', response: 'Done.', turn: 2 }],
    ['model', { event: 'PostModelCall', turn: 1, metadata: { tools_used: ['bash'] } }],
  ])('reads %s (K1, K2, K3, K5, K6)', (name, expected) => {
    expect(event(name)).toMatchObject(expected)
    expect(event(name).raw).toEqual(payload(name))
    expect(Object.isFrozen(event(name))).toBe(true)
  })

  test('knows a subagent, and no recipe where none is named (K1, K4)', () => {
    expect(event('before', { invoked_by: 'subagent' }).subagent).toEqual({ name: 'subagent' })
    expect(event('before').subagent).toBeUndefined()
    expect(event('before').recipe).toBeUndefined()
    expect(event('before', { recipe_name: 'review' }).recipe).toBe('review')
  })

  test('a result that did not succeed is an error, and why is part of its text (K6)', () => {
    const tool_output = { ...result, success: false, error: 'exit 1' }
    expect(event('after', { tool_output })).toMatchObject({
      is_error: true,
      output_text: 'exit 1\ncart.ts',
    })
  })

  test.each(['constructor', 'toString', '__proto__', 'lunch'])('%s is no event', (name) => {
    expect(event('before', { event: name }).event).toBe('unmapped')
  })

  test.each([
    ['before_tool_call with a conversation', payload('before'), 2],
    ['before_tool_call alone', { event: 'before_tool_call', tool_name: 'bash' }, 0],
    ['an event of ours', { ...base, event: 'PreToolUse' }, 0],
    ['an event of acai', { ...base, event: 'tool-call-start' }, 0],
  ])('recognises %s', (_what, given, sure) => expect(kodelet.recognizes(given, {})).toBe(sure))
})

describe('encode exits 0, and', () => {
  test.each<[string, string, Partial<Verdict>, unknown]>([
    ['a denial blocks', 'before', { decision: 'deny', reason: 'no' }, { blocked: true, reason: 'no' }],
    ['a stop blocks', 'before', { flow: 'stop', flow_reason: 'quota' }, { blocked: true, reason: 'quota' }],
    ['a question blocks', 'before', { decision: 'ask', reason: 'Sure?' }, { blocked: true, reason: 'Sure?' }],
    ['a blocked prompt', 'message', { decision: 'deny', reason: 'no' }, { blocked: true, reason: 'no' }],
    ['a denial without words', 'before', { decision: 'deny' }, { blocked: true, reason: 'denied by a rule' }],
    [
      'another input',
      'before',
      { updated_input: { command: 'pwd' } },
      { blocked: false, input: { command: 'pwd' } },
    ],
    ['an empty input', 'before', { updated_input: {} }, { blocked: false, input: {} }],
    [
      'an input that no tool takes',
      'before',
      { updated_input: 'pwd' },
      { blocked: true, reason: 'A rule made the input into something that no tool takes.' },
    ],
    [
      'another output, where the tool has its text',
      'after',
      { updated_output: '[redacted]' },
      { output: { ...result, metadata: { command: 'ls', output: '[redacted]' } } },
    ],
    [
      'a whole other result',
      'after',
      { updated_output: { ...result, success: false } },
      { output: { ...result, success: false } },
    ],
    [
      'another conversation',
      'model',
      { replace_messages: [{ role: 'user', content: 'S' }] },
      { result: 'mutate', messages: [{ role: 'user', content: 'S' }] },
    ],
    [
      'a recipe to run',
      'model',
      { callback: { recipe: 'compact', args: { keep: 2, of: 'cart' }, status: 'pending' } },
      { result: 'callback', callback: 'compact', callback_args: { keep: '2', of: 'cart' } },
    ],
    [
      'a reason to go on',
      'stop',
      { flow: 'continue', flow_reason: 'Run the tests.', follow_up_messages: ['And lint.'] },
      { result: 'continue', follow_up_messages: ['Run the tests.', 'And lint.'] },
    ],
    [
      'a restart',
      'stop',
      { flow: 'restart', next_prompt: 'Again.' },
      { result: 'continue', follow_up_messages: ['Again.'] },
    ],
    [
      'going on without a word',
      'stop',
      { flow: 'continue' },
      { result: 'continue', follow_up_messages: ['Not done yet.'] },
    ],
    [
      'follow-ups after a replacement',
      'stop',
      { flow: 'continue', flow_reason: 'On.', replace_messages: [{ role: 'user', content: 'S' }] },
      { result: 'mutate', messages: [{ role: 'user', content: 'S' }], follow_up_messages: ['On.'] },
    ],
  ])('%s (K8, K10, K12)', (_what, name, verdict, reply) => {
    const said = answer(name, verdict)
    expect({ ...said, stdout: JSON.parse(said.stdout) as unknown }).toEqual({
      stdout: reply,
      stderr: '',
      exit: 0,
    })
  })

  test.each<[string, Partial<Verdict>]>([
    ['before', {}],
    ['before', { decision: 'allow' }],
    ['before', { additional_context: ['x'] }],
    ['message', { updated_prompt: 'x' }],
    ['stop', { flow: 'stop', hard: true, follow_up_messages: ['x'] }],
    ['model', { callback: { recipe: 'compact', status: 'done' } }],
    ['turn', { replace_messages: [{ role: 'user', content: 'S' }] }],
  ])('at %s says nothing for %j (K20)', (name, verdict) => {
    expect(answer(name, verdict)).toEqual({ stdout: '', stderr: '', exit: 0 })
  })

  test('no secret of a reason reaches the model', () => {
    const reason = 'curl -H "Authorization: Bearer ghp_abcdefghijklmnopqrstuvwxyz0123456789" is not for you.'
    expect(answer('before', { decision: 'deny', reason }).stdout).not.toContain('ghp_abc')
  })

  test('a result without a place for a text becomes a failure that says it', () => {
    const tool_output = { ...result, metadata: { lines: ['token=abc'] } }
    const { stdout } = answer('after', { updated_output: '[withheld]' }, { tool_output })
    expect(JSON.parse(stdout)).toEqual({
      output: { ...result, success: false, error: '[withheld]', metadata: {} },
    })
    const metadata = { lines: ['[redacted]'] }
    const changed = answer('after', { updated_output: { ...result, metadata } }, { tool_output })
    expect(JSON.parse(changed.stdout)).toEqual({ output: { ...result, metadata } })
  })

  test('what was put out before is in no part of a changed result', () => {
    const tool_output = { ...result, success: false, error: 'token=abc', metadata: { output: 'token=abc' } }
    expect(answer('after', { updated_output: 'hidden' }, { tool_output }).stdout).not.toContain('token')
    const metadata = { output: 'all', content: 'token=abc', result: 'token=abc' }
    const several = { tool_output: { ...result, metadata } }
    expect(event('after', several).output_text).toBe('all\ntoken=abc\ntoken=abc')
    expect(answer('after', { updated_output: 'hidden' }, several).stdout).not.toContain('token')
  })
})

test.each([
  ['after', {}, 'PostToolUse', { updated_output: true }],
  [
    'after',
    { tool_output: { ...result, metadata: { lines: ['a'] } } },
    'PostToolUse',
    { updated_output: true },
  ],
  ['after', { tool_output: { lines: ['a'] } }, 'PostToolUse', { updated_output: false }],
  ['model', {}, 'PostModelCall', { messages: true }],
  ['turn', {}, 'PostModelCall', {}],
] as const)('at %s with %j it can be told %s %j', (name, more, at, carries) => {
  expect(kodelet.capabilitiesAt?.(event(name, more)).events[at]).toEqual(carries)
})

describe('a script reads', () => {
  test.each(['before', 'after', 'message', 'stop'])("Kodelet's own payload at %s (A1, K2)", (name) => {
    expect(kodelet.toScript?.(event(name), nothing)).toEqual(payload(name))
  })

  test('the call and its result as changed so far (A21)', () => {
    expect(kodelet.toScript?.(event('before'), { ...nothing, updated_input: { command: 'pwd' } })).toEqual({
      ...payload('before'),
      tool_input: { command: 'pwd' },
    })
    expect(kodelet.toScript?.(event('after'), { ...nothing, updated_output: 'short' })).toMatchObject({
      tool_output: { success: true, metadata: { output: 'short' } },
    })
  })

  test("another agent's call in Kodelet's words", () => {
    const given = eventOf({
      event: 'PostToolUse',
      agent: 'claude-code',
      session_id: 's',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
      tool_use_id: 't',
      tool_output: { stdout: 'cart.ts', stderr: '' },
      is_error: true,
      subagent: { name: 'reviewer' },
    })
    expect(kodelet.toScript?.(given, nothing)).toEqual({
      event: 'after_tool_call',
      conv_id: 's',
      cwd: '/shop',
      invoked_by: 'subagent',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
      tool_user_id: 't',
      tool_output: {
        toolName: 'Bash',
        success: false,
        error: 'cart.ts',
        metadata: { stdout: 'cart.ts', stderr: '' },
      },
    })
  })

  test('a conversation as texts in which the names of tools can be found (K2, K48)', () => {
    const given = eventOf({
      event: 'AgentStop',
      messages: [
        { role: 'user', content: 'Fix it.' },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'So.' },
            { type: 'tool_use', name: 'file_edit' },
          ],
        },
        { role: 'assistant', content: '', tool_calls: [{ id: 'c1', name: 'file_write', input: {} }] },
      ],
    })
    expect(kodelet.toScript?.(given, nothing)).toEqual({
      event: 'agent_stop',
      conv_id: '',
      cwd: '/shop',
      invoked_by: 'main',
      messages: [
        { role: 'user', content: 'Fix it.' },
        { role: 'assistant', content: 'So.\n{"type":"tool_use","name":"file_edit"}' },
        {
          role: 'assistant',
          content: '{"id":"c1","name":"file_write","input":{}}',
          tool_calls: [{ id: 'c1', name: 'file_write', input: {} }],
        },
      ],
      usage: { input_tokens: 0, output_tokens: 0, current_context_window: 0, max_context_window: 0 },
      invoked_recipe: '',
      auto_compact_enabled: false,
    })
  })

  test('how often the agent was kept from stopping (K48)', () => {
    expect(kodelet.toScript?.(event('stop', { stop_active: 2 }), nothing)).toMatchObject({ stop_active: 2 })
  })

  test('the end of a subagent as that of an agent', () => {
    const given = eventOf({ event: 'SubagentStop', subagent: { name: 'reviewer' } })
    expect(kodelet.toScript?.(given, nothing)).toMatchObject({ event: 'agent_stop', invoked_by: 'subagent' })
  })
})

describe('a script answers', () => {
  const read = (text: string, name = 'stop'): Outcome => readReply(text, { dialect: kodelet }, event(name))

  test.each<[string, string, unknown, Outcome]>([
    ['nothing (K7, K20)', 'stop', '', {}],
    ['an empty object', 'stop', {}, {}],
    ['a block (K18)', 'before', { blocked: true, reason: 'no' }, { decision: 'deny', reason: 'no' }],
    ['no block (K19)', 'before', { blocked: false }, {}],
    ['another input', 'before', { blocked: false, input: { a: 1 } }, { updated_input: { a: 1 } }],
    ['an empty input', 'before', { input: {} }, { updated_input: {} }],
    ['a whole result', 'after', { output: result }, { updated_output: result }],
    ['another prompt (K22)', 'message', { message: 'Hello' }, { updated_prompt: 'Hello' }],
    [
      'continue (K8)',
      'stop',
      { result: 'continue', follow_up_messages: ['lint'] },
      { flow: 'continue', follow_up_messages: ['lint'] },
    ],
    [
      'follow-ups alone (K9)',
      'stop',
      { follow_up_messages: ['lint'] },
      { flow: 'continue', follow_up_messages: ['lint'] },
    ],
    [
      'mutate (K10, K14)',
      'model',
      { result: 'mutate', messages: [{ role: 'user', content: 'S' }] },
      { replace_messages: [{ role: 'user', content: 'S' }], persist: true },
    ],
    [
      'mutate without messages (K11)',
      'model',
      { result: 'mutate', messages: [] },
      {
        warnings: [
          {
            code: 'empty_messages',
            message: '"replace_messages" is empty; the messages stay as they are',
          },
        ],
      },
    ],
    [
      'callback (K12)',
      'model',
      { result: 'callback', callback: 'compact', callback_args: { focus: 'tests' } },
      { callback: { recipe: 'compact', args: { focus: 'tests' } } },
    ],
    [
      'another conversation to change (K50)',
      'model',
      { result: 'callback', callback: 'compact', target_conversation_id: 'other' },
      {
        callback: { recipe: 'compact' },
        warnings: [
          {
            code: 'ignored',
            message: '"target_conversation_id" is ignored: only the current conversation is changed',
          },
        ],
      },
    ],
  ])('%s', (_what, name, reply, outcome) => {
    expect(read(typeof reply === 'string' ? reply : JSON.stringify(reply), name)).toEqual(outcome)
  })

  test("a result for another agent is that agent's text", () => {
    const given = eventOf({ event: 'PostToolUse', tool_output: { stdout: 'secret', stderr: '' } })
    const output = { ...result, metadata: { output: 'hidden' } }
    expect(kodelet.fromScript?.({ output }, given)).toEqual({ updated_output: 'hidden' })
  })

  test.each([
    ['all fine', 'a hook of Kodelet prints a JSON object or nothing'],
    ['{"blocked": "yes"}', '"blocked" is not true or false'],
    ['{"decision": "deny"}', 'unknown field "decision"'],
    ['{"result": "explode"}', 'unknown result "explode", expected continue, mutate or callback'],
    ['{"result": "callback"}', '"callback" names no recipe'],
    ['{"follow_up_messages": "lint"}', '"follow_up_messages" is not a list of texts'],
    ['{"input": "ls"}', '"input" is not an object'],
    ['{"result": "mutate", "messages": [{"role": "robot"}]}', '"replace_messages[0]" is not a message'],
  ])('%s, and has failed (A17, K15)', (text, says) => expect(() => read(text)).toThrow(says))

  test('whatever it prints, it is heard or has failed (A29)', () => {
    check(
      fc.property(fc.jsonValue(), fc.constantFrom(...Object.keys(payloads)), (reply, name) => {
        expect(heard(reply, name)).toBe(true)
      }),
    )
  })
})

const heard = (reply: unknown, name: string): boolean => {
  try {
    return typeof kodelet.fromScript?.(reply, event(name)) === 'object'
  } catch (error) {
    return error instanceof TypeError
  }
}
