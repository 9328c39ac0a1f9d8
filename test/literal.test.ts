import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compilePattern } from '../src/config/pattern.ts'
import { EDGE, literalOf, literalsOf, nameLiteralsOf } from '../src/literal.ts'
import { matchesText } from '../src/pattern.ts'
import type { Pattern } from '../src/types.ts'

const compile = (takes: 'names' | 'text', written: unknown): Pattern =>
  compilePattern(takes, written, { groups: {} }).pattern as Pattern // what these two kinds compile to

describe('what a regular expression demands', () => {
  test.each([
    ['AKIA[0-9A-Z]{16}', 'AKIA'],
    ['foo\\s+barbaz', 'foo'],
    ['^git push', 'git push'],
    ['orders?', 'order'],
    ['orders+x', 'orders'],
    ['a|b', ''],
    ['(a|b)cart', 'cart'],
    ['[^]]]', ''],
    ['cart\\.ts', 'cart.ts'],
    ['shop{2}ping', 'ping'],
    ['say "hello"', 'hello'],
  ])('%s: %j', (source, literal) => {
    expect(literalOf(source)).toBe(literal)
  })
})

describe('what a pattern demands', () => {
  test.each([
    ['*git push --force*', ['git push --force']],
    ['git push*', ['git push']],
    [
      ['npm *', 'exact'],
      ['npm ', 'exact'],
    ],
    ['*{prod,live}-db*', ['-db']],
    ['[ab]cd?efg', ['efg']],
    ['*', 'any'],
    [['*', 'deploy'], 'any'],
    ['!secret', 'any'],
  ])('the text %j: %j', (written, expected) => {
    expect(literalsOf(compile('text', written))).toEqual(expected)
  })

  test.each([
    ['Bash', [`${EDGE}Bash${EDGE}`]],
    ['mcp__*', ['mcp__']],
    [
      ['Read', '/^Wri/'],
      [`${EDGE}Read${EDGE}`, 'Wri'],
    ],
  ])('the name %j: %j', (written, expected) => {
    expect(nameLiteralsOf(compile('names', written))).toEqual(expected)
  })
})

test('whatever a glob matches holds what it demands', () => {
  const plain = fc
    .constantFrom('git', ' ', 'push', '-f', '.', '"', 'é', 'cart')
    .map((text) => [text, text] as const)
  const wild = fc.constantFrom(['*', ''], ['*', 'any thing'], ['?', 'x'], ['[ab]', 'b'], ['{x,yy}', 'yy'], [
    '\\*',
    '*',
  ] as const)
  const written = fc.array(fc.oneof({ weight: 2, arbitrary: plain }, wild), { minLength: 1 })
  fc.assert(
    fc.property(written, (pieces) => {
      const [glob, subject] = [0, 1].map((at) => pieces.map((piece) => piece[at]).join('')) as [
        string,
        string,
      ] // two of them
      const pattern = compile('text', glob)
      expect(matchesText(pattern, subject)).toBeDefined()
      const literals = literalsOf(pattern)
      expect(literals === 'any' || literals.some((literal) => subject.includes(literal))).toBe(true)
    }),
    { numRuns: 2000 },
  )
})
