import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compilePattern } from '../../src/config/compile/patterns/compile-pattern.ts'
import { matchesPath, matchesText } from '../../src/library/define.ts'
import type { Pattern } from '../../src/model/types.ts'
import { AND, EDGE, literalsOf, nameLiteralsOf, pathLiteralsOf } from '../../src/patterns/literal.ts'
import { regexLiteralsOf } from '../../src/patterns/regex/regex-literals.ts'
import { locate } from '../../src/patterns/paths/paths.ts'
import { runs } from '../support/seed.ts'
import { check } from '../support/check.ts'

const compile = (takes: 'names' | 'paths' | 'text', written: unknown): Pattern =>
  compilePattern(takes, written, { groups: {} }).pattern as Pattern // what these kinds compile to

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
    expect(literalsOf(compile('text', written), regexLiteralsOf)).toEqual(expected)
  })

  test('a group that holds a glob demands nothing', () => {
    const groups = { mcp: ['mcp__*'], mixed: ['Read', 'mcp__shop__*'] }
    for (const name of ['@mcp', '@mixed'])
      expect(
        nameLiteralsOf(compilePattern('names', name, { groups }).pattern as Pattern, regexLiteralsOf),
      ).toBe('any') // of names
  })

  test.each([
    ['Bash', [`${EDGE}Bash${EDGE}`]],
    ['mcp__*', ['mcp__']],
    [
      ['Read', '/^Wri/'],
      [`${EDGE}Read${EDGE}`, 'Wri'],
    ],
  ])('the name %j: %j', (written, expected) => {
    expect(nameLiteralsOf(compile('names', written), regexLiteralsOf)).toEqual(expected)
  })
})

test('whatever a glob matches holds what it demands', { tags: 'long' }, () => {
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
  check(
    fc.property(written, (pieces) => {
      const [glob, subject] = [0, 1].map((at) => pieces.map((piece) => piece[at]).join('')) as [
        string,
        string,
      ] // two of them
      const pattern = compile('text', glob)
      expect(matchesText(pattern, subject)).toBeDefined()
      const literals = literalsOf(pattern, regexLiteralsOf)
      expect(literals === 'any' || literals.some((literal) => subject.includes(literal))).toBe(true)
    }),
    { numRuns: runs(300) },
  )
})

describe('what a path pattern demands, of a path with a slash behind it', () => {
  test.each([
    ['packages/cart/**', ['/packages/cart/']],
    ['packages/cart', ['/packages/cart/']],
    ['**/*.pem', ['.pem/']],
    ['.env*', ['/.env']],
    ['~/.ssh/**', ['/.ssh/']],
    ['a/**/orders', ['/orders/']],
    ['**', 'any'],
    ['{a,b}', 'any'],
    ['/etc/./passwd', ['/etc/passwd/']],
  ])('%j: %j', (written, expected) => {
    expect(pathLiteralsOf(compile('paths', written))).toEqual(expected)
  })

  test('whatever it matches holds that', { tags: 'long' }, () => {
    const at = { root: '/home/ada/shop', cwd: '/home/ada/shop/api' }
    const part = fc.constantFrom(
      'a',
      'cart',
      '.env',
      '*',
      '**',
      '*.ts',
      '{a,cart}',
      'c?rt',
      '[ac]',
      '.',
      '..',
      'ca*',
    )
    const name = fc.constantFrom('a', 'cart', '.env', 'x.ts', '.ts', 'c', 'shop', '..', '.')
    const before = fc.constantFrom('', '', './', '/', '~/', '/home/ada/shop/', '**/')
    const after = fc.constantFrom('', '', '/', '/**')
    const glob = fc.tuple(before, fc.array(part, { minLength: 1, maxLength: 4 }), after)
    const names = fc.tuple(
      fc.constantFrom('', '', '/', '/home/ada/'),
      fc.array(name, { minLength: 1, maxLength: 4 }),
    )
    let met = 0
    check(
      fc.property(glob, fc.array(names, { minLength: 8, maxLength: 8 }), ([start, parts, end], paths) => {
        const written = start + parts.join('/') + end
        const pattern = attempt(() => compile('paths', written))
        const demanded = pattern && pathLiteralsOf(pattern)
        if (pattern === undefined || demanded === 'any' || demanded === undefined) return
        for (const path of paths.map(([root, rest]) => root + rest.join('/'))) {
          const place = locate(path, at)
          if (matchesPath(pattern, place) === undefined) continue
          met++
          const text = `${place.absolute}/`.toLowerCase()
          const isThere = demanded.some((literal) => text.includes(literal.toLowerCase()))
          expect({ written, text, demanded, isThere }).toMatchObject({ isThere: true })
        }
      }),
      { numRuns: runs(500) },
    )
    expect(met).toBeGreaterThan(runs(25))
  })
})

test.each([
  ['^(?:node|bun) .*\\b(?:rm\\s+-r|mkfs)', ['node rm', 'node mkfs', 'bun rm', 'bun mkfs']],
  ['^terraform\\s+(?:apply|destroy)', ['terraform apply', 'terraform destroy']],
  ['a.*git', ['git']],
  ['deploy', ['deploy']],
])('pieces of the regular expression %j: %j', (source, expected) => {
  const pairs = regexLiteralsOf(source).map((literal) => literal.split(AND).map((piece) => piece.trim()))
  expect(pairs.map((pieces) => pieces.join(' '))).toEqual(expected)
})

test('whatever a regular expression matches holds what it demands', { tags: 'long' }, () => {
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
  check(
    fc.property(regex, fc.array(subject, { minLength: 5, maxLength: 5 }), (pieces, subjects) => {
      const source = pieces.join('')
      const made = attempt(() => new RegExp(source))
      fc.pre(made !== undefined)
      for (const text of subjects.map((parts) => parts.join('')))
        if (made?.test(text))
          expect({ source, text, holds: isDemanded(text, source) }).toMatchObject({ holds: true })
    }),
    { numRuns: runs(500) },
  )
})

function isDemanded(text: string, source: string): boolean {
  const literals = regexLiteralsOf(source)
  const stands = (literal: string): boolean => literal.split(AND).every((piece) => text.includes(piece))
  return literals.length === 0 || literals.some(stands)
}

function attempt<T>(make: () => T): T | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}
