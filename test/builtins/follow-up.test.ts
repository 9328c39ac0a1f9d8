import { expect, test } from 'vitest'
import { followUp, usedTools } from '../../src/builtins/follow-up.ts'
import { createMemoryState, RUNS } from '../../src/store/state/memory.ts'
import type { Message } from '../../src/model/types.ts'
import { ask, clockAt } from './ask.ts'

const use = (name: string): Message => ({
  role: 'assistant',
  content: [{ type: 'tool_use', name, input: {} }],
})
const result: Message = { role: 'user', content: [{ type: 'tool_result', content: 'ok' }] }
const says = (content: unknown): Message => ({ role: 'user', content })

test.each<{ name: string; messages: Message[]; used: string[] }>([
  {
    name: 'each tool once',
    messages: [says('go'), use('Edit'), result, use('Edit'), result, use('Bash')],
    used: ['Edit', 'Bash'],
  },
  {
    name: 'none from before the last prompt',
    messages: [use('Edit'), says('thanks'), use('Bash')],
    used: ['Bash'],
  },
  {
    name: 'none from before a prompt in blocks',
    messages: [use('Edit'), says([{ type: 'text', text: 'thanks' }])],
    used: [],
  },
  {
    name: 'calls beside the content',
    messages: [
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ function: { name: 'edit' } }, { name: 'bash' }, null],
      },
    ],
    used: ['edit', 'bash'],
  },
  {
    name: 'none of odd shapes',
    messages: [{ role: 'assistant', content: [null, 1, { type: 'tool_use' }] }],
    used: [],
  },
])('finds $name', ({ messages, used }) => {
  expect(usedTools(messages)).toEqual(used)
})

const stop = (messages?: readonly Message[]) =>
  ({ event: 'AgentStop', ...(messages && { messages }) }) as const
const message = 'Run the linter.'

test.each([
  { when_used: ['Edit'], is: true },
  { when_used: ['edit', 'Write'], is: true },
  { when_used: ['save_order'], is: true },
  { when_used: ['mcp__*'], is: true },
  { when_used: ['Bash'], is: false },
  { when_used: [], is: true },
])('after $when_used: $is', async ({ when_used, is }) => {
  const event = stop([use('Edit'), use('mcp__shop__save_order')])
  const outcome = await ask(followUp, { with: { when_used, message }, event })
  expect(outcome).toEqual(is ? { flow: 'continue', flow_reason: message, follow_up_messages: [message] } : {})
})

test('speaks once in a run, or as often as asked', async () => {
  const state = createMemoryState(clockAt(0))
  const spoken = async (times: number, rule: string) => {
    const outcome = await ask(followUp, { with: { message, times }, event: stop(), state, rule })
    return outcome.flow !== undefined
  }
  expect([await spoken(1, 'a'), await spoken(1, 'a')]).toEqual([true, false])
  expect([await spoken(2, 'b'), await spoken(2, 'b'), await spoken(2, 'b')]).toEqual([true, true, false])
  state.count(RUNS)
  expect(await spoken(1, 'a')).toBe(true)
})

test('warns when it cannot know the tools', async () => {
  const outcome = await ask(followUp, { with: { when_used: ['Edit'], message }, event: stop() })
  expect(outcome).toEqual({
    warnings: [{ code: 'follow-up', message: expect.stringContaining('not known') }],
  })
})
