import { expect, test } from 'vitest'
import { compact } from '../../src/builtins/compact.ts'
import { ask } from '../builtins/ask.ts'

const called = async (event: object, options: object = {}) =>
  (await ask(compact, { with: { ...options }, event: { event: 'PostModelCall', ...event } })).callback?.recipe

test.each([
  { name: 'at the threshold (K44)', usage: { context: 800, max_context: 1000 }, is: 'compact' },
  { name: 'below it (K44)', usage: { context: 799, max_context: 1000 }, is: undefined },
  { name: 'no window (K43)', usage: { context: 999, max_context: 0 }, is: undefined },
  { name: 'a window of unknown size', usage: { context: 999 }, is: undefined },
  { name: 'no usage', is: undefined },
])('$name: $is', async ({ usage, is }) => {
  expect(await called({ ...(usage !== undefined && { usage }) })).toBe(is)
})

test.each([undefined, 0])("the rule's window counts where the host's is %s", async (max_context) => {
  const usage = { context: 900, ...(max_context !== undefined && { max_context }) }
  expect(await called({ usage }, { window: 1000 })).toBe('compact')
})

test.each([
  { name: 'the host switched it off', raw: { auto_compact_enabled: false }, is: undefined },
  { name: "the host's threshold", raw: { auto_compact_threshold: 0.95 }, is: undefined },
  {
    name: "the rule's own before the host's",
    raw: { auto_compact_threshold: 0.95 },
    with: { threshold: 0.5 },
    is: 'compact',
  },
  { name: 'another recipe', raw: {}, with: { recipe: 'handover' }, is: 'handover' },
])('$name (K43)', async ({ raw, with: options, is }) => {
  expect(await called({ usage: { context: 900, max_context: 1000 }, raw }, options)).toBe(is)
})
