import { expect, test } from 'vitest'
import { type Used, useOver, type Using } from './used.ts'

const approved = '{"approved": true}'
const refused = '{"approved": false, "feedback": "cite a source"}'
const final = (response: string) => ({ event: 'ShouldContinue' as const, response })

const critique = (
  answers: readonly string[],
  events: Parameters<typeof useOver>[1],
  more: Partial<Using> = {},
): Promise<Used> => useOver({ use: 'critique', answers, ...more }, events)

test.each([
  ['JSON', approved],
  ['a fenced block', '```json\n{"approved": true}\n```'],
])('an approved answer stops the run softly and names the critique (S44): %s', async (_, answer) => {
  const { verdicts } = await critique([answer], [final('All orders moved.')])
  expect(verdicts[0]).toMatchObject({
    flow: 'stop',
    hard: false,
    flow_reason: expect.stringMatching(/Critique approved/) as string,
    metadata: { critique: { approved: true } },
    warnings: [],
  })
  expect(verdicts[0]).not.toHaveProperty('callback')
})

test('a refused answer goes on with the feedback until the maximum is reached (S45, S46)', async () => {
  const { verdicts, prompts } = await critique([refused], ['1', '2', '3', '4'].map(final))
  expect(verdicts.map(({ flow }) => flow)).toEqual(['continue', 'continue', 'stop', 'continue'])
  expect(verdicts[0]?.flow_reason).toMatch(/revision \(1 of 2\): cite a source/)
  expect(verdicts[1]).toMatchObject({ metadata: { critique: { approved: false, iteration: 2 } } })
  expect(verdicts[2]).toMatchObject({ hard: true, forced: true, stops: [{ code: 'retry_limit' }] })
  expect(prompts).toHaveLength(4)
})

test('the maximum is a choice (S45)', async () => {
  const { verdicts } = await critique([refused], ['1', '2'].map(final), { with: { max_iterations: 0 } })
  expect(verdicts.map(({ flow }) => flow)).toEqual(['stop', 'stop'])
})

test('an approved answer after a refused one counts from the beginning (S46)', async () => {
  const { verdicts } = await critique([refused, approved, refused], ['1', '2', '3'].map(final), {
    with: { max_iterations: 1 },
  })
  expect(verdicts.map(({ flow }) => flow)).toEqual(['continue', 'stop', 'continue'])
})

test('a step is judged once, and ShouldContinue answers by that (S43)', async () => {
  const step = { event: 'PostStep' as const, response: 'All orders moved.' }
  const { verdicts, prompts } = await critique(
    [refused, approved],
    [step, final('All orders moved.'), final('All orders moved.')],
  )
  expect(verdicts[0]).toMatchObject({
    flow: 'default',
    metadata: { critique: { approved: false, feedback: 'cite a source' } },
  })
  expect(verdicts.map(({ flow }) => flow)).toEqual(['default', 'continue', 'stop'])
  expect(prompts).toHaveLength(2)
})

test.each([
  { name: 'the host says so', more: { metadata: { final: false } } },
  { name: 'the model stopped for tools', more: { finish_reason: 'tool_calls' } },
  { name: 'the step called tools', more: { metadata: { tool_calls: 1 } } },
  {
    name: 'the last message calls tools',
    more: { messages: [{ role: 'assistant' as const, content: [{ type: 'tool_use', name: 'find_order' }] }] },
  },
  { name: 'there is no text', more: { response: ' ' } },
  { name: 'the payload has calls', more: { raw: { tool_calls: [{ name: 'find_order' }] } } },
  {
    name: 'the conversation ends in a result',
    more: { messages: [{ role: 'tool' as const, content: 'order 17' }] },
  },
  {
    name: 'the conversation ends in a block with a result',
    more: { messages: [{ role: 'user' as const, content: [{ type: 'tool_result', content: 'order 17' }] }] },
  },
])('a response that is not final is not judged (S47): $name', async ({ more }) => {
  const { verdicts, prompts } = await critique([refused], [{ ...final('I look.'), ...more }])
  expect(verdicts[0]).toMatchObject({ flow: 'default', warnings: [] })
  expect(prompts).toEqual([])
})

test.each([
  { name: 'the payload has no calls', more: { raw: { tool_calls: [] } } },
  {
    name: 'the model says that it is done',
    more: { finish_reason: 'stop', messages: [{ role: 'tool' as const, content: 'order 17' }] },
  },
  {
    name: 'the agent stops',
    more: { event: 'AgentStop' as const, messages: [{ role: 'tool' as const, content: 'order 17' }] },
  },
])('a response is final where $name (S47)', async ({ more }) => {
  const { prompts } = await critique([refused], [{ ...final('All orders moved.'), ...more }])
  expect(prompts).toHaveLength(1)
})

test('the recipe is shown the answer and the conversation, and asks for JSON alone', async () => {
  const messages = [{ role: 'user' as const, content: 'Move the orders.' }]
  const { prompts } = await critique([approved], [{ ...final('All orders moved.'), messages }])
  expect(prompts[0]).toMatch(
    /User Message 1\n\nMove the orders\.[\s\S]*<answer>\nAll orders moved\.\n<\/answer>/,
  )
  expect(prompts[0]).toMatch(/JSON alone: \{"approved": true\}/)
})

test.each([
  ['{"decision": "deny", "reason": "no source"}', 'continue'],
  ['{"metadata": {"approved": false, "feedback": "no source"}}', 'continue'],
  ['{"metadata": {"approved": true}}', 'stop'],
])('a recipe of one’s own may answer %s', async (answer, flow) => {
  const { verdicts } = await useOver({ use: 'critique', answers: [answer], rule: { handler: own } }, [
    final('Done.'),
  ])
  expect(verdicts[0]).toMatchObject({ flow, warnings: [] })
})

const own = {
  kind: 'use',
  name: 'critique',
  with: { recipe: 'judge', max_iterations: 2 },
  recipe: { name: 'judge', file: '/shop/judge.md', output: 'decision', body: 'Judge.' },
} as const

test.each(['Looks fine to me.', '{"score": 3}'])(
  'an answer that says nothing of it is a failure of the rule: %s',
  async (answer) => {
    const { verdicts } = await critique([answer], [final('Done.')])
    expect(verdicts[0]).toMatchObject({ flow: 'default', warnings: [{ code: 'bad_reply', rule: 'r' }] })
  },
)

test('without a runner that is said', async () => {
  const { verdicts } = await critique([], [final('Done.')], { runner: 'none' })
  expect(verdicts[0]).toMatchObject({
    flow: 'default',
    warnings: [{ message: expect.stringContaining('set recipes.runner') as string }],
  })
})

test('an AgentStop of an unknown answer lets the agent stop and says why (U36)', async () => {
  const { verdicts, prompts } = await critique([refused], [{ event: 'AgentStop' }])
  expect(verdicts[0]).toMatchObject({ flow: 'default', warnings: [{ code: 'critique' }] })
  expect(prompts).toEqual([])
})

test.each(['advise', 'watch'] as const)('in %s nothing is judged', async (mode) => {
  const { verdicts, prompts } = await critique([refused], [final('Done.')], { rule: { mode } })
  expect(verdicts[0]).toMatchObject({ flow: 'default', warnings: [] })
  expect(prompts).toEqual([])
})

test('inside of a runner nothing is judged (K31)', async () => {
  const { verdicts, prompts } = await critique([refused], [final('Done.')], { env: { HOOKS_DEPTH: '1' } })
  expect(verdicts[0]).toMatchObject({ flow: 'default', warnings: [{ code: 'depth' }] })
  expect(prompts).toEqual([])
})
