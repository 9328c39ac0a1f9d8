// VS Code, Droid and Devin, which speak nearly as Claude Code does.
import { describe, expect, test } from 'vitest'
import { devin } from '../../../src/agents/devin.ts'
import { droid } from '../../../src/agents/droid.ts'
import { vscodeLocal } from '../../../src/agents/vscode-local.ts'
import { nothing } from '../world.ts'
import { denialOf, goldenOf, type OutcomeName } from './golden.ts'

const of = {
  devin: goldenOf(devin.dialect, { DEVIN_PROJECT_DIR: '/shop' }),
  droid: goldenOf(droid.dialect),
  'vscode-local': goldenOf(vscodeLocal.dialect),
}
type Name = keyof typeof of
const exec = { tool_name: 'exec', tool_use_id: 'chatcmpl-tool-0a1b', cwd: '/shop' }

describe('decode', () => {
  test.each<[Name, string, object]>([
    ['vscode-local', 'SessionStart', { event: 'SessionStart', session_id: 'v-1', source: 'new' }],
    ['vscode-local', 'UserPromptSubmit', { event: 'UserPromptSubmit', prompt: 'Empty the cart.' }],
    ['vscode-local', 'PreToolUse', { event: 'PreToolUse', agent: 'vscode-local', tool_name: 'run_in_terminal' }],
    ['vscode-local', 'PostToolUse', { event: 'PostToolUse', output_text: 'pushed' }],
    ['vscode-local', 'PreCompact', { event: 'PreCompact', source: 'auto' }],
    ['vscode-local', 'SubagentStop', { event: 'SubagentStop', subagent: { name: 'explore', id: 'a-1' } }],
    ['vscode-local', 'Stop', { event: 'AgentStop', stop_active: 1 }],
    ['droid', 'PreToolUse', { event: 'PreToolUse', agent: 'droid', permission_mode: 'auto-medium' }],
    ['droid', 'PostToolUse', { event: 'PostToolUse', output_text: 'pushed' }],
    ['droid', 'SubagentStop', { event: 'SubagentStop', subagent: { name: 'explore' }, response: 'Found.' }],
    ['droid', 'Stop', { event: 'AgentStop', stop_active: 0 }],
    ['droid', 'SessionEnd', { event: 'SessionEnd', source: 'other' }],
    ['devin', 'SessionStart', { event: 'SessionStart', session_id: 'bramble-scorpion', cwd: '/shop' }],
    ['devin', 'PreToolUse', { event: 'PreToolUse', agent: 'devin', ...exec }],
    ['devin', 'PostToolUse', { event: 'PostToolUse', output_text: 'pushed', is_error: false }],
    ['devin', 'PostToolUse of a failed call', { output_text: 'exit code 1', is_error: true }],
    ['devin', 'PostCompaction', { event: 'PostCompact', native_event: 'PostCompaction' }],
    ['devin', 'Stop', { event: 'AgentStop', run_id: '1b0f4a4e-7d7e-4b0e-9a53-1f3f0f5d2c11' }],
  ])('%s: %s', (agent, name, expected) => expect(of[agent].event(name)).toMatchObject(expected))
})

const reason = denialOf('run: git push --force')
const specific = (hookEventName: string, fields: object) => ({
  hookSpecificOutput: { hookEventName, ...fields },
})
const asked = { permissionDecision: 'ask', permissionDecisionReason: 'Sure?\n– rule guard' }
const input = { updatedInput: { command: 'git push' } }
const held = 'Not done yet (rule guard): Run the tests.'
const told = { additionalContext: 'Mind the cart.' }

