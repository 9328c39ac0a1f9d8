import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { createDiagnostic } from '../../src/config/diagnostics/diagnostics.ts'
import { formatCounts, formatDiagnostics } from '../../src/config/diagnostics/formats.ts'
import { formatDiagnostic } from '../../src/config/diagnostics/frame.ts'
import type { Place } from '../../src/model/types.ts'

const at = (line: number, column: number, length = 1): Place => ({ file: 'hooks.yaml', line, column, length })
const unknown = createDiagnostic('unknown-key', at(2, 3, 6), {
  message: 'unknown key "matchr"',
  hint: 'rename it to "match"',
  rule: 'a',
})
const text = '- name: a\n  matchr: Bash\n'
const texts = new Map([['hooks.yaml', text]])

/** The frame's line and what is marked in it. */
function marked(line: string, column: number, length: number): readonly string[] {
  const said = formatDiagnostic(
    createDiagnostic('unknown-key', at(1, column, length), { message: 'x' }),
    line,
  )
  return said.split('\n').slice(2)
}

test('shows the place, the line and the hint', () => {
  expect(formatDiagnostic(unknown, text)).toBe(`hooks.yaml:2:3: unknown key "matchr" [unknown-key]
  |
2 |   matchr: Bash
  |   ^^^^^^
  = hint: rename it to "match"`)
})

test('names related places, notes and the severity of what is no error', () => {
  const said = createDiagnostic('whole-text', at(2, 3, 6), {
    message: 'x',
    notes: ['why'],
    related: [{ message: 'first defined', at: at(1, 3) }],
  })
  expect(formatDiagnostic(said, undefined)).toBe(`hooks.yaml:2:3: warning: x [whole-text]
  = first defined at hooks.yaml:1:3
  = why`)
})

test.each([
  { name: 'tabs', line: '\ta:\tmatchr', column: 5, length: 6, marks: '\t  \t^^^^^^' },
  { name: 'wide characters', line: '漢字: b', column: 5, length: 1, marks: '      ^' },
  { name: 'marked wide characters', line: 'a: 漢字', column: 4, length: 2, marks: '   ^^^^' },
  { name: 'emoji of two units', line: '🙂: b', column: 5, length: 1, marks: '    ^' },
  { name: 'combining marks', line: 'e\u0301: b', column: 5, length: 1, marks: '   ^' },
  { name: 'the end of a line', line: 'a:', column: 3, length: 1, marks: '  ^' },
])('marks the right columns behind $name', ({ line, column, length, marks }) => {
  expect(marked(line, column, length)[0]).toBe(`  | ${marks}`.replace(/^ {2}\| .*/, `1 | ${line}`))
  expect(marked(line, column, length)[1]).toBe(`  | ${marks}`)
})

test('shows a part of a long line', () => {
  const [line = '', marks = ''] = marked(`${'x'.repeat(500)}HERE${'y'.repeat(500)}`, 501, 4)
  expect(line.length).toBeLessThan(110)
  expect(line.slice(marks.indexOf('^'), marks.lastIndexOf('^') + 1)).toBe('HERE')
})

test('keeps a terminal safe from the file', () => {
  const evil = 'a: \x1b[2J\u202e'
  const said = formatDiagnostic(
    createDiagnostic('wrong-type', at(1, 4), { message: `got "${evil}"`, hint: evil }),
    evil,
  )
  expect(said).not.toContain('\x1b')
  expect(said).not.toContain('\u202e')
})

test('says the same with and without color', () => {
  const colored = formatDiagnostic(unknown, text, { color: true })
  expect(colored).toContain('\x1b[31m^^^^^^\x1b[0m')
  expect(stripVTControlCharacters(colored)).toBe(formatDiagnostic(unknown, text))
})

const fine = (enforce: number) => ({ dead: 0, enforce, advise: 0, watch: 0, untrusted: 0 })
const counts = {
  counts: fine(38),
  written: 38,
  faulty: 2,
  dead: 0,
  presets: 4,
  with_examples: 22,
  files: ['hooks.yaml'],
}

test.each([
  { list: [], counts, line: '✓ 38 rules, 4 presets, 22 with examples · hooks.yaml' },
  {
    list: [],
    counts: { ...counts, counts: fine(1), presets: 0, with_examples: 0 },
    line: '✓ 1 rule · hooks.yaml',
  },
  {
    list: [],
    counts: { ...counts, counts: { dead: 0, enforce: 35, advise: 1, watch: 0, untrusted: 2 } },
    line: '✓ 38 rules (35 enforce, 1 advises, 2 wait for trust), 4 presets, 22 with examples · hooks.yaml',
  },
  { list: [unknown], counts, line: '1 error in hooks.yaml · 36 of 38 rules are fine' },
  {
    list: [unknown, { ...unknown, rule: 'b', severity: 'warning' as const }],
    counts,
    line: '1 error, 1 warning in hooks.yaml · 36 of 38 rules are fine',
  },
])('counts: $line', ({ list, counts: given, line }) => {
  expect(formatCounts(list, given)).toBe(line)
})

test('gives JSON that is the diagnostics', () => {
  expect(JSON.parse(formatDiagnostics([unknown], 'json'))).toEqual([unknown])
  expect(formatDiagnostics([], 'json')).toBe('[]')
})

test('escapes what would end a workflow command', () => {
  const odd = {
    ...unknown,
    message: '100%\r\nsure',
    at: { ...unknown.at, file: 'a,b:c.yaml' },
    severity: 'info' as const,
  }
  expect(formatDiagnostics([unknown, odd], 'github')).toBe(
    '::error file=hooks.yaml,line=2,col=3,endColumn=9,title=unknown-key::unknown key "matchr"%0Ahint: rename it to "match"\n' +
      '::notice file=a%2Cb%3Ac.yaml,line=2,col=3,endColumn=9,title=unknown-key::100%25�%0Asure%0Ahint: rename it to "match"',
  )
})

test('gives SARIF with a rule for each code', () => {
  const log = JSON.parse(formatDiagnostics([unknown], 'sarif', { texts, version: '0.1.0' }))
  expect(log.version).toBe('2.1.0')
  const [run] = log.runs
  expect(run.tool.driver.rules).toEqual([
    {
      id: 'unknown-key',
      shortDescription: { text: 'a key that does not exist' },
      help: { text: 'a key that does not exist: see docs/errors.md#unknown-key' },
      defaultConfiguration: { level: 'error' },
    },
  ])
  expect(run.results).toEqual([
    {
      ruleId: 'unknown-key',
      ruleIndex: 0,
      level: 'error',
      message: { text: 'unknown key "matchr"\nhint: rename it to "match"' },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'hooks.yaml' },
            region: { startLine: 2, startColumn: 3, endColumn: 9 },
          },
        },
      ],
      partialFingerprints: { 'hooksDiagnostic/v1': expect.any(String) },
    },
  ])
})

test('gives SARIF with results even when there are none', () => {
  expect(JSON.parse(formatDiagnostics([], 'sarif')).runs[0].results).toEqual([])
})

function fingerprint(line: number, before: string): unknown {
  const moved = { ...unknown, at: at(line, 3, 6) }
  const log = JSON.parse(
    formatDiagnostics([moved], 'sarif', { texts: new Map([['hooks.yaml', before + text]]) }),
  )
  return log.runs[0].results[0].partialFingerprints['hooksDiagnostic/v1']
}

test('keeps the fingerprint of a mistake that moves to another line', () => {
  expect(fingerprint(4, '# one\n# two\n')).toBe(fingerprint(2, ''))
  expect(fingerprint(2, '')).not.toBe(fingerprint(2, '- name: other\n'))
})
