import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CompileResult } from '../../src/config/compile/compile.ts'
import { codes, compileWorld, layers, namesAt, rulesOf } from './world.ts'
import { check } from '../support/check.ts'

const [managed, user, project, local] = [
  '/etc/hooks/hooks.yaml',
  '/home/dana/.config/hooks/hooks.yaml',
  'hooks.yaml',
  'hooks.local.yaml',
]
const hooks = (...rules: string[]) => `hooks: { PreToolUse: [${rules.join(', ')}] }\n`
const rule = (name: string, extra = '') => `{ name: ${name}, notify: hi${extra} }`

test('within a priority the order is managed, user, project, local', () => {
  const result = compileWorld({
    [local]: hooks(rule('d')),
    [project]: hooks(rule('c'), rule('c2', ', priority: 1')),
    [user]: hooks(rule('b')),
    [managed]: hooks(rule('a')),
  })
  expect(namesAt(result, 'PreToolUse')).toEqual(['c2', 'a', 'b', 'c', 'd'])
  expect(rulesOf(result).map(({ layer }) => layer)).toEqual([
    'project',
    'managed',
    'user',
    'project',
    'local',
  ])
  expect(rulesOf(result).map(({ at }) => at.file)).toEqual([
    'hooks.yaml',
    managed,
    '~/.config/hooks/hooks.yaml',
    'hooks.yaml',
    'hooks.local.yaml',
  ])
})

test('two layers may have rules of one name', () => {
  const result = compileWorld({ [user]: hooks(rule('a')), [project]: hooks(rule('a')) })
  expect(namesAt(result, 'PreToolUse')).toEqual(['a', 'a'])
})

const settings = (world: Parameters<typeof compileWorld>[0]) => compileWorld(world).plan?.settings

test('the lowest layer that says something wins, except over the managed one', () => {
  expect(
    settings({ [user]: 'limits: { dispatch: 5s, continues: 2 }\n', [project]: 'limits: { dispatch: 7s }\n' }),
  ).toMatchObject({ dispatch_ms: 7000, continues: 2 })
  expect(
    settings({
      [managed]: 'limits: { dispatch: 5s }\n',
      [project]: 'limits: { dispatch: 7s, reply_chars: 10000 }\nledger: { payloads: 0 }\n',
    }),
  ).toMatchObject({
    dispatch_ms: 5000,
    reply_chars: 10_000,
    ledger_payloads: 0,
  })
})

test('the groups of all files have the facts of the shipped ones', () => {
  const groups = settings({
    [user]: 'groups: { shell: [run_bash], deploy: [ship_it] }\n',
    [project]: "extends: [./a.yaml]\ngroups: { shell: ['@deploy'], deploy: [ship_all] }\n",
    'a.yaml': 'groups: { shell: [run_zsh], edit: [patcher] }\n',
  })?.tool_groups
  const names = (group: string) => groups?.[group]?.flatMap(({ yes }) => yes.map(({ exact }) => exact))
  expect(names('shell')).toEqual(['run_bash', 'run_zsh', 'ship_all'])
  expect(names('edit')).toEqual(['patcher'])
  expect(names('deploy')).toBeUndefined()
})

test('a file wins over what it extends', () => {
  expect(
    settings({
      [project]: 'extends: [./a.yaml]\nlimits: { continues: 1 }\n',
      'a.yaml': 'limits: { continues: 3, dispatch: 9s }\n',
    }),
  ).toMatchObject({ continues: 1, dispatch_ms: 9000 })
})

test('on_config_error and contracts are as strict as the strictest layer', () => {
  expect(settings({ [project]: 'on_config_error: proceed\n' })).toMatchObject({
    on_config_error: 'proceed',
    contracts: 'warn',
  })
  expect(
    settings({
      [user]: 'on_config_error: deny\ncontracts: strict\n',
      [local]: 'on_config_error: proceed\ncontracts: warn\n',
    }),
  ).toMatchObject({
    on_config_error: 'deny',
    contracts: 'strict',
  })
})

