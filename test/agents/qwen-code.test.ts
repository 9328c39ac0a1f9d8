import { describe, expect, test } from 'vitest'
import { dialect as qwen } from '../../src/agents/qwen-code/dialect.ts'
import type { Verdict } from '../../src/model/types.ts'
import { deny, type Payload, speaker } from './answers.ts'

const { load, decode, answer } = speaker(qwen, 'qwen')

describe('decode', () => {
  test.each<[string, Payload, object]>([
    ['PreToolUse-1', {}, { event: 'PreToolUse', tool_name: 'write_file', permission_mode: 'yolo' }],
    [
      'PostToolUse-2',
      {},
      { event: 'PostToolUse', output_text: 'export const orders = [];\n', is_error: false },
    ],
    ['PostToolUse-3', {}, { output_text: expect.stringContaining('Exit Code: 3'), is_error: true }],
    [
      'PreToolUse-1',
      { hook_event_name: 'PostToolUseFailure', error: 'no such file' },
      { event: 'PostToolUse', is_error: true, output_text: 'no such file' },
    ],
    ['Notification-1', {}, { event: 'Notification', source: 'auth_success' }],
    ['SubagentStart-1', {}, { event: 'SubagentStart', subagent: { name: 'general-purpose' } }],
    ['SubagentStop-1', {}, { event: 'SubagentStop', response: 'Twelve orders.' }],
    ['UserPromptSubmit-1', {}, { event: 'UserPromptSubmit', prompt: 'Add a discount to the cart' }],
    ['UserPromptSubmit-2', {}, { event: 'UserPromptSubmit', prompt: '' }],
  ])('%s with %j has %o', (name, more, expected) => {
    expect(decode(name, more)).toMatchObject(expected)
  })

  test('a stop is not known to be a continued one, as each says so', () => {
    expect(load('Stop-1')['stop_hook_active']).toBe(true)
    expect('stop_active' in decode('Stop-1')).toBe(false)
  })
})

describe('encode', () => {
  test('denies in both channels, with the same reason', () => {
    const { said, stderr, exit } = answer('PreToolUse-1', deny)
    expect(exit).toBe(2)
    expect(said.hookSpecificOutput).toEqual({
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: stderr,
    })
    expect(stderr).toContain('Why: Force-pushing rewrites shared history.')
  })

  const decided = (permissionDecision: string, permissionDecisionReason: string) => ({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason },
  })

  test.each<[string, string, Partial<Verdict>, object | undefined]>([
    ['an ask', 'PreToolUse-1', { decision: 'ask', reason: 'Deploy?' }, decided('ask', 'Deploy?')],
    [
      'an allow',
      'PreToolUse-1',
      { decision: 'allow', reason: 'Only looks.' },
      decided('allow', 'Only looks.'),
    ],
    ['an allow without a reason', 'PreToolUse-1', { decision: 'allow' }, decided('allow', 'a rule says so')],
    ['context before a call', 'PreToolUse-1', { additional_context: ['Read-only.'] }, undefined],
    [
      'a changed output',
      'PostToolUse-2',
      { updated_output: '[hidden]' },
      { continue: false, stopReason: '[hidden]' },
    ],
    [
      'context after a call',
      'PostToolUse-2',
      { additional_context: ['Stock was counted.'] },
      { hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'Stock was counted.' } },
    ],
    [
      'a denied prompt',
      'UserPromptSubmit-1',
      { decision: 'deny', reason: 'Remove the key.' },
      { decision: 'block', reason: 'Remove the key.' },
    ],
    [
      'context on a prompt',
      'UserPromptSubmit-1',
      { additional_context: ['Prices are in cents.'] },
      {
        hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: 'Prices are in cents.' },
      },
    ],
    [
      'context on the prompt of a tool’s result',
      'UserPromptSubmit-2',
      { additional_context: ['Prices.'] },
      undefined,
    ],
    [
      'a stop that is continued',
      'Stop-1',
      { flow: 'continue', flow_reason: 'npm test failed' },
      { decision: 'block', reason: 'Not done yet: npm test failed' },
    ],
    ['a stop that ends', 'Stop-1', { flow: 'stop', hard: true, flow_reason: 'Enough.' }, undefined],
  ])('%s', (_, name, verdict, expected) => {
    const { said, exit, stderr } = answer(name, verdict)
    if (expected === undefined) expect(said).toBeUndefined()
    else expect(said).toMatchObject(expected)
    expect([exit, stderr]).toEqual([0, ''])
  })
})

test.each<[string, Payload, Record<string, string>, 0 | 1 | 2]>([
  ['its transcript', load('PreToolUse-1'), {}, 2],
  [
    'another place and its variable',
    { ...load('PreToolUse-1'), transcript_path: '/data/c.jsonl' },
    { QWEN_PROJECT_DIR: '/shop' },
    2,
  ],
  ['another place', { ...load('PreToolUse-1'), transcript_path: '/data/c.jsonl' }, {}, 1],
  ['no time stamp', { ...load('PreToolUse-1'), timestamp: undefined }, {}, 0],
  ['an event of Gemini CLI', { ...load('PreToolUse-1'), hook_event_name: 'BeforeTool' }, {}, 0],
])('recognizes %s', (_, payload, env, sure) => {
  expect(qwen.recognizes(payload, env)).toBe(sure)
})
