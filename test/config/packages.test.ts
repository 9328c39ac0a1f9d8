import { describe, expect, test } from 'vitest'
import type { CompileResult } from '../../src/config/compile/compile.ts'
import { lockText } from '../../src/config/read/lock-file.ts'
import { codes, compileWorld, namesAt, rulesOf, type World } from './world.ts'

const rule = (name: string, extra = '') => `{ name: ${name}, notify: hi${extra} }`
const hooks = (...rules: string[]) => `hooks: { PreToolUse: [${rules.join(', ')}] }\n`
const manifest = (version: string, extra = {}) => JSON.stringify({ version, ...extra })

type Given = Parameters<typeof compileWorld>[1]

/** The world with what it extends accepted. */
function accepted(world: World, given?: Given): World {
  const { locks } = compileWorld(world, given)
  const files = locks.map(({ path, files: all }) => [path, lockText(all.map(({ now }) => now))])
  return { ...world, ...Object.fromEntries(files) }
}

function compileAccepted(world: World, given?: Given): CompileResult {
  return compileWorld(accepted(world, given), given)
}

const acme = {
  'node_modules/@acme/hooks-config/package.json': manifest('1.2.0'),
  'node_modules/@acme/hooks-config/hooks.yaml': hooks(rule('curl')),
  'node_modules/@acme/hooks-config/strict.yaml': `extends: [./hooks.yaml]\n${hooks(rule('rm'))}`,
}

describe('a package is found', () => {
  interface Found {
    readonly name: string
    readonly entry: string
    readonly world: World
    readonly given?: Given
    readonly rules: readonly string[]
  }
  test.each<Found>([
    { name: 'by its name', entry: '@acme/hooks-config', world: acme, rules: ['@acme/hooks-config/curl'] },
    {
      name: 'and one of its files below its name',
      entry: '@acme/hooks-config/strict',
      world: acme,
      rules: ['@acme/hooks-config/curl', '@acme/hooks-config/strict/rm'],
    },
    {
      name: 'and a file in one of its directories',
      entry: '@acme/hooks-config/web/strict',
      world: { ...acme, 'node_modules/@acme/hooks-config/web/strict.yml': hooks(rule('csp')) },
      rules: ['@acme/hooks-config/web/strict/csp'],
    },
    {
      name: 'without a scope',
      entry: 'hooks-config-acme',
      world: {
        'node_modules/hooks-config-acme/package.json': manifest('1.0.0'),
        'node_modules/hooks-config-acme/hooks.yaml': hooks(rule('curl')),
      },
      rules: ['hooks-config-acme/curl'],
    },
    {
      name: 'with the file that its package.json names',
      entry: 'acme',
      world: {
        'node_modules/acme/package.json': manifest('1.0.0', { hooks: './rules/main.yaml' }),
        'node_modules/acme/rules/main.yaml': hooks(rule('curl')),
      },
      rules: ['acme/curl'],
    },
    {
      name: 'where a workspace or a store links it',
      entry: 'acme',
      world: {
        'packages/acme/package.json': manifest('1.0.0'),
        'packages/acme/hooks.yaml': `extends: [base]\n${hooks(rule('curl'))}`,
        'packages/acme/node_modules/base/package.json': manifest('2.0.0'),
        'packages/acme/node_modules/base/hooks.yaml': hooks(rule('rm')),
      },
      given: { links: { '/shop/node_modules/acme': '/shop/packages/acme' } },
      rules: ['base/rm', 'acme/curl'],
    },
    {
      name: 'above the project, in its repository',
      entry: 'acme',
      world: {
        '/node_modules/acme/package.json': manifest('1.0.0'),
        '/node_modules/acme/hooks.yaml': hooks(rule('curl')),
      },
      given: { repository: '/' },
      rules: ['acme/curl'],
    },
    {
      name: 'by another package beside it',
      entry: 'acme',
      world: {
        'node_modules/acme/package.json': manifest('1.0.0'),
        'node_modules/acme/hooks.yaml': "extends: ['@acme/hooks-config/strict']\n",
        ...acme,
      },
      rules: ['@acme/hooks-config/curl', '@acme/hooks-config/strict/rm'],
    },
  ])('$name', ({ entry, world, given, rules }: Found) => {
    const result = compileAccepted({ ...world, 'hooks.yaml': `extends: ['${entry}']\n` }, given)
    expect(result.diagnostics).toEqual([])
    expect(namesAt(result, 'PreToolUse')).toEqual(rules)
  })

  test('by the user beside the user’s own file', () => {
    const result = compileAccepted({
      '/home/dana/.config/hooks/hooks.yaml': 'extends: [acme]\n',
      '/home/dana/.config/hooks/node_modules/acme/package.json': manifest('1.0.0'),
      '/home/dana/.config/hooks/node_modules/acme/hooks.yaml': hooks(rule('curl')),
    })
    expect(rulesOf(result)).toMatchObject([{ name: 'acme/curl', layer: 'user' }])
  })
})

