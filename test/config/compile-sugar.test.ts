import { expect, test } from 'vitest'
import { events } from '../../src/model/events.ts'
import { shippedGroups } from '../../src/model/tool-groups.ts'
import { codes, compile, namesAt, rulesOf } from './world.ts'

test('steps become numbered rules that share everything but the handler', () => {
  const rules = rulesOf(
    compile(`
hooks:
  PostToolUse:
    - name: tests
      match: npm_test
      priority: 5
      notify: The tests ran.
      steps:
        - { context: The tests ran. }
        - { run: [echo], timeout: 2s, cwd: api }
`),
  )
  expect(rules).toMatchObject([
    {
      name: 'tests/1',
      priority: 5,
      notify: 'The tests ran.',
      match: { key: 'tool' },
      handler: { inline: { says: 'context' } },
      timeout_ms: 30_000,
    },
    {
      name: 'tests/2',
      priority: 5,
      match: { key: 'tool' },
      handler: { kind: 'run', cwd: '/shop/api' },
      timeout_ms: 2000,
    },
  ])
  expect(rules[1]?.notify).toBeUndefined()
})

test('a rule of the list holds for each event that it names', () => {
  const result = compile(
    'rules:\n  - { name: a, on: [PreToolUse, PostToolUse], context: hi }\n  - { name: b, on: AgentStop, notify: hi }\n',
  )
  expect(rulesOf(result).map(({ event, name }) => [event, name])).toEqual([
    ['PreToolUse', 'a'],
    ['PostToolUse', 'a'],
    ['AgentStop', 'b'],
  ])
})

test("on: '*' is every event", () => {
  const result = compile("rules:\n  - { name: audit, on: '*', run: [echo] }\n")
  expect(rulesOf(result).map(({ event }) => event)).toEqual(Object.keys(events))
})

test("a built-in on: '*' is at the events that it answers", () => {
  const result = compile("rules:\n  - { name: short, on: '*', use: evict }\n")
  expect(rulesOf(result).map(({ event }) => event)).toEqual(['PostToolUse'])
})

test('rules of the list and of an event keep their order in the file', () => {
  const result = compile(`
rules: [{ name: a, on: [PreToolUse], notify: hi }]
hooks: { PreToolUse: [{ name: b, notify: hi }] }
`)
  expect(namesAt(result, 'PreToolUse')).toEqual(['a', 'b'])
})

const onion = `
hooks:
  PreToolUse: [{ name: T, notify: hi, priority: 50 }]
  PostToolUse: [{ name: T2, notify: hi, priority: -50 }]
wrap:
  ToolUse:
    - { name: A, run: [echo] }
    - { name: B, run: [echo] }
    - { name: C, run: [echo], priority: 1 }
`

test('a wrap is the onion: first outermost, its second halves in reverse, outside of all others (W3)', () => {
  const result = compile(onion)
  expect(namesAt(result, 'PreToolUse')).toEqual(['C', 'A', 'B', 'T'])
  expect(namesAt(result, 'PostToolUse')).toEqual(['T2', 'B', 'A', 'C'])
  expect(rulesOf(result).map(({ half }) => half)).toEqual([
    'before',
    'before',
    'before',
    undefined,
    undefined,
    'after',
    'after',
    'after',
  ])
})

test('a wrap around the model call has both halves', () => {
  const result = compile('wrap: { ModelCall: [{ name: A, run: [echo] }] }\n')
  expect(rulesOf(result).map(({ event, half }) => [event, half])).toEqual([
    ['PreModelCall', 'before'],
    ['PostModelCall', 'after'],
  ])
})

test('a handler in a wrap contributes the halves whose event can carry it', () => {
  const result = compile(
    'wrap: { ToolUse: [{ name: d, deny: no }, { name: e, use: evict }, { name: c, context: hi }] }\n',
  )
  expect(rulesOf(result).map(({ name, event }) => [name, event])).toEqual([
    ['d', 'PreToolUse'],
    ['c', 'PreToolUse'],
    ['c', 'PostToolUse'],
    ['e', 'PostToolUse'],
  ])
})

test('a file adds to a shipped group and makes its own', () => {
  const [rule, own] = rulesOf(
    compile(`
groups: { shell: [my_tool], ops: ['@shell', 'deploy_*'] }
hooks: { PreToolUse: [{ name: a, match: '@shell', notify: hi }, { name: b, match: '@ops', notify: hi }] }
`),
  ).map(({ match }) => JSON.stringify(match))
  expect(rule).toContain('"my_tool"')
  expect(rule).toContain('"Bash"')
  expect(own).toContain('"my_tool"')
  expect(own).toContain('deploy_')
})

test('groups are local to their file', () => {
  const result = compile("hooks: { PreToolUse: [{ name: a, match: '@ops', notify: hi }] }\n")
  expect(codes(result.diagnostics)).toEqual(['hooks.yaml:1:41 error unknown-group'])
})

test.each(['shell', 'read', 'write', 'edit', 'search', 'fetch', 'subagent', 'mcp', 'todo'] as const)(
  'the group @%s is shipped',
  (name) => {
    expect(shippedGroups[name].length).toBeGreaterThan(0)
    expect(new Set(shippedGroups[name]).size).toBe(shippedGroups[name].length)
  },
)

test('no tool is in two groups', () => {
  const all = Object.values(shippedGroups).flat()
  expect(new Set(all).size).toBe(all.length)
})
