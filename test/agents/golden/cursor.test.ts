import { describe, expect, test } from 'vitest'
import { dialect as cursor } from '../../../src/agents/cursor/dialect.ts'
import { context, nothing } from '../world.ts'
import { denialOf, goldenOf, type OutcomeName, payloadsOf } from './golden.ts'

const { event, reply } = goldenOf(cursor)
const payload = (name: string) => payloadsOf('cursor')[name] ?? {}

describe('decode', () => {
  test.each<[string, object]>([
    ['sessionStart', { event: 'SessionStart', session_id: 'c-7f31', cwd: '/shop', source: 'agent' }],
    ['sessionEnd', { event: 'SessionEnd', source: 'user_close' }],
    ['beforeSubmitPrompt', { event: 'UserPromptSubmit', prompt: 'Empty the cart.', run_id: 'g-1' }],
    [
      'preToolUse',
      {
        event: 'PreToolUse',
        native_event: 'preToolUse',
        agent: 'cursor',
        session_id: 'c-7f31',
        tool_name: 'Shell',
        tool_input: { command: 'git push --force', working_directory: '' },
        tool_use_id: 'toolu_01',
        cwd: '/shop',
      },
    ],
    [
      'beforeShellExecution',
      {
        event: 'PreToolUse',
        tool_name: 'Shell',
        tool_input: { command: 'git push --force', cwd: '/shop/api' },
        cwd: '/shop/api',
      },
    ],
    [
      'beforeMCPExecution',
      {
        event: 'PreToolUse',
        tool_name: 'mcp__tracker__create_issue',
        native_tool: 'MCP:create_issue',
        tool_input: { title: 'Cart is empty', repo: 'shop' },
      },
    ],
    ['beforeReadFile', { event: 'PreToolUse', tool_name: 'Read', tool_input: { file_path: '/shop/.env' } }],
    ['postToolUse', { event: 'PostToolUse', output_text: 'cart.ts', is_error: false }],
    ['postToolUse of an MCP tool', { event: 'PostToolUse', output_text: 'issue 4', is_error: false }],
    ['postToolUseFailure', { event: 'PostToolUse', output_text: 'exit code 1', is_error: true }],
    ['subagentStart', { event: 'SubagentStart', subagent: { name: 'explore', id: 's-1' } }],
    ['subagentStop', { event: 'SubagentStop', subagent: { name: 'explore' }, response: 'It is in src/cart.ts.' }],
    ['preCompact', { event: 'PreCompact', source: 'auto' }],
    ['stop', { event: 'AgentStop', stop_active: 2, finish_reason: 'completed' }],
    ['afterFileEdit', { event: 'unmapped', native_event: 'afterFileEdit' }],
  ])('reads %s', (name, expected) => {
    expect(event(name)).toMatchObject(expected)
    expect(event(name)).not.toHaveProperty('ignored')
  })

  test('the project is where Cursor says, in its environment first', () => {
    expect(cursor.root?.(payload('preToolUse'), {})).toBe('/shop')
    expect(cursor.root?.(payload('preToolUse'), { CURSOR_PROJECT_DIR: '/shop/web' })).toBe('/shop/web')
    expect(cursor.root?.({ workspace_roots: [] }, {})).toBeUndefined()
  })

  test('an entry of Claude Code that Cursor runs is decoded as a call', () => {
    const given = { ...payload('preToolUse'), hook_event_name: 'PreToolUse' }
    expect(cursor.decode(given, context)).toMatchObject({ event: 'PreToolUse', agent: 'cursor' })
    expect(cursor.recognizes(given, {})).toBe(2)
  })
})

