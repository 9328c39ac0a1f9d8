import { describe, expect, test } from 'vitest'
import { ask, dir, recipe } from './world.ts'
import { dialect as claudeCode } from '../../src/agents/claude-code/claude-code.ts'

const conversation = [{ role: 'user' as const, content: 'keep me' }]
const at = (event: 'PostModelCall' | 'PreToolUse' | 'AgentStop' | 'PreCompact' | 'PostToolUse') => ({ event })

test('a run replaces the messages and asks the host to save (K12, K14, K30)', async () => {
  const { verdict, started } = await ask({ event: { messages: conversation } })
  expect(verdict).toMatchObject({
    callback: { recipe: 'compact', status: 'done', output: 'THE SUMMARY' },
    replace_messages: [{ role: 'user', content: 'THE SUMMARY' }],
    persist: true,
    flow: 'default',
    warnings: [],
  })
  expect(started).toHaveLength(1)
  expect(started[0]?.stdin).toMatch(/User Message 1\n\nkeep me[\s\S]*Summarise\.\n$/)
})

test('without a runner the host gets the prompt (K12)', async () => {
  const { verdict, started } = await ask({ runner: 'none', args: { focus: 'tests' } })
  expect(verdict.callback).toEqual({
    recipe: 'compact',
    args: { focus: 'tests' },
    status: 'pending',
    prompt: 'Summarise.',
  })
  expect(verdict.replace_messages).toBeUndefined()
  expect(started).toEqual([])
})

test('a dry run starts nothing', async () => {
  const { verdict, started } = await ask({ dry: true })
  expect(verdict.callback).toMatchObject({ status: 'pending' })
  expect(started).toEqual([])
})

test('a dry run of a decision says nothing', async () => {
  const { verdict, started } = await ask({
    dry: true,
    recipe: recipe('---\noutput: decision\n---\nx'),
    event: at('PreToolUse'),
  })
  expect(verdict).toMatchObject({ decision: 'proceed', warnings: [] })
  expect(started).toEqual([])
})

test.each([
  { name: 'no tools as an empty variable (K28)', text: '---\nallowed_tools: []\n---\nx', tools: '' },
  { name: 'any tool as no variable (K28)', text: 'x', tools: undefined },
  { name: 'some tools', text: '---\nallowed_tools: Read, Grep\n---\nx', tools: 'Read,Grep' },
])('tells the runner $name', async ({ text, tools }) => {
  const { started } = await ask({
    recipe: recipe(text, 'compact'),
    env: { HOOKS_ALLOWED_TOOLS: 'Bash', HOME: '/home/dana' },
  })
  expect(started[0]?.env['HOOKS_ALLOWED_TOOLS']).toBe(tools)
  expect(started[0]?.env).toMatchObject({ HOOKS_DEPTH: '1', HOOKS_RECIPE: 'compact', HOME: '/home/dana' })
})

test('inside of a runner nothing is called (K31, K51)', async () => {
  const { verdict, started } = await ask({ env: { HOOKS_DEPTH: '1' } })
  expect(verdict).not.toHaveProperty('callback')
  expect(verdict.warnings).toMatchObject([
    { code: 'depth', rule: 'caller', message: expect.stringContaining('depth 1') as string },
  ])
  expect(started).toEqual([])
})

describe('a runner that fails', () => {
  test.each([
    {
      name: 'exits 1 (K34)',
      answer: { code: 1, stderr: 'loading\nno such model\n' },
      says: /exit 1: no such model$/,
      code: 'error',
    },
    {
      name: 'does not exist',
      answer: { end: 'failed', failure: 'ENOENT' },
      says: /llm/,
      code: 'spawn_failed',
    },
    { name: 'takes too long', answer: { end: 'timeout' }, says: /no answer within 30 s/, code: 'timeout' },
    { name: 'answers nothing', answer: ' ', says: /answered nothing/, code: 'bad_reply' },
  ] as const)('$name: nothing is replaced', async ({ answer, says, code }) => {
    const { verdict } = await ask({ answer, event: { messages: conversation } })
    expect(verdict.callback).toEqual({ recipe: 'compact', status: 'failed' })
    expect(verdict).not.toHaveProperty('replace_messages')
    expect(verdict).not.toHaveProperty('persist')
    expect(verdict.flow).toBe('default')
    expect(verdict.warnings).toMatchObject([
      { code, rule: 'caller', message: expect.stringMatching(says) as string },
    ])
  })

  test('is answered by the on_error of its rule', async () => {
    const { verdict } = await ask({ answer: { code: 1 }, rule: { on_error: 'stop' } })
    expect(verdict.flow).toBe('stop')
  })

  test('leaves the slot to the next rule', async () => {
    const failed = { callback: { recipe: 'other', status: 'failed' as const } }
    const { verdict } = await ask({ before: [failed] })
    expect(verdict).toMatchObject({ callback: { recipe: 'compact', status: 'done' }, warnings: [] })
  })
})

