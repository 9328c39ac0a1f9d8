import path from 'node:path'
import { expect, test } from 'vitest'
import { createFiles } from '../../src/store/disk/files.ts'
import { codes, compile, compileWorld, filesOf, layers, namesAt, rulesOf, type World } from './world.ts'

const rule = (name: string, extra = '') => `{ name: ${name}, notify: hi${extra} }`
const hooks = (...rules: string[]) => `hooks: { PreToolUse: [${rules.join(', ')}] }\n`

test('rules of a file come before those of the file that extends it, by its name', () => {
  const result = compileWorld({
    'hooks.yaml': `extends: [./shared/team.yaml, ./other.yml]\n${hooks(rule('a'))}`,
    'shared/team.yaml': `extends: [../base.yaml]\n${hooks(rule('b'))}`,
    'base.yaml': hooks(rule('c')),
    'other.yml': hooks(rule('d')),
  })
  expect(result.diagnostics).toEqual([])
  expect(namesAt(result, 'PreToolUse')).toEqual(['base/c', 'team/b', 'other/d', 'a'])
  expect(rulesOf(result).map(({ at }) => at.file)).toEqual([
    'base.yaml',
    'shared/team.yaml',
    'other.yml',
    'hooks.yaml',
  ])
  expect(result.sources).toContain('/shop/shared/team.yaml')
})

test('a file that is extended twice counts once', () => {
  const result = compileWorld({
    'hooks.yaml': 'extends: [./a.yaml, ./b.yaml]\n',
    'a.yaml': 'extends: [./base.yaml]\n',
    'b.yaml': 'extends: [./base.yaml]\n',
    'base.yaml': hooks(rule('c')),
  })
  expect(namesAt(result, 'PreToolUse')).toEqual(['base/c'])
})

interface Refused {
  readonly entry: string
  readonly world: World
  readonly links?: Readonly<Record<string, string>>
  readonly code: string
}

test.each<Refused>([
  {
    entry: 'a path out of the project',
    world: { 'hooks.yaml': 'extends: [../other/x.yaml]\n', '/other/x.yaml': '' },
    code: 'extends-outside',
  },
  {
    entry: 'a symlink out of the project',
    world: { 'hooks.yaml': 'extends: [./x.yaml]\n', '/etc/x.yaml': '' },
    links: { '/shop/x.yaml': '/etc/x.yaml' },
    code: 'extends-outside',
  },
  {
    entry: 'a symlinked directory',
    world: { 'hooks.yaml': 'extends: [./d/x.yaml]\n', '/etc/x.yaml': '' },
    links: { '/shop/d': '/etc' },
    code: 'extends-outside',
  },
  {
    entry: 'a file that is not there',
    world: { 'hooks.yaml': 'extends: [./x.yaml]\n' },
    code: 'missing-file',
  },
  { entry: 'an absolute path', world: { 'hooks.yaml': 'extends: [/shop/x]\n' }, code: 'not-supported' },
  {
    entry: 'an address',
    world: { 'hooks.yaml': "extends: ['https://example.com/x']\n" },
    code: 'not-supported',
  },
  {
    entry: 'a package that is not installed',
    world: { 'hooks.yaml': "extends: ['@acme/hooks']\n" },
    code: 'unknown-preset',
  },
  {
    entry: 'an unknown preset',
    world: { 'hooks.yaml': 'extends: [recomended]\n', '/presets/recommended.yaml': '' },
    code: 'unknown-preset',
  },
  {
    entry: 'a major that does not exist',
    world: { 'hooks.yaml': 'extends: [recommended@7]\n', '/presets/recommended.yaml': '' },
    code: 'unknown-preset',
  },
  { entry: 'itself', world: { 'hooks.yaml': 'extends: [./hooks.yaml]\n' }, code: 'extends-cycle' },
])('$entry is refused where it stands', ({ world, links = {}, code }: Refused) => {
  const { plan, diagnostics } = compileWorld(world, { links })
  expect(plan).toBeUndefined()
  expect(codes(diagnostics)).toEqual([`hooks.yaml:1:11 error ${code}`])
})

test('a circle is refused with its files', () => {
  const { diagnostics } = compileWorld({
    'hooks.yaml': 'extends: [./a.yaml]\n',
    'a.yaml': 'extends: [./b.yaml]\n',
    'b.yaml': 'extends: [./a.yaml]\n',
  })
  expect(diagnostics).toMatchObject([
    {
      code: 'extends-cycle',
      at: { file: 'b.yaml' },
      message: expect.stringContaining('a.yaml → b.yaml → a.yaml'),
    },
  ])
})

