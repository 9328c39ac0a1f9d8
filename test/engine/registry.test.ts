import { describe, expect, test } from 'vitest'
import { createRegistry, matchersByKey } from '../../src/engine/live.ts'
import type { Rule } from '../../src/model/types.ts'
import { matchers, says, settings, subjectOf, toRule } from './world.ts'
import type { WrittenRule } from './world.ts'
import { loaders } from '../support/loaders.ts'

const list: WrittenRule[] = [
  { name: 'bash', match: 'Bash', inline: says('deny', 'a') },
  { name: 'any', inline: says('deny', 'b') },
  {
    name: 'query',
    match: { all: [{ tool: ['query', 'mcp__shop__query'] }, { input: { q: '*' } }] },
    inline: says('deny', 'c'),
  },
  { name: 'glob', match: 'mcp__*', inline: says('deny', 'd') },
  { name: 'either', match: { any: ['Bash', 'Read'] }, inline: says('deny', 'e') },
  { name: 'not', match: { tool: ['!Bash'] }, inline: says('deny', 'f') },
  { name: 'prompt', event: 'UserPromptSubmit', inline: says('deny', 'g') },
]

function makers(made: string[] = []) {
  return {
    ...loaders,
    matchers: matchersByKey(matchers),
    handler: (rule: Rule) => {
      made.push(rule.name)
      return () => ({})
    },
    says: () => () => ({}),
    effects: () => 'none' as const,
  }
}

const registry = createRegistry(list.map(toRule), settings, makers())
const names = (live: Iterable<{ rule: Rule }>): string[] => [...live].map(({ rule }) => rule.name)

describe('select', () => {
  test.each([
    ['Bash', ['bash', 'any', 'either', 'not']],
    ['Read', ['any', 'either', 'not']],
    ['mcp__shop__query', ['any', 'query', 'glob', 'not']],
    [undefined, ['any', 'not']],
  ])('%s meets only rules that could match', (tool_name, expected) => {
    expect(names(registry.select(subjectOf(tool_name === undefined ? {} : { tool_name }), 0))).toEqual(
      expected,
    )
  })

  test('begins at an order', () => {
    expect(names(registry.select(subjectOf({ tool_name: 'Bash' }), 3))).toEqual(['either', 'not'])
    expect(names(registry.select(subjectOf({ tool_name: 'Bash' }), 9))).toEqual([])
  })

  test('another event has its own rules, an unknown one none', () => {
    expect(names(registry.select(subjectOf({ event: 'UserPromptSubmit' }), 0))).toEqual(['prompt'])
    expect(names(registry.select(subjectOf({ event: 'SessionEnd' }), 0))).toEqual([])
    expect(registry.measure('unmapped')).toEqual({ rules: 0, longest_ms: 0 })
  })
})

test.each([3, 60])('%i rules that meet in several places come in their order, each once', (count) => {
  const words = ['deploy', 'orders', 'publish']
  const rules = Array.from({ length: count }, (_, at) => ({
    name: `r${at}`,
    match: at % 4 === 0 ? undefined : { input: { command: words.map((word) => `*${word}-${at % 3}*`) } },
  }))
  const command = 'publish-2 && orders-1 && deploy-0 && deploy-1 && deploy-2 && orders-0'
  const made = createRegistry(rules.map(toRule), settings, makers())
  expect(names(made.select(subjectOf({ tool_name: 'Bash', tool_input: { command } }), 0))).toEqual(
    rules.map(({ name }) => name),
  )
})

test('all gives every rule of the event', () => {
  expect(names(registry.all(subjectOf({ tool_name: 'Write' }), 0))).toHaveLength(6)
})

test('a handler is made when it is first asked, and once', async () => {
  const made: string[] = []
  const lazy = createRegistry(list.map(toRule), settings, makers(made))
  const [bash] = [...lazy.select(subjectOf({ tool_name: 'Bash' }), 0)]
  expect(made).toEqual([])
  await bash?.handle(subjectOf({}), {} as never)
  await bash?.handle(subjectOf({}), {} as never)
  expect(made).toEqual(['bash'])
})
