import { describe, expect, test } from 'vitest'
import { antigravity } from '../../../src/agents/antigravity.ts'
import { context } from '../world.ts'
import { denialOf, goldenOf, type OutcomeName, payloadsOf } from './golden.ts'

const { event, reply } = goldenOf(antigravity.dialect)
const push = 'PreToolUse'

describe('decode', () => {
  test.each<[string, object]>([
    [
      push,
      {
        event: 'PreToolUse',
        agent: 'antigravity',
        session_id: '8f0c2b1e-5a5e-4c62-9a55-0d1f6f1e7a11',
        model: 'gemini-3.8-flash',
        tool_name: 'run_command',
        tool_input: { CommandLine: 'git push --force', Cwd: '/shop', WaitMsBeforeAsync: 500 },
        cwd: '/shop',
        step: 3,
      },
    ],
    ['PostToolUse', { event: 'PostToolUse', is_error: false }],
    ['PostToolUse of a failed call', { event: 'PostToolUse', is_error: true, tool_name: 'run_command' }],
    ['PreInvocation', { event: 'PreModelCall', native_event: 'PreInvocation' }],
    ['Stop', { event: 'AgentStop', finish_reason: 'model_stop' }],
  ])('tells %s by what it holds', (name, expected) => {
    expect(event(name)).toMatchObject(expected)
    expect(event(name)).not.toHaveProperty('ignored')
  })

  test('the settings entry tells events with the same payload apart', () => {
    const named = (claimed: string, name: string) =>
      antigravity.dialect.decode(payloadsOf('antigravity')[name] ?? {}, { ...context, claimed }).event
    expect(named('PostInvocation', 'PreInvocation')).toBe('unmapped')
    expect(named('PostToolUse', push)).toBe('PostToolUse')
    expect(named('Stop', push)).toBe('PreToolUse')
  })
})

describe('encode', () => {
  test.each<[string, OutcomeName, unknown]>([
    [push, 'proceed', { decision: 'ask' }],
    [push, 'context', { decision: 'ask' }],
    [push, 'allow', { decision: 'allow' }],
    [push, 'ask', { decision: 'force_ask', reason: 'Sure?\n– rule guard' }],
    [push, 'deny', { decision: 'deny', reason: denialOf('run: git push --force') }],
    ['PostToolUse', 'context', {}],
    ['PreInvocation', 'context', { injectSteps: [{ ephemeralMessage: 'Mind the cart.' }] }],
    ['PreInvocation', 'proceed', {}],
    ['Stop', 'proceed', { decision: '' }],
    ['Stop', 'stop', { decision: '' }],
    ['Stop', 'continue', { decision: 'continue', reason: 'Not done yet (rule guard): Run the tests.' }],
  ])('%s: %s', (name, outcome, expected) => {
    expect(reply(name, outcome)).toEqual(expected)
  })

  test.each<OutcomeName>(['stop', 'input', 'no input'])('a call is refused for what cannot be carried: %s', (outcome) => {
    expect(reply(push, outcome)).toMatchObject({ decision: 'deny' })
  })

  test('silence is no answer, so the engine always asks for one', () => {
    expect(antigravity.dialect.capabilities.failure.empty).not.toBe('open')
  })
})
