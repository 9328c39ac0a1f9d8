import { describe, expect, test } from 'vitest'
import type { EventName } from '../../src/model/types.ts'
import { catalog, codes, compile, compileWorld, rulesOf } from './world.ts'

const at = (event: EventName, ...rules: string[]) =>
  `hooks:\n  ${event}:\n${rules.map((rule) => `    - ${rule}\n`).join('')}`
const pre = (...rules: string[]) => at('PreToolUse', ...rules)

interface Case {
  readonly text: string
  readonly is: string
  readonly hint?: string
}

const cases: Readonly<Record<string, Case>> = {
  'no handler': { text: pre('{ name: a }'), is: '3:15 error no-handler' },
  'a step without a handler': {
    text: pre('{ name: a, steps: [{ deny: x }, { timeout: 1s }] }'),
    is: '3:39 error no-handler',
  },
  'two handlers': { text: pre('{ name: a, deny: x, run: [ls] }'), is: '3:27 error several-handlers' },
  'two handlers in a step': {
    text: pre('{ name: a, steps: [{ deny: x, ask: y }] }'),
    is: '3:37 error several-handlers',
  },
  'a handler beside steps': {
    text: pre('{ name: a, steps: [{ deny: x }], ask: y }'),
    is: '3:40 error several-handlers',
  },
  'options without their handler': {
    text: pre('{ name: a, deny: x, reply: native }'),
    is: '3:27 error useless-key',
    hint: 'remove it',
  },
  'a name given twice': {
    text: pre('{ name: a, ask: x }', '{ name: a, ask: y }'),
    is: '4:15 error duplicate-name',
  },
  'a name given twice in two events': {
    text: `${pre('{ name: a, ask: x }')}  AgentStop:\n    - { name: a, stop: y }\n`,
    is: '5:15 error duplicate-name',
  },
  'no events': { text: 'rules: [{ name: a, on: [], ask: x }]\n', is: '1:24 error empty-list' },
  'an unknown event': {
    text: 'rules: [{ name: a, on: [PreToolUs], ask: x }]\n',
    is: '1:25 error unknown-event',
    hint: 'rename it to "PreToolUse"',
  },
  "an agent's event": {
    text: 'rules: [{ name: a, on: [Stop], stop: x }]\n',
    is: '1:25 error event-alias',
    hint: 'rename it to "AgentStop"',
  },
  'a handler for all events that some cannot carry': {
    text: "rules: [{ name: a, on: '*', deny: x }]\n",
    is: '1:29 error contract',
    hint: 'write on: [SessionStart, UserPromptSubmit, PreToolUse, PermissionRequest, PreCompact, PreStep, PreModelCall]',
  },
  'set_output before the tool': { text: pre('{ name: a, set_output: x }'), is: '3:18 error contract' },
  'continue before a tool': { text: pre('{ name: a, continue: x }'), is: '3:18 error contract' },
  'continue around a tool': {
    text: 'wrap: { ToolUse: [{ name: a, continue: x }] }\n',
    is: '1:30 error contract',
  },
  'an exit code that means what the event cannot carry': {
    text: at('AgentStop', '{ name: a, run: [ls], exit: { 2: deny } }'),
    is: '3:40 error contract',
  },
  'a failure that the event cannot answer': {
    text: at('AgentStop', '{ name: a, run: [ls], on_error: deny }'),
    is: '3:39 error contract',
    hint: 'write on_error: stop or proceed',
  },
  'a built-in at another event': {
    text: pre('{ name: a, use: promise, with: { promise: x } }'),
    is: '3:23 error builtin-event',
    hint: 'move the rule to AgentStop',
  },
  'an unknown built-in': {
    text: pre('{ name: a, use: tool-shema }'),
    is: '3:23 error unknown-builtin',
    hint: 'write use: tool-schema',
  },
  'a bad regex': { text: pre("{ name: a, match: '/(/', ask: x }"), is: '3:25 error bad-regex' },
  'a bad regex in a list': {
    text: pre("{ name: a, match: { input: { x: [a, '/(/'] } }, ask: x }"),
    is: '3:39 error bad-regex',
  },
  'a bad glob': { text: pre("{ name: a, match: 'x[', ask: x }"), is: '3:25 error bad-glob' },
  'an exponential regex': {
    text: pre("{ name: a, match: '/(?=a)(a+)+$/', ask: x }"),
    is: '3:25 error unsafe-regex',
  },
  'an unknown group': {
    text: pre("{ name: a, match: ['@shel'], ask: x }"),
    is: '3:26 error unknown-group',
    hint: "write '@shell'",
  },
  'a group without tools': {
    text: `groups: { ops: [] }\n${pre("{ name: a, match: '@ops', ask: x }")}`,
    is: '4:25 error empty-list',
  },
  'no tools': { text: pre('{ name: a, match: [], ask: x }'), is: '3:25 error empty-list' },
  'no conditions': { text: pre('{ name: a, match: { any: [] }, ask: x }'), is: '3:27 error empty-list' },
  'a session that nothing is asked of': {
    text: pre('{ name: a, match: { session: { since: npm test } }, ask: x }'),
    is: '3:36 error bad-pattern',
  },
  'a recipe that is not there': {
    text: pre('{ name: a, recipe: compact }'),
    is: '3:26 error unknown-recipe',
  },
  'a match that the event cannot meet': {
    text: pre("{ name: a, match: { prompt: '*x*' }, ask: x }"),
    is: '3:25 warning unreachable',
    hint: 'move the rule to UserPromptSubmit',
  },
  'a rule behind one that denies everything': {
    text: pre('{ name: a, deny: x }', '{ name: b, ask: y }', '{ name: c, ask: y }'),
    is: '4:15 warning unreachable',
  },
  'one text as a pattern': {
    text: at('UserPromptSubmit', '{ name: a, match: { prompt: AKIA }, ask: x }'),
    is: '3:35 warning whole-text',
    hint: "write '*AKIA*' to find it anywhere",
  },
  "one agent's tool": {
    text: pre('{ name: a, match: Bash, ask: x }'),
    is: '3:25 warning agent-tool-name',
    hint: "write '@shell', which holds for every agent",
  },
  "one agent's tools": {
    text: pre("{ name: a, match: { tool: [deploy, Write, '!Edit'] }, ask: x }"),
    is: '3:42 warning agent-tool-name',
    hint: "write '@write', '!@edit', which hold for every agent",
  },
  'an unknown placeholder': {
    text: pre("{ name: a, ask: 'Run {{tool_inptu.command}}?' }"),
    is: '3:23 warning unknown-placeholder',
    hint: 'write {{tool_input.command}}',
  },
  'a placeholder that this match does not bind': {
    text: pre("{ name: a, match: '@write', ask: '{{path}}?' }"),
    is: '3:40 warning unknown-placeholder',
  },
  'an unknown placeholder in an argument': {
    text: pre("{ name: a, run: [echo, '{{nothing}}'] }"),
    is: '3:30 warning unknown-placeholder',
  },
  'a placeholder in a shell line': {
    text: pre("{ name: a, run: 'echo {{tool_name}}' }"),
    is: '3:23 error shell-interpolation',
    hint: "write a list, which needs no shell: run: [program, '{{tool_name}}']",
  },
  'a missing script': { text: pre('{ name: a, run: [./policy.py] }'), is: '3:24 warning missing-script' },
  'a missing script in a shell line': {
    text: pre("{ name: a, run: './policy.py | tail -1' }"),
    is: '3:23 warning missing-script',
  },
  'an unknown reply': {
    text: pre('{ name: a, run: [ls], reply: claud }'),
    is: '3:36 error unknown-reply',
    hint: 'write reply: claude',
  },
  'an opinion in the background': {
    text: pre('{ name: a, background: true, deny: x }'),
    is: '3:18 error useless-key',
  },
  'exit codes in the background': {
    text: pre('{ name: a, background: true, run: [ls], exit: { 2: deny } }'),
    is: '3:47 error useless-key',
  },
  'an opinion after a deny': {
    text: pre('{ name: a, always: true, deny: x }'),
    is: '3:18 error useless-key',
  },
  "a person's setting in a project's file": {
    text: 'engine: { off: true }\nrules: []\n',
    is: '1:1 warning useless-key',
    hint: 'move it to ~/.config/hooks/hooks.yaml',
  },
  'a newer version': { text: "requires: '>=2'\n", is: '1:11 error requires' },
  'no version': { text: 'requires: newest\n', is: '1:11 error requires' },
  'no schemas': { text: pre('{ name: a, use: tool-schema }'), is: '3:23 warning empty-schemas' },
  'a dead override': {
    text: 'overrides: { recommended/x: { mode: watch } }\n',
    is: '1:14 error unknown-override',
  },
}

