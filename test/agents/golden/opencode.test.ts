import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dialect as opencode } from '../../../src/agents/opencode/dialect.ts'
import { dialects } from '../../../src/catalog.ts'
import { createEngine, type Engine } from '../../../src/index.ts'
import { nothing } from '../world.ts'
import { denialOf, goldenOf, type OutcomeName, payloadsOf } from './golden.ts'

const { event, answer, reply } = goldenOf(opencode)
const payloads = payloadsOf('opencode')
const payload = (name: string) => payloads[name] ?? {}

test.each(Object.keys(payloads))('only its own dialect is sure of %s', (name) => {
  const sure = dialects.filter((dialect) => dialect.recognizes(payload(name), {}) === 2)
  expect(sure.map((dialect) => dialect.name)).toEqual(['opencode'])
})

test.each<[string, object]>([
  [
    'tool.execute.before',
    {
      event: 'PreToolUse',
      native_event: 'tool.execute.before',
      agent: 'opencode',
      session_id: 'ses_1',
      tool_name: 'bash',
      tool_input: { command: 'git push --force', description: 'Push' },
      tool_use_id: 'call_1',
    },
  ],
  ['tool.execute.before of a subagent', { session_id: 'ses_0', subagent: { name: '', id: 'ses_1' } }],
  ['tool.execute.after', { event: 'PostToolUse', output_text: '1 failed', is_error: true, tool_name: 'bash' }],
  ['chat.message', { event: 'UserPromptSubmit', prompt: 'Empty the cart.', model: 'fake-model' }],
  ['session.created', { event: 'SessionStart', source: 'startup', session_id: 'ses_1', cwd: '/shop' }],
  ['session.idle', { event: 'AgentStop', session_id: 'ses_1' }],
  ['session.error', { event: 'Error', error: 'rate limit' }],
  ['session.status', { event: 'unmapped', native_event: 'session.status' }],
  ['experimental.session.compacting', { event: 'PreCompact' }],
  ['shell.env', { event: 'unmapped', native_event: 'shell.env' }],
])('reads %s', (name, expected) => {
  expect(event(name)).toMatchObject(expected)
  expect(event(name)).not.toHaveProperty('ignored')
})

describe('the plugin is told', () => {
  const refuse = denialOf('run: git push --force')
  test.each<[string, OutcomeName, unknown]>([
    ['tool.execute.before', 'proceed', ''],
    ['tool.execute.before', 'allow', ''],
    ['tool.execute.before', 'deny', { refuse }],
    ['tool.execute.before', 'ask', { refuse: expect.stringContaining('Sure?') }],
    ['tool.execute.before', 'input', { input: { command: 'git push' } }],
    ['tool.execute.before', 'no input', { refuse: expect.any(String) }],
    ['tool.execute.before', 'stop', { refuse: expect.stringContaining('quota'), abort: true }],
    ['tool.execute.before', 'notify', { toast: 'Mind the cart.' }],
    ['tool.execute.before', 'context', ''],
    ['tool.execute.after', 'output', { output: 'hidden' }],
    ['tool.execute.after', 'context', { context: 'Mind the cart.' }],
    ['tool.execute.after', 'stop', { abort: true }],
    ['chat.message', 'deny', { refuse: 'Not here.' }],
    ['chat.message', 'context', { context: 'Mind the cart.' }],
    ['session.created', 'context', { context: 'Mind the cart.' }],
    ['session.idle', 'continue', { continue: 'Not done yet (rule guard): Run the tests.' }],
    ['session.idle', 'stop', ''],
    ['experimental.session.compacting', 'context', { context: 'Mind the cart.' }],
    ['session.status', 'notify', ''],
  ])('%s: %s', (name, outcome, expected) => {
    expect(reply(name, outcome)).toEqual(expected)
  })

  test('another prompt', () => {
    const { stdout } = opencode.encode({ ...nothing, updated_prompt: 'Fill it.' }, event('chat.message'))
    expect(JSON.parse(stdout)).toEqual({ prompt: 'Fill it.' })
  })
})

test('readers: a refused call is read by both, a refused prompt by the user', () => {
  const read = (name: string) => opencode.readers?.(answer(name, 'deny'), event(name))
  expect(read('tool.execute.before')).toMatchObject({ user: expect.any(String), model: expect.any(String) })
  expect(read('chat.message')).toEqual({ user: 'Not here.' })
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

  test.each(['tool.execute.before', 'tool.execute.before that writes', 'tool.execute.before that edits'])(
    '%s',
    async (name) => {
      expect(await engine.dispatch(payload(name), { dialect: 'opencode' })).toMatchObject({ decision: 'deny' })
    },
  )
})
