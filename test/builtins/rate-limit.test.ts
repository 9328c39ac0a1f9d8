import { expect, test } from 'vitest'
import { rateLimit } from '../../src/builtins/rate-limit.ts'
import { createMemoryState, RUNS } from '../../src/store/state/memory.ts'
import { ask, clockAt } from './ask.ts'

const event = { event: 'PreToolUse', tool_name: 'Bash', tool_input: {} } as const

test('denies the third of two calls, and says so (S64)', async () => {
  const state = createMemoryState(clockAt(0))
  const call = () => ask(rateLimit, { with: { max: 2 }, event, state })
  expect([await call(), await call()]).toEqual([{}, {}])
  expect(await call()).toEqual({ decision: 'deny', reason: expect.stringContaining('3/2') })
})

test('begins anew with each run', async () => {
  const state = createMemoryState(clockAt(0))
  const call = () => ask(rateLimit, { with: { max: 1 }, event, state })
  const decisions = [await call(), await call()]
  state.count(RUNS)
  decisions.push(await call())
  expect(decisions.map(({ decision }) => decision)).toEqual([undefined, 'deny', undefined])
})

test('two rules count apart', async () => {
  const state = createMemoryState(clockAt(0))
  await ask(rateLimit, { with: { max: 1 }, event, state, rule: 'one' })
  expect(await ask(rateLimit, { with: { max: 1 }, event, state, rule: 'two' })).toEqual({})
})

test('lets 50 calls through by default', async () => {
  const state = createMemoryState(clockAt(0))
  const decisions = []
  for (let at = 0; at < 51; at++) decisions.push((await ask(rateLimit, { event, state })).decision)
  expect(decisions.indexOf('deny')).toBe(50)
})
