import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { evict } from '../../src/builtins/evict.ts'
import { countCharacters } from '../../src/patterns/text/measure.ts'
import { shippedGroups } from '../../src/model/tool-groups.ts'
import { ask } from './ask.ts'
import { check } from '../support/check.ts'

const after = (tool_output: unknown, more: Readonly<Record<string, unknown>> = {}) => {
  return { event: 'PostToolUse', tool_name: 'Bash', tool_output, ...more } as const
}

/** Undefined, or a text that holds this one. */
const holding = (text: string | undefined): unknown =>
  text === undefined ? undefined : expect.stringContaining(text)

test('keeps 2,000 characters on each side of a notice that counts the rest (W27, W28)', async () => {
  const { updated_output } = await ask(evict, { event: after('x'.repeat(100_000)) })
  expect(updated_output).toMatch(/^x{2000}\n\n.*96000.*\n\nx{2000}$/)
})

test.each([
  { name: 'leaves exactly 80,000 characters (W29)', length: 80_000, cut: undefined },
  { name: 'counts what was dropped from 80,001 (W28)', length: 80_001, cut: '76001' },
  { name: 'takes 0 as the default (W32)', length: 80_000, with: { max_chars: 0 }, cut: undefined },
  { name: 'takes 0 as the default beyond it (W32)', length: 80_001, with: { max_chars: 0 }, cut: '76001' },
  { name: 'is off with -1 (W32)', length: 1_000_000, with: { max_chars: -1 }, cut: undefined },
  { name: 'takes an own limit (W32)', length: 6000, with: { max_chars: 5000 }, cut: '2000 of' },
  { name: 'splits evenly (W33)', length: 5000, with: { max_chars: 1100, split: 'even' }, cut: '4000' },
  {
    name: 'keeps at least 200 on each side (W33)',
    length: 500,
    with: { max_chars: 10, split: 'even' },
    cut: '100',
  },
  {
    name: 'shrinks head and tail to the limit',
    length: 1001,
    with: { max_chars: 1000, head: 900, tail: 300 },
    cut: '[1 of',
  },
])('$name', async ({ length, with: options, cut }) => {
  const { updated_output } = await ask(evict, { with: options ?? {}, event: after('x'.repeat(length)) })
  expect(updated_output).toEqual(holding(cut))
})

test('leaves an empty side out', async () => {
  const { updated_output } = await ask(evict, {
    with: { max_chars: 10, head: 0, tail: 3 },
    event: after('x'.repeat(20)),
  })
  expect(updated_output).toMatch(/^\[17 of 20 .*\]\n\nxxx$/)
})

test.each([
  'ls',
  'glob',
  'grep',
  'read_file',
  'edit_file',
  'write_file',
  'Read',
  'Grep',
  'mcp__fs__read_file',
])('leaves what %s gave (W30)', async (tool_name) => {
  expect(await ask(evict, { event: after('x'.repeat(200_000), { tool_name }) })).toEqual({})
})

test('leaves every shipped tool that reads, edits, writes or searches (W30)', async () => {
  const { read, edit, write, search } = shippedGroups
  for (const tool_name of [...read, ...edit, ...write, ...search]) {
    expect([tool_name, await ask(evict, { event: after('x'.repeat(90_000), { tool_name }) })]).toEqual([
      tool_name,
      {},
    ])
  }
})

test.each(['execute', 'my_tool', 'mcp__shop__list_orders', 'Bash'])(
  'cuts what %s gave (W31)',
  async (tool_name) => {
    expect(await ask(evict, { event: after('x'.repeat(90_000), { tool_name }) })).toHaveProperty(
      'updated_output',
    )
  },
)

test.each([
  { exclude: ['mcp__docs__*'], tool_name: 'mcp__docs__search', kept: true },
  { exclude: ['list_orders'], tool_name: 'mcp__shop__list_orders', kept: true },
  { exclude: ['list_orders'], tool_name: 'list_orders_2', kept: false },
  { exclude: [], tool_name: 'Read', kept: false },
])('excludes $exclude from what $tool_name gave: $kept', async ({ exclude, tool_name, kept }) => {
  const outcome = await ask(evict, { with: { exclude }, event: after('x'.repeat(90_000), { tool_name }) })
  expect(outcome.updated_output === undefined).toBe(kept)
})

test('cuts the text of an output that is not a text', async () => {
  const event = after({ stdout: 'x'.repeat(90_000) }, { output_text: 'x'.repeat(90_000) })
  expect(await ask(evict, { event })).toHaveProperty('updated_output', expect.stringContaining('86000'))
})

test.each([{ tool_output: undefined }, { tool_output: null }, { tool_output: 7 }, { tool_output: '' }])(
  'leaves the output $tool_output',
  async ({ tool_output }) => {
    expect(await ask(evict, { with: { max_chars: 1 }, event: after(tool_output) })).toEqual({})
  },
)

test('refuses a group that it does not know', async () => {
  await expect(ask(evict, { with: { exclude: ['@shop'] }, event: after('') })).rejects.toThrow('pattern')
})

test('counts emoji as one character and never cuts one (W34)', async () => {
  const outcome = await ask(evict, { event: after('🧾'.repeat(80_001)) })
  expect(outcome.updated_output).toMatch(/^🧾{2000}\n\n.*76001.*\n\n🧾{2000}$/u)
  expect(await ask(evict, { event: after('🧾'.repeat(80_000)) })).toEqual({})
})

test('what is kept is well formed and what is dropped is counted (W34)', async () => {
  const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 200 })
  await check(
    fc.asyncProperty(text, fc.nat(40), fc.nat(40), async (tool_output, head, tail) => {
      const { updated_output } = await ask(evict, {
        with: { max_chars: 40, head, tail },
        event: after(tool_output),
      })
      const total = [...tool_output].length
      const dropped = total - Math.min(40, head + tail)
      const counted = expect.stringContaining(`[${dropped} of ${total} characters`)
      expect(countCharacters(tool_output)).toBe(total)
      expect(updated_output).toEqual(total > 40 ? counted : undefined)
      expect(String(updated_output)).not.toMatch(/\p{Surrogate}/u)
    }),
  )
})

test('says that it is inactive when it is off', () => {
  expect(evict.inactive?.({ max_chars: -1, head: 1, tail: 1, split: 'fixed', exclude: [] })).toBe(
    'max_chars is -1',
  )
})
