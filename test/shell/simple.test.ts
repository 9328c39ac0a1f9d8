// The parser for simple commands gives exactly what the real parser gives, or nothing.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { parse } from 'unbash'
import { expect, test } from 'vitest'
import { runs } from '../support/seed.ts'
import { parseSimple } from '../../src/shell/interpret/simple.ts'
import { check } from '../support/check.ts'

/** What the parser's nodes work out when they are asked. */
const lazy: Readonly<Record<string, readonly string[]>> = {
  Command: ['args', 'redirects'],
  Word: ['value', 'parts'],
  Assignment: ['name', 'value', 'append', 'index'],
}

/** As plain data: absent and undefined are alike. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const type: unknown = Reflect.get(value, 'type')
  const keys = Object.keys(value).filter((key) => !key.startsWith('_') && !key.startsWith('#'))
  const all = new Set([...keys, ...(lazy[String(type)] ?? [])])
  return Object.fromEntries(
    [...all].flatMap((key) => {
      const each: unknown = Reflect.get(value, key)
      return each === undefined ? [] : [[key, plain(each)]]
    }),
  )
}

function expectSame(text: string): boolean {
  const simple = parseSimple(text)
  if (simple === undefined) return false
  expect({ text, parsed: plain(simple) }).toEqual({ text, parsed: plain(parse(text)) })
  return true
}

const pieces = fc.constantFrom(
  ...'git|npm test|ls|-la|--force|src/*.ts|**/x|"a b"|\'c d\'|""|x=y|A=1|A=|B="q r"|A+=1|HEAD~1|~/x|main^|:!x|@{u}|2>&1|>out|>>out|<in|2>/dev/null|&>all|>&2|> "x y"|{fd}>b|12>b|>|>(|<(|<<|&&|||| | |;|;;|&|\n|\t|  |#|!|[|]|(|)|$x|`|\\|é|if|in|time|export|declare x=1|do|}|"$x"|"a\\"b"|\'\'|a"b"c|*"b"*|=|9=1|a[1]=2|,|-|--|&&&|||||a&b|1>|2'
    .split(/\|(?!\|)/)
    .filter((piece) => piece !== ''),
)
const separators = fc.constantFrom(' ', '', '\n', ' | ', ' && ', '; ', ' || ', '  ')

test('every text of pieces of shell is parsed as the parser parses it, or left to it', () => {
  check(
    fc.property(fc.array(fc.tuple(pieces, separators), { maxLength: 12 }), (parts) => {
      expectSame(parts.map(([piece, sign]) => piece + sign).join(''))
    }),
    { numRuns: runs(1000) },
  )
})

test('so is every text of its signs', () => {
  const signs = fc.string({ unit: fc.constantFrom(...'ab1=*~^"\'<>|&; \n-/+,.'.split('')), maxLength: 24 })
  check(
    fc.property(signs, (text) => void expectSame(text)),
    { numRuns: runs(2000) },
  )
})

test('two of three everyday commands are simple', () => {
  const file = new URL('../../bench/everyday.json', import.meta.url)
  const everyday = JSON.parse(readFileSync(file, 'utf8')) as readonly string[]
  const simple = everyday.filter(expectSame)
  expect(simple.length / everyday.length).toBeGreaterThan(2 / 3)
})

test.each([
  '$(x)',
  'a `b`',
  'for x in a; do b; done',
  'a # b',
  'a << E\nb\nE',
  '(a)',
  'a &',
  'export A=1',
  '! a',
  'time a',
  'a\\ b',
  'a <(b)',
])('leaves %j to the parser', (text) => {
  expect(parseSimple(text)).toBeUndefined()
})
