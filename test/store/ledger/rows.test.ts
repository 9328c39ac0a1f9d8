import { describe, expect, test } from 'vitest'
import type { SpoolLine } from '../../../src/store/ledger/spool.ts'
import { joinRows } from '../../../src/store/ledger/join.ts'

const start = Date.parse('2026-03-01T12:00:00.000Z')

/** Lines of one session, a second apart. */
function lines(...given: readonly Partial<SpoolLine>[]): readonly SpoolLine[] {
  return given.map((line, at) => ({
    time: new Date(start + at * 1000).toISOString(),
    event: 'PreToolUse',
    session: 's',
    decision: 'proceed',
    ms: 1,
    ...line,
  }))
}

const pre = (id: string, more: Partial<SpoolLine> = {}): Partial<SpoolLine> => ({
  tool: 'send',
  tool_use_id: id,
  ...more,
})
const post = (id: string, more: Partial<SpoolLine> = {}): Partial<SpoolLine> => ({
  event: 'PostToolUse',
  tool: 'send',
  tool_use_id: id,
  ...more,
})

function statuses(given: readonly SpoolLine[], now = start + 60_000): unknown[] {
  return joinRows({ lines: given, contents: [] }, now)
    .filter(({ tool_name }) => tool_name !== undefined)
    .map(({ status }) => status)
}

test.each([
  { name: 'Pre and Post', of: [pre('a'), post('a')], are: ['succeeded'] },
  { name: 'a Post that failed', of: [pre('a'), post('a', { is_error: true })], are: ['failed'] },
  { name: 'a Pre alone (U23)', of: [pre('a')], are: ['running'] },
  { name: 'an ask (U23)', of: [pre('a', { decision: 'ask' })], are: ['prepared'] },
  { name: 'an ask that was granted', of: [pre('a', { decision: 'ask' }), post('a')], are: ['succeeded'] },
  { name: 'a deny', of: [pre('a', { decision: 'deny' })], are: ['denied'] },
  {
    name: "a deny to the agent's own question",
    of: [pre('a'), pre('a', { event: 'PermissionRequest', decision: 'deny' })],
    are: ['denied'],
  },
  {
    name: 'a Pre, then a new session (U23)',
    of: [pre('a'), { event: 'SessionStart', session: 't' }],
    are: ['abandoned'],
  },
  { name: 'a Pre, then the next prompt', of: [pre('a'), { event: 'UserPromptSubmit' }], are: ['abandoned'] },
  {
    name: "a Pre, then another session's prompt",
    of: [pre('a'), { event: 'UserPromptSubmit', session: 't' }],
    are: ['running'],
  },
  {
    name: 'a Post after all',
    of: [pre('a'), { event: 'SessionStart', session: 't' }, post('a')],
    are: ['succeeded'],
  },
  {
    name: 'calls side by side',
    of: [pre('a'), pre('b'), post('b'), post('a', { is_error: true })],
    are: ['failed', 'succeeded'],
  },
  {
    name: 'the same id in two sessions',
    of: [pre('a'), pre('a', { session: 't' }), post('a', { session: 't' })],
    are: ['running', 'succeeded'],
  },
  {
    name: 'calls without ids',
    of: [{ tool: 'x' }, { tool: 'x' }, { tool: 'x', event: 'PostToolUse' }],
    are: ['succeeded', 'running'],
  },
  { name: 'a Pre, then the end of its session', of: [pre('a'), { event: 'SessionEnd' }], are: ['abandoned'] },
  { name: 'a Pre, then the end of its turn', of: [pre('a'), { event: 'AgentStop' }], are: ['abandoned'] },
  { name: 'a Pre, then a turn that broke off', of: [pre('a'), { event: 'Error' }], are: ['abandoned'] },
  {
    name: "a Pre, then another call's error",
    of: [pre('a'), { event: 'Error', tool: 'fetch' }],
    are: ['running', undefined],
  },
  {
    name: 'a Pre, then the next run',
    of: [pre('a', { run: '1' }), { event: 'PreStep', run: '2' }],
    are: ['abandoned'],
  },
  {
    name: 'a Pre, then more of its own run',
    of: [pre('a', { run: '1' }), { event: 'PreStep', run: '1' }],
    are: ['running'],
  },
  {
    name: 'a call without an id after one that was abandoned',
    of: [{ tool: 'x' }, { event: 'UserPromptSubmit' }, { tool: 'x' }, { tool: 'x', event: 'PostToolUse' }],
    are: ['abandoned', 'succeeded'],
  },
  { name: 'a Post alone', of: [post('a')], are: ['succeeded'] },
])('$name: $are', ({ of, are }) => {
  expect(statuses(lines(...of))).toEqual(are)
})

const HOUR_MS = 3_600_000

test.each([
  { name: 'a call', of: [pre('a')], hours: 0.9, are: ['running'] },
  { name: 'a call', of: [pre('a')], hours: 1.1, are: ['abandoned'] },
  { name: 'a question to the user', of: [pre('a', { decision: 'ask' })], hours: 23, are: ['prepared'] },
  { name: 'a question to the user', of: [pre('a', { decision: 'ask' })], hours: 25, are: ['abandoned'] },
] as const)('$name, its session silent for $hours h: $are', ({ of, hours, are }) => {
  expect(statuses(lines(...of), start + hours * HOUR_MS)).toEqual(are)
})

test('a long call runs while anything comes of its session', () => {
  const later = new Date(start + 3 * HOUR_MS).toISOString()
  const of = lines(pre('a'), { ...pre('b'), time: later }, { ...post('b'), time: later })
  expect(statuses(of, start + 3 * HOUR_MS)).toEqual(['running', 'succeeded'])
})

describe('a row', () => {
  const contents = [
    {
      time: new Date(start).toISOString(),
      event: 'PreToolUse',
      session: 's',
      tool: 'send',
      tool_use_id: 'a',
      contents: { input: { n: 1 } },
    },
    {
      time: new Date(start + 1000).toISOString(),
      event: 'PostToolUse',
      session: 's',
      tool: 'send',
      tool_use_id: 'a',
      contents: { output: 'ok' },
    },
  ]
  const [row] = joinRows(
    {
      lines: lines(pre('a', { rule: 'read-only', decision: 'allow' }), post('a', { would: { w: 'stop' } })),
      contents,
    },
    start,
  )

  test('has what both halves hold', () => {
    expect(row).toMatchObject({
      input: { n: 1 },
      output: 'ok',
      duration_ms: 1000,
      rule: 'read-only',
      decision: 'allow',
      would: { w: 'stop' },
      ms: 2,
    })
  })

  test('leaves out what another call of the same name held', () => {
    const [plain] = joinRows({ lines: lines(pre('b')), contents }, start)
    expect(plain).not.toHaveProperty('input')
  })
})