describe('encode', () => {
  const denial = denialOf('run: git push --force')
  const deny = (why: string, agent_message = denial) => ({ permission: 'deny', user_message: why, agent_message })
  const told = 'hooks denied git push --force (guard). False alarm? hooks explain --last'

  test.each<[string, OutcomeName, unknown]>([
    ['preToolUse', 'proceed', {}],
    ['preToolUse', 'allow', {}],
    ['preToolUse', 'deny', deny(told)],
    ['preToolUse', 'input', { updated_input: { command: 'git push' } }],
    ['preToolUse', 'context', {}],
    ['beforeShellExecution', 'proceed', {}],
    ['beforeShellExecution', 'allow', {}],
    ['beforeShellExecution', 'deny', deny(told)],
    ['beforeShellExecution', 'ask', { permission: 'ask', user_message: 'Sure?\n– rule guard' }],
    ['beforeMCPExecution', 'ask', { permission: 'ask', user_message: 'Sure?\n– rule guard' }],
    ['beforeSubmitPrompt', 'deny', { continue: false, user_message: 'Not here.' }],
    ['beforeSubmitPrompt', 'stop', { continue: false, user_message: 'quota' }],
    ['beforeSubmitPrompt', 'proceed', {}],
    ['sessionStart', 'context', { additional_context: 'Mind the cart.' }],
    ['sessionStart', 'proceed', {}],
    ['sessionEnd', 'notify', {}],
    ['postToolUse', 'context', { additional_context: 'Mind the cart.' }],
    ['postToolUse', 'output', {}],
    ['postToolUse of an MCP tool', 'output', { updated_mcp_tool_output: 'hidden' }],
    ['postToolUseFailure', 'context', {}],
    ['subagentStart', 'context', {}],
    ['subagentStop', 'continue', { followup_message: 'Not done yet (rule guard): Run the tests.' }],
    ['stop', 'continue', { followup_message: 'Not done yet (rule guard, time 3): Run the tests.' }],
    ['stop', 'restart', { followup_message: 'Run the tests.' }],
    ['stop', 'stop', {}],
    ['preCompact', 'notify', { user_message: 'Mind the cart.' }],
    ['afterFileEdit', 'context', {}],
  ])('%s: %s', (name, outcome, expected) => {
    expect(reply(name, outcome)).toEqual(expected)
  })

  test.each<[string, OutcomeName]>([
    ['preToolUse', 'ask'],
    ['preToolUse', 'no input'],
    ['preToolUse', 'stop'],
    ['beforeShellExecution', 'input'],
    ['beforeReadFile', 'ask'],
    ['beforeReadFile', 'deny'],
  ])('%s refuses what it cannot carry: %s', (name, outcome) => {
    expect(reply(name, outcome)).toMatchObject({ permission: 'deny', user_message: expect.any(String) })
  })

  test('a read has no field for the model', () => {
    expect(reply('beforeReadFile', 'deny')).not.toHaveProperty('agent_message')
  })

  test('a context is cut where Cursor would drop it whole', () => {
    const verdict = { ...nothing, additional_context: ['x'.repeat(12_000)] }
    const { stdout } = cursor.encode(verdict, event('postToolUse'))
    expect((JSON.parse(stdout) as { additional_context: string }).additional_context).toHaveLength(10_000)
  })
})

test('says where each answer is carried', () => {
  const at = (name: string) => {
    const { event: is } = event(name)
    return is === 'unmapped' ? undefined : cursor.capabilitiesAt?.(event(name)).events[is]
  }
  expect(at('preToolUse')).toEqual({ deny: true, updated_input: true })
  expect(at('beforeShellExecution')).toEqual({ deny: true, ask: true })
  expect(at('beforeReadFile')).toEqual({ deny: true })
  expect(at('postToolUse')).toEqual({ context: true, updated_output: false })
  expect(at('postToolUse of an MCP tool')).toEqual({ context: true, updated_output: true })
  expect(at('postToolUseFailure')).toEqual({})
})

test('readers: the user reads one text of a refusal, the model the other', () => {
  const { stdout } = cursor.encode({ ...nothing, decision: 'deny', reason: 'no' }, event('preToolUse'))
  const read = cursor.readers?.({ stdout, stderr: '', exit: 0 }, event('preToolUse'))
  expect(read?.model).toContain('Why: no')
  expect(read?.user).toBeDefined()
})
