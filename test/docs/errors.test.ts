// The blocks of docs/errors.md: "not this" gets the diagnostic it stands under, "but this" gets none.
import { describe, expect, test } from 'vitest'
import { matchers } from '../../src/catalog.ts'
import { compile } from '../config/world.ts'
import { blocksOf, readPage } from './page.ts'

interface Pair {
  readonly code: string
  readonly wrong: string
  readonly right: string
}

const sections = readPage('docs/errors.md').split(/^## /m).slice(1)
const pairs = sections.flatMap((section): readonly Pair[] => {
  const [code = ''] = section.split('\n')
  return blocksOf(section).flatMap(({ text }) => {
    const [whole, wrong = '', right = ''] = /^# not this\n([^]*)# but this\n([^]*)$/.exec(text) ?? []
    return whole === undefined ? [] : [{ code, wrong, right }]
  })
})

/** A line of a rule in a file around it. */
function fileWith(line: string): string {
  const key = /^(\w+):/.exec(line)?.[1] ?? ''
  const written = line.trimEnd()
  const event = /\bprompt:/.test(line) ? 'UserPromptSubmit' : 'PreToolUse'
  const body = matchers.some((matcher) => matcher.key === key)
    ? ['match:', `  ${written}`, 'deny: No.']
    : key === 'match'
      ? [written, 'deny: No.']
      : [written]
  return [
    'version: 1',
    'hooks:',
    `  ${event}:`,
    '    - name: orders',
    ...body.map((each) => `      ${each}`),
    '',
  ].join('\n')
}

const codesIn = (line: string): readonly string[] =>
  compile(fileWith(line)).diagnostics.map(({ code }) => code)

describe('docs/errors.md', () => {
  test.each(pairs)('$code: the wrong way gets it, the right way nothing', ({ code, wrong, right }) => {
    expect(codesIn(wrong)).toContain(code)
    expect(codesIn(right)).toEqual([])
  })

  test('has examples', () => {
    expect(pairs.length).toBeGreaterThan(5)
  })
})
