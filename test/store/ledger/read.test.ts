import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { lastPayload } from '../../../src/store/ledger/payloads.ts'
import { readLedger } from '../../support/ledger.ts'

const home = mkdtempSync(path.join(tmpdir(), 'hooks-read-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const line = (id: string, more: object = {}): string =>
  JSON.stringify({
    time: '2026-03-01T12:00:00.000Z',
    event: 'PreToolUse',
    tool_use_id: id,
    decision: 'proceed',
    ms: 1,
    ...more,
  })

let dirs = 0

function spoolOf(text: string): ReturnType<typeof readLedger> {
  const dir = path.join(home, String(++dirs))
  mkdirSync(path.join(dir, 'ledger'), { recursive: true })
  writeFileSync(path.join(dir, 'ledger', '2026-03-01.jsonl'), text)
  return readLedger(dir)
}

/** A writer was killed in the middle of this one. */
const half = line('half', { contents: { input: { time: 'noon', event: 'x' } } }).slice(0, -3)
const nested = line('b', { contents: { input: [{ time: 'noon', event: 'x' }] } })

describe('a spool', () => {
  test.each([
    { name: 'whole', text: `${line('a')}\n${nested}\n`, ids: ['a', 'b'], torn: 0 },
    { name: 'that ends in half a line', text: `${line('a')}\n${half}`, ids: ['a'], torn: 1 },
    {
      name: 'with a line behind a half one',
      text: `${half}${line('a')}\n${line('b')}\n`,
      ids: ['a', 'b'],
      torn: 1,
    },
    { name: 'with a nested one behind it', text: `${half}${nested}\n`, ids: ['b'], torn: 1 },
    { name: 'with one behind two half ones', text: `${half}${half}${line('a')}\n`, ids: ['a'], torn: 1 },
    { name: 'with a line that is none', text: `7\nnull\n{"time":3}\n${line('a')}\n`, ids: ['a'], torn: 3 },
    { name: 'whose last line has no end', text: `${line('a')}\n${line('b')}`, ids: ['a', 'b'], torn: 0 },
    { name: 'with two in one line', text: `${line('a')}${line('b')}\n`, ids: ['a', 'b'], torn: 0 },
    {
      name: 'with a half one behind a whole one',
      text: `${line('a')}${half}${line('b')}\n`,
      ids: ['a', 'b'],
      torn: 1,
    },
    {
      name: 'with lines that somebody else wrote',
      text: `${[{ decision: 'perhaps' }, { time: 'noon' }, { ms: '1' }, { tool: {} }, { event: null }].map((more) => line('x', more)).join('\n')}\n${line('a')}\n`,
      ids: ['a'],
      torn: 5,
    },
    {
      name: 'with lines whose fields are not what ours are',
      text: `${[
        { time: '2026-03-99T12:00:00.000Z' },
        { would: 'deny' },
        { would: { audit: 3 } },
        { failed: 'audit' },
        { warnings: [null] },
        { pause: null },
      ]
        .map((more) => line('x', more))
        .join('\n')}\n${line('a')}\n`,
      ids: ['a'],
      torn: 6,
    },
  ])('$name gives every whole line', ({ text, ids, torn }) => {
    const read = spoolOf(text)
    expect(read.lines.map(({ tool_use_id }) => tool_use_id)).toEqual(ids)
    expect(read.torn).toBe(torn)
  })
})

test('contents that nobody could draw are left out', () => {
  const dir = path.join(home, 'strange')
  mkdirSync(path.join(dir, 'contents'), { recursive: true })
  const all = [
    { trace: [null] },
    { trace: {} },
    { contents: 'sent' },
    { intent: { edits: 'orders.ts' } },
    { intent: { edits: ['orders.ts'] }, contents: { input: null }, trace: [{ rule: 'audit' }] },
  ]
  writeFileSync(
    path.join(dir, 'contents', '2026-03-01.jsonl'),
    all.map((more) => `${line('a', more)}\n`).join(''),
  )
  const { contents, torn } = readLedger(dir)
  expect(contents).toMatchObject(all.slice(-1))
  expect(torn).toBe(4)
})

test('of the payloads the newest whole one counts', () => {
  const dir = path.join(home, 'payloads')
  mkdirSync(dir)
  writeFileSync(path.join(dir, '0.json'), '{"payload":{"event":"PreToolUse"}}')
  expect(lastPayload(dir, (kept) => kept)).toEqual({ payload: { event: 'PreToolUse' } })
  writeFileSync(path.join(dir, '1.json'), '{"payload":{"event":"Post')
  expect(lastPayload(dir, (kept) => kept)).toEqual({ payload: { event: 'PreToolUse' } })
})
