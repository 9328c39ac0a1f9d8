import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compilePattern } from '../../src/config/compile/patterns/compile-pattern.ts'
import { maxTextLength, unsafeReason } from '../../src/patterns/regex/regex-cost.ts'
import { matchesItem } from '../../src/patterns/pattern.ts'
import type { Pattern } from '../../src/model/types.ts'
import { loaders } from '../support/loaders.ts'
import { runs } from '../support/seed.ts'
import { check } from '../support/check.ts'
import { expectCheap } from '../support/expectations.ts'

test.each([
  '(a|a)*$',
  '(a|aa)+$',
  '(\\d{1,3},?)+$',
  '(a?a?)*$',
  '(\\w|\\d)+!!',
  '(?:a*a*,)*!',
  '(a*)*',
  '(a*b?)*$',
  '(.*)+x',
  '(?!(a|a)*$)x',
  '(?:(?:x+)){5,}$',
  '([a-z]|[m-p]q?)*!',
  '(\u00fc|\u00fc)*!',
  '((ab)*)*c',
  '(?:a|b|ab)*$',
  '(x+x+)+y',
  '(a{2,20})*b',
  '(?:\\s*,?\\s*\\w)*!',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
])('%s is refused', (source) => {
  expect(unsafeReason(source, '')).toBeDefined()
})

test.each([
  '(\\w+\\.)+com',
  '(?:[a-z]+-)*[a-z]+',
  '("[^"]*",)+',
  '(foo|bar)+x*',
  '\\b(?:rm|dd)\\s+-[a-z]*r',
  '(\\/[\\w.]+)+',
  'AKIA[0-9A-Z]{16}',
  '^\\s*git\\s+push\\b.*(--force|-f)\\b',
  '(foo|far)+',
  '(\\d{1,3}\\.){3}\\d{1,3}',
  '(?:\\w+\\s*=\\s*\\w+,)*',
  '^(?!.*--force-with-lease).*push',
  '([0-9a-f]{2}:){5}[0-9a-f]{2}',
  '(?:[^"\\\\]|\\\\.)*"',
  '(?:a|b)*c',
  'a{1,200}b',
  '(ab|ac)*d',
  '-----BEGIN [A-Z ]*PRIVATE KEY-----',
  '(?:\\d{4}|\\d{2}x)*',
  '[^]{3,2000}q',
  '(?:--?[a-z]+(?:=\\S+)?\\s+)*push',
  '(?<=a)b+',
])('%s is let in', (source) => {
  expect(unsafeReason(source, '')).toBeUndefined()
})

test('the letters of either case are the same where case does not count', { tags: 'long' }, () => {
  expect(unsafeReason('(a|A)*$', '')).toBeUndefined()
  expect(unsafeReason('(a|A)*$', 'i')).toBeDefined()
})

/** Over a small language, so that texts come close to matching: what is held against them itself and what by RE2. */
test('what is let in does not explode', { tags: 'long' }, async () => {
  const atom = fc.constantFrom('a', 'b', '[ab]', '.', 'ab')
  const { regex } = fc.letrec<{ regex: string; piece: string }>((tie) => ({
    piece: fc.oneof(
      { maxDepth: 3 },
      atom,
      fc
        .tuple(
          fc.oneof(
            atom,
            tie('regex').map((inner) => `(?:${inner})`),
          ),
          fc.constantFrom('*', '+', '?', '{1,2}', '{2}'),
        )
        .map((parts) => parts.join('').replace(/^ab(.)/, '(?:ab)$1')),
    ),
    regex: fc
      .array(tie('piece'), { minLength: 1, maxLength: 3 })
      .chain((pieces) => fc.boolean().map((either) => pieces.join(either ? '|' : ''))),
  }))
  const text = fc
    .constantFrom('a', 'ab', 'b', 'aab', 'abb')
    .map((unit) => `${unit.repeat(26 / unit.length)}!`)
  await check(
    fc.asyncProperty(regex, text, async (inner, subject) => {
      const source = `^(?:${inner})$`
      const { pattern, problems } = compilePattern('text', `/${source}/`, { groups: {} })
      fc.pre(problems.length === 0)
      const [item] = (pattern as Pattern).yes // what `text` compiles to
      await expectCheap(() => item !== undefined && matchesItem(item, subject, loaders.linear), 150)
    }),
    {
      numRuns: runs(300),
      examples: [
        '(?:(?:ab|a*|(?:[ab])*){1,2}(?:[ab]*){2}){2}a',
        '(?:(?:ab|(?:aab[ab])*|a*){1,2}|(?:(?:ab){1,2})?){2}a',
      ].map((regex) => [regex, `${'a'.repeat(26)}!`]),
    },
  )
})

test.each([
  ['AKIA[0-9A-Z]{16}', undefined],
  ['password\\s*=\\s*\\S+', undefined],
  ['\\bgit\\s+push\\b', undefined],
  ['^\\s*git\\s+push\\s', undefined],
  ['^x.*y', undefined],
  ['orders|carts', undefined],
  ['(?:a|b)*c', 2],
  ['\\s+$', 2],
  ['git push.*--force', 2],
  ['^(?!.*lease).*push', undefined],
  ['^(?!.*a.*b).*push', 2],
  ['(?!.*lease).*push', 2],
  ['x.*y.*z', 3],
  ['^.*a.*b.*c', 3],
  ['a+a+b', 3],
  ['\\w+@\\w+\\.com', 2],
])('the cost of %s grows with the length to the power of %j', (source, degree) => {
  expect(maxTextLength(source, '')).toBe(degree && Math.floor(3e7 ** (1 / degree)))
})

test('what is let in answers in time over the longest text it may see (P28)', async () => {
  const sources = [
    '\\s+$',
    'x.*y.*z',
    'a+a+b',
    'git push.*--force',
    '(?:a|b)*c',
    '\\w+@\\w+\\.com',
    '^(?!.*a.*b).*push',
  ]
  for (const source of sources) {
    const most = maxTextLength(source, '') ?? 200_000
    for (const unit of [' ', 'xy', 'a', 'ab', 'git push', 'a@', 'x']) {
      const text = `${unit.repeat(most / unit.length)}!`
      await expectCheap(() => new RegExp(source).test(text), 500)
    }
  }
})
