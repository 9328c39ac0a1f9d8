import { expect, test } from 'vitest'
import { parseDuration } from '../../src/patterns/text/duration.ts'
import type { Rule } from '../../src/model/types.ts'
import { expectLinear } from '../support/expectations.ts'
import { codes, compile, compileWorld, namesAt, root, rulesOf } from './world.ts'

function onlyRule(text: string): Rule {
  const rules = rulesOf(compile(text))
  const [rule] = rules
  if (rule === undefined || rules.length > 1) throw new Error(`expected one rule, got ${rules.length}`)
  return rule
}

const preToolUse = (rule: string) => `hooks:\n  PreToolUse:\n    - ${rule}\n`

test('a rule has its place, its layer and all defaults', () => {
  expect(onlyRule(preToolUse('{ name: no-deploys, match: deploy_*, deny: Ask a person. }'))).toEqual({
    name: 'no-deploys',
    at: { file: 'hooks.yaml', line: 3, column: 15, length: 10 },
    layer: 'project',
    event: 'PreToolUse',
    order: 0,
    priority: 0,
    match: {
      kind: 'key',
      key: 'tool',
      pattern: { yes: [expect.objectContaining({ text: 'deploy_*' })], no: [] },
    },
    literals: ['deploy_'],
    handler: { kind: 'inline', inline: { says: 'deny', text: 'Ask a person.' } },
    mode: 'enforce',
    always: false,
    timeout_ms: 30_000,
    on_error: 'proceed',
    on_unresolved: 'ask',
  })
})

test.each<[string, string, Partial<Rule>]>([
  ['a timeout in minutes', '{ name: a, timeout: 10m, notify: hi }', { timeout_ms: 600_000 }],
  ['a bare timeout in seconds', '{ name: a, timeout: 5, notify: hi }', { timeout_ms: 5000 }],
  ['on_error', '{ name: a, on_error: deny, notify: hi }', { on_error: 'deny' }],
  [
    'mode, once, priority',
    '{ name: a, mode: watch, once: run, priority: 7, notify: hi }',
    { mode: 'watch', once: 'run', priority: 7 },
  ],
  ['a description', '{ name: a, description: Greets., notify: hi }', { description: 'Greets.' }],
  [
    'notify alone as the handler',
    '{ name: a, notify: hi }',
    { handler: { kind: 'inline', inline: { says: 'notify', text: 'hi' } } },
  ],
  [
    'notify beside a handler',
    '{ name: a, deny: no, notify: hi }',
    { notify: 'hi', handler: { kind: 'inline', inline: { says: 'deny', text: 'no' } } },
  ],
  [
    'a patch',
    '{ name: a, set_input: { timeout: 60, cwd: null } }',
    { handler: { kind: 'inline', inline: { says: 'set_input', patch: { timeout: 60, cwd: null } } } },
  ],
])('keeps %s', (_, rule, parts) => {
  expect(onlyRule(preToolUse(rule))).toMatchObject(parts)
})

test('a change to null is a change', () => {
  const rule = onlyRule('hooks:\n  PostToolUse:\n    - { name: drop, set_output: null }\n')
  expect(rule.handler).toEqual({ kind: 'inline', inline: { says: 'set_output', value: null } })
})

test.each(['', 'match: null, ', "match: '*', ", 'match: {}, '])(
  'a rule with %o matches everything',
  (match) => {
    expect(onlyRule(preToolUse(`{ name: a, ${match}notify: hi }`)).match).toBeUndefined()
  },
)

test('every key of a match must hold, and conditions nest', () => {
  const rule = onlyRule(
    preToolUse(
      "{ name: a, notify: hi, match: { tool: deploy, any: ['mcp__*', { input: { env: eu } }], not: { agent: codex } } }",
    ),
  )
  expect(rule.match).toMatchObject({
    kind: 'all',
    of: [
      { kind: 'key', key: 'tool' },
      {
        kind: 'any',
        of: [
          { kind: 'key', key: 'tool' },
          { kind: 'key', key: 'input' },
        ],
      },
      { kind: 'not', of: { kind: 'key', key: 'agent' } },
    ],
  })
})

test('a rule that is switched off is checked but not in the plan', () => {
  expect(rulesOf(compile(preToolUse('{ name: a, enabled: false, deny: no }')))).toEqual([])
  expect(codes(compile(preToolUse('{ name: a, enabled: false, set_output: no }')).diagnostics)).toEqual([
    'hooks.yaml:3:34 error contract',
  ])
})

