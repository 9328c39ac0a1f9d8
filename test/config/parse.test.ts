import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { checkShape } from '../../src/config/check/check.ts'
import { parseConfig, type ParsedConfig } from '../../src/config/read/parse.ts'
import { runs } from '../support/seed.ts'
import { check } from '../support/check.ts'

const parse = (text: string): ParsedConfig =>
  parseConfig({ file: 'hooks.yaml', path: '/shop/hooks.yaml', text })

function documentOf(text: string) {
  const { document, diagnostics } = parse(text)
  if (document === undefined) throw new Error(JSON.stringify(diagnostics))
  return document
}

const codesOf = (text: string) => {
  const { document, diagnostics } = parse(text)
  return [...diagnostics, ...(document === undefined ? [] : checkShape(document))].map(({ code }) => code)
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

test.each(['', '\n', '# only a comment\n', '---\n', '\uFEFF', 'null\n'])(
  'takes an empty file for no rules: %j',
  (text) => {
    expect(plain(documentOf(text).value)).toEqual({})
    expect(codesOf(text)).toEqual([])
  },
)

test('reads a file with a BOM and CRLF like any other', () => {
  const text = 'version: 1\nhooks:\n  PreToolUse:\n    - name: a\n      deny: No.\n'
  const windows = documentOf(`\uFEFF${text.replaceAll('\n', '\r\n')}`)
  expect(plain(windows.value)).toEqual(plain(documentOf(text).value))
  expect(windows.place(['version'], 'key')).toEqual({ file: 'hooks.yaml', line: 1, column: 1, length: 7 })
  expect(windows.place(['hooks', 'PreToolUse', 0, 'deny'])).toEqual({
    file: 'hooks.yaml',
    line: 5,
    column: 13,
    length: 3,
  })
})

test('reads YAML 1.2: yes and no are texts, numbers in keys are texts', () => {
  expect(plain(documentOf('a: yes\nb: 0o17\n2: x\ntrue: y\n').value)).toEqual({
    a: 'yes',
    b: 15,
    2: 'x',
    true: 'y',
  })
  expect(plain(documentOf('%YAML 1.1\n---\na: yes\n').value)).toEqual({ a: 'yes' })
})

test('keeps __proto__ as a key like any other', () => {
  const { value } = documentOf('__proto__: { polluted: 1 }\nconstructor: 2\n')
  expect(Object.getPrototypeOf(value)).toBe(null)
  expect(Object.entries(value as object).map(([key]) => key)).toEqual(['__proto__', 'constructor']) // a mapping
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  expect(codesOf('hooks:\n  __proto__: []\n  constructor: []\n')).toEqual(['unknown-event', 'unknown-event'])
})

const text = `hooks:
  PreToolUse:
    - name: a # first
      match: { tool: [Bash, 'deploy_*'] }
      deny: |
        Two
        lines.
    - { name: b, ask: Really? }
`

test.each([
  { path: ['hooks'], on: 'key', line: 1, column: 1, length: 5 },
  { path: ['hooks', 'PreToolUse', 0], on: 'value', line: 3, column: 7, length: 4 },
  { path: ['hooks', 'PreToolUse', 0, 'name'], on: 'value', line: 3, column: 13, length: 1 },
  { path: ['hooks', 'PreToolUse', 0, 'match', 'tool', 1], on: 'value', line: 4, column: 29, length: 10 },
  { path: ['hooks', 'PreToolUse', 0, 'deny'], on: 'value', line: 5, column: 13, length: 1 },
  { path: ['hooks', 'PreToolUse', 1], on: 'value', line: 8, column: 7, length: 25 },
  { path: ['hooks', 'PreToolUse', 1, 'ask'], on: 'key', line: 8, column: 18, length: 3 },
  { path: ['hooks', 'PreToolUse', 0, 'run', 3], on: 'value', line: 3, column: 7, length: 4 },
  { path: ['wrap'], on: 'value', line: 1, column: 1, length: 5 },
] as const)('knows where $path stands ($on)', ({ path, on, line, column, length }) => {
  expect(documentOf(text).place(path, on)).toEqual({ file: 'hooks.yaml', line, column, length })
})

test('gives a value as it is written', () => {
  const document = documentOf(text)
  expect(document.text(['hooks', 'PreToolUse', 0, 'match', 'tool', 1])).toBe("'deploy_*'")
  expect(document.text(['hooks', 'PreToolUse', 1])).toBe('{ name: b, ask: Really? }')
  expect(document.text(['hooks', 'PreToolUse', 4])).toBeUndefined()
})

test('resolves aliases to what they stand for', () => {
  const document = documentOf('a: &tools [Bash, Read]\nb: *tools\nc: &tools [Write]\nd: *tools\n')
  expect(plain(document.value)).toEqual({
    a: ['Bash', 'Read'],
    b: ['Bash', 'Read'],
    c: ['Write'],
    d: ['Write'],
  })
  expect(document.place(['b'])).toEqual({ file: 'hooks.yaml', line: 2, column: 4, length: 6 })
})

test.each([
  ['deny: Use ticket # 123 instead', 'a comment with a space behind its sign'],
  ['deny: see the board #', 'a sign with nothing behind it'],
  ['run: npm test #slow', "a shell's comment"],
  ["deny: 'Use ticket #123'", 'a quoted text'],
  ['deny: C# is fine', 'a sign inside a word'],
  ['match: "/\\\\d+/"', 'an escaped backslash'],
  ['deny: at 10:30', 'a colon without a space'],
  ['deny: fine @home {really} *always*', 'signs inside a text'],
  ['deny: >\n  @all: read this\n  {{tool_name}}: no', 'a block of text'],
  ["deny: 'it''s\n  @fine: really'", 'a quoted text of two lines'],
  ['deny: two\n  @lines', 'a text of two lines'],
  ['match: [Bash, # the shell\n  Read]', 'a list of two lines with a comment'],
])('leaves alone: %s (%s)', (line) => {
  expect(parse(`${line}\n`).diagnostics).toEqual([])
})

test.each([
  ['match: @shell', "match: '@shell'"],
  ['writes: **/*.ts', "writes: '**/*.ts'"],
  ['deny: {{path}} holds secrets.', "deny: '{{path}} holds secrets.'"],
  ['deny: Note: x', "deny: 'Note: x'"],
  ['deny: Use ticket #123 instead', "deny: 'Use ticket #123 instead'"],
  ['path: [!x]', "'!x'"],
  ['prompt: "\\d"', "prompt: '\\d'"],
  ['match: { prompt: /AKIA[0-9A-Z]{16}/ }', "prompt: '/AKIA[0-9A-Z]{16}/'"],
  ["deny: 'don't'", 'deny: "don\'t"'],
  ['deny: Say "it\'s": fine', `deny: 'Say "it''s": fine'`],
])('quotes %s as one diagnostic', (line, quoted) => {
  const { diagnostics } = parse(`# a\n${line}\nversion: 1\n`)
  expect(diagnostics.map(({ hint }) => hint)).toEqual([`quote it: ${quoted}`])
  expect(diagnostics[0]?.at.line).toBe(2)
})

test('goes on behind a syntax error', () => {
  const broken = 'hooks:\n  PreToolUse:\n    - name: a\n     deny: No.\n    - name: b\n      dney: No.\n'
  expect(codesOf(broken)).toEqual(['syntax', 'unknown-key'])
})

test('says nothing twice about a value that was misread', () => {
  expect(
    codesOf(
      'hooks:\n  PreToolUse:\n    - name: a\n      timeout: @soon\n      enabled: *yes\n      deny: {{tool_name}}\n',
    ),
  ).toEqual(['unquoted-at', 'unquoted-star', 'unquoted-braces'])
})

test('names the rule that a problem lies in', () => {
  const { document, diagnostics } = parse(
    'hooks:\n  PreToolUse:\n    - name: a\n      deny: Note: x\n    - name: b\n      dney: x\n',
  )
  expect(diagnostics.map(({ rule }) => rule)).toEqual(['a'])
  expect(document && checkShape(document).map(({ rule }) => rule)).toEqual(['b'])
})

test('lists 200 problems and counts the others', () => {
  const rules = Array.from({ length: 300 }, (_, index) => `    - { name: r${index}, dney: No. }\n`).join('')
  const codes = codesOf(`hooks:\n  PreToolUse:\n${rules}`)
  expect(codes).toHaveLength(201)
  expect(codes.at(-1)).toBe('more-problems')
})

test('reports a control character once', () => {
  expect(codesOf('version: 1\n#\0\0\n')).toEqual(['control-character'])
})

const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))
const data = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string({ minLength: 1 }), tie('value'), { maxKeys: 4 }),
  ),
})).value

test('reads what a YAML writer writes', () => {
  const writable = data.filter((value) => !/\\u00|\x7f|<</.test(JSON.stringify(value)))
  check(
    fc.property(writable, (value) => {
      const { document, diagnostics } = parse(stringify({ value }))
      expect(diagnostics).toEqual([])
      expect(plain(document?.value)).toEqual(plain({ value }))
    }),
  )
})

test('answers any text, each problem inside of it', { tags: 'long' }, () => {
  const piece = fc.constantFrom(
    ...Array.from('{}[]:,#&*!|>@`%-?\'"\\ \n\t/'),
    '  ',
    '- ',
    ': ',
    'hooks',
    'a',
    '{{',
    '\n  ',
    '\r\n',
  )
  check(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const source = pieces.join('')
      const { document, diagnostics } = parse(source)
      const all = [...diagnostics, ...(document === undefined ? [] : checkShape(document))]
      expect(document !== undefined || all.length > 0).toBe(true)
      const lines = source.split('\n')
      for (const { at } of all) {
        expect(at.line).toBeLessThanOrEqual(lines.length)
        expect(at.column).toBeLessThanOrEqual((lines[at.line - 1]?.length ?? 0) + 1)
      }
    }),
    { numRuns: runs(500) },
  )
})
