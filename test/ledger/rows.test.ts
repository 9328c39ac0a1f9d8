import { describe, expect, test } from 'vitest'
import type { AnyLine } from '../../src/ledger/read.ts'
import { joinRows } from '../../src/ledger/rows.ts'

const start = Date.parse('2026-03-01T12:00:00.000Z')

/** Lines of one session, a second apart. */
function lines(...given: readonly Partial<AnyLine>[]): readonly AnyLine[] {
  return given.map((line, at) => ({
    time: new Date(start + at * 1000).toISOString(),
    event: 'PreToolUse',
    session: 's',
    decision: 'proceed',
    ms: 1,
    ...line,
  }))
}

const pre = (id: string, more: Partial<AnyLine> = {}): Partial<AnyLine> => ({
  tool: 'send',
  tool_use_id: id,
  ...more,
})
const post = (id: string, more: Partial<AnyLine> = {}): Partial<AnyLine> => ({
  event: 'PostToolUse',
  tool: 'send',
  tool_use_id: id,
  ...more,
})

function statuses(given: readonly AnyLine[], now = start + 60_000): unknown[] {
  return joinRows({ lines: given, contents: [], torn: 0 }, now)
    .filter(({ tool_name }) => tool_name !== undefined)
    .map(({ status }) => status)
}

test.each([
  { name: 'Pre and Post', of: [pre('a'), post('a')], are: ['succeeded'] },
  { name: 'a Post that failed', of: [pre('a'), post('a', { is_error: true })], are: ['failed'] },
  { name: 'U23 a Pre alone', of: [pre('a')], are: ['running'] },
  { name: 'U23 an ask', of: [pre('a', { decision: 'ask' })], are: ['prepared'] },
  { name: 'an ask that was granted', of: [pre('a', { decision: 'ask' }), post('a')], are: ['succeeded'] },
  { name: 'a deny', of: [pre('a', { decision: 'deny' })], are: ['denied'] },
  {
    name: "a deny to the agent's own question",
    of: [pre('a'), pre('a', { event: 'PermissionRequest', decision: 'deny' })],
    are: ['denied'],
  },
  {
    name: 'U23 a Pre, then a new session',
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
  { name: 'a Post alone', of: [post('a')], are: ['succeeded'] },
])('$name: $are', ({ of, are }) => {
  expect(statuses(lines(...of))).toEqual(are)
})

test('a call that nobody heard of for a day is abandoned', () => {
  expect(statuses(lines(pre('a')), start + 2 * 86_400_000)).toEqual(['abandoned'])
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
      torn: 0,
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
    const [plain] = joinRows({ lines: lines(pre('b')), contents, torn: 0 }, start)
    expect(plain).not.toHaveProperty('input')
  })
})
