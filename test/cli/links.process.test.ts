// Paths are compared by where they lead; through the built command, over real links.
import { mkdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { makeProject, type Project } from '../support/cli.ts'

let shop: Project

beforeAll(() => {
  shop = makeProject({
    '.env': 'KEY=1\n',
    'src/cart.ts': '',
    'api/orders.ts': '',
    'hooks.yaml': `hooks:
  PreToolUse:
    - { name: secrets, match: { input: { file_path: '.env*' } }, deny: It holds secrets. }
    - { name: docs, match: { input: { file_path: './docs/**' } }, deny: Docs are made. }
    - { name: source, match: { input: { file_path: './src/**' } }, allow: Only source. }
    - { name: api, match: { cwd: ./api, tool: here }, deny: Not in the api. }
    - { name: outside, match: { tool: write, input: { path: ['**', '!./**'] } }, deny: Outside. }
`,
  })
  mkdirSync(path.join(shop.dir, 'manual'))
  const link = (target: string, name: string): void => symlinkSync(target, path.join(shop.root, name))
  link('.env', 'notes.txt')
  link('.env.local', 'later.txt')
  link('../manual', 'docs')
  link('../../manual', 'src/manual')
  link('api', 'service')
  symlinkSync(shop.root, path.join(shop.dir, 'alias'))
})

test.each([
  { name: 'a link to a secret', call: { tool_input: { file_path: 'notes.txt' } }, decision: 'deny' },
  {
    name: 'a link to a secret that is not there yet',
    call: { tool_input: { file_path: 'later.txt' } },
    decision: 'deny',
  },
  {
    name: 'a place whose name alone is meant',
    call: { tool_input: { file_path: 'docs/index.md' } },
    decision: 'ask',
  },
  { name: 'an allowed file', call: { tool_input: { file_path: 'src/cart.ts' } }, decision: 'allow' },
  {
    name: 'a way out of what is allowed',
    call: { tool_input: { file_path: 'src/manual/x' } },
    decision: 'proceed',
  },
  {
    name: 'a file below a link to the root',
    call: { tool_input: { file_path: '../alias/.env' } },
    decision: 'deny',
  },
  { name: 'a directory by another name', call: { tool_name: 'here', cwd: 'service' }, decision: 'deny' },
  {
    name: 'the inside by another name',
    call: { tool_name: 'write', tool_input: { path: '../alias/x' } },
    decision: 'proceed',
  },
  {
    name: 'the outside by an inner name',
    call: { tool_name: 'write', tool_input: { path: 'docs/x' } },
    decision: 'deny',
  },
])('$name: $decision', async ({ call, decision }) => {
  const cwd = path.join(shop.root, 'cwd' in call ? (call.cwd ?? '') : '')
  const payload = { event: 'PreToolUse', tool_name: 'Read', tool_input: {}, ...call, cwd }
  const done = await shop.hooks(['run', '--json'], { input: JSON.stringify(payload) })
  expect(JSON.parse(done.stdout)).toMatchObject({ decision })
})

test('says that a link is why it asks', async () => {
  const payload = { event: 'PreToolUse', tool_name: 'Read', tool_input: { file_path: 'docs/index.md' } }
  const done = await shop.hooks(['run', '--json'], { input: JSON.stringify(payload) })
  expect(JSON.parse(done.stdout).reason).toContain('"docs/index.md" is a link, or stands behind one')
})