test.each(Object.entries(cases))('%s is one diagnostic at its place', (_, { text, is, hint }) => {
  const { diagnostics, plan } = compile(text)
  expect(codes(diagnostics)).toEqual([`hooks.yaml:${is}`])
  expect(plan === undefined).toBe(is.includes(' error '))
  for (const each of diagnostics) {
    expect(each.hint).toBeTruthy()
    expect(each.message).toMatch(/^[^A-Z]/)
    expect(each.message).not.toMatch(/\.$/)
  }
  expect(diagnostics[0]?.hint).toBe(hint ?? diagnostics[0]?.hint)
})

describe('nothing is said about', () => {
  test.each(
    Object.entries({
      'a group': pre("{ name: a, match: ['@shell', '!@mcp'], ask: x }"),
      'a glob of tools': pre("{ name: a, match: ['mcp__*', deploy_*, '/^x/'], ask: x }"),
      'an empty output': at('PostToolUse', "{ name: a, match: { output: '' }, notify: x }"),
      'a text in the middle': at(
        'UserPromptSubmit',
        "{ name: a, match: { prompt: ['*AKIA*', '/x/i', '!*y*'] }, ask: x }",
      ),
      'a placeholder that the match binds': pre(
        "{ name: a, match: { input: { environment: '*' } }, ask: 'To {{environment}}?' }",
      ),
      'placeholders of other programs in a shell line': pre(
        '{ name: a, run: "docker ps -f \'{{.Names}}\'" }',
      ),
      'a program on the path': pre('{ name: a, run: [npx, prettier] }'),
      'a deny of everything that comes last': pre('{ name: b, ask: y }', '{ name: a, deny: x }'),
      'a deny of everything that only watches': pre(
        '{ name: a, deny: x, mode: watch }',
        '{ name: b, ask: y }',
      ),
      'a deny of everything once': pre('{ name: a, deny: x, once: run }', '{ name: b, ask: y }'),
      'a record after a deny': pre('{ name: a, deny: x }', '{ name: b, run: [ls], always: true }'),
      'on_error: deny for all events': "rules: [{ name: a, on: '*', run: [ls], on_error: deny }]\n",
      'a match that one of the events can meet':
        "rules: [{ name: a, on: '*', match: { prompt: '*x*' }, run: [ls] }]\n",
      'a fitting version': "requires: '>=0.1 <2 || ^7'\n",
    }),
  )('%s', (_, text) => {
    expect(compile(text).diagnostics).toEqual([])
  })
})