const chain = (length: number) =>
  Object.fromEntries(
    Array.from({ length: length + 1 }, (_, n) => [
      n === 0 ? 'hooks.yaml' : `f${n}.yaml`,
      n === length ? '' : `extends: [./f${n + 1}.yaml]\n`,
    ]),
  )

test('a chain of eleven is refused, one of ten is not', () => {
  expect(compileWorld(chain(10)).diagnostics).toEqual([])
  expect(compileWorld(chain(11)).diagnostics).toMatchObject([
    { code: 'extends-depth', at: { file: 'f10.yaml', line: 1 } },
  ])
})

test('more than 100 files are refused', () => {
  const names = Array.from({ length: 101 }, (_, n) => `f${n}.yaml`)
  const world = {
    'hooks.yaml': `extends:\n${names.map((name) => `  - ./${name}\n`).join('')}`,
    ...Object.fromEntries(names.map((name) => [name, ''])),
  }
  expect(codes(compileWorld(world).diagnostics)).toEqual(['hooks.yaml:102:5 error extends-depth'])
})

test("a user's file may extend files of other directories", () => {
  const result = compileWorld({
    '/home/dana/.config/hooks/hooks.yaml': 'extends: [../team/x.yaml]\n',
    '/home/dana/.config/team/x.yaml': hooks(rule('a')),
  })
  expect(rulesOf(result)).toMatchObject([
    { name: 'x/a', layer: 'user', at: { file: '~/.config/team/x.yaml' } },
  ])
})

test('a shipped preset is named without its major', () => {
  const presets = {
    '/presets/recommended.yaml': hooks(rule('new')),
    '/presets/recommended@1.yaml': hooks(rule('old')),
  }
  const named = (entry: string) =>
    namesAt(compileWorld({ 'hooks.yaml': `extends: [${entry}]\n`, ...presets }), 'PreToolUse')
  expect(named('recommended')).toEqual(['recommended/new'])
  expect(named('recommended@2')).toEqual(['recommended/new'])
  expect(named('recommended@1')).toEqual(['recommended/old'])
})

test('overrides change rules that are extended, the nearest file last', () => {
  const result = compileWorld({
    'hooks.yaml': 'extends: [./a.yaml]\noverrides: { base/x: { mode: watch }, base/y: { enabled: false } }\n',
    'a.yaml': 'extends: [./base.yaml]\noverrides: { base/x: { mode: advise, priority: 3, timeout: 1s } }\n',
    'base.yaml': hooks(rule('x'), rule('y')),
  })
  expect(result.diagnostics).toEqual([])
  expect(rulesOf(result)).toMatchObject([{ name: 'base/x', mode: 'watch', priority: 3, timeout_ms: 1000 }])
})

test('an override of a stepped rule changes all steps, or one', () => {
  const result = compileWorld({
    'hooks.yaml':
      'extends: [./base.yaml]\noverrides: { base/x: { priority: 3 }, base/x/2: { mode: watch } }\n',
    'base.yaml': 'hooks: { PreToolUse: [{ name: x, steps: [{ context: a }, { context: b }] }] }\n',
  })
  expect(rulesOf(result)).toMatchObject([
    { name: 'base/x/1', priority: 3, mode: 'enforce' },
    { name: 'base/x/2', priority: 3, mode: 'watch' },
  ])
})

test('an override of a whole preset changes each of its rules, and a full name has the last word', () => {
  const result = compileWorld({
    'hooks.yaml': [
      'extends: [./base.yaml]',
      'overrides: { base/y: { mode: enforce }, base/*: { mode: watch } }',
      hooks(rule('own')),
    ].join('\n'),
    'base.yaml': hooks(rule('x'), rule('y')),
  })
  expect(result.diagnostics).toEqual([])
  expect(rulesOf(result).map(({ name, mode }) => [name, mode])).toEqual([
    ['base/x', 'watch'],
    ['base/y', 'enforce'],
    ['own', 'enforce'],
  ])
})

