import { describe, expect, test } from 'vitest'
import { dialect as gemini } from '../../src/agents/gemini-cli/dialect.ts'
import type { Verdict } from '../../src/model/types.ts'
import { createEngine } from '../../src/index.ts'
import { deny, type Payload, speaker } from './answers.ts'
import { context } from './world.ts'

const { load, decode, answer } = speaker(gemini, 'gemini')

const mcp = { server_name: 'stock_room', tool_name: 'reserve', command: 'stock' }

describe('decode', () => {
  test.each<[string, Payload, object]>([
    ['BeforeTool-1', {}, { event: 'PreToolUse', native_event: 'BeforeTool', tool_name: 'write_file' }],
    [
      'BeforeTool-1',
      { tool_name: 'mcp_stock_room_reserve', mcp_context: mcp },
      { tool_name: 'mcp__stock_room__reserve' },
    ],
    ['BeforeTool-4', {}, { metadata: { original_request_name: 'run_shell_command' } }],
    [
      'AfterTool-2',
      {},
      { event: 'PostToolUse', output_text: 'export const orders = [];\n', is_error: false },
    ],
    ['AfterTool-3', {}, { output_text: expect.stringContaining('Exit Code: 3'), is_error: true }],
    ['AfterTool-2', { tool_response: { llmContent: 'no', error: { message: 'no' } } }, { is_error: true }],
    ['AfterTool-2', { tool_response: { llmContent: [{ text: 'one' }] } }, { output_text: 'one' }],
    ['BeforeAgent-1', {}, { event: 'UserPromptSubmit', prompt: 'Add a discount to the cart' }],
    ['AfterAgent-1', {}, { event: 'AgentStop', response: 'The discount is in.', stop_active: 0 }],
    ['AfterAgent-2', {}, { stop_active: 1 }],
    ['SessionStart-1', {}, { event: 'SessionStart', source: 'startup' }],
    ['SessionEnd-1', {}, { event: 'SessionEnd', source: 'exit' }],
    ['PreCompress-1', {}, { event: 'PreCompact', source: 'auto' }],
    ['Notification-1', {}, { event: 'Notification', source: 'ToolPermission' }],
    ['BeforeToolSelection-1', {}, { event: 'unmapped' }],
  ])('%s with %j has %o', (name, more, expected) => {
    expect(decode(name, more)).toMatchObject(expected)
  })
})

describe('encode', () => {
  test('a deny is a reason, and nothing that asks', () => {
    for (const verdict of [deny, { decision: 'ask', reason: 'Deploy?' }] as const) {
      const { said, stderr, exit } = answer('BeforeTool-1', verdict)
      expect([exit, stderr]).toEqual([0, ''])
      expect(said).toEqual({ decision: 'deny', reason: expect.stringContaining(verdict.reason) })
    }
    const { said } = answer('BeforeTool-1', { decision: 'ask', reason: 'Deploy?' })
    expect(said.reason).toContain("needs the user's approval, which gemini-cli cannot ask for here")
  })

  test.each<[string, string, Partial<Verdict>, object | undefined]>([
    ['an allow', 'BeforeTool-1', { decision: 'allow', reason: 'Only looks.' }, undefined],
    [
      'a changed input, all of it',
      'BeforeTool-1',
      { updated_input: { file_path: '/shop/b.ts', content: '' } },
      {
        hookSpecificOutput: {
          hookEventName: 'BeforeTool',
          tool_input: { file_path: '/shop/b.ts', content: '' },
        },
      },
    ],
    [
      'an input without a field that it had',
      'BeforeTool-1',
      { updated_input: { file_path: '/shop/b.ts' } },
      { decision: 'deny', reason: expect.stringContaining('Make this call without content.') },
    ],
    ['an input that no tool takes', 'BeforeTool-1', { updated_input: [] }, { decision: 'deny' }],
    ['context before a call', 'BeforeTool-1', { additional_context: ['Read-only.'] }, undefined],
    [
      'a stop before a call',
      'BeforeTool-1',
      { decision: 'deny', flow: 'stop', hard: true, flow_reason: 'Enough.' },
      { decision: 'deny', continue: false, stopReason: 'Enough.' },
    ],
    [
      'a changed output',
      'AfterTool-2',
      { updated_output: '[hidden]' },
      { decision: 'deny', reason: '[hidden]' },
    ],
    ['an empty output', 'AfterTool-2', { updated_output: '' }, { decision: 'deny', reason: '(no output)' }],
    [
      'context after a call',
      'AfterTool-2',
      { additional_context: ['Stock was counted.'] },
      { hookSpecificOutput: { hookEventName: 'AfterTool', additionalContext: 'Stock was counted.' } },
    ],
    [
      'a denied prompt',
      'BeforeAgent-1',
      { decision: 'deny', reason: 'Remove the key.' },
      { decision: 'deny', reason: 'Remove the key.' },
    ],
    [
      'a stop that is continued',
      'AfterAgent-1',
      { flow: 'continue', flow_reason: 'npm test failed' },
      { decision: 'deny', reason: 'Not done yet: npm test failed' },
    ],
    [
      'a stop that ends',
      'AfterAgent-1',
      { flow: 'stop', hard: true, flow_reason: 'Enough.' },
      { continue: false, stopReason: 'Enough.' },
    ],
    ['a message', 'Notification-1', { system_messages: ['Hello.'] }, { systemMessage: 'Hello.' }],
    [
      'anything at an event without rules',
      'PreCompress-1',
      { ...deny, additional_context: ['x'] },
      undefined,
    ],
  ])('%s', (_, name, verdict, expected) => {
    const { said, exit, stderr } = answer(name, verdict)
    if (expected === undefined) expect(said).toBeUndefined()
    else expect(said).toMatchObject(expected)
    expect([exit, stderr]).toEqual([0, ''])
  })
})