test('ten mistakes are ten diagnostics (P3)', () => {
  const text = pre(
    '{ name: a }',
    '{ name: a, deny: x }',
    '{ name: b, deny: x, ask: y }',
    '{ name: c, set_output: x }',
    "{ name: d, match: '/(/', ask: x }",
    "{ name: e, match: '@shel', ask: x }",
    '{ name: f, use: evct }',
    '{ name: g, matchr: x, ask: x }',
    '{ name: h, run: [ls], reply: x }',
    "{ name: i, run: 'echo {{prompt}}' }",
  )
  const { diagnostics } = compile(text)
  expect(diagnostics.map(({ at: { line } }) => line).toSorted((a, b) => a - b)).toEqual([
    3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
  ])
})

test('a duplicate names the place of the first', () => {
  const [duplicate] = compile(pre('{ name: a, ask: x }', '{ name: a, ask: y }')).diagnostics
  expect(duplicate?.related).toEqual([{ message: 'first defined', at: expect.objectContaining({ line: 3 }) }])
})

test('rules that are never reached are one diagnostic, with the place of the deny', () => {
  const [unreachable] = compileWorld({
    '/etc/hooks/hooks.yaml': pre('{ name: shut, deny: x }'),
    'hooks.yaml': pre('{ name: b, ask: y }', '{ name: c, ask: y }'),
  }).diagnostics
  expect(unreachable).toMatchObject({
    at: { file: 'hooks.yaml', line: 3 },
    rule: 'b',
    related: [{ at: { file: '/etc/hooks/hooks.yaml' } }],
    notes: ['nor is 1 more behind it'],
  })
})

test.each([
  ['^1.2.3', '1.9.0', true],
  ['^1.2.3', '1.2.2', false],
  ['^0.2.3', '0.3.0', false],
  ['^0.0.3', '0.0.4', false],
  ['~1.2', '1.2.9', true],
  ['~1.2.3', '1.3.0', false],
  ['>= 1.2', '1.2.0', true],
  ['>1.2', '1.2.5', false],
  ['<=1.2', '1.2.5', true],
  ['<2', '1.9.9', true],
  ['1', '1.4.0', true],
  ['1.x', '2.0.0', false],
  ['*', '0.0.1', true],
  ['1.2.3 || 2', '2.5.0', true],
  ['1.2 - 1.4', '1.4.9', true],
  ['>=1.2.0', '1.2.0-beta.1', true],
])('requires: %s under %s holds: %s', (range, version, holds) => {
  expect(rulesOf(compile('version: 1\n'))).toEqual([])
  expect(compile(`requires: '${range}'\n`, { version }).diagnostics.length === 0).toBe(holds)
})

test('an unknown condition is answered with those that have a matcher', () => {
  const some = {
    ...catalog,
    matchers: catalog.matchers.filter(({ key }) => key === 'tool' || key === 'turn'),
  }
  const { diagnostics } = compile(
    'hooks:\n  PreToolUse:\n    - { name: a, match: { colour: red }, deny: No. }\n',
    { catalog: some },
  )
  expect(diagnostics.map(({ hint }) => hint)).toEqual(['use one of any, all, not, tool, turn'])
})
