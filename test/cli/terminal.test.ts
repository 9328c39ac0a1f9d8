// `hooks run` as a person meets it: on a terminal, through a pipe, and when something is missing.
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { run } from '../../src/run/run.ts'
import type { Host } from '../../src/run/call.ts'
import { knownAgents } from '../support/agents.ts'
import { openShop, type Shop } from './shop.ts'

const rules = `version: 1
hooks:
  PreToolUse:
    - name: no-force-push
      match: { tool: '@shell', input: { command: '*git push*-f*' } }
      deny: Force-pushing rewrites shared history. Push a branch and open a pull request.
    - name: secrets
      match: { tool: '@read', input: { file_path: '.env*' } }
      ask: May it read a secret?
    - name: use-ci
      match: { input: { command: npm i } }
      set_input: { command: npm ci }
    - name: policy
      match: '@write'
      run: [./policy.sh]
  UserPromptSubmit:
    - { name: keys, match: { prompt: '*AKIA*' }, ask: Send a key? }
`

function payload(tool_name: string, tool_input: object): string {
  const event = {
    session_id: 'c178c0aa-1',
    transcript_path: '/tmp/t.jsonl',
    cwd: '/elsewhere',
    hook_event_name: 'PreToolUse',
  }
  return JSON.stringify({ ...event, tool_name, tool_input, tool_use_id: 'toolu_1' })
}

const files = {
  'hooks.yaml': rules,
  'policy.sh': '#!/bin/sh\nexit 3\n',
  'push.json': payload('Bash', { command: 'git push -f origin main' }),
  'read.json': payload('Read', { file_path: 'config/env.ts' }),
  'env.json': payload('Read', { file_path: '.env.production' }),
  'install.json': payload('Bash', { command: 'npm i' }),
  'write.json': payload('Write', { file_path: 'src/cart.ts', content: '' }),
  'prompt.json': JSON.stringify({
    session_id: 'c178c0aa-1',
    transcript_path: '/tmp/t.jsonl',
    cwd: '/elsewhere',
    hook_event_name: 'UserPromptSubmit',
    prompt: 'use AKIA0',
  }),
}

async function replay(
  shop: Shop,
  argv: readonly string[],
  over: Partial<Host> = {},
): Promise<{ exit: number; out: string; err: string }> {
  const host = shop.host(['run', ...argv], {
    terminal: true,
    stdinIsTerminal: true,
    env: { HOME: shop.home, NO_COLOR: '1' },
    ...over,
  })
  const exit = await run(host)
  const { out, err } = host.printed
  return { exit, out: timeless(out.replaceAll(shop.home, '~')), err }
}

