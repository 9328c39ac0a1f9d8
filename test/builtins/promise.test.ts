import { expect, test } from 'vitest'
import { promise } from '../../src/builtins/promise.ts'
import { createMemoryState } from '../../src/store/state/memory.ts'
import { ask, clockAt, type Question, type Tree } from './ask.ts'

const stop = (response?: string, more: Readonly<Record<string, unknown>> = {}): Question['event'] => {
  return { event: 'AgentStop', session_id: 's', ...(response !== undefined && { response }), ...more }
}

const session = () => createMemoryState(clockAt(0))

test.each([
  { response: 'ok <promise>SHIPPED</promise>', given: true },
  { response: '<promise>\n  SHIPPED\n</promise> and more', given: true },
  { response: 'SHIPPED', given: false },
  { response: '<promise>SHIPPED soon</promise>', given: false },
  { response: '<promise>SHIP</promise>', given: false },
  { response: '<promise>shipped</promise>', given: false },
  { response: '<promise>not yet</promise> <promise>SHIPPED</promise>', given: false },
  { response: '<promise>SHIPPED', given: false },
  { response: '<done>SHIPPED</done>', given: false },
])('"$response" gives the promise: $given (U31)', async ({ response, given }) => {
  const outcome = await ask(promise, { with: { promise: 'SHIPPED' }, event: stop(response) })
  expect(outcome.flow).toBe(given ? undefined : 'restart')
})

test('collapses white space on both sides (U31)', async () => {
  const event = stop('<promise>all\n  orders\tshipped</promise>')
  expect(await ask(promise, { with: { promise: ' all orders  shipped ' }, event })).toEqual({})
})

test('looks for another tag', async () => {
  const options = { promise: 'SHIPPED', tag: 'done' }
  expect(await ask(promise, { with: options, event: stop('<done>SHIPPED</done>') })).toEqual({})
  const { next_prompt } = await ask(promise, { with: options, event: stop('<promise>SHIPPED</promise>') })
  expect(next_prompt).toContain('<done>SHIPPED</done>')
})

test('the next prompt says to go on without the user and asks for the promise (U34)', async () => {
  const { next_prompt } = await ask(promise, { with: { promise: 'SHIPPED' }, event: stop('half done') })
  expect(next_prompt).toMatch(/Do not ask the user[\s\S]*<promise>SHIPPED<\/promise>/)
})

test('an own next prompt stays as it is when the tag is in it (U34)', async () => {
  const next_prompt = 'Go on. Say <promise>SHIPPED</promise> at the end.'
  const outcome = await ask(promise, { with: { promise: 'SHIPPED', next_prompt }, event: stop('half done') })
  expect(outcome.next_prompt).toBe(next_prompt)
})

test('restarts until the last iteration, then stops and begins anew (U32)', async () => {
  const state = session()
  const flows = []
  for (let turn = 0; turn < 5; turn++) {
    const outcome = await ask(promise, {
      with: { promise: 'SHIPPED', max_iterations: 3 },
      event: stop('no'),
      state,
    })
    flows.push(outcome.flow)
  }
  expect(flows).toEqual(['restart', 'restart', 'stop', 'restart', 'restart'])
})

test('stops with a code, a reason that names the number, and as forced (U32)', async () => {
  const outcome = await ask(promise, {
    with: { promise: 'SHIPPED', max_iterations: 3 },
    event: stop('no', { metadata: { iteration: 3 } }),
  })
  expect(outcome).toMatchObject({
    flow: 'stop',
    hard: true,
    forced: true,
    stops: [{ code: 'retry_limit', hard: true }],
  })
  expect(outcome.flow_reason).toContain('3')
})

test('has no limit with 0 (U35)', async () => {
  const event = stop('no', { metadata: { iteration: 4000 } })
  expect(await ask(promise, { with: { promise: 'SHIPPED', max_iterations: 0 }, event })).toHaveProperty(
    'flow',
    'restart',
  )
})

test('counts from the beginning after the promise was given', async () => {
  const state = session()
  const told = []
  for (const answer of ['no', '<promise>SHIPPED</promise>', 'no', 'no']) {
    const outcome = await ask(promise, {
      with: { promise: 'SHIPPED', max_iterations: 2 },
      event: stop(answer),
      state,
    })
    told.push(outcome.flow)
  }
  expect(told).toEqual(['restart', undefined, 'restart', 'stop'])
})

test('two rules count apart', async () => {
  const state = session()
  const options = { with: { promise: 'SHIPPED', max_iterations: 2 }, event: stop('no'), state }
  expect(await ask(promise, { ...options, rule: 'one' })).toHaveProperty('flow', 'restart')
  expect(await ask(promise, { ...options, rule: 'two' })).toHaveProperty('flow', 'restart')
})