test('a slot that is taken starts no model (K16)', async () => {
  const { verdict, started } = await ask({ before: [{ replace_messages: [{ role: 'user', content: 'A' }] }] })
  expect(verdict).toMatchObject({
    replace_messages: [{ content: 'A' }],
    warnings: [{ code: 'conflict', rule: 'caller' }],
  })
  expect(verdict).not.toHaveProperty('callback')
  expect(started).toEqual([])
})

test('an agent that takes no messages costs no model', async () => {
  const { verdict, started } = await ask({
    event: { ...at('AgentStop'), agent: 'claude-code' },
    capabilities: claudeCode.capabilities,
  })
  expect(started).toEqual([])
  expect(verdict.warnings[0]?.message).toMatch(/claude-code cannot be given messages/)
})

test.each(['advise', 'watch'] as const)('in %s nothing is run', async (mode) => {
  const { verdict, started } = await ask({ rule: { mode } })
  expect(verdict).not.toHaveProperty('callback')
  expect(started).toEqual([])
})

test("the host's own compaction is told how to summarise", async () => {
  const { verdict, started } = await ask({ event: { ...at('PreCompact'), messages: conversation } })
  expect(verdict.additional_context).toEqual(['Summarise.'])
  expect(started).toEqual([])
})

describe('a script that calls back', () => {
  const files = { [`${dir}/handover.md`]: '---\noutput: messages\n---\nHand over {{ what }}.' }

  test('has its recipe looked up', async () => {
    const said = { callback: { recipe: 'handover', args: { what: 'orders' } }, follow_up_messages: [] }
    const { verdict, started } = await ask({ said, files })
    expect(verdict.callback).toMatchObject({ recipe: 'handover', args: { what: 'orders' }, status: 'done' })
    expect(started[0]?.stdin).toBe('Hand over orders.\n')
  })

  test('of no recipe that there is: failed, nothing replaced (K33)', async () => {
    const { verdict, started } = await ask({ said: { callback: { recipe: 'nothing' } }, files })
    expect(verdict.callback).toEqual({ recipe: 'nothing', status: 'failed' })
    expect(verdict.warnings).toMatchObject([{ message: 'there is no recipe "nothing"' }])
    expect(started).toEqual([])
  })

  test('having run it itself is believed', async () => {
    const callback = { recipe: 'nothing', status: 'done' as const, output: 'S' }
    const { verdict, started } = await ask({ said: { callback }, files })
    expect(verdict.callback).toEqual(callback)
    expect(started).toEqual([])
  })
})

test("fills a rule's arguments from the event, however deep they stand", async () => {
  const { started } = await ask({
    recipe: recipe(
      'Look at {{ file }} with {{ how.lines }} lines, then {{ how.next | join: ", " }}.',
      'look',
    ),
    args: {
      file: '{{tool_input.file_path}}',
      how: { lines: 20, next: ['{{tool_input.file_path}}.bak', 'README.md'] },
    },
    event: { ...at('PostModelCall'), tool_input: { file_path: 'src/cart.ts' } },
  })
  expect(started[0]?.stdin).toBe('Look at src/cart.ts with 20 lines, then src/cart.ts.bak, README.md.\n')
})

test('needs the arguments that the recipe cannot do without', async () => {
  const needy = recipe('---\narguments: { file: { required: true } }\n---\n{{ file }}')
  const { verdict } = await ask({ recipe: needy })
  expect(verdict.callback).toMatchObject({ status: 'failed' })
  expect(verdict.warnings).toMatchObject([{ message: 'recipe "review" needs the argument "file"' }])
})

test.each([
  { name: 'the rule', recipe: 'x', runner: { command: ['llm'] }, ms: 30_000 },
  { name: 'the recipe', recipe: '---\ntimeout: 2s\n---\nx', runner: { command: ['llm'] }, ms: 2000 },
  { name: 'the runner', recipe: 'x', runner: { command: ['llm'], timeout_ms: 1000 }, ms: 1000 },
])('the time of $name holds', async ({ recipe: text, runner, ms }) => {
  const { started } = await ask({ recipe: recipe(text), runner })
  expect(started[0]?.timeout_ms).toBe(ms)
})