describe('what a call would do', () => {
  const config = {
    hooks: {
      PreToolUse: [
        { name: 'env', match: { writes: '.env' }, deny: 'No.' },
        { name: 'push', match: { command: 'git push --force' }, deny: 'No.' },
        { name: 'reads', match: { reads: 'keys/*' }, deny: 'No.' },
      ],
    },
  }

  test.each<[string, Payload, string]>([
    ['write_file', { file_path: '/shop/.env', content: 'KEY=1' }, 'deny'],
    ['replace', { file_path: '/shop/.env', instruction: 'x', old_string: 'a', new_string: 'b' }, 'deny'],
    [
      'replace',
      { file_path: '/shop/orders.ts', instruction: 'x', old_string: 'a', new_string: 'b' },
      'proceed',
    ],
    ['run_shell_command', { command: 'git push -f', description: 'x' }, 'deny'],
    ['run_shell_command', { command: 'rm .env', dir_path: '/shop' }, 'deny'],
    ['read_file', { file_path: '/shop/keys/a.pem' }, 'deny'],
    ['run_shell_command', { command: 'git status' }, 'proceed'],
  ])('%s %j: %s', async (tool_name, tool_input, decision) => {
    const engine = await createEngine({ root: '/shop', config, trust: 'all' })
    const event = gemini.decode({ ...load('BeforeTool-1'), tool_name, tool_input, cwd: '/shop' }, context)
    expect(await engine.dispatch({ ...event })).toMatchObject({ decision })
    await engine.close()
  })
})

describe('recognizes', () => {
  const elsewhere: Payload = { ...load('SessionStart-1'), transcript_path: '/data/chat.jsonl' }

  test('a session that is kept elsewhere only by its variable', () => {
    expect(gemini.recognizes(elsewhere, {})).toBe(1)
    expect(gemini.recognizes(elsewhere, { GEMINI_SESSION_ID: String(elsewhere['session_id']) })).toBe(2)
    expect(gemini.recognizes(elsewhere, { GEMINI_SESSION_ID: 'another' })).toBe(1)
  })

  test('its own events anywhere, and no event of others', () => {
    expect(gemini.recognizes({ ...load('BeforeTool-1'), transcript_path: '' }, {})).toBe(2)
    expect(gemini.recognizes({ ...load('BeforeTool-1'), hook_event_name: 'PreToolUse' }, {})).toBe(0)
  })
})
