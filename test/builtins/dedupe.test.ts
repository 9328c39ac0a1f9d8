import { expect, test } from 'vitest'
import { classify, dedupe } from '../../src/builtins/dedupe.ts'
import { createMemoryState, RUNS } from '../../src/store/state/memory.ts'
import type { State } from '../../src/model/types.ts'
import { ask, clockAt } from './ask.ts'

const newState = (): State => createMemoryState(clockAt(0))

const before = (tool_input: unknown, tool_name = 'send') =>
  ({ event: 'PreToolUse', tool_name, tool_input }) as const
const after = (tool_input: unknown, more: object = {}) =>
  ({ event: 'PostToolUse', tool_name: 'send', tool_input, tool_output: 'sent', ...more }) as const

test.each([
  ['GET_x', 'read_only'],
  ['SEND_x', 'external'],
  ['zzz', 'external'],
  ['GMAIL_FETCH_EMAILS', 'read_only'],
  ['GMAIL_SEND_EMAIL', 'external'],
  ['get_or_create_user', 'external'],
  ['listOrders', 'read_only'],
  ['mcp__shop__list_orders', 'read_only'],
  ['mcp__memory__add_observations', 'memory'],
  ['mcp__memory__search_nodes', 'read_only'],
  ['Read', 'read_only'],
  ['Bash', 'local'],
  ['Write', 'local'],
  ['Task', 'local'],
  ['price_of', 'external'],
])('%s is %s (U25)', (tool, says) => {
  expect(classify(tool, [])).toBe(says)
})

test('what a rule names only reads (U25)', () => {
  expect(classify('mcp__shop__price_of', ['price_*'])).toBe('read_only')
})

test.each([
  { name: 'the same input', first: { to: 'dana', n: 1 }, second: { n: 1, to: 'dana' }, says: 'deny' },
  { name: 'another value', first: { to: 'dana' }, second: { to: 'lee' }, says: undefined },
  { name: 'another order of a list', first: { to: ['a', 'b'] }, second: { to: ['b', 'a'] }, says: undefined },
  {
    name: 'noise (U27)',
    first: { to: 'a', idempotency_key: '1' },
    second: { to: 'a', idempotency_key: '2' },
    says: 'deny',
  },
  {
    name: 'noise in another spelling (U27)',
    first: { to: 'a', clientRequestId: '1' },
    second: { to: 'a' },
    says: 'deny',
  },
  { name: 'noise of its own', first: { to: 'a', sent_at: 1 }, second: { to: 'a', sent_at: 2 }, says: 'deny' },
])('a second call with $name: $says (U24)', async ({ first, second, says }) => {
  const state = newState()
  const options = { noise: ['sent_at'] }
  await ask(dedupe, { with: options, event: after(first), state })
  expect((await ask(dedupe, { with: options, event: before(second), state })).decision).toBe(says)
})

test('hands the earlier result back, its secrets masked (U24)', async () => {
  const state = newState()
  await ask(dedupe, { event: after({}, { tool_output: 'id 17, key AKIAQWERTYUIOP123456' }), state })
  const { reason } = await ask(dedupe, { event: before({}), state })
  expect(reason).toContain('id 17, key [masked]')
})

test('a call that failed may be made again', async () => {
  const state = newState()
  await ask(dedupe, { event: after({}, { is_error: true }), state })
  expect(await ask(dedupe, { event: before({}), state })).toEqual({})
})

test('a run is forgotten with the next, a session is not', async () => {
  const said = async (scope: 'run' | 'session') => {
    const state = newState()
    await ask(dedupe, { with: { scope }, event: after({}), state })
    state.count(RUNS)
    return (await ask(dedupe, { with: { scope }, event: before({}), state })).decision
  }
  expect([await said('run'), await said('session')]).toEqual([undefined, 'deny'])
})

test('local calls are repeated unless the rule says otherwise', async () => {
  const said = async (options: object) => {
    const state = newState()
    const call = { tool_name: 'Bash', tool_input: { command: 'npm test' } }
    await ask(dedupe, {
      with: { ...options },
      event: { event: 'PostToolUse', ...call, tool_output: 'ok' },
      state,
    })
    return (await ask(dedupe, { with: { ...options }, event: { event: 'PreToolUse', ...call }, state }))
      .decision
  }
  expect([await said({}), await said({ classes: ['local'] })]).toEqual([undefined, 'deny'])
})
