import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { compilePattern } from '../../src/config/compile/patterns/compile-pattern.ts'
import { noFacts } from '../../src/shell/kinds.ts'
import { when } from '../../src/matchers/when.ts'
import { packageDir } from './page.ts'
import { context } from '../support/loaders.ts'

const page = readFileSync(path.join(packageDir, 'docs/when.md'), 'utf8')
const rows = [...page.matchAll(/^\| `(.+)` \| `(\{.*\})` \| (yes|no|maybe) \|$/gm)].map(
  ([, text = '', input = '', is = '']) => ({
    text: text.replaceAll('\\|', '|'),
    input,
    is,
  }),
)

test('the table has its rows', () => {
  expect(rows.length).toBe(17)
})

test.each(rows)('$text with $input is $is', ({ text, input, is }) => {
  const { pattern, problems } = compilePattern('expression', text, { groups: {} })
  expect(problems).toEqual([])
  const event = {
    event: 'PreToolUse',
    cwd: '/',
    root: '/',
    raw: {},
    tool_input: JSON.parse(input) as unknown,
  } as const
  expect(
    when.compile(
      pattern as never,
      context,
    )({
      event,
      facts: () => noFacts,
      did: () => ({ calls: [], prompt: 0, known_since: 0 }),
    }).is,
  ).toBe(is) // made for this matcher
})
