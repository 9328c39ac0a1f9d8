import { afterEach, expect, test } from 'vitest'
import { createEngine, type Engine } from '../../src/index.ts'
import { expectCheap } from '../support/expectations.ts'
import { openShop } from './shop.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

const rules = Array.from({ length: 200 }, (_, at) => `    - { name: r${at}, match: sell_${at}, deny: No. }`)

async function engineWith(lines: readonly string[]): Promise<Engine> {
  const shop = openShop({ 'hooks.yaml': `hooks:\n  PreToolUse:\n${lines.join('\n')}\n` })
  const engine = await createEngine({ root: shop.root, layers: false, trust: 'all' })
  open.push({ close: () => engine.close() }, { close: () => shop.remove() })
  return engine
}

test('a dispatch without a matching rule takes less than 5 ms (A35)', async () => {
  const engine = await engineWith(rules)
  const call = { event: 'PreToolUse', tool_name: 'refund', tool_input: { order: 17 } }
  expect(await engine.dispatch(call)).toMatchObject({ decision: 'proceed', trace: [] })
  const dispatches = async (): Promise<void> => {
    for (let at = 0; at < 100; at++) await engine.dispatch(call)
  }
  await expectCheap(dispatches, 100 * 5)
})

test('the trace tells every rule that ran, with its time (A35)', async () => {
  const engine = await engineWith([
    '    - { name: seen, match: refund, context: Look. }',
    '    - { name: slow, match: refund, run: sleep 0.05 }',
    '    - { name: other, match: sell, deny: No. }',
  ])
  const { trace } = await engine.dispatch({ event: 'PreToolUse', tool_name: 'refund', tool_input: {} })
  expect(trace.map(({ rule, result }) => [rule, result])).toEqual([
    ['seen', 'ran'],
    ['slow', 'ran'],
  ])
  expect(trace[1]?.ms).toBeGreaterThanOrEqual(50)
})
