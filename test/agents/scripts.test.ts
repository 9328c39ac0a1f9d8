// Scripts that were written as hooks of an agent, started by us: what they read and what their answers mean.
import { describe, expect, test } from 'vitest'
import { dialects } from '../../src/catalog.ts'
import type { Dialect, Event, Outcome } from '../../src/model/types.ts'
import { payloadsOf } from './golden/golden.ts'
import { speaker } from './answers.ts'
import { context, nothing } from './world.ts'

const named = (agent: string): Dialect => {
  const found = dialects.find(({ name }) => name === agent)
  return found ?? expect.fail(`there is no ${agent}`)
}

/** By agent and event, as it sends them. */
function eventOf(agent: string, name: string): Event {
  const dialect = named(agent)
  const folder = { codex: 'codex', 'gemini-cli': 'gemini', 'qwen-code': 'qwen' }[agent]
  const payload = folder === undefined ? payloadsOf(agent)[name] : speaker(dialect, folder).load(name)
  return dialect.decode(payload ?? expect.fail(`no payload ${name}`), context)
}

const read = (event: Event, agent: string, form?: string) => named(agent).toScript?.(event, nothing, form)

describe('a script of the agent that sent the event reads its payload', () => {
  test.each([
    ['codex', 'PreToolUse-1'],
    ['codex', 'PostToolUse-1'],
    ['codex', 'UserPromptSubmit-1'],
    ['codex', 'Stop-1'],
    ['gemini-cli', 'BeforeTool-1'],
    ['gemini-cli', 'AfterTool-2'],
    ['gemini-cli', 'BeforeAgent-1'],
    ['gemini-cli', 'AfterAgent-1'],
    ['gemini-cli', 'Notification-1'],
    ['qwen-code', 'PreToolUse-1'],
    ['qwen-code', 'PostToolUse-2'],
    ['qwen-code', 'Stop-1'],
  ])('%s %s', (agent, name) => {
    const event = eventOf(agent, name)
    expect(read(event, agent)).toEqual(event.raw)
  })

  test.each([
    'preToolUse',
    'PreToolUse',
    'postToolUse',
    'PostToolUse',
    'agentStop',
    'Stop',
    'permissionRequest',
  ])('copilot-cli %s, in both spellings', (name) => {
    const event = eventOf('copilot-cli', name)
    expect(read(event, 'copilot-cli')).toMatchObject(event.raw as object)
  })

  test('copilot-cli: a shell has its name of either spelling', () => {
    const seen = { toolName: 'bash', tool_name: 'Bash', sessionId: 's-1', session_id: 's-1' }
    for (const name of ['preToolUse', 'PreToolUse'])
      expect(read(eventOf('copilot-cli', name), 'copilot-cli')).toMatchObject(seen)
  })

  test.each(['preToolUse', 'postToolUse', 'beforeSubmitPrompt', 'stop'])('cursor %s', (name) => {
    const event = eventOf('cursor', name)
    expect(read(event, 'cursor')).toMatchObject(event.raw as object)
  })
})

const call: Event = {
  event: 'PreToolUse',
  agent: 'claude-code',
  session_id: 's',
  cwd: '/shop',
  root: '/shop',
  tool_name: 'Bash',
  tool_input: { command: 'git push' },
  tool_use_id: 't',
  raw: { hook_event_name: 'PreToolUse', cwd: '/shop' },
}
const edit: Event = {
  ...call,
  event: 'PostToolUse',
  tool_name: 'Edit',
  tool_input: { file_path: '/shop/a.ts', old_string: 'a', new_string: 'b' },
  output_text: 'done',
}

describe('of another agent a script reads the event in its own form', () => {
  test.each<[string, Event, object]>([
    ['codex', call, { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: call.tool_input }],
    ['gemini-cli', call, { hook_event_name: 'BeforeTool', tool_input: call.tool_input, cwd: '/shop' }],
    ['gemini-cli', edit, { hook_event_name: 'AfterTool', tool_response: { llmContent: 'done' } }],
    ['copilot-cli', call, { toolName: 'bash', toolArgs: call.tool_input, tool_name: 'Bash' }],
    ['copilot-cli', edit, { toolResult: { resultType: 'success', textResultForLlm: 'done' } }],
    ['cursor', call, { hook_event_name: 'preToolUse', workspace_roots: ['/shop'], tool_name: 'Bash' }],
    ['cursor/beforeShellExecution', call, { hook_event_name: 'beforeShellExecution', command: 'git push' }],
    [
      'cursor/afterFileEdit',
      edit,
      { file_path: '/shop/a.ts', edits: [{ old_string: 'a', new_string: 'b' }] },
    ],
    [
      'cursor/beforeMCPExecution',
      { ...call, tool_name: 'mcp__shop__refund', tool_input: { order: 17 } },
      { tool_name: 'refund', mcp_server_name: 'shop', tool_input: '{"order":17}' },
    ],
  ])('%s', (reply, event, seen) => {
    const [agent = '', form] = reply.split('/')
    expect(read(event, agent, form)).toMatchObject(seen)
  })
})

