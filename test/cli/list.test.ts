import path from 'node:path'
import { expect, test } from 'vitest'
import { events } from '../../src/model/events.ts'
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

test('of a preset a line for each decision; --all a line for each rule, under names that can be typed', async () => {
  const { hooks } = openShop({
    'hooks.yaml': `extends: [recommended]
hooks:
  PreToolUse:
    - { name: no-deploys, match: deploy, deny: Not now. }
`,
  })
  const argv = ['list', '--event', 'PreToolUse']
  const { out } = await hooks(argv)
  expect(out).toMatch(/\d+ recommended +deny +\d+ rules: \S+, \S+.*? +\(--all\)/)
  expect(out).toMatch(/recommended +ask +\d+ rules: /)
  expect(out).toMatch(/no-deploys +deny +tool "deploy" +hooks\.yaml:4/)
  expect(out.split('\n').length).toBeLessThan(12)
  const all = (await hooks([...argv, '--all'])).out
  expect(all).toContain('recommended/git-discard-restored  ')
  expect(all).not.toContain('presets/recommended.yaml')
  const names = Object.values<{ name: string }[]>(JSON.parse((await hooks([...argv, '--json'])).out).events)
  const missing = names
    .flat()
    .filter(({ name }) => !all.includes(name.replace(/^(self-protection)\/.*/, '$1')))
  expect(missing).toEqual([])
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
  ['PreTolUse', 'hooks: there is no event "PreTolUse"; use "PreToolUse"\n'],
  ['Lunch', `hooks: there is no event "Lunch"; there are ${Object.keys(events).join(', ')}\n`],
])('refuses the event %s', async (event, err) => {
  expect(await openShop(files).hooks(['list', '--event', event])).toEqual({ exit: 1, out: '', err })
})

test('dumps the plan as JSON, twice the same bytes (P7, P8)', async () => {
  const { hooks } = openShop(files)
  const [first, second] = [await hooks(['list', '--json']), await hooks(['list', '--json'])]
  expect(second.out).toBe(first.out)
  const { events, built_in } = JSON.parse(first.out) as {
    built_in: string[]
    events: { PreToolUse: { name: string; order: number; handler: { kind: string } }[] }
  }
  expect(events.PreToolUse.map(({ name, handler }) => [name, handler.kind])).toEqual([
    ['secrets', 'inline'],
    ['no-force-push', 'inline'],
    ['policy', 'run'],
  ])
  expect(built_in).toEqual(['self-protection'])
})

test('shortens long patterns in the middle to the width, not as JSON', async () => {
  const key =
    '/\\b(?:AKIA|ASIA)[0-9A-Z]{16}\\b|\\bgh[pousr]_[A-Za-z0-9]{36}|-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----/'
  const fields = ['content', 'new_string', 'file_text', 'text', 'patch'].map(
    (field) => `{ input: { ${field}: '${key}' } }`,
  )
  const { hooks } = openShop({
    'hooks.yaml': `hooks:
  UserPromptSubmit:
    - { name: keys-in-prompt, match: { prompt: '${key}' }, ask: Send a key? }
  PreToolUse:
    - { name: keys-in-files, match: { any: [${fields.join(', ')}] }, ask: Write a key? }
`,
  })
  const { out } = await hooks(['list'])
  await expect(out).toMatchFileSnapshot('golden/list-long.txt')
  expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  const { events } = JSON.parse((await hooks(['list', '--json'])).out) as { events: object }
  expect(JSON.stringify(events)).toContain(JSON.stringify(key.slice(1, -1)).slice(1, -1))
})

test('sets built-ins apart that only observe', async () => {
  const { hooks } = openShop({
    'hooks.yaml': `hooks:
  PreToolUse:
    - { name: audit, use: ledger }
    - { name: calls, use: rate-limit }
`,
  })
  const { out } = await hooks(['list'])
  expect(out).toMatch(/calls +use +rate-limit · everything/)
  expect(out).toMatch(/audit +observes +ledger +hooks\.yaml:3/)
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
