// Agents that read an exit code: Windsurf, Kiro, Goose and Amp.
import { describe, expect, test } from 'vitest'
import { amp } from '../../../src/agents/amp.ts'
import { goose } from '../../../src/agents/goose.ts'
import { kiro } from '../../../src/agents/kiro.ts'
import { windsurf } from '../../../src/agents/windsurf.ts'
import { type Answer } from '../../../src/model/types.ts'
import { context } from '../world.ts'
import { denialOf, goldenOf, type OutcomeName } from './golden.ts'

const delegate = { AGENT: 'amp', AGENT_TOOL_NAME: 'Bash', AMP_THREAD_ID: 'T-1' }
const of = {
  amp: goldenOf(amp.dialect),
  'amp by rule': goldenOf(amp.dialect, delegate),
  goose: goldenOf(goose.dialect),
  kiro: goldenOf(kiro.dialect),
  windsurf: goldenOf(windsurf.dialect),
}
const bash = { tool_name: 'Bash', tool_input: { cmd: 'git push --force' } }
const shell = { tool_name: 'developer__shell', tool_use_id: 'call_1', cwd: '/shop' }
const issue = { tool_name: 'mcp__tracker__create_issue', tool_input: { title: 'Cart is empty' } }

describe('decode', () => {
  test.each<[keyof typeof of, string, object]>([
    ['windsurf', 'pre_user_prompt', { event: 'UserPromptSubmit', prompt: 'Empty the cart.', run_id: 'e-1' }],
    ['windsurf', 'pre_read_code', { event: 'PreToolUse', tool_name: 'read_code', session_id: 't-1' }],
    ['windsurf', 'pre_write_code', { event: 'PreToolUse', tool_name: 'write_code', model: 'SWE-2' }],
    ['windsurf', 'pre_run_command', { event: 'PreToolUse', tool_name: 'run_command', cwd: '/shop/api' }],
    ['windsurf', 'pre_mcp_tool_use', { event: 'PreToolUse', ...issue }],
    ['windsurf', 'post_mcp_tool_use', { event: 'PostToolUse', ...issue, output_text: 'issue 4' }],
    ['windsurf', 'post_cascade_response', { event: 'AgentStop', response: 'Done.' }],
    ['windsurf', 'post_setup_worktree', { event: 'unmapped', native_event: 'post_setup_worktree' }],
    ['kiro', 'agentSpawn', { event: 'SessionStart', session_id: 'k-1' }],
    ['kiro', 'userPromptSubmit', { event: 'UserPromptSubmit', prompt: 'Empty the cart.' }],
    ['kiro', 'preToolUse', { event: 'PreToolUse', tool_name: 'execute_bash', agent: 'kiro' }],
    ['kiro', 'postToolUse', { event: 'PostToolUse', is_error: true }],
    ['kiro', 'stop', { event: 'AgentStop', response: 'Done.' }],
    ['kiro', 'postFileSave', { event: 'unmapped' }],
    ['goose', 'UserPromptSubmit', { event: 'UserPromptSubmit', prompt: 'Empty the cart.' }],
    ['goose', 'PreToolUse', { event: 'PreToolUse', ...shell, agent: 'goose' }],
    ['goose', 'PostToolUse', { event: 'PostToolUse', is_error: false }],
    ['goose', 'PostToolUseFailure', { event: 'PostToolUse', is_error: true }],
    ['goose', 'BeforeShellExecution', { event: 'unmapped' }],
    ['goose', 'Stop', { event: 'AgentStop', response: 'Done.' }],
    ['amp', 'agent.start', { event: 'UserPromptSubmit', prompt: 'Empty the cart.' }],
    ['amp', 'tool.call', { event: 'PreToolUse', ...bash, tool_use_id: 'tu-1', session_id: 'T-1' }],
    ['amp', 'tool.result', { event: 'PostToolUse', output_text: 'exit code 1', is_error: true }],
    ['amp', 'agent.end', { event: 'AgentStop', finish_reason: 'done' }],
    ['amp by rule', 'delegate', { event: 'PreToolUse', tool_name: 'Bash', session_id: 'T-1', cwd: '/shop' }],
  ])('%s: %s', (agent, name, expected) => expect(of[agent].event(name)).toMatchObject(expected))

  test.each([
    { event: 'agent.end', thread: { id: 'T-1' }, cmd: 'rm -rf /' },
    { hook_event_name: 'stop', cursor_version: '3.4.1', workspace_roots: ['/shop'], cmd: 'rm -rf /' },
  ])('what Amp delegates is a call, whatever its model wrote: %j', (payload) => {
    expect(amp.dialect.recognizes(payload, delegate)).toBe(2)
    expect(amp.dialect.decode(payload, { ...context, env: delegate })).toMatchObject({
      event: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: payload,
    })
  })

  test('a call whose outcome is not told has no `is_error`', () => {
    expect(of.windsurf.event('post_run_command')).not.toHaveProperty('is_error')
  })
})

