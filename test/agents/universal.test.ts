import { describe, expect, test } from 'vitest'
import { universal } from '../../src/agents/universal.ts'
import type { Event, Verdict } from '../../src/model/types.ts'
import { context, nothing } from './world.ts'

type Payload = Record<string, unknown>

const event = (payload: Payload): Event => universal.dialect.decode(payload, context)
const call = { hook_event_name: 'PreToolUse', session_id: 's', tool_name: 'Write', tool_input: { path: 'a' } }
const answer = (payload: Payload, verdict: Partial<Verdict>): unknown => {
  const { stdout, stderr, exit } = universal.dialect.encode({ ...nothing, ...verdict }, event(payload))
  expect([stderr, exit]).toEqual(['', 0])
  return JSON.parse(stdout)
}
const specific = (hookEventName: string, fields: object) => ({
  hookSpecificOutput: { hookEventName, ...fields },
})

describe('decode', () => {
  test.each(['PreToolUse', 'PostToolUse', 'SubagentStop', 'UserPromptSubmit', 'AgentStop'])(
    'knows %s (U1)',
    (name) => {
      expect(event({ hook_event_name: name })).toMatchObject({ event: name, agent: 'universal' })
      expect(event({ event: name }).event).toBe(name)
    },
  )

  test.each([
    ['text', { output_text: 'text' }],
    [{ error: 'field required' }, { is_error: true }],
    [
      { is_error: false, content: 'ok' },
      { output_text: 'ok', is_error: false },
    ],
  ])('reads the result %j', (tool_response, expected) => {
    expect(event({ ...call, hook_event_name: 'PostToolUse', tool_response })).toMatchObject({
      tool_output: tool_response,
      ...expected,
    })
  })

  test('a call that failed is one by the name of its event', () => {
    expect(event({ ...call, hook_event_name: 'PostToolUseFailure' })).toMatchObject({
      event: 'PostToolUse',
      is_error: true,
    })
  })

  test('takes the output of an agent that stops for its response', () => {
    expect(event({ hook_event_name: 'AgentStop', output: '<promise>DONE</promise>' }).response).toBe(
      '<promise>DONE</promise>',
    )
  })

  test.each([
    [{ hook_event_name: 'AgentStop' }, 2],
    [call, 0],
    [{ event: 'AgentStop' }, 0],
  ])('recognises %j as %i', (payload, sure) => expect(universal.dialect.recognizes(payload, {})).toBe(sure))
})

describe('which field it answers in depends on the event (U52)', () => {
  test('a denial', () => {
    const reason = expect.stringContaining('Why: content is missing.') as unknown
    expect(answer(call, { decision: 'deny', reason: 'content is missing.' })).toEqual(
      specific('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: reason }),
    )
    expect(answer(call, { decision: 'ask', reason: 'content is missing.' })).toEqual(
      specific('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: reason }),
    )
  })

  test.each<[string, Payload, Partial<Verdict>, unknown]>([
    ['nothing', call, {}, {}],
    [
      'an allowance',
      call,
      { decision: 'allow', reason: 'Only looks.' },
      specific('PreToolUse', { permissionDecision: 'allow', permissionDecisionReason: 'Only looks.' }),
    ],
    [
      'another input',
      call,
      { updated_input: { path: 'b' }, system_messages: ['moved'] },
      { systemMessage: 'moved', ...specific('PreToolUse', { updatedInput: { path: 'b' } }) },
    ],
    [
      'a hint after a call (U9)',
      { hook_event_name: 'PostToolUse' },
      { additional_context: ['Try again.'] },
      specific('PostToolUse', { additionalContext: 'Try again.' }),
    ],
    [
      'a hint to a prompt (U40)',
      { hook_event_name: 'UserPromptSubmit' },
      { additional_context: ['pdf', 'xlsx'] },
      specific('UserPromptSubmit', { additionalContext: 'pdf\n\nxlsx' }),
    ],
    [
      'a refused prompt',
      { hook_event_name: 'UserPromptSubmit' },
      { decision: 'deny', reason: 'no' },
      { decision: 'block', reason: 'no' },
    ],
    [
      'a prompt refused without a word',
      { hook_event_name: 'UserPromptSubmit' },
      { decision: 'deny', reason: '' },
      { decision: 'block', reason: 'denied by a rule' },
    ],
    [
      'what a subagent left (U28)',
      { hook_event_name: 'SubagentStop' },
      { additional_context: ['found: report.md'] },
      { systemMessage: 'found: report.md' },
    ],
    [
      'a restart (U30, U34)',
      { hook_event_name: 'AgentStop' },
      { flow: 'restart', next_prompt: 'Again.' },
      specific('AgentStop', { action: 'restart', nextPrompt: 'Again.' }),
    ],
    [
      'going on',
      { hook_event_name: 'AgentStop' },
      { flow: 'continue', flow_reason: 'Tests.' },
      specific('AgentStop', { action: 'restart', nextPrompt: 'Not done yet: Tests.' }),
    ],
    [
      'an end (U32)',
      { hook_event_name: 'AgentStop' },
      { flow: 'stop', flow_reason: '10 iterations' },
      { systemMessage: '10 iterations', ...specific('AgentStop', { action: 'stop' }) },
    ],
    ['an event that it does not have', { hook_event_name: 'PreStep' }, { decision: 'deny' }, {}],
  ])('%s', (_what, payload, verdict, expected) => {
    expect(answer(payload, verdict)).toEqual(expected)
  })

  test('an input that no tool takes is not let through', () => {
    expect(answer(call, { updated_input: 'x' })).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'deny' },
    })
  })
})