test('an override of an unknown preset is reported', () => {
  const result = compileWorld({
    'hooks.yaml': 'extends: [./base.yaml]\noverrides: { bse/*: { mode: watch } }\n',
    'base.yaml': hooks(rule('x')),
  })
  expect(codes(result.diagnostics)).toEqual(['hooks.yaml:2:14 error unknown-override'])
})

test('an override of options keeps the others', () => {
  const result = compileWorld({
    'hooks.yaml': 'extends: [./base.yaml]\noverrides: { base/x: { with: { head: 5 } } }\n',
    'base.yaml': 'hooks: { PostToolUse: [{ name: x, use: evict, with: { head: 10, tail: 20 } }] }\n',
  })
  expect(rulesOf(result)[0]?.handler).toMatchObject({ with: { head: 5, tail: 20 } })
})

test('an override never reaches a higher layer', () => {
  const result = compileWorld({
    '/etc/hooks/hooks.yaml': 'extends: [./base.yaml]\n',
    '/etc/hooks/base.yaml': hooks(rule('x')),
    'hooks.yaml': 'overrides: { base/x: { enabled: false } }\n',
  })
  expect(codes(result.diagnostics)).toEqual(['hooks.yaml:1:14 error unknown-override'])
})

test('an override of an unknown rule names the one that was meant', () => {
  const result = compileWorld({
    'hooks.yaml': 'extends: [./base.yaml]\noverrides: { base/curlsh: { mode: watch } }\n',
    'base.yaml': hooks(rule('curl-sh')),
  })
  expect(result.diagnostics).toMatchObject([
    { code: 'unknown-override', at: { line: 2, column: 14 }, hint: 'write "base/curl-sh"' },
  ])
})

test.each([
  ['*', 'write "base/*"'],
  ['base', 'write "base/*"'],
  ['bse/*', 'write "base/*"'],
  ['bse/curl-sh', 'write "base/curl-sh"'],
  ['curl-sh', 'write "base/curl-sh"'],
  ['base/zzzzzzzz', 'use one of base/curl-sh, base/x'],
  ['mine', 'overrides change rules of "extends"; change your own rules where they are'],
])('an override of %s: %s', (target, hint) => {
  const result = compileWorld({
    'hooks.yaml': `extends: [./base.yaml]\noverrides: { '${target}': { mode: watch } }\n${hooks(rule('mine'))}`,
    'base.yaml': hooks(rule('curl-sh'), rule('x')),
  })
  expect(result.diagnostics).toMatchObject([{ code: 'unknown-override', hint }])
})

test('of two overrides with a star the narrower has the last word', () => {
  const result = compileWorld({
    'hooks.yaml':
      'extends: [./base.yaml]\noverrides: { base/x/*: { mode: watch }, base/*: { mode: advise } }\n',
    'base.yaml': 'hooks: { PreToolUse: [{ name: x, steps: [{ context: a }] }, { name: y, context: b }] }\n',
  })
  expect(rulesOf(result)).toMatchObject([
    { name: 'base/x/1', mode: 'watch' },
    { name: 'base/y', mode: 'advise' },
  ])
})

test('a problem in an extended file stands in that file', () => {
  const result = compileWorld({
    'hooks.yaml': 'extends: [./base.yaml]\n',
    'base.yaml': hooks('{ name: x, set_output: 1 }'),
  })
  expect(codes(result.diagnostics)).toEqual(['base.yaml:1:34 error contract'])
})

test('recommended compiles without a word and has examples for each rule', () => {
  const shipped = createFiles()
  const presetDir = path.resolve('presets')
  const world = filesOf({ 'hooks.yaml': 'extends: [recommended@1]\n' })
  const files = {
    ...world,
    read: (file: string) => world.read(file) ?? shipped.read(file),
    list: (dir: string) => shipped.list(dir),
    kind: (file: string) => world.kind(file) ?? shipped.kind(file),
  }
  const result = compile('', { files, presetDir, layers: layers.slice(2, 3) })
  expect(result.diagnostics).toEqual([])
  expect(rulesOf(result).length).toBeGreaterThanOrEqual(3)
  expect(result.info).toMatchObject({
    counts: { enforce: rulesOf(result).length, advise: 0, watch: 0, untrusted: 0 },
    with_examples: rulesOf(result).length,
    presets: 1,
  })
  expect(
    rulesOf(result).every(({ handler }) => handler.kind === 'inline' && handler.inline.says !== 'allow'),
  ).toBe(true)
})