const stop = { ...call, event: 'AgentStop' } as const
const prompt = { ...call, event: 'UserPromptSubmit', prompt: 'Empty it.' } as const
const request = { ...call, event: 'PermissionRequest' } as const
const nested = (fields: object) => ({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...fields } })

describe('an answer', () => {
  test.each<[string, Event, unknown, Outcome]>([
    ['codex', edit, { decision: 'block', reason: 'Hidden.' }, { updated_output: 'Hidden.' }],
    ['qwen-code', call, { decision: 'deny', reason: 'No.' }, { decision: 'deny', reason: 'No.' }],
    ['gemini-cli', call, { decision: 'block', reason: 'No.' }, { decision: 'deny', reason: 'No.' }],
    ['gemini-cli', call, { decision: 'allow' }, {}],
    ['gemini-cli', call, { decision: 'ask', reason: 'Sure?' }, { decision: 'ask', reason: 'Sure?' }],
    ['gemini-cli', call, { decision: 'deny', reason: 'No.', mood: 1 }, { decision: 'deny', reason: 'No.' }],
    [
      'gemini-cli',
      call,
      { hookSpecificOutput: { tool_input: { dir: 'x' } } },
      { updated_input: { command: 'git push', dir: 'x' } },
    ],
    ['gemini-cli', edit, { decision: 'deny', reason: 'Hidden.' }, { updated_output: 'Hidden.' }],
    ['gemini-cli', stop, { decision: 'deny', reason: 'Test.' }, { flow: 'continue', flow_reason: 'Test.' }],
    [
      'gemini-cli',
      stop,
      { decision: 'block', reason: 'Again.', hookSpecificOutput: { clearContext: true } },
      { flow: 'restart', flow_reason: 'Again.', next_prompt: 'Again.' },
    ],
    ['gemini-cli', call, 'checked\n', { system_messages: ['checked'] }],
    [
      'copilot-cli',
      call,
      { permissionDecision: 'deny', permissionDecisionReason: 'No.' },
      { decision: 'deny', reason: 'No.' },
    ],
    [
      'copilot-cli',
      call,
      nested({ permissionDecision: 'deny', permissionDecisionReason: 'No.' }),
      { decision: 'deny', reason: 'No.' },
    ],
    ['copilot-cli', call, { modifiedArgs: { command: 'ls' } }, { updated_input: { command: 'ls' } }],
    [
      'copilot-cli',
      request,
      { behavior: 'deny', message: 'No.', interrupt: true },
      { decision: 'deny', reason: 'No.', flow: 'stop' },
    ],
    ['copilot-cli', stop, { decision: 'block', reason: 'Test.' }, { flow: 'continue', flow_reason: 'Test.' }],
    [
      'copilot-cli',
      edit,
      { modifiedResult: { resultType: 'success', textResultForLlm: 'x' } },
      { updated_output: 'x' },
    ],
    [
      'cursor',
      call,
      { permission: 'deny', user_message: 'Blocked.', agent_message: 'No.' },
      { decision: 'deny', reason: 'No.', user_reason: 'Blocked.' },
    ],
    ['cursor', call, { permission: 'ask', user_message: 'Sure?' }, { decision: 'ask', reason: 'Sure?' }],
    ['cursor', call, { permission: 'allow' }, {}],
    ['cursor', call, { updated_input: { command: 'ls' } }, { updated_input: { command: 'ls' } }],
    ['cursor', prompt, { continue: false, user_message: 'No.' }, { decision: 'deny', reason: 'No.' }],
    ['cursor', stop, { followup_message: 'Test.' }, { flow: 'continue', flow_reason: 'Test.' }],
    ['cursor', call, nested({ permissionDecision: 'deny' }), { decision: 'deny' }],
  ])('of %s', (agent, event, reply, outcome) => {
    expect(named(agent).fromScript?.(reply, event)).toEqual(outcome)
  })

  test.each<[string, unknown, string]>([
    ['codex', { decison: 'block' }, 'unknown field "decison"'],
    ['gemini-cli', { decison: 'deny' }, 'unknown field "decison"'],
    [
      'gemini-cli',
      { hookSpecificOutput: { tailToolCallRequest: {} } },
      'unknown field "hookSpecificOutput.tail',
    ],
    ['copilot-cli', { permisionDecision: 'deny' }, 'unknown field "permisionDecision"'],
    ['cursor', { permision: 'deny' }, 'unknown field "permision"'],
    ['cursor', [], 'the reply is not a JSON object'],
  ])('of %s that it does not know is none: %j', (agent, reply, message) => {
    expect(() => named(agent).fromScript?.(reply, call)).toThrow(message)
  })
})