test('a shipped preset wins over a package of its name', () => {
  const result = compileWorld({
    'hooks.yaml': 'extends: [recommended]\n',
    '/presets/recommended.yaml': hooks(rule('shipped')),
    'node_modules/recommended/package.json': manifest('1.0.0'),
    'node_modules/recommended/hooks.yaml': hooks(rule('foreign')),
  })
  expect(namesAt(result, 'PreToolUse')).toEqual(['recommended/shipped'])
})

test('overrides change rules of packages, of their files and of what they extend', () => {
  const result = compileAccepted({
    ...acme,
    'hooks.yaml': `extends: ['@acme/hooks-config/strict']
overrides:
  '@acme/hooks-config/curl': { mode: watch }
  '@acme/hooks-config/strict/rm': { enabled: false }
`,
  })
  expect(result.diagnostics).toEqual([])
  expect(rulesOf(result)).toMatchObject([{ name: '@acme/hooks-config/curl', mode: 'watch' }])
})

test('an override never reaches a package of a higher layer', () => {
  const result = compileAccepted({
    '/etc/hooks/hooks.yaml': 'extends: [acme]\n',
    '/etc/hooks/node_modules/acme/package.json': manifest('1.0.0'),
    '/etc/hooks/node_modules/acme/hooks.yaml': hooks(rule('curl')),
    'hooks.yaml': 'overrides: { acme/curl: { enabled: false } }\n',
  })
  expect(codes(result.diagnostics)).toEqual(['hooks.yaml:1:14 error unknown-override'])
  expect(result.sound?.events.PreToolUse).toMatchObject([{ name: 'acme/curl', mode: 'enforce' }])
})

test('a package that requires another version is refused in its file', () => {
  const { diagnostics } = compileAccepted({
    'hooks.yaml': 'extends: [acme]\n',
    'node_modules/acme/package.json': manifest('1.0.0'),
    'node_modules/acme/hooks.yaml': "requires: '>=9'\n",
  })
  expect(codes(diagnostics)).toEqual(['node_modules/acme/hooks.yaml:1:11 error requires'])
})