describe('on a terminal', () => {
  test('shows the deciding rule first, then what came near, then a count, whatever the preset', async () => {
    const shop = openShop({
      ...files,
      'hooks.yaml': `extends: [recommended]\n${rules.replace('version: 1\n', '').replace('deny: Force', 'priority: -1\n      deny: Force')}`,
    })
    const { out } = await replay(shop, ['push.json', '--explain'])
    const rows = out.split('\n\n')[1]?.split('\n') ?? []
    expect(rows[0]).toMatch(/^ {2}✗ no-force-push +deny +.+hooks\.yaml:\d+$/)
    expect(rows[1]).toMatch(/^ {2}\? recommended\/force-push +ask +origin main, git push -f origin main$/)
    expect(rows.at(-2)).toMatch(/^ {2}· \d+ more rules did not match +\(hooks explain --all\)$/)
    expect(rows.at(-1)).toMatch(/^ {2}· \d+ rules for other tools +\(hooks explain --all\)$/)
    expect(rows.length).toBeLessThan(8)
  })

  test.each([
    { name: 'denied', argv: ['push.json'], exit: 2 },
    { name: 'closest', argv: ['read.json'], exit: 0 },
    { name: 'explained', argv: ['read.json', '--explain'], exit: 0 },
    { name: 'asked', argv: ['env.json'], exit: 3 },
    { name: 'changed', argv: ['install.json'], exit: 0 },
    { name: 'answered', argv: ['push.json', '--as', 'claude-code'], exit: 2 },
    { name: 'untold', argv: ['prompt.json'], exit: 3 },
    { name: 'failed', argv: ['write.json'], exit: 0 },
    { name: 'dry', argv: ['write.json', '--dry-run'], exit: 0 },
  ])('draws what was $name', async ({ name, argv, exit }) => {
    const shop = openShop(files)
    const done = await replay(shop, argv)
    expect({ exit: done.exit, err: done.err }).toEqual({ exit, err: '' })
    await expect(done.out).toMatchFileSnapshot(`golden/run-${name}.txt`)
  })

  test('tells of a broken file at every replay', async () => {
    const shop = openShop({ ...files, 'hooks.yaml': 'hooks: 7\n' })
    await replay(shop, ['push.json'])
    const { out } = await replay(shop, ['read.json'])
    expect(out).toContain('hooks.yaml has')
    expect(out).toContain('hooks validate')
  })

  test('with HOOKS_DISABLE says that no rule was checked: asked means the person', async () => {
    const shop = openShop(files)
    const { out } = await replay(shop, ['push.json'], {
      env: { HOME: shop.home, NO_COLOR: '1', HOOKS_DISABLE: '1' },
    })
    expect(out).toContain('HOOKS_DISABLE=1: no rule was checked')
    expect(out).not.toContain('asked')
  })

  test('shows the last event again', async () => {
    const shop = openShop(files)
    const stdin = async (): Promise<string> => files['push.json']
    await replay(shop, ['-'], { stdin, terminal: false, stdinIsTerminal: false })
    const first = await replay(shop, ['push.json'])
    expect((await replay(shop, ['--last'])).out).toBe(first.out)
  })

  test('is coloured unless told otherwise', async () => {
    const shop = openShop(files)
    expect((await replay(shop, ['push.json'], { env: { HOME: shop.home } })).out).toContain('\u001b[31m')
    const plain = shop.host(['run', 'push.json', '--no-color'], {
      terminal: true,
    })
    await run(plain)
    expect(plain.printed.out).not.toContain('\u001b')
  })
})

test('through a pipe prints the verdict as JSON', async () => {
  const { exit, out } = await replay(openShop(files), ['push.json'], { terminal: false })
  expect(exit).toBe(2)
  expect(JSON.parse(out)).toMatchObject({ decision: 'deny', trace: [{ rule: 'no-force-push' }] })
})

test.each([
  [['absent.json'], 'hooks: absent.json: there is no such file\n'],
  [['hooks.yaml'], /^hooks: hooks\.yaml: the payload is not JSON/],
  [['push.json', '--as', 'hal'], `hooks: unknown agent "hal"; known: ${knownAgents}\n`],
  [['--last'], /^hooks: no event was recorded here yet/],
  [['push.json', '--verbose'], 'hooks: unknown option "--verbose"; see hooks run --help\n'],
])('%j says what is wrong and exits 1', async (argv, says) => {
  const { exit, out, err } = await replay(openShop(files), argv)
  expect({ exit, out }).toEqual({ exit: 1, out: '' })
  expect(err).toMatch(says)
})

test('places are seen from the working directory', async () => {
  const shop = openShop({ ...files, 'src/push.json': files['push.json'] })
  const { out } = await replay(shop, ['push.json'], { cwd: path.join(shop.root, 'src') })
  expect(out).toContain('../hooks.yaml:4')
})

/** Durations come and go, and columns with them. */
function timeless(text: string): string {
  return text
    .replace(/\n {2}compiled the rules in .*/, '')
    .replace(/ · \d+(\.\d+)? m?s\b/g, '')
    .replace(/(\S) {2,}/g, '$1  ')
}