test('a broken layer leaves no plan, and says what the others make and what it wanted to happen', () => {
  const result = compileWorld({
    [managed]: hooks(rule('a')),
    [project]: `on_config_error: deny\n${hooks('{ name: b }')}`,
  })
  expect(codes(result.diagnostics)).toEqual(['hooks.yaml:2:31 error no-handler'])
  expect(result.plan).toBeUndefined()
  expect(result.sound?.events.PreToolUse).toMatchObject([{ name: 'a' }])
  expect(result.on_config_error).toBe('deny')
})

test('a file that is there but cannot be read is an error', () => {
  expect(codes(compileWorld({ [managed]: null }).diagnostics)).toEqual([
    '/etc/hooks/hooks.yaml:1:1 error unreadable',
  ])
})

test('a limit of a lower layer never leaves out a rule of a higher one', () => {
  const result = compileWorld({
    [managed]: hooks(rule('a'), rule('a2')),
    [project]: `limits: { rules: 1 }\n${hooks(rule('b'), rule('b2'))}`,
    [local]: hooks(rule('c')),
  })
  expect(namesAt(result, 'PreToolUse')).toEqual(['a', 'a2', 'b'])
})

const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
const extra = fc.constantFrom('', ', priority: 1', ', priority: -1', ', mode: watch', ', enabled: false')
const event = fc.constantFrom('PreToolUse', 'PostToolUse')
const fileText = fc
  .record({
    rules: fc.uniqueArray(fc.tuple(name, extra, event), { selector: ([each]) => each }),
    wraps: fc.uniqueArray(fc.constantFrom('w', 'x', 'y')),
    limit: fc.option(fc.integer({ min: 1, max: 3 })),
    extend: fc.boolean(),
    override: fc.boolean(),
  })
  .map(({ rules, wraps, limit, extend, override }) => {
    const of = (at: string) => rules.flatMap(([each, more, on]) => (on === at ? [rule(each, more)] : []))
    return [
      limit === null ? '' : `limits: { rules: ${limit} }\n`,
      extend
        ? `extends: [./base.yaml]\n${override ? 'overrides: { base/z: { enabled: false } }\n' : ''}`
        : '',
      `hooks: { PreToolUse: [${of('PreToolUse').join(', ')}], PostToolUse: [${of('PostToolUse').join(', ')}] }\n`,
      `wrap: { ToolUse: [${wraps.map((each) => rule(each)).join(', ')}] }\n`,
    ].join('')
  })

const bases = {
  '/etc/hooks/base.yaml': hooks(rule('z')),
  '/home/dana/.config/hooks/base.yaml': hooks(rule('z')),
  'base.yaml': hooks(rule('z')),
}
const world = fc.record(
  { [managed]: fileText, [user]: fileText, [project]: fileText, [local]: fileText },
  { requiredKeys: [] },
)

/** What stands in a plan of each layer, and in which order. */
const of = (result: CompileResult, layer: string) =>
  rulesOf(result).flatMap((each) => (each.layer === layer ? [`${each.event} ${each.name} ${each.mode}`] : []))

test('the order is total and the plan deterministic, whatever is written', () => {
  check(
    fc.property(world, (files) => {
      const result = compileWorld({ ...files, ...bases })
      expect(JSON.stringify(compileWorld({ ...files, ...bases }).plan)).toBe(JSON.stringify(result.plan))
      for (const rules of Object.values(result.plan?.events ?? {})) {
        expect(rules.map(({ order }) => order)).toEqual(rules.map((_, index) => index))
      }
    }),
  )
})

test('a lower layer never removes, changes or reorders rules of a higher one', () => {
  check(
    fc.property(world, fc.integer({ min: 0, max: 3 }), (files, depth) => {
      const above = layers.slice(0, depth)
      const fewer = compileWorld({ ...files, ...bases }, { layers: above })
      const all = compileWorld({ ...files, ...bases })
      for (const { layer } of above) expect(of(all, layer)).toEqual(of(fewer, layer))
    }),
  )
})
