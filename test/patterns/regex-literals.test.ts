import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { regexLiterals } from '../../src/patterns/regex/regex-literals.ts'
import { runs } from '../support/seed.ts'
import { check } from '../support/check.ts'

describe('what a regular expression demands', () => {
  test.each<readonly [string, readonly string[]]>([
    ['AKIA[0-9A-Z]{16}', ['AKIA']],
    ['^git push', ['git push']],
    ['\\bgit\\b push', ['git push']],
    ['orders?', ['order']],
    ['orders+x', ['orders']],
    ['shop{2}ping', ['shop']],
    ['a|b', ['a', 'b']],
    ['(?:apply|destroy)\\b', ['apply', 'destroy']],
    ['(a|b)cart', ['acart', 'bcart']],
    ['gh[pousr]_\\w{20}', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_']],
    ['\\b(?:AKIA|ASIA)\\w+|-----BEGIN [A-Z ]{0,20}KEY', ['AKIA', 'ASIA', '-----BEGIN ']],
    ['^(?:\\S*\\/)?(?:psql|bq)\\b.*\\b(?:drop\\s+table|truncate)', ['truncate', 'table']],
    ['(?:curl|wget).*(?:x|)', ['curl', 'wget']],
    ['git(?!hub) push', ['git push']],
    ['(?=.*cart)x', ['cart']],
    ['(?=cart)?x', ['x']],
    ['(?!cart)x', ['x']],
    ['(?!(?=cart))x', ['x']],
    ['^/?(?=((?:[^/]+/)*?\\.ssh(?:/|$)))\\1', ['.ssh', '.ssh/']],
    ['(?<word>cart)s', ['carts']],
    ['cart\\x41|orders', ['cart', 'orders']],
    ['cart\\u0041orders', ['orders']],
    ['(?:cart)*', []],
    ['a|', []],
    ['[^]]]', [']]']],
    ['.*', []],
    ['say "hello"', ['hello']],
  ])('%s: %j', (source, literals) => {
    expect(regexLiterals(source).toSorted()).toEqual(literals.toSorted())
  })

  test('many alternatives demand what stands beside them', () => {
    const many = Array.from({ length: 40 }, (_, at) => `x${at}`).join('|')
    expect(regexLiterals(`(?:${many}) orders`)).toEqual([' orders'])
  })
})

test('whatever a regular expression matches holds one of what it demands', { tags: 'long' }, () => {
  const atom = fc.constantFrom(
    'git',
    'p',
    'A1',
    '\\b',
    '^',
    '$',
    '.',
    '\\d',
    '[ab]',
    '[^a]',
    '[]',
    '[a-z]',
    '\\x41',
    '\\u0041',
    '\\1',
    '\\cA',
    '\\|',
    '\\]',
    '\\k',
    ']',
    '{,2}',
    'é',
    ' ',
    '"',
  )
  const source = fc.letrec<{ regex: string; piece: string }>((tie) => ({
    regex: fc
      .array(fc.array(tie('piece'), { maxLength: 4 }), { minLength: 1, maxLength: 3 })
      .map((all) => all.map((pieces) => pieces.join('')).join('|')),
    piece: fc
      .tuple(
        fc.oneof(
          { weight: 4, arbitrary: atom },
          fc
            .tuple(fc.constantFrom('(', '(?:', '(?=', '(?!', '(?<='), tie('regex'))
            .map(([open, inner]) => `${open}${inner})`),
        ),
        fc.constantFrom('', '', '', '?', '*', '+', '{2}', '{0,2}', '{1,}', '+?'),
      )
      .map(([text, quantifier]) => text + quantifier),
  })).regex
  const text = fc
    .array(fc.constantFrom('git', 'p', 'A', '1', 'a', 'b', ' ', '|', ']', 'u0041', 'k', '{,2}', '"', '\n'), {
      maxLength: 6,
    })
    .map((parts) => parts.join(''))
  let matched = 0
  check(
    fc.property(source, fc.array(text, { minLength: 8, maxLength: 8 }), (written, texts) => {
      const regex = made(written)
      fc.pre(regex !== undefined)
      const literals = regexLiterals(written)
      for (const each of texts) {
        if (!(regex?.test(each) ?? false) || literals.length === 0) continue
        matched++
        expect({ written, each, holds: literals.some((literal) => each.includes(literal)) }).toMatchObject({
          holds: true,
        })
      }
    }),
    { numRuns: runs(500) },
  )
  expect(matched).toBeGreaterThan(runs(25))
})

function made(source: string): RegExp | undefined {
  try {
    return new RegExp(source)
  } catch {
    return undefined
  }
}
