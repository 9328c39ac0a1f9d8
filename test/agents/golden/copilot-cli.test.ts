import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dialect as copilot } from '../../../src/agents/copilot-cli/dialect.ts'
import { dialects } from '../../../src/catalog.ts'
import { createEngine, type Engine } from '../../../src/index.ts'
import { context, nothing } from '../world.ts'
import { denialOf, goldenOf, type OutcomeName, payloadsOf } from './golden.ts'

const { event, answer, reply } = goldenOf(copilot)
const payloads = payloadsOf('copilot-cli')
const payload = (name: string) => payloads[name] ?? {}

test.each(Object.keys(payloads))('only its own dialect is sure of %s', (name) => {
  const sure = dialects.filter((dialect) => dialect.recognizes(payload(name), {}) === 2)
  expect(sure.map((dialect) => dialect.name)).toEqual(['copilot-cli'])
})

describe('decode', () => {
  const bash = { tool_name: 'bash', tool_input: { command: 'git push --force' } }
  test.each<[string, object]>([
    ['SessionStart', { event: 'SessionStart', session_id: 's-1', source: 'new', cwd: '/shop' }],
    ['UserPromptSubmit', { event: 'UserPromptSubmit', prompt: 'Empty the cart.' }],
    ['PreToolUse', { event: 'PreToolUse', agent: 'copilot-cli', ...bash, tool_name: 'Bash' }],
    ['PostToolUse', { event: 'PostToolUse', is_error: false, output_text: expect.stringContaining('cart.ts') }],
    ['PostToolUseFailure', { event: 'PostToolUse', is_error: true, output_text: 'Path does not exist' }],
    ['Stop', { event: 'AgentStop', stop_active: 0, finish_reason: 'end_turn' }],
    ['SubagentStart', { event: 'SubagentStart', session_id: 's-1', subagent: { name: 'general-purpose', id: 'a-2' } }],
    ['SubagentStop', { event: 'SubagentStop', response: 'It is in src/cart.ts.', stop_active: 1 }],
    ['SessionEnd', { event: 'SessionEnd', source: 'complete' }],
    ['Notification', { event: 'Notification', source: 'permission_prompt' }],
    ['sessionStart', { event: 'SessionStart', native_event: 'sessionStart', session_id: 's-1' }],
    ['userPromptSubmitted', { event: 'UserPromptSubmit', prompt: 'Empty the cart.' }],
    ['preToolUse', { event: 'PreToolUse', native_event: 'preToolUse', ...bash }],
    ['permissionRequest', { event: 'PermissionRequest', ...bash }],
    ['postToolUse', { event: 'PostToolUse', is_error: true, tool_name: 'bash' }],
    ['postToolUseFailure', { event: 'PostToolUse', is_error: true, error: 'Path does not exist' }],
    ['agentStop', { event: 'AgentStop', stop_active: 1 }],
    ['subagentStop', { event: 'SubagentStop', response: 'It is in src/cart.ts.', session_id: 's-1' }],
    ['sessionEnd', { event: 'SessionEnd', source: 'complete' }],
    ['errorOccurred', { event: 'Error', error: 'rate limit' }],
  ])('reads %s', (name, expected) => {
    expect(event(name)).toMatchObject(expected)
    expect(event(name)).not.toHaveProperty('ignored')
  })

  test('a subagent has the session of its parent, and its own stop is told by SubagentStop alone', () => {
    expect(event('preToolUse of a subagent')).toMatchObject({ session_id: 's-1', subagent: { id: 'a-2' } })
    expect(event('Stop of a subagent').event).toBe('unmapped')
  })

  test.each(['userPromptSubmitted of a subagent', 'userPromptSubmitted'])('a run of the user: %s', (name) => {
    expect(event(name).metadata?.['host_notification']).toBe(name.endsWith('subagent') ? true : undefined)
  })

  test('the settings say the event where the payload has too little', () => {
    const { sessionId, timestamp, cwd } = payload('preToolUse')
    const bare = { sessionId, timestamp, cwd }
    expect(copilot.decode(bare, { ...context, claimed: 'preToolUse' }).event).toBe('PreToolUse')
    expect(copilot.decode(bare, context).event).toBe('unmapped')
  })
})

