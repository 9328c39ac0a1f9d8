import { describe, expect, test } from 'vitest'
import { dialect as codex } from '../../src/agents/codex/dialect.ts'
import type { Verdict } from '../../src/model/types.ts'
import { createEngine } from '../../src/index.ts'
import { deny, type Payload, speaker } from './answers.ts'
import { context } from './world.ts'

const { load, decode, answer } = speaker(codex, 'codex')

describe('decode', () => {
  test.each<[string, object]>([
    ['PreToolUse-1', { event: 'PreToolUse', tool_name: 'Bash', tool_use_id: 'call_0037', model: 'gpt-5.5' }],
    ['PreToolUse-2', { tool_name: 'mcp__stock__reserve' }],
    ['PreToolUse-3', { subagent: { name: 'default' } }],
    ['PermissionRequest-1', { event: 'PermissionRequest', tool_name: 'Bash' }],
    ['PostToolUse-1', { event: 'PostToolUse', output_text: '12 passed\n', tool_output: '12 passed\n' }],
    ['PostToolUse-2', { output_text: 'reserved TEA-1' }],
    ['PostToolUse-4', { tool_name: 'apply_patch', is_error: false }],
    ['UserPromptSubmit-1', { event: 'UserPromptSubmit', prompt: 'Add a discount to the cart' }],
    ['SessionStart-1', { event: 'SessionStart', source: 'startup', permission_mode: 'bypassPermissions' }],
    ['SessionEnd-1', { event: 'SessionEnd', source: 'other' }],
    ['Stop-1', { event: 'AgentStop', native_event: 'Stop', stop_active: 0, response: 'The discount is in.' }],
    ['SubagentStop-1', { event: 'SubagentStop', stop_active: 0, subagent: { name: 'default' } }],
    ['PreCompact-1', { event: 'PreCompact', source: 'auto', metadata: { trigger: 'auto' } }],
    ['PreModelRequest-1', { event: 'unmapped', native_event: 'PreModelRequest' }],
  ])('%s has %o', (name, expected) => {
    expect(decode(name)).toMatchObject(expected)
  })

  test('a run is a turn of its own', () => {
    expect(decode('PreToolUse-1').run_id).toBe(load('PreToolUse-1')['turn_id'])
  })

  test('whether a shell command failed is not known', () => {
    expect('is_error' in decode('PostToolUse-1')).toBe(false)
  })
})

