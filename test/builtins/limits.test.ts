import { expect, test } from 'vitest'
import { limits } from '../../src/builtins/limits.ts'
import { mergeFlow, ruleFlow } from '../../src/engine/flow.ts'
import { createMemoryState, RUNS } from '../../src/store/state/memory.ts'
import { ask, clockAt, type Question } from './ask.ts'

const codes = async (question: Question) => (await ask(limits, question)).stops?.map(({ code }) => code) ?? []

const step = (number: number, more: Readonly<Record<string, unknown>> = {}) =>
  ({ event: 'PreStep', step: number, ...more }) as const

test.each<{ name: string; with?: object; event: Question['event']; stops: string[] }>([
  { name: '20 steps (S29)', event: step(20), stops: ['steps_limit'] },
  { name: '19 steps (S29)', event: step(19), stops: [] },
  { name: '32,768 tokens (S30)', event: step(1, { usage: { total: 32_768 } }), stops: ['token_limit'] },
  { name: '32,767 tokens (S30)', event: step(1, { usage: { total: 32_767 } }), stops: [] },
  {
    name: 'tokens in and out (S30)',
    event: step(1, { usage: { input: 32_000, output: 768 } }),
    stops: ['token_limit'],
  },
  { name: '300 seconds (S31)', event: step(1, { started_at: 700_000 }), stops: ['time_limit'] },
  { name: '299 seconds (S31)', event: step(1, { started_at: 701_000 }), stops: [] },
  { name: 'a clock set back', event: step(1, { started_at: 2_000_000 }), stops: [] },
  { name: 'no step limit (S32)', with: { steps: null }, event: step(99), stops: [] },
  {
    name: 'no step limit, the others stay (S32)',
    with: { steps: null },
    event: step(99, { started_at: 0 }),
    stops: ['time_limit'],
  },
  {
    name: 'two limits at once (S34)',
    event: step(20, { started_at: 0 }),
    stops: ['steps_limit', 'time_limit'],
  },
  {
    name: 'a coding agent',
    event: { event: 'PreToolUse', agent: 'claude-code', usage: { total: 1e9 }, started_at: 0 },
    stops: [],
  },
  {
    name: 'a coding agent with a limit of its own',
    with: { tokens: 10 },
    event: { event: 'PreToolUse', agent: 'claude-code', usage: { total: 11 } },
    stops: ['token_limit'],
  },
  { name: 'a call within the last step', event: { event: 'PreToolUse', step: 19 }, stops: [] },
  { name: 'a call after the last step', event: { event: 'PreToolUse', step: 20 }, stops: ['steps_limit'] },
  { name: 'a call of the last model call', event: { event: 'PreToolUse', turn: 20 }, stops: [] },
  {
    name: 'a call after the last model call',
    event: { event: 'PreToolUse', turn: 21 },
    stops: ['steps_limit'],
  },
  {
    name: 'a finish reason (S33)',
    with: { finish_reasons: ['stop'] },
    event: { event: 'PostStep', step: 1, finish_reason: 'stop' },
    stops: ['finish_reason'],
  },
  {
    name: 'no finish reason by default (S33)',
    event: { event: 'PostStep', step: 1, finish_reason: 'stop' },
    stops: [],
  },
])('$name: $stops', async ({ with: options, event, stops }) => {
  expect(await codes({ with: { ...options }, event, now: 1_000_000 })).toEqual(stops)
})

test('the gravest stop is the reason, and it was forced (S34, S35)', async () => {
  const outcome = await ask(limits, { event: step(20, { started_at: 0 }), now: 1_000_000 })
  const voice = ruleFlow(outcome)
  expect(mergeFlow(voice === undefined ? [] : [voice])).toEqual({
    flow: 'stop',
    flow_reason: 'steps_limit',
    hard: true,
    forced: true,
  })
})

test('an end by a finish reason is soft and not forced (S35)', async () => {
  const outcome = await ask(limits, {
    with: { finish_reasons: ['stop'] },
    event: { event: 'PostStep', step: 1, finish_reason: 'stop' },
  })
  expect(outcome).toMatchObject({ flow: 'stop', hard: false })
  expect(outcome.forced).toBeUndefined()
})