describe('encode', () => {
  const denied = denialOf('run: git push --force')
  const calls = ['PreToolUse', 'preToolUse']
  const onCalls = (rows: readonly (readonly [OutcomeName, unknown])[]) =>
    calls.flatMap((name) => rows.map(([outcome, said]) => [name, outcome, said] as const))

  test.each<readonly [string, OutcomeName, unknown]>([
    ...onCalls([
      ['proceed', ''],
      ['deny', { permissionDecision: 'deny', permissionDecisionReason: denied }],
      ['ask', { permissionDecision: 'ask', permissionDecisionReason: 'Sure?\n– rule guard' }],
      ['allow', { permissionDecision: 'allow' }],
      ['input', { modifiedArgs: { command: 'git push' } }],
      ['context', { additionalContext: 'Mind the cart.' }],
      ['notify', { type: 'progress', message: 'Mind the cart.' }],
    ]),
    ['permissionRequest', 'deny', { behavior: 'deny', message: denied }],
    ['permissionRequest', 'allow', { behavior: 'allow' }],
    ['permissionRequest', 'proceed', ''],
    ['permissionRequest', 'notify', ''],
    ['UserPromptSubmit', 'deny', { decision: 'block', reason: 'Not here.' }],
    ['userPromptSubmitted', 'stop', { decision: 'block', reason: 'quota' }],
    ['userPromptSubmitted', 'context', { additionalContext: 'Mind the cart.' }],
    ['SessionStart', 'context', { additionalContext: 'Mind the cart.' }],
    ['PostToolUse', 'output', { modifiedResult: { resultType: 'success', textResultForLlm: 'hidden' } }],
    ['postToolUse', 'output', { modifiedResult: { resultType: 'success', textResultForLlm: 'hidden' } }],
    ['postToolUse', 'context', { additionalContext: 'Mind the cart.' }],
    ['postToolUseFailure', 'output', ''],
    ['postToolUseFailure', 'context', { additionalContext: 'Mind the cart.' }],
    ['Stop', 'proceed', ''],
    ['Stop', 'stop', ''],
    ['Stop', 'continue', { decision: 'block', reason: 'Not done yet (rule guard): Run the tests.' }],
    ['agentStop', 'continue', { decision: 'block', reason: 'Not done yet (rule guard, time 2): Run the tests.' }],
    ['agentStop', 'context', ''],
    ['subagentStop', 'continue', { decision: 'block', reason: 'Not done yet (rule guard): Run the tests.' }],
    ['SubagentStop', 'output', { modifiedResponse: 'hidden' }],
    ['SubagentStart', 'context', { additionalContext: 'Mind the cart.' }],
    ['sessionEnd', 'notify', ''],
    ['Stop of a subagent', 'continue', ''],
  ])('%s: %s', (name, outcome, expected) => {
    expect(reply(name, outcome)).toEqual(expected)
  })

  test.each(['stop', 'no input'] as const)('a call is refused for what it cannot carry: %s', (outcome) => {
    expect(reply('PreToolUse', outcome)).toMatchObject({ permissionDecision: 'deny' })
  })

  test('another prompt replaces the one of the user', () => {
    const { stdout } = copilot.encode({ ...nothing, updated_prompt: 'Fill it.' }, event('UserPromptSubmit'))
    expect(JSON.parse(stdout)).toEqual({ modifiedPrompt: 'Fill it.' })
  })

  test('a stop at a permission request interrupts the agent', () => {
    expect(reply('permissionRequest', 'stop')).toMatchObject({ behavior: 'deny', interrupt: true })
  })

  test('beside a decision there is one JSON document: with two Copilot would run the call', () => {
    const verdict = { ...nothing, decision: 'deny' as const, system_messages: ['Mind the cart.'] }
    expect(copilot.encode(verdict, event('PreToolUse')).stdout.trim().split('\n')).toHaveLength(1)
  })
})

test('readers: a refusal is read by both, a blocked prompt by the user, a held stop by the model', () => {
  const read = (name: string, outcome: OutcomeName) => copilot.readers?.(answer(name, outcome), event(name))
  expect(read('PreToolUse', 'deny')).toMatchObject({ user: expect.any(String), model: expect.any(String) })
  expect(read('UserPromptSubmit', 'deny')).toEqual({ user: 'Not here.' })
  expect(read('Stop', 'continue')).toEqual({ model: 'Not done yet (rule guard): Run the tests.' })
  expect(read('PreToolUse', 'notify')).toEqual({ user: 'Mind the cart.' })
})

describe('one rule holds in every shape', () => {
  let engine: Engine
  beforeAll(async () => {
    const PreToolUse = [
      { name: 'push', match: { command: 'git push --force' }, deny: 'No.' },
      { name: 'secrets', match: { writes: '.env' }, deny: 'No.' },
    ]
    engine = await createEngine({ root: '/', config: { hooks: { PreToolUse } } })
  })
  afterAll(() => engine.close())

  test.each(['PreToolUse', 'preToolUse', 'preToolUse that creates', 'preToolUse that edits'])(
    '%s',
    async (name) => {
      expect(await engine.dispatch(payload(name), { dialect: 'copilot-cli' })).toMatchObject({
        decision: 'deny',
      })
    },
  )
})