test("a recipe's own runner comes first", async () => {
  const { started } = await ask({ recipe: recipe('---\nrunner: { command: ./ask }\n---\nx'), runner: 'none' })
  expect(started[0]?.argv).toBe('./ask')
})

describe('output: context', () => {
  const advice = recipe('---\noutput: context\n---\nx')

  test('is added for the model', async () => {
    const { verdict } = await ask({ recipe: advice, event: at('PostToolUse'), answer: 'Mind the tests.' })
    expect(verdict).toMatchObject({
      additional_context: ['Mind the tests.'],
      callback: { status: 'done' },
      warnings: [],
    })
    expect(verdict).not.toHaveProperty('replace_messages')
  })

  test('beside messages takes no slot', async () => {
    const done = { callback: { recipe: 'compact', status: 'done' as const }, replace_messages: conversation }
    const { verdict } = await ask({ recipe: recipe('---\noutput: text\n---\nx'), before: [done] })
    expect(verdict).toMatchObject({
      replace_messages: conversation,
      callback: { recipe: 'compact' },
      warnings: [],
    })
  })
})

test('output: text stays with the callback', async () => {
  const { verdict } = await ask({ recipe: recipe('---\noutput: text\n---\nx'), answer: 'Fine.' })
  expect(verdict.callback).toMatchObject({ status: 'done', output: 'Fine.' })
  expect(verdict).not.toHaveProperty('replace_messages')
})

describe('output: decision', () => {
  const judge = recipe('---\noutput: decision\n---\nIs it fine?')
  const decide = (answer: unknown, more: object = {}) =>
    ask({
      recipe: judge,
      event: at('PreToolUse'),
      answer: typeof answer === 'string' ? answer : JSON.stringify(answer),
      ...more,
    })

  test.each([
    { answer: { decision: 'deny', reason: 'No.' }, is: { decision: 'deny', reason: 'No.' } },
    { answer: { decision: 'ask', reason: 'Sure?' }, is: { decision: 'ask', reason: 'Sure?' } },
    { answer: '```json\n{"decision": "deny"}\n```', is: { decision: 'deny' } },
    { answer: { decision: 'proceed' }, is: { decision: 'proceed' } },
    { answer: { flow: 'stop', flow_reason: 'Enough.' }, is: { decision: 'deny', flow: 'stop' } },
  ])('$answer is heard', async ({ answer, is }) => {
    const { verdict } = await decide(answer)
    expect(verdict).toMatchObject(is)
    expect(verdict.warnings).toEqual([])
  })

  test.each([
    { answer: { decision: 'allow' }, lost: 'allow' },
    { answer: { updated_input: { command: 'ls' } }, lost: 'updated_input' },
    { answer: { flow: 'continue' }, lost: 'continue' },
  ])('$answer is not: it may only tighten', async ({ answer, lost }) => {
    const { verdict } = await decide(answer)
    expect(verdict.decision).toBe('proceed')
    expect(verdict).not.toHaveProperty('updated_input')
    expect(verdict.warnings).toMatchObject([
      { code: 'contract', message: expect.stringContaining(lost) as string },
    ])
  })

  test.each(['Looks good to me.', '[]', '{"verdict": "deny"}', '{"decision": "nope"}'])(
    'as %s is a failure of its rule',
    async (answer) => {
      const open = await decide(answer)
      expect(open.verdict).toMatchObject({
        decision: 'proceed',
        callback: { status: 'failed' },
        warnings: [{ code: 'bad_reply' }],
      })
      const closed = await decide(answer, { rule: { on_error: 'deny' } })
      expect(closed.verdict.decision).toBe('deny')
    },
  )

  test('without a runner fails where no host could run it', async () => {
    const { verdict } = await decide('', { runner: 'none', rule: { on_error: 'deny' } })
    expect(verdict.decision).toBe('deny')
    expect(verdict.warnings[0]?.message).toMatch(/nothing runs recipe "review": set recipes.runner/)
  })

  test('is heard by an agent that takes no messages', async () => {
    const { verdict } = await decide(
      { decision: 'deny', reason: 'No.' },
      { capabilities: claudeCode.capabilities },
    )
    expect(verdict).toMatchObject({ decision: 'deny', warnings: [] })
  })
})

describe('result_schema', () => {
  const shaped = recipe('---\noutput: text\nresult_schema: { type: object, required: [score] }\n---\nx')
  test.each([
    { answer: '{"score": 3}', status: 'done' },
    { answer: '{"points": 3}', status: 'failed' },
    { answer: 'three', status: 'failed' },
  ])('$answer: $status', async ({ answer, status }) => {
    const { verdict } = await ask({ recipe: shaped, answer })
    expect(verdict.callback?.status).toBe(status)
  })
})
