import { expect, test } from 'vitest'
import { codes, compile, compileWorld, rulesOf } from './world.ts'

const pre = (...rules: string[]) =>
  `hooks:\n  PreToolUse:\n${rules.map((rule) => `    - ${rule}\n`).join('')}`

test('a deny or ask with an unknown key asks for what it names, and the rest of the plan stands', () => {
  const result = compile(pre('{ name: a, match: deploy_*, deny: x, cooldown: 5m }', '{ name: b, ask: y }'))
  expect(codes(result.diagnostics)).toEqual(['hooks.yaml:3:44 error unknown-key'])
  expect(rulesOf(result)).toMatchObject([
    {
      name: 'a',
      match: { kind: 'key', key: 'tool' },
      quarantined: 'unknown key "cooldown"',
      handler: {
        kind: 'inline',
        inline: { says: 'ask', text: expect.stringContaining('unknown key "cooldown"') },
      },
    },
    { name: 'b', handler: { inline: { says: 'ask', text: 'y' } } },
  ])
})

test.each([
  ['run: [ls]', 'run'],
  ['use: tool-schema', 'use'],
  ['context: x', 'inline'],
  ['allow: x', 'inline'],
  ['set_input: {}', 'inline'],
  ['quorum: 2', 'inline'],
])('a rule with an unknown key and %s is told of', (handler, kind) => {
  const result = compile(pre(`{ name: a, ${handler}, cooldown: 5m }`, '{ name: b, ask: y }'))
  expect(rulesOf(result)).toMatchObject([
    { name: 'a', handler: { kind }, quarantined: expect.any(String) },
    { name: 'b' },
  ])
  expect(result.diagnostics.some(({ code }) => code === 'unknown-key')).toBe(true)
})

test.each(['run: [./policy.py], on_error: deny', 'use: redact', 'block: x', 'reject: x'])(
  'a guard with an unknown key and %s asks',
  (handler) => {
    const result = compile(pre(`{ name: a, ${handler}, cooldown: 5m }`))
    expect(rulesOf(result)).toMatchObject([
      { name: 'a', handler: { kind: 'inline', inline: { says: 'ask' } } },
    ])
  },
)

test('a misspelt deny asks', () => {
  const result = compile(pre('{ name: a, match: deploy_*, dney: x }'))
  expect(codes(result.diagnostics)).toEqual(['hooks.yaml:3:35 error unknown-key'])
  expect(rulesOf(result)).toMatchObject([
    { name: 'a', quarantined: 'unknown key "dney"', handler: { inline: { says: 'ask' } } },
  ])
})

const match = (written: string) => rulesOf(compile(pre(`{ name: a, match: ${written}, deny: x }`)))[0]?.match

test('an unknown key in a match makes it match no less', () => {
  expect(match('{ tool: deploy_*, weather: rain }')).toMatchObject({ kind: 'key', key: 'tool' })
  expect(match('{ weather: rain }')).toBeUndefined()
  expect(match('{ tool: deploy_*, not: { weather: rain } }')).toMatchObject({ kind: 'key', key: 'tool' })
  expect(match('{ any: [deploy_*, { weather: rain }] }')).toEqual({
    kind: 'any',
    of: [expect.objectContaining({ key: 'tool' }), { kind: 'all', of: [] }],
  })
})

test.each([
  ['another error in the same rule', pre('{ name: a, deny: x, cooldown: 5m, priority: high }')],
  ['an error in another rule', pre('{ name: a, deny: x, cooldown: 5m }', '{ name: b, set_output: x }')],
  ['an unknown key at the top', `cooldown: 5m\n${pre('{ name: a, deny: x }')}`],
  ['an unknown key behind the rules', `${pre('{ name: a, deny: x }')}limits: { cooldown: 5m }\n`],
  ['an unknown event', 'hooks:\n  PreToolUsage:\n    - { name: a, deny: x, cooldown: 5m }\n'],
])('%s leaves no plan', (_, text) => {
  expect(compile(text).plan).toBeUndefined()
})

test('a rule of an extended file is quarantined too', () => {
  const result = compileWorld({
    'hooks.yaml': `extends: [./base.yaml]\n${pre('{ name: b, ask: y }')}`,
    'base.yaml': pre('{ name: a, deny: x, cooldown: 5m }'),
  })
  expect(rulesOf(result)).toMatchObject([
    { name: 'base/a', quarantined: 'unknown key "cooldown"' },
    { name: 'b' },
  ])
})

test('all steps of a rule stand aside with it', () => {
  const result = compile(
    pre('{ name: a, steps: [{ context: x }, { deny: y, cooldown: 5m }] }', '{ name: b, ask: y }'),
  )
  expect(rulesOf(result).map(({ name, quarantined }) => [name, quarantined])).toEqual([
    ['a/1', 'unknown key "cooldown"'],
    ['a/2', 'unknown key "cooldown"'],
    ['b', undefined],
  ])
})

test.each(['deny: { usr: x }', 'ask: { agent: x, user: y }'])('%s is still a guard', (handler) => {
  const result = compile(pre(`{ name: a, match: deploy_*, ${handler} }`))
  expect(rulesOf(result)).toMatchObject([
    { name: 'a', quarantined: expect.any(String), handler: { inline: { says: 'ask' } } },
  ])
})