describe('encode', () => {
  test('denies in both channels, with the same reason', () => {
    const { said, stderr, exit } = answer('PreToolUse-1', deny)
    expect(exit).toBe(2)
    expect(said).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: stderr,
      },
    })
    expect(stderr).toContain('Why: Force-pushing rewrites shared history.')
  })

  test('denies where a changed input has no command: Codex would run the old one', () => {
    const { exit, stderr } = answer('PreToolUse-1', { updated_input: { cmd: 'npm test' } })
    expect([exit, stderr]).toEqual([2, expect.stringContaining('something that no tool takes')])
  })

  test('never asks: a person has to decide, so the call is denied', () => {
    const { said, stderr, exit } = answer('PreToolUse-1', { decision: 'ask', reason: 'Deploy?' })
    expect([exit, said.hookSpecificOutput.permissionDecision]).toEqual([2, 'deny'])
    expect(stderr).toMatch(/Deploy\?[^]*needs the user's approval, which codex cannot ask for here/)
  })

  test.each<[string, string, Partial<Verdict>, object | undefined]>([
    ['an allow', 'PreToolUse-1', { decision: 'allow', reason: 'Only looks.' }, undefined],
    [
      'a changed input',
      'PreToolUse-1',
      { updated_input: { command: 'npm test' } },
      {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'allow',
          updatedInput: { command: 'npm test' },
        },
      },
    ],
    [
      'context before a call',
      'PreToolUse-1',
      { additional_context: ['Orders are read-only.', 'Prices are in cents.'] },
      {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          additionalContext: 'Orders are read-only.\n\nPrices are in cents.',
        },
      },
    ],
    [
      'a changed output',
      'PostToolUse-1',
      { updated_output: '[hidden]' },
      { decision: 'block', reason: '[hidden]' },
    ],
    [
      'an empty output',
      'PostToolUse-1',
      { updated_output: null },
      { decision: 'block', reason: '(no output)' },
    ],
    ['a stop after a call', 'PostToolUse-1', { flow: 'stop', flow_reason: 'Enough.', hard: true }, undefined],
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
      'a stop that is continued',
      'Stop-1',
      { flow: 'continue', flow_reason: 'npm test failed' },
      { decision: 'block', reason: 'Not done yet: npm test failed' },
    ],
    [
      'a restart',
      'Stop-1',
      { flow: 'restart', next_prompt: 'Go on with the cart.' },
      { decision: 'block', reason: 'Not done yet: Go on with the cart.' },
    ],
    [
      'a stop',
      'Stop-1',
      { flow: 'stop', hard: true, flow_reason: 'Enough.' },
      { continue: false, stopReason: 'Enough.' },
    ],
    ['a soft stop', 'Stop-1', { flow: 'stop', hard: false }, undefined],
    [
      'a granted permission',
      'PermissionRequest-1',
      { decision: 'allow' },
      { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } } },
    ],
    ['an ask about a permission', 'PermissionRequest-1', { decision: 'ask' }, undefined],
    ['a message', 'SessionStart-1', { system_messages: ['Hello.'] }, { systemMessage: 'Hello.' }],
    ['a message at the end of a session', 'SessionEnd-1', { system_messages: ['Bye.'] }, undefined],
    [
      'anything at an event without rules',
      'PreModelRequest-1',
      { ...deny, system_messages: ['x'] },
      undefined,
    ],
  ])('%s', (_, name, verdict, expected) => {
    const { said, exit } = answer(name, verdict)
    if (expected === undefined) expect(said).toBeUndefined()
    else expect(said).toMatchObject(expected)
    expect(exit).toBe(0)
  })

  test('something that no tool takes denies the call', () => {
    expect(answer('PreToolUse-1', { updated_input: 'npm test' })).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('no tool takes'),
    })
  })
})

/** The one place where Codex has more than Claude Code's shapes. */
describe('what a call would do', () => {
  const patch = (...lines: string[]) => ({
    command: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n'),
  })
  const config = {
    hooks: {
      PreToolUse: [
        { name: 'env', match: { writes: '.env' }, deny: 'No.' },
        { name: 'push', match: { command: 'git push --force' }, deny: 'No.' },
      ],
    },
  }

  test.each<[string, Payload, string]>([
    ['apply_patch', patch('*** Add File: .env', '+KEY=1'), 'deny'],
    ['apply_patch', patch('*** Update File: src/orders.ts', '@@', '-a', '+b'), 'proceed'],
    ['apply_patch', patch('*** Update File: a.txt', '*** Move to: .env'), 'deny'],
    ['Bash', { command: 'cd api && git push -f origin main' }, 'deny'],
    ['Bash', { command: 'echo KEY=1 >> .env' }, 'deny'],
    [
      'Bash',
      { command: "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: .env\n+KEY=1\n*** End Patch\nEOF" },
      'deny',
    ],
    ['Bash', { command: 'git push' }, 'proceed'],
  ])('%s %j: %s', async (tool_name, tool_input, decision) => {
    const engine = await createEngine({ root: '/shop', config, trust: 'all' })
    const event = codex.decode({ ...load('PreToolUse-1'), tool_name, tool_input, cwd: '/shop' }, context)
    expect(await engine.dispatch({ ...event })).toMatchObject({ decision })
    await engine.close()
  })
})

test.each<[string, Payload, 0 | 1 | 2]>([
  ['no transcript', { ...load('PreToolUse-1'), transcript_path: null }, 2],
  [
    'another home',
    { ...load('SessionEnd-1'), transcript_path: '/data/sessions/2026/10/05/rollout-1.jsonl' },
    2,
  ],
  ['nothing of its own', { hook_event_name: 'SessionEnd', session_id: 's', cwd: '/' }, 0],
  ['a time stamp', { ...load('PreToolUse-1'), timestamp: '2026-10-05T18:10:40Z' }, 0],
])('recognizes %s', (_, payload, sure) => {
  expect(codex.recognizes(payload, {})).toBe(sure)
})
