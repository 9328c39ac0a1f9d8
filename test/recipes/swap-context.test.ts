import { expect, test } from 'vitest'
import { useOver } from './used.ts'

const answer = (response: string, more: object = {}) => ({
  event: 'PostModelCall' as const,
  response,
  ...more,
})
const swap = (events: readonly ReturnType<typeof answer>[], options: object = {}) =>
  useOver({ use: 'swap-context', with: { ...options } }, events)

test('the answer takes the place of the conversation, and stale results are dropped (K42)', async () => {
  const { verdicts } = await swap([answer('Plan: move orders.ts.')])
  expect(verdicts[0]).toMatchObject({
    replace_messages: [{ role: 'user', content: 'Plan: move orders.ts.' }],
    persist: true,
    clear: ['tool_results', 'file_access'],
  })
})

test.each([
  { name: 'an agent that counts its turns', turns: [1, 2, 1], swapped: [true, false, true] },
  { name: 'an agent that does not', turns: [undefined, undefined], swapped: [true, false] },
])('$name: the first turn only (K41, K42)', async ({ turns, swapped }) => {
  const { verdicts } = await swap(turns.map((turn) => answer('Plan.', turn === undefined ? {} : { turn })))
  expect(verdicts.map(({ replace_messages: messages }) => messages !== undefined)).toEqual(swapped)
})

test('every turn when that is wished (K42)', async () => {
  const { verdicts } = await swap([answer('Plan.', { turn: 4 })], { once: false })
  expect(verdicts[0]).toHaveProperty('replace_messages')
})

test.each([{ finish_reason: 'tool_use' }, { response: '' }])(
  'nothing is swapped before the turn ends (K42): %s',
  async (more) => {
    const { verdicts } = await swap([answer('I look.', more), answer('Plan.')])
    expect(verdicts.map(({ replace_messages: messages }) => messages !== undefined)).toEqual([false, true])
  },
)
