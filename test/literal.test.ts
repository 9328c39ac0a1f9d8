import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compilePattern } from '../src/config/pattern.ts'
import { EDGE, literalsOf, nameLiteralsOf } from '../src/literal.ts'
import { regexLiterals } from '../src/regex-literals.ts'
import { matchesText } from '../src/pattern.ts'
import type { Pattern } from '../src/types.ts'

const compile = (takes: 'names' | 'text', written: unknown): Pattern =>
  compilePattern(takes, written, { groups: {} }).pattern as Pattern // what these two kinds compile to

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
    ['git {push,{pull,fetch},rebase} now', ['git ']],
    ['cart{a\\},bcdefgh}', ['cart']],
    ['cart[]abcdefgh]', ['cart']],
    ['cart[ab]{x,y}orders', ['cart']],
    ['{orders}', 'any'],
  ])('the text %j: %j', (written, expected) => {
    expect(literalsOf(compile('text', written))).toEqual(expected)
  })

  test('a group that holds a glob demands nothing', () => {
    const groups = { mcp: ['mcp__*'], mixed: ['Read', 'mcp__shop__*'] }
    for (const name of ['@mcp', '@mixed'])
      expect(nameLiteralsOf(compilePattern('names', name, { groups }).pattern as Pattern)).toBe('any') // of names
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
  const wild = fc.constantFrom(
    ['*', ''],
    ['*', 'any thing'],
    ['?', 'x'],
    ['[ab]', 'b'],
    ['{x,{y,zz},v}', 'zz'],
    ['{ab\\},cdef}', 'cdef'],
    ['[]abcd]', 'b'],
    ['{cart}', '{cart}'],
    ['\\*', '*'] as const,
  )
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

test('whatever a regular expression matches holds what it demands', () => {
  const piece = fc.constantFrom(
    'git',
    'push',
    '|',
    '[^]',
    '[]',
    '[|]',
    '[^|]',
    '\\d',
    '\\x41',
    '\\u0041',
    '\\|',
    '\\]',
    '(a|b)',
    '(?!x)',
    '?',
    '*',
    '+',
    '{2}',
    '{,2}',
    '.',
    '^',
    '$',
    '\\b',
    '\\1',
    '\\cA',
    '\\0',
    ']',
    'é',
    ' ',
    '"',
  )
  const subject = fc.array(fc.constantFrom('git', 'push', 'A', '1', ' ', '|', 'a', ']', 'x', '\u0001'), {
    maxLength: 5,
  })
  const regex = fc.array(piece, { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(regex, fc.array(subject, { minLength: 5, maxLength: 5 }), (pieces, subjects) => {
      const source = pieces.join('')
      const made = attempt(() => new RegExp(source))
      fc.pre(made !== undefined)
      for (const text of subjects.map((parts) => parts.join('')))
        if (made?.test(text))
          expect({ source, text, holds: isDemanded(text, source) }).toMatchObject({ holds: true })
    }),
    { numRuns: 20_000 },
  )
})

function isDemanded(text: string, source: string): boolean {
  const literals = regexLiterals(source)
  return literals.length === 0 || literals.some((literal) => text.includes(literal))
}

function attempt<T>(make: () => T): T | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}