test('a rule and a guard fail closed at each of their events, a default only where it can be said', () => {
  const result = compile(`
defaults: { on_error: proceed }
rules:
  - { name: own, on: [PreToolUse, PostToolUse, SessionEnd], run: [ls], on_error: deny }
  - { name: asks, on: [PreToolUse, PreCompact], run: [ls], on_error: ask }
  - { name: guard, on: [PreToolUse, PostToolUse], use: redact }
  - { name: loose, on: [PreToolUse], use: redact, on_error: proceed }
`)
  expect(
    rulesOf(result)
      .map(({ name, event, on_error }) => `${name} ${event} ${on_error}`)
      .toSorted(),
  ).toEqual([
    'asks PreCompact ask',
    'asks PreToolUse ask',
    'guard PostToolUse deny',
    'guard PreToolUse deny',
    'loose PreToolUse proceed',
    'own PostToolUse deny',
    'own PreToolUse deny',
    'own SessionEnd proceed',
  ])
})

test('defaults hold for the rules of their file, where the event can carry them', () => {
  const result = compileWorld({
    'hooks.yaml': `
defaults: { timeout: 2s, on_error: deny, mode: advise }
hooks:
  PreToolUse: [{ name: a, notify: hi }, { name: b, notify: hi, mode: enforce, timeout: 1s }]
  AgentStop: [{ name: c, notify: hi }]
`,
    'hooks.local.yaml': preToolUse('{ name: d, notify: hi }'),
  })
  expect(
    rulesOf(result).map(({ name, timeout_ms, on_error, mode }) => [name, timeout_ms, on_error, mode]),
  ).toEqual([
    ['a', 2000, 'deny', 'advise'],
    ['b', 1000, 'deny', 'enforce'],
    ['d', 30_000, 'proceed', 'enforce'],
    ['c', 2000, 'proceed', 'advise'],
  ])
})

test.each([
  ['500ms', 500],
  ['5s', 5000],
  ['1.5s', 1500],
  ['10m', 600_000],
  ['2h', 7_200_000],
  [30, 30_000],
  ['30', 30_000],
  ['soon', undefined],
  ['0s', undefined],
  [-1, undefined],
  [null, undefined],
])('the duration %o is %o milliseconds', (written, ms) => {
  expect(parseDuration(written)).toBe(ms)
})

test('a script beside its file is started from there, wherever it runs', () => {
  const world = {
    '/home/dana/.config/hooks/hooks.yaml': preToolUse(
      '{ name: mine, run: [./policy.py, ./data], cwd: work }',
    ),
    'hooks.yaml': preToolUse(
      "{ name: ours, run: ['./bin/check', x], env: { CI: '1' }, exit: { 2: deny, '*': ask } }",
    ),
    '/home/dana/.config/hooks/policy.py': '',
    'bin/check': '',
  }
  const result = compileWorld(world)
  expect(result.diagnostics).toEqual([])
  expect(rulesOf(result).map(({ handler }) => handler)).toEqual([
    {
      kind: 'run',
      argv: ['/home/dana/.config/hooks/policy.py', './data'],
      cwd: '/home/dana/.config/hooks/work',
      reply: 'native',
    },
    {
      kind: 'run',
      argv: ['/shop/bin/check', 'x'],
      env: { CI: '1' },
      reply: 'native',
      exit: { '2': 'deny', '*': 'ask' },
    },
  ])
})

test('a shell line stays a line; its own script is found from another directory too', () => {
  const result = compileWorld({
    'hooks.yaml': preToolUse("{ name: a, run: './check.sh | tail -1' }"),
    '/home/dana/.config/hooks/hooks.yaml': preToolUse("{ name: b, run: './check.sh | tail -1' }"),
    'check.sh': '',
    '/home/dana/.config/hooks/check.sh': '',
  })
  expect(rulesOf(result).map(({ handler }) => handler.kind === 'run' && handler.argv)).toEqual([
    '/home/dana/.config/hooks/check.sh | tail -1',
    './check.sh | tail -1',
  ])
})

test('a reply is known by its alias and stands in the plan by its name', () => {
  const rule = onlyRule(preToolUse('{ name: a, run: [echo], reply: claude }'))
  expect(rule.handler).toMatchObject({ reply: 'claude-code' })
})