describe('refused where it stands:', () => {
  interface Refused {
    readonly name: string
    readonly entry?: string
    readonly world: World
    readonly given?: Given
    readonly at?: string
    readonly code: string
    readonly hint?: string
  }
  const inside = (text: string, extra: World = {}): World => ({
    'node_modules/acme/package.json': manifest('1.0.0'),
    'node_modules/acme/hooks.yaml': text,
    ...extra,
  })
  test.each<Refused>([
    {
      name: 'a package that is not installed',
      entry: '@acme/hooks',
      world: {},
      code: 'unknown-preset',
      hint: 'npm install --save-dev @acme/hooks',
    },
    {
      name: 'a package above the repository',
      world: { '/node_modules/acme/package.json': manifest('1.0.0'), '/node_modules/acme/hooks.yaml': '' },
      code: 'unknown-preset',
      hint: 'npm install --save-dev acme',
    },
    {
      name: 'a version beside the name',
      entry: '@acme/hooks@2',
      world: acme,
      code: 'unknown-preset',
      hint: '"@acme/hooks"',
    },
    {
      name: 'a file without ./',
      entry: 'shared/team',
      world: { 'shared/team.yaml': '' },
      code: 'unknown-preset',
      hint: 'write "./shared/team.yaml"',
    },
    {
      name: 'a package without a preset',
      world: { 'node_modules/acme/package.json': manifest('1.0.0') },
      code: 'missing-file',
    },
    {
      name: 'a file that the package does not have',
      entry: 'acme/lax',
      world: inside(''),
      code: 'missing-file',
    },
    {
      name: 'a way out of the package',
      entry: 'acme/../other',
      world: inside('', { 'node_modules/other.yaml': '' }),
      code: 'extends-outside',
    },
    {
      name: 'a package.json that names a file outside',
      world: inside('', {
        'node_modules/acme/package.json': manifest('1.0.0', { hooks: '../../x.yaml' }),
        'x.yaml': '',
      }),
      code: 'extends-outside',
    },
    {
      name: 'a link out of the package',
      world: inside('', { '/etc/x.yaml': '' }),
      given: { links: { '/shop/node_modules/acme/hooks.yaml': '/etc/x.yaml' } },
      code: 'extends-outside',
    },
    {
      name: 'a path out of the package',
      world: inside('extends: [../../x.yaml]\n', { 'x.yaml': '' }),
      at: 'node_modules/acme/hooks.yaml:1:11',
      code: 'extends-outside',
    },
    {
      name: 'a package by a path',
      entry: './node_modules/acme/strict.yaml',
      world: inside('', { 'node_modules/acme/strict.yaml': '' }),
      code: 'extends-outside',
      hint: 'extend it by its name: acme/strict',
    },
    {
      name: 'a package by a link',
      entry: './x.yaml',
      world: inside('', { 'node_modules/acme/x.yaml': '' }),
      given: { links: { '/shop/x.yaml': '/shop/node_modules/acme/x.yaml' } },
      code: 'extends-outside',
    },
    {
      name: 'a package that extends itself',
      world: inside('extends: [acme]\n'),
      at: 'node_modules/acme/hooks.yaml:1:11',
      code: 'extends-cycle',
    },
    {
      name: 'a package with a thousand and one rules',
      world: inside(hooks(...Array.from({ length: 1001 }, (_, n) => rule(`r${n}`)))),
      code: 'extends-depth',
    },
    {
      name: 'a package with a hundred files',
      world: inside(
        `extends: [${Array.from({ length: 200 }, (_, n) => `./f${n}.yaml`).join(', ')}]\n`,
        Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`node_modules/acme/f${n}.yaml`, ''])),
      ),
      at: 'node_modules/acme/hooks.yaml:1:1189',
      code: 'extends-depth',
    },
    ...[
      'limits: { continues: 1 }',
      'on_config_error: proceed',
      'contracts: warn',
      'ledger: { payloads: 0 }',
      'recipes: { paths: [x] }',
      'lock: false',
    ].map((text) => ({
      name: `a package that sets ${text}`,
      world: inside(`${text}\n`),
      at: 'node_modules/acme/hooks.yaml:1:1',
      code: 'preset-key',
    })),
    ...[
      ['a script of the package', 'run: [./check.sh]', '4:13'],
      ['a script above it', 'run: ../check.sh --fast', '4:12'],
      ['a script in its directory', 'run: [bin/check.sh]', '4:13'],
      ['a file of a package', 'run: [node, node_modules/acme/check.js]', '4:19'],
      ['what lies in a directory of it', 'run: [sh, check.sh]\n      cwd: .', '5:12'],
    ].map(([name, text, place]) => ({
      name: `a package that starts ${name}`,
      world: inside(`hooks:\n  AgentStop:\n    - name: gate\n      ${text}\n`),
      at: `node_modules/acme/hooks.yaml:${place}`,
      code: 'preset-key',
    })),
  ])('$name', ({ entry = 'acme', world, given, at = 'hooks.yaml:1:11', code, hint }: Refused) => {
    const all = { ...world, 'hooks.yaml': `extends: ['${entry}']\n` }
    const { plan, diagnostics } = compileAccepted(all, given)
    expect(plan).toBeUndefined()
    const errors = diagnostics.filter(({ severity }) => severity === 'error')
    expect(codes(errors)).toEqual([`${at} error ${code}`])
    if (hint !== undefined) expect(errors[0]?.hint).toContain(hint)
  })
})

test.each([
  'run: [npx, prettier, --write]',
  'run: npx eslint --fix',
  'run: [/usr/bin/true]',
  'run: FOO=a/b make lint',
])('a package may name a program: %s', (text) => {
  const { diagnostics } = compileAccepted({
    'hooks.yaml': 'extends: [acme]\n',
    'node_modules/acme/package.json': manifest('1.0.0'),
    'node_modules/acme/hooks.yaml': `hooks: { PostToolUse: [{ name: format, ${text} }] }\n`,
  })
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
})
