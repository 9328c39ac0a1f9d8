import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTokens } from '../../src/config/bounds.ts'
import { compose } from '../../src/config/compose.ts'
import { convert, type Converted } from '../../src/config/convert.ts'
import { readPlain } from '../../src/config/read-plain.ts'

/** What the whole parser makes of a text. */
function parsed(text: string): { readonly faults: readonly string[]; readonly converted?: Converted } {
  const read = readTokens(text)
  if ('beyond' in read) return { faults: [read.beyond] }
  const [first, ...more] = compose(read.tokens, text.length)
  if (first === undefined || more.length > 0) return { faults: ['not one document'] }
  const converted = convert(first.contents, text, [])
  const faults = [...first.errors, ...first.warnings, ...converted.problems].map(({ message }) => message)
  return { faults, converted }
}

/** The data with the places of each collection; of a block of lines only where it begins. */
function placed(value: unknown, { origins }: Converted): unknown {
  if (typeof value !== 'object' || value === null) return value
  const origin = origins.get(value)
  const { start, end, flow, keys, spans } = origin ?? {}
  const parts = Object.keys(value).map((key) => [
    key,
    placed(Reflect.get(value, key), { origins, value, problems: [] }),
  ])
  return { list: Array.isArray(value), start, end: flow === true ? end : undefined, flow, keys, spans, parts }
}

function expectSame(text: string): boolean {
  const quick = readPlain(text)
  if (quick === undefined) return false
  const { faults, converted } = parsed(text)
  expect(faults).toEqual([])
  expect(converted && placed(converted.value, converted)).toEqual(placed(quick.value, quick))
  return true
}

const presets = path.join(import.meta.dirname, '..', '..', 'presets')
const texts = [
  ...readdirSync(presets)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => readFileSync(path.join(presets, name), 'utf8')),
  "version: 1\nhooks:\n  PreToolUse:\n  - name: env # a comment\n    match: { tool: [Read, '@edit'], input: { file_path: '.env*' } }\n    deny: \"It's\\nsecret.\"\n\n  # nothing else\n  Stop:\n    - { name: 'it''s', notify: done }\n",
  'rules:\n  - {\n      name: orders,\n      on: [Stop,\n        SessionStart],\n      once: run,\n    }\n  -  name: cart\n     timeout: 5s\n     enabled: false\n     priority: 10\n',
  'limits: { rules: 100 }\nrules: []\ndefaults: {}\n',
]

test('a usual file is read without the whole parser', () => {
  expect(texts.map((text) => readPlain(text) !== undefined)).not.toContain(false)
})

test.each(texts)('%# is read as the whole parser reads it', (text) => {
  expectSame(text)
})

const bits =
  ' |  |    |\n|\n  |\n    |\n        |\n\n|: |:|::|- |\n- |\n  - |- {|#| #| # c|# c\n|{|}|[|]|{{|}}|,|,\n|{\n|\n}|\'|"|\'\'|""|\\|\\n|>|&a |*a|!t |? |a|a: b|"a": |"a":b|=|~|.|.5|.inf|@|`|%|---|\n---\n|...|<<: |é|\t|http://x|/|(|$|_|1|-1|1.5|010|0x1f|1e3|true|Null|No|__proto__: 1\n|constructor: a\n'.split(
    '|',
  )

const edited = fc
  .record({
    text: fc.constantFrom(...texts.slice(-3), 'a: b\n', ''),
    edits: fc.array(
      fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(...bits, '|'), fc.nat(3)),
      {
        maxLength: 5,
      },
    ),
  })
  .map(({ text, edits }) =>
    edits.reduce((before, [share, bit, gone]) => {
      const at = Math.floor(share * (before.length + 1))
      return before.slice(0, at) + bit + before.slice(at + gone)
    }, text),
  )

test('whatever it reads, the whole parser reads the same', () => {
  fc.assert(
    fc.property(edited, (text) => {
      expectSame(text)
    }),
    { numRuns: 3000 },
  )
})
