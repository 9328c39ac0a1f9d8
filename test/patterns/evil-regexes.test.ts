import { describe, expect, test } from 'vitest'
import { compileEvil, evil, longestOf, MIB, textFor, timeEvil } from '../../bench/evil-regexes.ts'
import { compilePattern } from '../../src/config/compile/patterns/compile-pattern.ts'
import { compileLinear } from '../../src/patterns/regex/re2.ts'
import { expectCheap } from '../support/expectations.ts'

/** Far more than the budget, which the benchmark has. */
const MAX_CPU_MS = 1000

test('there are 300 of them, and most are of use', () => {
  expect(evil.length).toBe(300)
  expect(evil.filter((each) => compileEvil(each) === undefined).length).toBeLessThan(30)
})

test.each(evil.filter((_, at) => at % 4 === 0))(
  '$source answers in time, whatever the text',
  async (each) => {
    const pattern = compileEvil(each)
    if (pattern === undefined) return
    for (const length of [longestOf(pattern), longestOf(pattern) + 1, 65_536, MIB]) {
      const text = textFor(each, length)
      await expectCheap(() => timeEvil(pattern, text), MAX_CPU_MS)
    }
  },
)

test.each(['(?:(?:a?){20}){2}a{20}!', '(a|a){30}!', '(?=(a+)+!)x', '((a|b)+)+\\1!', '(\\w{1,40}){1,40}!'])(
  '%s is refused',
  (source) => {
    const { problems } = compilePattern('text', `/${source}/`, { groups: {}, linear: true })
    expect(problems.map(({ code }) => code)).toEqual(['unsafe-regex'])
  },
)

test('a count multiplies what is repeated in it', () => {
  const { pattern } = compilePattern('text', '/(.*a){8}!/', { groups: {}, linear: true })
  expect(pattern).toMatchObject({ yes: [{ most: expect.toSatisfy((most: number) => most < 20) as number }] })
})

test('what a built-in holds against texts itself is refused as before', () => {
  expect(compilePattern('text', '/(a+)+$/', { groups: {} }).problems).toHaveLength(1)
  expect(compilePattern('text', '/(a+)+$/', { groups: {}, linear: true }).problems).toHaveLength(0)
})

describe('RE2 says what the regex says', () => {
  const texts = [
    '',
    'a',
    'aab',
    'A\n',
    'x\r\ny',
    'a\u2028b',
    '\u00a0 \t',
    '\u{1f600}',
    '\ud83d',
    'caf\u00e9',
    '[x]',
    'a-b',
    '\b',
    '{2}',
    'a^b&',
    '\u0000\u0001',
    '\ufeff1',
    'p{L}',
    'line one\nline two',
  ]
  test.each([
    ['.', ''],
    ['^.$', ''],
    ['^..$', ''],
    ['.', 's'],
    ['\\s', ''],
    ['\\S', ''],
    ['[\\s]', ''],
    ['[\\S]', ''],
    ['[^\\s]', ''],
    ['[^\\S]', ''],
    ['\\w+', ''],
    ['\\W', ''],
    ['\\d', ''],
    ['\\D', ''],
    ['a\\b', ''],
    ['\\Ba', ''],
    ['[\\b]', ''],
    ['[^]', ''],
    ['[]', ''],
    ['[[]', ''],
    ['[]x]', ''],
    ['[a^&]', ''],
    ['\\u00e9', ''],
    ['\\x41', ''],
    ['\\cA', ''],
    ['\\0', ''],
    ['\\v', ''],
    ['\\p{L}', ''],
    ['a', 'i'],
    ['^line', ''],
    ['one$', ''],
    ['two$', ''],
    ['(?<first>a)a', ''],
    ['(?:a|b){2,}?', ''],
    ['[\\ud83d]', ''],
    ['\\ud83d', ''],
    ['[\u{1f600}]', ''],
    ['^\\ud83d\\ude00$', ''],
    ['{2}', ''],
    ['a{,5}', ''],
    ['\\-', ''],
    ['[a\\-b]-', ''],
    ['\\/', ''],
    ['\\_', ''],
  ])('/%s/%s', (source, flags) => {
    const [own, linear] = [regexOf(source, flags), linearOf(source, flags)]
    if (own === undefined || linear === undefined) return
    expect(texts.filter((text) => linear.test(text))).toEqual(texts.filter((text) => own.test(text)))
  })

  test('lines that end in different ways are not decided', () => {
    expect(() => compileLinear('^a$', 'm').test('a\r\nb')).toThrow('lines end')
    expect(compileLinear('^b$', 'm').test('a\nb')).toBe(true)
  })

  test.each(['(?=a)', '(?!a)', '(?<=a)b', '(?<!a)b', '(a)\\1', '(?<x>a)\\k<x>', 'a{2000}', '(a{50}){50}'])(
    '%s is not for it',
    (source) => {
      expect(() => compileLinear(source, '')).toThrow(/look|back|large|repeat|repetition/)
    },
  )
})

function regexOf(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags)
  } catch {
    return undefined
  }
}

function linearOf(source: string, flags: string): ReturnType<typeof compileLinear> | undefined {
  try {
    return compileLinear(source, flags)
  } catch {
    return undefined
  }
}
