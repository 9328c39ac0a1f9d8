import path from 'node:path'
import { expect, test } from 'vitest'
import { openShop } from './shop.ts'

const text = `version: 1
hooks:
  PreToolUse:
    - name: no-force-push
      match: { tool: '@shell', input: { command: ['*git push*-f*', '!*--dry-run*'] } }
      deny: Push a branch.
    - name: secrets
      priority: 10
      mode: watch
      match: { any: [{ input: { file_path: '.env*' } }, { tool: secrets, not: { permission_mode: plan } }] }
      ask: May it read this?
    - name: policy
      run: [./policy.py, --strict]
      on_error: deny
  PostToolUse:
    - name: evict
      use: evict
`
const files = { 'hooks.yaml': text, 'policy.py': '#!/usr/bin/env python3\n', 'src/cart.ts': '' }

test('lists the rules of each event in the order they are asked', async () => {
  const { hooks } = openShop(files)
  const { exit, out, err } = await hooks(['list'])
  expect({ exit, err }).toEqual({ exit: 0, err: '' })
  await expect(out).toMatchFileSnapshot('golden/list.txt')
})

test('names places from the working directory', async () => {
  const { hooks, root } = openShop(files)
  expect((await hooks(['list'], { cwd: path.join(root, 'src') })).out).toContain('../hooks.yaml:4')
})

test('lists one event only', async () => {
  const { hooks } = openShop(files)
  const { out } = await hooks(['list', '--event', 'PostToolUse'])
  expect(out).toContain('evict')
  expect(out).not.toContain('secrets')
})

test.each([
  ['before_tool_use', 'hooks: there is no event "before_tool_use"; use "PreToolUse"\n'],
  ['Lunch', 'hooks: there is no event "Lunch"\n'],
])('refuses the event %s', async (event, err) => {
  expect(await openShop(files).hooks(['list', '--event', event])).toEqual({ exit: 1, out: '', err })
})

test('P7 P8: dumps the plan as JSON, twice the same bytes', async () => {
  const { hooks } = openShop(files)
  const [first, second] = [await hooks(['list', '--json']), await hooks(['list', '--json'])]
  expect(second.out).toBe(first.out)
  const { events } = JSON.parse(first.out) as {
    events: { PreToolUse: { name: string; order: number; handler: { kind: string } }[] }
  }
  expect(events.PreToolUse.map(({ name, handler }) => [name, handler.kind])).toEqual([
    ['secrets', 'inline'],
    ['no-force-push', 'inline'],
    ['policy', 'run'],
  ])
})

test('does not list a broken file', async () => {
  const { exit, out, err } = await openShop({ 'hooks.yaml': 'hooks: 7\n' }).hooks(['list'])
  expect({ exit, out }).toEqual({ exit: 1, out: '' })
  expect(err).toBe('hooks: the rules cannot be listed: 1 error; see hooks validate\n')
})

test('says how to start where there is no file', async () => {
  const { exit, out } = await openShop().hooks(['list'])
  expect(exit).toBe(0)
  expect(out).toMatch(/^no rules: there is no hooks\.yaml in .*\nto start/)
})
