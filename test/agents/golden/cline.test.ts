import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dialect as cline } from '../../../src/agents/cline/dialect.ts'
import { dialects } from '../../../src/catalog.ts'
import { createEngine, type Engine } from '../../../src/index.ts'
import { denialOf, goldenOf, type OutcomeName, payloadsOf } from './golden.ts'

const { event, answer, reply } = goldenOf(cline)
const payloads = payloadsOf('cline')
const payload = (name: string) => payloads[name] ?? {}

test.each(Object.keys(payloads))('only its own dialect is sure of %s', (name) => {
  const sure = dialects.filter((dialect) => dialect.recognizes(payload(name), {}) === 2)
  expect(sure.map((dialect) => dialect.name)).toEqual(['cline'])
})

const commands = ['npm ci', 'git push --force']
test.each<[string, object]>([
  ['TaskStart', { event: 'SessionStart', native_event: 'agent_start', session_id: 's-1', cwd: '/shop' }],
  ['PreToolUse', { event: 'PreToolUse', tool_name: 'run_commands', tool_input: { commands }, tool_use_id: 'call_1' }],
  ['PreToolUse with parameters alone', { tool_name: 'run_commands', tool_input: { commands } }],
  ['PreToolUse of a subagent', { subagent: { name: '', id: 'agent_2' } }],
  ['PreToolUse of VS Code', { event: 'PreToolUse', tool_name: 'execute_command' }],
  ['PostToolUse', { event: 'PostToolUse', output_text: '1 | cart', is_error: false }],
  ['PostToolUse that failed', { event: 'PostToolUse', output_text: '1 failed', is_error: true }],
  ['TaskComplete', { event: 'AgentStop', response: 'Done.' }],
])('reads %s', (name, expected) => {
  expect(event(name)).toMatchObject({ agent: 'cline', root: '/shop', ...expected })
  expect(event(name)).not.toHaveProperty('ignored')
})

const errorMessage = denialOf('run: npm ci git push --force')
test.each<[string, OutcomeName, unknown]>([
  ['PreToolUse', 'proceed', ''],
  ['PreToolUse', 'allow', ''],
  ['PreToolUse', 'deny', { cancel: true, errorMessage }],
  ['PreToolUse', 'ask', { cancel: true, errorMessage: expect.stringContaining('Sure?') }],
  ['PreToolUse', 'stop', { cancel: true, errorMessage: expect.stringContaining('quota') }],
  ['PreToolUse', 'input', { overrideInput: { command: 'git push' } }],
  ['PreToolUse', 'no input', { cancel: true, errorMessage: expect.any(String) }],
  ['PreToolUse', 'context', { contextModification: 'Mind the cart.' }],
  ['PreToolUse', 'notify', ''],
  ['PostToolUse', 'context', { contextModification: 'Mind the cart.' }],
  ['PostToolUse', 'output', ''],
  ['PostToolUse', 'stop', { cancel: true, errorMessage: expect.stringContaining('quota') }],
  ['TaskStart', 'context', ''],
  ['TaskComplete', 'continue', ''],
])('%s: %s', (name, outcome, expected) => {
  expect(reply(name, outcome)).toEqual(expected)
})

test('readers: a run that ends is explained to the user alone', () => {
  expect(Object.keys(cline.readers?.(answer('PreToolUse', 'deny'), event('PreToolUse')) ?? {})).toEqual(['user'])
})

describe('one rule holds in every shape', () => {
  let engine: Engine
  beforeAll(async () => {
    const PreToolUse = [
      { name: 'push', match: { command: 'git push --force' }, deny: 'No.' },
      { name: 'secrets', match: { path: '.env' }, deny: 'No.' },
    ]
    engine = await createEngine({ root: '/', config: { hooks: { PreToolUse } } })
  })
  afterAll(() => engine.close())

  test.each(Object.keys(payloads).filter((name) => name.startsWith('PreToolUse') && !name.endsWith('subagent')))(
    '%s',
    async (name) => {
      expect(await engine.dispatch(payload(name), { dialect: 'cline' })).toMatchObject({ decision: 'deny' })
    },
  )
})
