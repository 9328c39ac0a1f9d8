import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { choosePaint } from '../../../src/cli/page/page.ts'
import { differences } from '../../../src/cli/call/draw-verdict.ts'
import { showRun } from '../../../src/cli/call/draw.ts'
import { clip, duration, fit, visible, widthOf, wrap } from '../../../src/patterns/text/terminal-text.ts'
import { createFakeHost } from '../fake-host.ts'
import { evaluated, event, noOptions, root, traced, verdict } from './world.ts'
import { check } from '../../support/check.ts'

const anything = fc.string({ unit: 'binary', maxLength: 300 })
// oxlint-disable-next-line no-control-regex -- it is what is looked for
const steering = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

test.each([
  ['\u001b[2J', '\\x1b[2J'],
  ['a\nb\tc\r', 'a\\nb\\tc\\r'],
  ['\u202egnp', '\\u202egnp'],
  ['\u{e0041}', '\\u{e0041}'],
  ['\ud800', '\\ud800'],
  ['naïve 漢 👍', 'naïve 漢 👍'],
])('shows %j as %j', (text, shown) => expect(visible(text)).toBe(shown))

test.each([
  ['abcdefghij', 10, 'abcdefghij'],
  ['abcdefghijk', 10, 'abcde…hijk'],
  ['漢字漢字漢字', 7, '漢…字'],
  ['abc', 1, '…'],
  ['abc', 0, ''],
])('fits %j into %i columns as %j', (text, width, fitted) => expect(fit(text, width)).toBe(fitted))

test('a fitted text is never wider than asked', () => {
  check(
    fc.property(anything, fc.integer({ min: 0, max: 80 }), (text, width) => {
      expect(widthOf(fit(text, width))).toBeLessThanOrEqual(width)
    }),
  )
})

test('wrapped lines keep every word and are never wider than asked', () => {
  check(
    fc.property(
      fc.array(fc.string({ maxLength: 30 }).filter((word) => /^[!-~]+$/.test(word))),
      fc.integer({ min: 10, max: 80 }),
      (words, width) => {
        const wrapped = wrap(words.join(' '), width)
        expect(wrapped.every((line) => widthOf(line) <= width)).toBe(true)
        expect(wrapped.join('').replaceAll(' ', '')).toBe(words.join(''))
      },
    ),
  )
})

test('keeps the indentation of what it wraps', () => {
  expect(wrap('  one two three', 9)).toEqual(['  one two', '  three'])
})

test('says how many lines it leaves out, and leaves out at least two', () => {
  expect(clip(['a', 'b', 'c'], 2)).toEqual(['a', 'b', 'c'])
  expect(clip(['a', 'b', 'c', 'd'], 2)).toEqual(['a', 'b', '… 2 more lines'])
})

test.each([
  [0, '0.0 ms'],
  [1.94, '1.9 ms'],
  [9.96, '10 ms'],
  [999, '999 ms'],
  [1234, '1.2 s'],
  [600_000, '600 s'],
])('%d ms reads %s', (ms, text) => expect(duration(ms)).toBe(text))

describe('differences', () => {
  test.each([
    { name: 'a field changed', before: { a: 1, b: 2 }, after: { a: 1, b: 3 }, lines: ['- b: 2', '+ b: 3'] },
    { name: 'a field came', before: {}, after: { a: null }, lines: ['+ a: null'] },
    { name: 'a field went', before: { a: '' }, after: {}, lines: ['- a: '] },
    {
      name: 'a nested field changed',
      before: { a: { b: [1] } },
      after: { a: { b: [2] } },
      lines: ['- a.b: [1]', '+ a.b: [2]'],
    },
    {
      name: 'one line of many changed',
      before: { text: 'a\nb\nc' },
      after: { text: 'a\nB\nc' },
      lines: ['  text, from line 2', '- b', '+ B'],
    },
    { name: 'nothing changed', before: { a: [] }, after: { a: [] }, lines: [] },
    { name: 'another kind of value', before: 'text', after: { a: 1 }, lines: ['- text', '+ {"a":1}'] },
  ])('$name', ({ before, after, lines }) => {
    expect(differences(before, after).map(({ sign, text }) => `${sign} ${text}`)).toEqual(lines)
  })
})

test('whatever the data, nothing steers the terminal and nothing is too wide', () => {
  const drawn = fc.record({
    command: anything,
    reason: anything,
    context: anything,
    rule: anything,
    why: anything,
    agent: anything,
  })
  check(
    fc.property(drawn, fc.integer({ min: 40, max: 120 }), (data, columns) => {
      const { command, reason, context, rule, why, agent } = data
      const shown = evaluated({
        event: event({ agent, tool_name: agent, tool_input: { command } }),
        considered: 5,
        verdict: verdict({
          decision: 'deny',
          reason,
          updated_input: { command: reason },
          additional_context: [context],
          warnings: [{ code: 'error', rule, message: context }],
          trace: [
            traced(rule, 3, { decision: 'deny', why }),
            traced(rule, 4, { result: 'error', stderr: reason, did: command }),
          ],
        }),
      })
      const host = createFakeHost({ terminal: true, columns, env: { NO_COLOR: '1' }, cwd: root })
      const text = showRun(shown, { host, options: noOptions })
      expect(text).not.toMatch(steering)
      expect(text.split('\n').filter((line) => widthOf(line) > columns)).toEqual([])
    }),
  )
})

test.each([
  { name: 'on a terminal', coloured: true, terminal: true },
  { name: 'through a pipe', coloured: false },
  { name: 'through a pipe with FORCE_COLOR', coloured: true, env: { FORCE_COLOR: '1' } },
  { name: 'with FORCE_COLOR=0', coloured: false, terminal: true, env: { FORCE_COLOR: '0' } },
  { name: 'with NO_COLOR', coloured: false, terminal: true, env: { NO_COLOR: '1' } },
  { name: 'with an empty NO_COLOR', coloured: true, terminal: true, env: { NO_COLOR: '' } },
  {
    name: 'with --no-color',
    coloured: false,
    terminal: true,
    argv: ['run', '--no-color'],
    env: { FORCE_COLOR: '1' },
  },
  { name: 'on a dumb terminal', coloured: false, terminal: true, env: { TERM: 'dumb' } },
])('$name colour is $coloured', ({ coloured, terminal = false, env = {}, argv = [] }) => {
  expect(choosePaint({ argv, env, terminal })('red', 'x') !== 'x').toBe(coloured)
})