test('a built-in has its options with defaults, and what it uses of the file', () => {
  const [evict, schema] = rulesOf(
    compile(`
schemas: { Write: { required: [file_path] } }
hooks:
  PostToolUse: [{ name: short, use: evict, with: { head: 10 } }]
  PreToolUse: [{ name: shape, use: tool-schema }]
`),
  ).toReversed()
  expect(evict?.handler).toMatchObject({
    kind: 'use',
    name: 'evict',
    with: { head: 10, tail: 2000, split: 'fixed' },
  })
  expect(schema?.handler).toMatchObject({
    kind: 'use',
    name: 'tool-schema',
    with: { schemas: { Write: { required: ['file_path'] } }, repair: true },
  })
})

test('a built-in that has nothing to do is left out with an info', () => {
  const result = compile('hooks:\n  UserPromptSubmit:\n    - { name: s, use: skills, with: { paths: [] } }\n')
  expect(rulesOf(result)).toEqual([])
  expect(result.diagnostics).toMatchObject([
    { severity: 'info', code: 'inactive-rule', message: expect.stringContaining('rule inactive (') },
  ])
})

test('the order is priority, then the file, then always rules', () => {
  const text = `
hooks:
  PreToolUse:
    - { name: late, priority: -1, notify: hi }
    - { name: record, run: [echo], always: true, priority: 99 }
    - { name: first, priority: 10, notify: hi }
    - { name: a, notify: hi }
    - { name: b, notify: hi }
`
  const rules = rulesOf(compile(text))
  expect(rules.map(({ name }) => name)).toEqual(['first', 'a', 'b', 'late', 'record'])
  expect(rules.map(({ order }) => order)).toEqual([0, 1, 2, 3, 4])
})

test('no file anywhere is an empty plan', () => {
  const result = compileWorld({})
  expect(result.plan).toEqual({
    root,
    events: {},
    settings: {
      continues: 10,
      reply_chars: 2_000_000,
      contracts: 'warn',
      on_config_error: 'ask',
      ledger_payloads: 20,
      recipes: { dirs: ['/shop/recipes', '/shop/.hooks/plugins/*/*/recipes'] },
    },
  })
  expect(result.sources).toEqual([
    '/etc/hooks/hooks.yaml',
    '/home/dana/.config/hooks/hooks.yaml',
    '/shop/hooks.yaml',
    '/shop/hooks.local.yaml',
  ])
  expect(result.diagnostics).toEqual([])
})

test('the same files make the same bytes, as plain JSON (P8)', () => {
  const text = `
extends: [./more.yaml]
hooks:
  PreToolUse: [{ name: a, match: { input: { __proto__: x, path: 'src/**' } }, set_input: { __proto__: 1, b: [1] } }]
wrap: { ToolUse: [{ name: w, run: [echo] }] }
`
  const world = { 'hooks.yaml': text, 'more.yaml': preToolUse('{ name: m, notify: hi }') }
  const [one, two] = [compileWorld(world).plan, compileWorld(world).plan].map((plan) => JSON.stringify(plan))
  expect(one).toBe(two)
  expect(one).toContain('"__proto__":1')
  expect(JSON.parse(one ?? '')).toEqual(JSON.parse(JSON.stringify(compileWorld(world).plan)))
})

test('beyond limits.rules only the most important are active, and the rest is named (A28)', () => {
  const result = compile(
    'limits: { rules: 2 }\n' +
      preToolUse(
        '{ name: a, notify: hi }\n    - { name: b, notify: hi }\n    - { name: c, notify: hi, priority: 1 }',
      ),
  )
  expect(namesAt(result, 'PreToolUse')).toEqual(['c', 'a'])
  expect(result.diagnostics).toMatchObject([
    { code: 'too-many-rules', severity: 'warning', message: expect.stringContaining('"b" is left out') },
  ])
})

test('1,000 rules compile in linear time', async () => {
  const rule = (n: number): string =>
    `    - { name: r${n}, match: { tool: 'deploy_${n}', input: { path: 'src/${n}/**' } }, deny: No ${n}. }`
  const textOf = (count: number): string =>
    `hooks:\n  PreToolUse:\n${Array.from({ length: count }, (_, n) => rule(n)).join('\n')}\n`
  await expectLinear((count) => expect(rulesOf(compile(textOf(count)))).toHaveLength(count), 1000)
})