test('says how far it went (S32)', async () => {
  const { stops } = await ask(limits, { event: step(20, { started_at: 0 }), now: 300_000 })
  expect(stops?.map(({ message }) => message)).toEqual([
    'Step limit reached: 20/20',
    'Time limit reached: 300/300 s',
  ])
})

test('counts steps itself when the host does not', async () => {
  const state = createMemoryState(clockAt(0))
  const seen = []
  for (const event of ['PreStep', 'PostStep', 'PreStep', 'PostStep', 'PreStep'] as const) {
    seen.push((await codes({ with: { steps: 2 }, event: { event }, state })).length)
  }
  expect(seen).toEqual([0, 0, 0, 1, 1])
})

test('takes the time from its first event of the run (S31, S32)', async () => {
  const state = createMemoryState(clockAt(0))
  const at = (now: number, event: 'SessionStart' | 'PreStep') => codes({ event: { event }, state, now })
  expect([
    await at(1_000, 'SessionStart'),
    await at(300_000, 'PreStep'),
    await at(301_000, 'PreStep'),
  ]).toEqual([[], [], ['time_limit']])
  state.count(RUNS)
  expect(await at(302_000, 'PreStep')).toEqual([])
})

const dispatches = async (events: readonly Question['event'][]) => {
  const state = createMemoryState(clockAt(0))
  const found: (readonly string[])[] = []
  for (const event of events) found.push(await codes({ with: { steps: 2 }, event, state }))
  return found.findIndex((stops) => stops.includes('steps_limit'))
}

test.each<{ name: string; events: Question['event'][]; at: number }>([
  {
    name: 'model calls where there are no steps',
    events: [{ event: 'PreModelCall' }, { event: 'PreModelCall' }, { event: 'PreModelCall' }],
    at: 2,
  },
  {
    name: 'model calls that the host counts',
    events: [
      { event: 'PreModelCall', turn: 2 },
      { event: 'PreModelCall', turn: 3 },
    ],
    at: 1,
  },
  {
    name: 'steps, however many model calls they have',
    events: [
      { event: 'PreStep' },
      { event: 'PreModelCall' },
      { event: 'PreModelCall' },
      { event: 'PreModelCall' },
      { event: 'PreStep' },
      { event: 'PreStep' },
    ],
    at: 5,
  },
  {
    name: 'steps before calls of tools',
    events: [
      { event: 'PreStep' },
      { event: 'PreToolUse' },
      { event: 'PostStep' },
      { event: 'PreToolUse' },
      { event: 'PostStep' },
      { event: 'PreToolUse' },
    ],
    at: 4,
  },
  {
    name: 'how often it is asked whether to go on, where there is nothing else',
    events: [{ event: 'ShouldContinue' }, { event: 'PreToolUse' }, { event: 'ShouldContinue' }],
    at: 2,
  },
  {
    name: 'steps, and not the questions after them',
    events: [
      { event: 'PostStep' },
      { event: 'ShouldContinue' },
      { event: 'ShouldContinue' },
      { event: 'PostStep' },
    ],
    at: 3,
  },
  {
    name: 'the steps of each subagent apart',
    events: [
      { event: 'PostStep' },
      { event: 'PostStep', subagent: { name: 'reviewer', id: 'a1' } },
      { event: 'PreToolUse' },
      { event: 'PostStep', subagent: { name: 'reviewer', id: 'a1' } },
    ],
    at: 3,
  },
])('counts $name', async ({ events, at }) => {
  expect(await dispatches(events)).toBe(at)
})

test('says once that a host reports nothing that it could count', async () => {
  const state = createMemoryState(clockAt(0))
  const event = { event: 'PreToolUse', agent: 'claude-code', session_id: 's1' } as const
  const warned = async (more: Partial<Question>) =>
    (await ask(limits, { with: { steps: 3 }, event, state, ...more })).warnings ?? []
  const message =
    'claude-code reports neither steps nor model calls, so "steps: 3" is not counted; limit tool calls with "use: rate-limit"'
  expect(await warned({})).toEqual([{ code: 'uncounted', message }])
  expect(await warned({})).toEqual([])
  expect(await warned({ event: { ...event, session_id: 's2' }, with: {}, rule: 'other' })).toEqual([])
  expect(await warned({ event: { ...event, step: 0 }, rule: 'other' })).toEqual([])
})
