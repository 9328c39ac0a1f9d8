import { expect, test } from 'vitest'
import type { CompileResult } from '../../src/config/compile/compile.ts'
import { lockText } from '../../src/config/read/lock-file.ts'
import { codes, compileWorld, namesAt, rulesOf, type World } from './world.ts'

const manifest = (version: string) => JSON.stringify({ name: 'acme', version })

const world: World = {
  'hooks.yaml': 'extends: [acme]\n',
  'node_modules/acme/package.json': manifest('1.2.0'),
  'node_modules/acme/hooks.yaml':
    'extends: [./base.yaml]\nhooks: { PreToolUse: [{ name: curl, deny: No. }] }\n',
  'node_modules/acme/base.yaml': 'hooks: { PreToolUse: [{ name: rm, match: x, ask: Sure? }] }\n',
}

function lockOf(from: World): string {
  const [lock] = compileWorld(from).locks
  return lockText(lock?.files.map(({ now }) => now) ?? [])
}

const locked: World = { ...world, 'hooks.lock': lockOf(world) }

const said = ({ diagnostics }: CompileResult) => [
  codes(diagnostics),
  diagnostics[0]?.message,
  diagnostics[0]?.hint,
]

test('a preset of a package counts once it is in hooks.lock', () => {
  const result = compileWorld(locked)
  expect(result.diagnostics).toEqual([])
  expect(namesAt(result, 'PreToolUse')).toEqual(['acme/base/rm', 'acme/curl'])
})

test('each file is recorded with package, version, file and a hash of its text', () => {
  const { presets } = JSON.parse(lockOf(world)) as { presets: unknown[] }
  expect(presets).toMatchObject([
    {
      package: 'acme',
      version: '1.2.0',
      file: 'base.yaml',
      integrity: expect.stringMatching(/^sha512-.{88}$/),
    },
    { package: 'acme', version: '1.2.0', file: 'hooks.yaml' },
  ])
})

test('one that nobody accepted is told of once, where it is extended, with the command that accepts it', () => {
  const result = compileWorld(world)
  expect(result.plan).toBeUndefined()
  expect(said(result)).toEqual([
    ['hooks.yaml:1:11 error preset-new'],
    'nobody has accepted "acme" 1.2.0 yet: hooks.lock does not have base.yaml and 1 more',
    'look at what its rules say, then accept them: hooks trust',
  ])
})

test('other bytes under the same version are told of', () => {
  const result = compileWorld({
    ...locked,
    'node_modules/acme/base.yaml': 'hooks: { PreToolUse: [{ name: rm, match: x, allow: Sure. }] }\n',
  })
  expect(result.plan).toBeUndefined()
  expect(said(result).slice(0, 2)).toEqual([
    ['hooks.yaml:1:11 error preset-changed'],
    '"acme" is not what was accepted: base.yaml has changed, its version 1.2.0 has not',
  ])
})

test('a new version with other rules names both versions', () => {
  const result = compileWorld({
    ...locked,
    'node_modules/acme/package.json': manifest('1.3.0'),
    'node_modules/acme/base.yaml': '',
  })
  expect(said(result)[1]).toBe('"acme" is not what was accepted: base.yaml has changed from 1.2.0 to 1.3.0')
})

test('a new version with the same rules is nothing new', () => {
  const result = compileWorld({ ...locked, 'node_modules/acme/package.json': manifest('1.3.0') })
  expect(result.diagnostics).toEqual([])
})

test('a file that an accepted preset newly extends is told of', () => {
  const base = 'node_modules/acme/base.yaml'
  const result = compileWorld({
    ...locked,
    [base]: 'extends: [./more.yaml]\n',
    'node_modules/acme/more.yaml': '',
  })
  expect(codes(result.diagnostics)).toEqual(['hooks.yaml:1:11 error preset-changed'])
})

test.each(['', '{', '[]', '{"version":2,"presets":[]}', '{"version":1,"presets":[{"package":"acme"}]}'])(
  'a lock that is none is refused: %s',
  (text) => {
    expect(codes(compileWorld({ ...world, 'hooks.lock': text }).diagnostics)).toEqual([
      'hooks.lock:1:1 error bad-lock',
    ])
  },
)