describe('encode', () => {
  test.each<[Name, string, OutcomeName, unknown]>([
    ['vscode-local', 'PreToolUse', 'proceed', ''],
    ['vscode-local', 'PreToolUse', 'ask', specific('PreToolUse', asked)],
    ['vscode-local', 'PreToolUse', 'allow', specific('PreToolUse', { permissionDecision: 'allow' })],
    ['vscode-local', 'PreToolUse', 'input', specific('PreToolUse', input)],
    ['vscode-local', 'PreToolUse', 'context', specific('PreToolUse', told)],
    ['vscode-local', 'UserPromptSubmit', 'deny', { continue: false, stopReason: 'Not here.' }],
    ['vscode-local', 'UserPromptSubmit', 'context', ''],
    ['vscode-local', 'SessionStart', 'context', specific('SessionStart', told)],
    ['vscode-local', 'PostToolUse', 'context', specific('PostToolUse', told)],
    ['vscode-local', 'PostToolUse', 'output', ''],
    [
      'vscode-local',
      'Stop',
      'continue',
      specific('Stop', { decision: 'block', reason: held.replace('guard', 'guard, time 2') }),
    ],
    ['vscode-local', 'SubagentStop', 'continue', { decision: 'block', reason: held }],
    ['vscode-local', 'Stop', 'stop', { continue: false, stopReason: 'quota' }],
    ['vscode-local', 'PreCompact', 'notify', { systemMessage: 'Mind the cart.' }],
    ['droid', 'PreToolUse', 'proceed', ''],
    ['droid', 'PreToolUse', 'allow', specific('PreToolUse', { permissionDecision: 'allow' })],
    ['droid', 'PreToolUse', 'input', specific('PreToolUse', input)],
    ['droid', 'UserPromptSubmit', 'deny', { decision: 'block', reason: 'Not here.' }],
    ['droid', 'UserPromptSubmit', 'context', specific('UserPromptSubmit', told)],
    ['droid', 'PostToolUse', 'output', ''],
    ['droid', 'Stop', 'continue', { decision: 'block', reason: held }],
    ['droid', 'SubagentStop', 'continue', ''],
    ['devin', 'PreToolUse', 'proceed', ''],
    ['devin', 'PreToolUse', 'allow', ''],
    ['devin', 'PreToolUse', 'input', specific('PreToolUse', input)],
    ['devin', 'PermissionRequest', 'proceed', ''],
    ['devin', 'PermissionRequest', 'allow', { decision: 'approve' }],
    ['devin', 'UserPromptSubmit', 'deny', { decision: 'block', reason: 'Not here.' }],
    ['devin', 'SessionStart', 'context', specific('SessionStart', told)],
    ['devin', 'PostToolUse', 'context', ''],
    ['devin', 'Stop', 'continue', { decision: 'block', reason: held }],
  ])('%s, %s: %s', (agent, name, outcome, expected) => {
    const { systemMessage: _, ...reply } = of[agent].reply(name, outcome) as Record<string, unknown>
    const isShown = outcome === 'notify' || expected === ''
    expect(isShown ? of[agent].reply(name, outcome) : reply).toEqual(expected)
  })

  test.each<[Name, object]>([
    ['vscode-local', specific('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: reason })],
    ['droid', specific('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: reason })],
    ['devin', { decision: 'block', reason }],
  ])('%s is refused a call in both channels', (agent, expected) => {
    const { stdout, stderr, exit } = of[agent].answer('PreToolUse', 'deny')
    expect({ stderr, exit }).toEqual({ stderr: reason, exit: 2 })
    expect(JSON.parse(stdout)).toMatchObject(expected)
  })

  test.each<[Name, string, OutcomeName]>([
    ['droid', 'PreToolUse', 'ask'],
    ['devin', 'PreToolUse', 'ask'],
    ['devin', 'PreToolUse', 'no input'],
    ['droid', 'PreCompact', 'deny'],
    ['devin', 'PermissionRequest', 'deny'],
  ])('%s, %s refuses: %s', (agent, name, outcome) => {
    expect(of[agent].answer(name, outcome)).toMatchObject({ exit: 2, stderr: expect.stringContaining('Denied') })
  })

  test('a hard stop before a call aborts Droid', () => {
    const verdict = { ...nothing, flow: 'stop', flow_reason: 'quota', hard: true } as const
    const { stdout, exit } = droid.dialect.encode(verdict, of.droid.event('PreToolUse'))
    expect(exit).toBe(3)
    expect(JSON.parse(stdout)).toMatchObject({ continue: false, stopReason: 'quota' })
  })
})