test.each([
  { with: {} },
  { with: { promise: '' } },
  { with: { promise: '  ' } },
  { with: { state_file: 'loop.md' } },
])('lets the agent stop when no promise is configured ($with) (U33)', async ({ with: options }) => {
  expect(await ask(promise, { with: options, event: stop('no') })).toEqual({})
})

test.each([undefined, '', ' \n'])(
  'lets the agent stop with a warning when its answer is %j (U36)',
  async (response) => {
    const outcome = await ask(promise, { with: { promise: 'SHIPPED' }, event: stop(response) })
    expect(outcome).toMatchObject({ decision: 'proceed', warnings: [{ code: 'promise' }] })
    expect(outcome.flow).toBeUndefined()
  },
)

test.each([
  { context: 100_000, flow: 'continue' },
  { context: 180_000, flow: 'restart' },
  { context: 190_000, flow: 'restart' },
  { context: undefined, flow: 'restart' },
])('at $context of 200,000 tokens: $flow (U37)', async ({ context, flow }) => {
  const usage = { max_context: 200_000, ...(context !== undefined && { context }) }
  const event = stop('no', { usage })
  expect(await ask(promise, { with: { promise: 'SHIPPED', restart_at_ratio: 0.9 }, event })).toHaveProperty(
    'flow',
    flow,
  )
})

const loop = (head: string, body = 'Move the orders.'): string => `---\n${head}\n---\n\n${body}\n`

const inFile = async (text: string, response = 'no', options = {}) => {
  const files: Tree = { '.claude/loop.md': text }
  const event = stop(response)
  const outcome = await ask(promise, { with: { state_file: '.claude/loop.md', ...options }, event, files })
  return { outcome, file: files['.claude/loop.md'] }
}

test('a file holds the loop, and what is not ours in it survives (U35)', async () => {
  const { outcome, file } = await inFile(
    loop('active: true\niteration: 2\nmax_iterations: 5\npromise: all moved'),
  )
  expect(outcome).toMatchObject({ flow: 'restart', flow_reason: expect.stringContaining('2 of 5') })
  expect(outcome.next_prompt).toMatch(/^Move the orders\.\n\n.*<promise>all moved<\/promise>/)
  expect(file).toBe(loop('active: true\niteration: 3\nmax_iterations: 5\npromise: "all moved"'))
})

test('the file wins over the options and is read again as it was written (U35)', async () => {
  const files: Tree = { 'loop.md': loop('iteration: 1\nmax_iterations: 3\npromise: A') }
  const flows = []
  for (let turn = 0; turn < 3; turn++) {
    const options = { state_file: 'loop.md', promise: 'B', max_iterations: 9 }
    flows.push((await ask(promise, { with: options, event: stop('<promise>B</promise>'), files })).flow)
  }
  expect(flows).toEqual(['restart', 'restart', 'stop'])
  expect(files).toEqual({})
})

test('without a file the loop begins one (U35)', async () => {
  const files: Tree = {}
  const options = { state_file: 'loop.md', promise: 'SHIPPED', max_iterations: 3, next_prompt: 'Ship.' }
  await ask(promise, { with: options, event: stop('no'), files })
  expect(files['loop.md']).toBe(loop('max_iterations: 3\npromise: "SHIPPED"\niteration: 2', 'Ship.'))
  await ask(promise, { with: options, event: stop('<promise>SHIPPED</promise>'), files })
  expect(files).toEqual({})
})

test.each([
  ['a word as iteration', 'iteration: abc\npromise: X', 'iteration'],
  ['no iteration', 'promise: X', 'iteration'],
  ['a negative iteration', 'iteration: -1\npromise: X', 'iteration'],
  ['a word as max_iterations', 'iteration: 1\nmax_iterations: lots\npromise: X', 'max_iterations'],
  ['a list as promise', 'iteration: 1\npromise: [X]', 'promise'],
  ['broken YAML', 'iteration: [1', 'front matter'],
])('with %s the loop ends, the file goes, and a warning says why (U35)', async (_name, head, why) => {
  const { outcome, file } = await inFile(loop(head), 'no', { promise: 'X' })
  expect(outcome).toEqual({
    decision: 'proceed',
    warnings: [{ code: 'promise', message: expect.stringContaining(why) }],
  })
  expect(file).toBeUndefined()
})

test('says that it is inactive without a promise', () => {
  expect(promise.inactive?.({ tag: 'promise', max_iterations: 10 })).toBe('no promise')
  expect(promise.inactive?.({ tag: 'promise', max_iterations: 10, state_file: 'loop.md' })).toBeUndefined()
})