test('each file of a layer has its own lock beside it', () => {
  const { locks } = compileWorld({ ...world, 'hooks.local.yaml': 'extends: [acme]\n' })
  expect(locks.map(({ file, path }) => [file, path])).toEqual([
    ['hooks.lock', '/shop/hooks.lock'],
    ['hooks.local.lock', '/shop/hooks.local.lock'],
  ])
})

test('another layer’s lock accepts nothing', () => {
  const { '/shop/hooks.yaml': _own, ...rest } = locked
  const result = compileWorld({
    ...rest,
    'hooks.yaml': 'limits: { rules: 9 }\n',
    'hooks.local.yaml': 'extends: [acme]\n',
  })
  expect(codes(result.diagnostics)).toEqual(['hooks.local.yaml:1:11 error preset-new'])
})

test('shipped presets and files of one’s own need no lock', () => {
  const result = compileWorld({
    'hooks.yaml': 'extends: [recommended, ./base.yaml]\n',
    'base.yaml': '',
    '/presets/recommended.yaml': '',
  })
  expect(result).toMatchObject({ diagnostics: [], locks: [] })
})

test('all that it depends on is a source of the plan, absent files too', () => {
  const { sources } = compileWorld({
    ...world,
    'hooks.yaml': 'extends: [./shared/team.yaml]\n',
    'shared/team.yaml': 'extends: [acme]\n',
  })
  expect(sources).toEqual(
    expect.arrayContaining([
      '/shop/hooks.lock',
      '/shop/shared/node_modules/acme/package.json',
      '/shop/node_modules/acme/package.json',
      '/shop/node_modules/acme/hooks.yaml',
      '/shop/node_modules/acme/base.yaml',
    ]),
  )
})

const managed = (lock: string) => `${lock}
hooks:
  PreToolUse:
    - { name: closed, match: x, deny: Closed. }
    - { name: several, match: y, steps: [{ notify: a }, { deny: b }] }
`
const lockedNames = (file: string) =>
  rulesOf(compileWorld({ '/etc/hooks/hooks.yaml': file }))
    .filter((rule) => rule.locked)
    .map(({ name }) => name)

test.each([
  ['', ['closed', 'several/1', 'several/2']],
  ['lock: true', ['closed', 'several/1', 'several/2']],
  ['lock: false', []],
  ['lock: []', []],
  ['lock: [closed]', ['closed']],
  ['lock: [several]', ['several/1', 'several/2']],
])('the managed file with %j locks %j', (lock, names) => {
  expect(lockedNames(managed(lock))).toEqual(names)
})

test('what the managed file extends is locked with it', () => {
  const result = compileWorld({
    '/etc/hooks/hooks.yaml': 'extends: [./base.yaml]\nlock: [base/x]\n',
    '/etc/hooks/base.yaml': 'hooks: { PreToolUse: [{ name: x, deny: No. }] }\n',
    'hooks.yaml': 'hooks: { PreToolUse: [{ name: y, deny: No. }] }\n',
  })
  expect(rulesOf(result).map(({ name, locked: is }) => [name, is])).toEqual([
    ['base/x', true],
    ['y', undefined],
  ])
})

test('a lock on a rule that is not there names the one that was meant', () => {
  const { diagnostics } = compileWorld({ '/etc/hooks/hooks.yaml': managed('lock: [close]') })
  expect(diagnostics).toMatchObject([
    { code: 'unknown-lock', at: { line: 1, column: 8 }, hint: 'write "closed"' },
  ])
})

test('a lock in any other file is told of and locks nothing', () => {
  const result = compileWorld({ 'hooks.yaml': managed('lock: true') })
  expect(codes(result.diagnostics)).toEqual(['hooks.yaml:1:1 warning useless-key'])
  expect(rulesOf(result).some((rule) => rule.locked)).toBe(false)
})
