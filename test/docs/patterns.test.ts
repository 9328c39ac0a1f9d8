// The tables of docs/writing-rules.md that say what a pattern matches, tried.
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { matchers } from '../../src/catalog.ts'
import { compilePattern } from '../../src/config/compile/patterns/compile-pattern.ts'
import { shippedGroups } from '../../src/model/tool-groups.ts'
import type { Event, Match } from '../../src/model/types.ts'
import { subjectIn } from '../support/facts-world.ts'
import { readPage } from './page.ts'
import { context } from '../support/loaders.ts'

interface Row {
  readonly key: string
  readonly pattern: string
  readonly text: string
  readonly is: 'yes' | 'no'
}

const page = readPage('docs/writing-rules.md')
const tables = [...page.matchAll(/<!-- try: (\S+) -->\n\n[^\n]+\n[^\n]+\n((?:\|[^\n]+\n)+)/g)]
const rows = tables.flatMap(([, key = '', body = '']) =>
  body
    .trim()
    .split('\n')
    .flatMap((line) => rowsOf(key, line)),
)

function rowsOf(key: string, line: string): readonly Row[] {
  const [patterns = '', yes = '', no = ''] = line.split(/(?<!\\)\|/).slice(1)
  const [pattern = ''] = codesIn(patterns)
  return [
    ...codesIn(yes).map((text) => ({ key, pattern, text, is: 'yes' as const })),
    ...codesIn(no).map((text) => ({ key, pattern, text, is: 'no' as const })),
  ]
}

function codesIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text.replaceAll(String.raw`\|`, '|'))
}

/** Of what asks about facts a row's text is a command. */
function eventFor({ key, text }: Row): Partial<Event> {
  const [name = '', field] = key.split('.')
  const base = { cwd: '/home/dev/shop', root: '/home/dev/shop' }
  if (field !== undefined) return { ...base, tool_input: { [field]: text } }
  if (name === 'tool') return { ...base, tool_name: text }
  if (name === 'prompt') return { ...base, prompt: text }
  return { ...base, tool_name: 'Bash', tool_input: { command: text } }
}

function ask(row: Row): Match['is'] {
  const { key, pattern } = row
  const [name = '', field] = key.split('.')
  const matcher = matchers.find((each) => each.key === name)
  if (matcher === undefined) throw new Error(`there is no matcher "${name}"`)
  const value: unknown = parse(pattern)
  const made = compilePattern(matcher.takes, field === undefined ? value : { [field]: value }, {
    groups: shippedGroups,
    home: '/home/dev',
  })
  expect(made.problems).toEqual([])
  // A pattern that was compiled for this very matcher.
  return matcher.compile(
    made.pattern as never,
    context,
  )(subjectIn({ env: { HOME: '/home/dev' } }, eventFor(row))).is
}

describe('patterns in docs/writing-rules.md', () => {
  test('there are tables', () => {
    expect(tables.length).toBeGreaterThanOrEqual(4)
  })

  test.each(rows)('$key: $pattern over $text is $is', (row) => {
    expect(ask(row)).toBe(row.is)
  })
})