const push = denialOf('run: git push --force')
const exit = (code: number, stderr = '', stdout = ''): Answer => ({ stdout, stderr, exit: code })
const json = (value: object) => `${JSON.stringify(value)}\n`
const held = 'Not done yet (rule guard): Run the tests.'

describe('encode', () => {
  test.each<[keyof typeof of, string, OutcomeName, Answer]>([
    ['windsurf', 'pre_run_command', 'proceed', exit(0)],
    ['windsurf', 'pre_run_command', 'allow', exit(0)],
    ['windsurf', 'pre_run_command', 'context', exit(0)],
    ['windsurf', 'pre_run_command', 'deny', exit(2, `${push}\n`)],
    ['windsurf', 'pre_user_prompt', 'deny', exit(2, 'Not here.\n')],
    ['windsurf', 'pre_user_prompt', 'stop', exit(2, 'quota\n')],
    ['windsurf', 'post_run_command', 'stop', exit(0)],
    ['windsurf', 'post_cascade_response', 'continue', exit(0)],
    ['kiro', 'preToolUse', 'proceed', exit(0)],
    ['kiro', 'preToolUse', 'allow', exit(0)],
    ['kiro', 'preToolUse', 'deny', exit(2, `${push}\n`)],
    ['kiro', 'preToolUse', 'context', exit(0, '', 'Mind the cart.\n')],
    ['kiro', 'preToolUse', 'notify', exit(0)],
    ['kiro', 'userPromptSubmit', 'deny', exit(2, 'Not here.\n')],
    ['kiro', 'agentSpawn', 'context', exit(0, '', 'Mind the cart.\n')],
    ['kiro', 'stop', 'continue', exit(0)],
    ['kiro', 'postFileSave', 'context', exit(0)],
    ['goose', 'PreToolUse', 'proceed', exit(0)],
    ['goose', 'PreToolUse', 'allow', exit(0)],
    ['goose', 'PreToolUse', 'deny', exit(2, `${push}\n`, json({ decision: 'block', reason: push }))],
    ['goose', 'UserPromptSubmit', 'deny', exit(0)],
    ['goose', 'Stop', 'continue', exit(0, '', json({ decision: 'block', reason: held }))],
    ['goose', 'Stop', 'proceed', exit(0)],
    ['amp', 'tool.call', 'proceed', exit(0)],
    ['amp', 'tool.call', 'allow', exit(0)],
    ['amp', 'tool.call', 'deny', exit(0, '', json({ action: 'reject-and-continue', message: push }))],
    ['amp', 'tool.call', 'input', exit(0, '', json({ action: 'modify', input: { command: 'git push' } }))],
    ['amp', 'agent.end', 'continue', exit(0, '', json({ action: 'continue', userMessage: held }))],
    ['amp', 'tool.result', 'output', exit(0)],
    ['amp by rule', 'delegate', 'deny', exit(2, `${push}\n`)],
    ['amp by rule', 'delegate', 'ask', exit(1, 'Sure?\n– rule guard\n')],
    ['amp by rule', 'delegate', 'proceed', exit(1)],
    ['amp by rule', 'delegate', 'allow', exit(0)],
  ])('%s, %s: %s', (agent, name, outcome, expected) => {
    expect(of[agent].answer(name, outcome)).toEqual(expected)
  })

  test.each<[keyof typeof of, string, OutcomeName]>([
    ['windsurf', 'pre_run_command', 'ask'],
    ['windsurf', 'pre_run_command', 'stop'],
    ['windsurf', 'pre_run_command', 'input'],
    ['kiro', 'preToolUse', 'ask'],
    ['kiro', 'preToolUse', 'input'],
    ['goose', 'PreToolUse', 'ask'],
    ['goose', 'PreToolUse', 'stop'],
    ['amp by rule', 'delegate', 'input'],
  ])('%s, %s refuses what it cannot carry: %s', (agent, name, outcome) => {
    expect(of[agent].answer(name, outcome)).toMatchObject({ exit: 2, stderr: expect.stringContaining('Denied') })
  })

  test('Amp is told by its plugin what it is told by an exit code', () => {
    const { stdout } = of.amp.answer('tool.call', 'ask')
    expect(JSON.parse(stdout)).toMatchObject({ action: 'reject-and-continue' })
  })
})
