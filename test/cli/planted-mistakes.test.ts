// Mistakes that leave a valid file with a dead rule: each is reported with its place and how to fix it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openShop } from './shop.ts'

const rule = (match: string): string =>
  `hooks:\n  PreToolUse:\n    - name: r\n      match: ${match}\n      deny: No.\n`

test.each([
  ['$HOME in a path', rule("{ reads: '$HOME/.ssh/**' }"), '4:23', 'home-variable', "'~/.ssh/**'"],
  ['${HOME} in a list', rule("{ writes: ['a', '${HOME}/b'] }"), '4:30', 'home-variable', "'~/b'"],
  ['${HOME} behind !', rule("{ path: ['/**', '!${HOME}/b'] }"), '4:30', 'home-variable', "'!~/b'"],
  ['$HOME as the cwd', rule("{ cwd: '$HOME' }"), '4:21', 'home-variable', "'~'"],
  ['a misspelt tool', rule('{ tool: Bsh }'), '4:22', 'unknown-tool', "'@shell'"],
  ['a misspelt tool alone', rule('Wrte'), '4:14', 'unknown-tool', "'@write'"],
  ['a tool in capitals', rule('{ tool: [BASH] }'), '4:23', 'unknown-tool', "'@shell'"],
  ['a file tool that runs', rule("{ tool: '@read', command: rm }"), '4:31', 'unreachable', '@shell'],
  ['two file tools that run', rule('{ tool: [Read, Edit], command: rm }'), '4:36', 'unreachable', '@shell'],
  [
    'a merge conflict',
    `<<<<<<< HEAD\n${rule('Read')}=======\n${rule('Edit')}>>>>>>> x\n`,
    '1:1',
    'merge-conflict',
    'keep one side',
  ],
])('reports %s', async (_, yaml, place, code, hint) => {
  const { out } = await openShop({ 'hooks.yaml': yaml }).hooks(['validate'])
  const line = out.split('\n').find((each) => each.includes(`[${code}]`)) ?? out
  expect(line).toMatch(new RegExp(String.raw`^hooks\.yaml:${place}: `))
  expect(out).toContain(hint)
})

test('reports a file that is spelt otherwise, beside and instead of hooks.yaml', async () => {
  const shop = openShop({ 'hooks.yml': rule('Read'), 'hooks.yaml': rule('Read') })
  const beside = await shop.hooks(['validate'])
  expect(beside.out).toContain('hooks.yml:1:1: warning: "hooks.yml" is not read')
  expect(beside.out).toContain('move its rules into hooks.yaml and delete it')
  shop.remove('hooks.yaml')
  const alone = await shop.hooks(['validate'])
  expect(alone).toMatchObject({ exit: 2 })
  expect(alone.err).toContain('there is no hooks.yaml in')
  expect(alone.err).toContain('there is hooks.yml')
})

test('reports the first byte that is not UTF-8', async () => {
  const shop = openShop({ 'hooks.yaml': '' })
  writeFileSync(path.join(shop.root, 'hooks.yaml'), Buffer.from(rule('{ path: caf\u00e9 }'), 'latin1'))
  const { out } = await shop.hooks(['validate'])
  expect(out).toMatch(/^hooks\.yaml:4:25: .*\[encoding\]$/m)
})

test.each(['mcp__bsh__run', 'create_issue', 'deploy_prod', 'Bash*', '/Bsh|Bash/', 'exit'])(
  'accepts the tool %s, which may exist',
  async (tool) => {
    const { out } = await openShop({ 'hooks.yaml': rule(`{ tool: '${tool}' }`) }).hooks(['validate'])
    expect(out).not.toContain('[unknown-tool]')
  },
)

const repository = path.join(import.meta.dirname, '../..')
const shipped = readdirSync(path.join(repository, 'presets')).filter((name) => name.endsWith('.yaml'))

test.each(['hooks.example.yaml', ...shipped.map((name) => `presets/${name}`)])(
  'finds none in %s',
  async (file) => {
    const yaml = readFileSync(path.join(repository, file), 'utf8')
    const { out } = await openShop({ 'hooks.yaml': yaml }).hooks(['validate'])
    expect(out).not.toMatch(/\[(home-variable|unknown-tool|encoding|merge-conflict|unreachable)\]/)
  },
)
