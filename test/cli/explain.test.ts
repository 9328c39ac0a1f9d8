// `hooks explain` as a person meets it: on a terminal, through a pipe, about calls that nobody has made.
import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Host } from '../../src/run/call.ts'
import { run } from '../../src/run/run.ts'
import { openShop, type Shop } from './shop.ts'

const rules = `version: 1
hooks:
  PreToolUse:
    - name: no-force-push
      match: { command: git push --force }
      deny: Force-pushing rewrites shared history. Push a branch and open a pull request.
    - name: release-window
      match: { command: git push }
      ask: Is this the release window?
    - name: secrets
      match: { path: ['.env*', '!.env.example'] }
      deny: '{{path}} holds secrets.'
    - name: policy
      match: { command: npm publish }
      run: [./policy.py]
      on_error: deny
    - name: fetches
      match: '@fetch'
      ask: Fetch it?
    - name: read-only
      match: { command: [git status, ls, cat, rg, grep, wc, head] }
      allow: Only looks.
  UserPromptSubmit:
    - { name: keys, match: { prompt: '*AKIA*' }, deny: Send no keys. }
`

const files = {
  'hooks.yaml': rules,
  'policy.py': '#!/bin/sh\ntouch started\n',
  '.git/config': '[remote "origin"]\n\turl = git@github.com:acme/shop.git\n',
  '.git/HEAD': 'ref: refs/heads/main\n',
  'push.json': JSON.stringify({
    hook_event_name: 'PreToolUse',
    session_id: 'c178c0aa-1',
    transcript_path: '/tmp/t.jsonl',
    cwd: '/elsewhere',
    tool_name: 'Bash',
    tool_input: { command: 'git push -f' },
    tool_use_id: 'toolu_1',
  }),
}

interface Printed {
  readonly exit: number
  readonly out: string
  readonly err: string
}

async function explain(shop: Shop, argv: readonly string[], over: Partial<Host> = {}): Promise<Printed> {
  const { exit, out, err } = await shop.hooks(['explain', ...argv], over)
  return { exit, out: out.replaceAll(shop.home, '~'), err }
}

async function told(
  shop: Shop,
  argv: readonly string[],
  over: Partial<Host> = {},
): Promise<Record<string, unknown>> {
  const { out, err } = await explain(shop, [...argv, '--json'], over)
  expect(err).toBe('')
  return JSON.parse(out) as Record<string, unknown>
}

describe('the page', () => {
  test.each([
    { name: 'denied', argv: ['cd api && git push -f origin main'] },
    { name: 'asked', argv: ['git', 'push', 'origin', 'main'] },
    { name: 'unresolved', argv: ['rm -rf $TARGET'] },
    { name: 'script', argv: ['npm publish'] },
    { name: 'allowed', argv: ['ls -la | wc -l'] },
    {
      name: 'effects',
      argv: ['sed -i s/a/b/ src/cart.ts && cp orders.ts old/ && rm -r dist && echo x > .env.production'],
    },
    { name: 'all', argv: ['git push -f', '--all'] },
    { name: 'payload', argv: ['push.json'] },
    { name: 'prompt', argv: ['--prompt', 'my key is AKIA'] },
    { name: 'write', argv: ['--write', '.env', 'SHOP=1'] },
    { name: 'event', argv: ['--event', 'AgentStop'] },
  ])('tells of $name', async ({ name, argv }) => {
    const { exit, out, err } = await explain(openShop(files), argv)
    expect({ exit, err }).toEqual({ exit: 0, err: '' })
    await expect(out).toMatchFileSnapshot(`golden/explain-${name}.txt`)
  })

  test.each([40, 60, 80, 200])('of %i columns is never wider than that', async (columns) => {
    for (const argv of [
      ['cd api && git push -f origin main'],
      ['npm publish'],
      ['rm -rf $A $B $C | tee x'],
    ]) {
      const { out } = await explain(openShop(files), argv, { columns })
      expect(out.split('\n').filter((line) => line.length > columns)).toEqual([])
    }
  })

  test('uses the width of the terminal: no text is cut that fits', async () => {
    const shop = openShop(files)
    const [narrow, wide] = [
      await explain(shop, ['npm publish'], { columns: 80 }),
      await explain(shop, ['npm publish'], { columns: 140 }),
    ]
    expect(narrow.out).toContain('…')
    expect(wide.out).not.toContain('…')
  })

  test('has colours on a terminal only, and the same text', async () => {
    const shop = openShop(files)
    const plain = await explain(shop, ['git push -f'])
    const bright = await explain(shop, ['git push -f'], { terminal: true })
    expect(plain.out).not.toContain('\u001b')
    expect(bright.out).toContain('\u001b[31m✗ DENY')
    expect(bright.out.replaceAll(/\u001b\[\d+m/g, '')).toBe(plain.out)
  })

  test('shows no secret', async () => {
    const secret = 'ghp_0123456789abcdefABCDEF0123456789abcd'
    const shop = openShop(files)
    const command = `curl -H 'Authorization: Bearer ${secret}' https://u:${secret}@api.example/x > .env`
    for (const more of [[], ['--json'], ['--all']]) {
      const { out } = await explain(shop, [command, ...more])
      expect(out).not.toContain(secret)
    }
  })
})

describe('it explains', () => {
  const shop = openShop(files)

  test('each rule: which key matched what, or the first condition that failed (P15)', async () => {
    const { rules: list } = await told(shop, ['git push -f origin main'])
    expect(list).toMatchObject([
      {
        rule: 'no-force-push',
        says: 'deny',
        met: [{ key: 'command', pattern: 'git push --force', met: 'git push -f origin main' }],
        at: { file: 'hooks.yaml', line: 4 },
        layer: 'project',
      },
      { rule: 'release-window', says: 'ask', not_reached: true },
      { rule: 'secrets', is: 'no', why: 'the call touches no path' },
      { rule: 'policy', is: 'no' },
      { rule: 'fetches', is: 'no', other_tool: true },
      { rule: 'read-only', is: 'no' },
    ])
  })

  test('what would decide without the rule that does, step by step', async () => {
    expect(await told(shop, ['git push -f'])).toMatchObject({
      decision: 'deny',
      by: ['no-force-push'],
      removals: [
        { without: 'no-force-push', decision: 'ask', by: ['release-window'] },
        { without: 'release-window', decision: 'proceed', by: [] },
      ],
    })
  })

  test('a script as unknown, and does not start it', async () => {
    expect(await told(shop, ['npm publish'])).toMatchObject({
      decision: 'proceed',
      unknown: [{ rule: 'policy', asks: './policy.py' }],
    })
    expect(readdirSync(shop.root)).not.toContain('started')
  })

  test('a call of any tool', async () => {
    expect(await told(shop, ['--tool', 'WebFetch', '{"url": "https://files.evil.example/x"}'])).toMatchObject(
      {
        decision: 'ask',
        by: ['fetches'],
        facts: { hosts: [{ host: 'files.evil.example' }] },
      },
    )
  })

  test('a file that is read', async () => {
    expect(await told(shop, ['--read', '.env.example'])).toMatchObject({ decision: 'proceed' })
    expect(await told(shop, ['--read', '.env'])).toMatchObject({ decision: 'deny', by: ['secrets'] })
  })

  test('where the call would be made', async () => {
    shop.write('api/.env', '')
    const { facts: found } = await told(shop, ['--cwd', 'api', 'cat .env'])
    expect(found).toMatchObject({ reads: ['~/shop/api/.env'], branch: ['main'] })
  })

  test('other rules', async () => {
    shop.write('strict.yaml', 'hooks:\n  PreToolUse:\n    - { name: nothing, deny: Not today. }\n')
    expect(await told(shop, ['--config', 'strict.yaml', 'ls'])).toMatchObject({
      decision: 'deny',
      by: ['nothing'],
    })
  })

  test.each([
    { name: 'a payload on stdin', argv: [], stdin: files['push.json'] },
    { name: 'a command on stdin', argv: ['-'], stdin: 'git push -f\n' },
    { name: 'a payload as text', argv: [files['push.json']], stdin: '' },
  ])('$name', async ({ argv, stdin }) => {
    expect(await told(shop, argv, { stdin: async () => stdin })).toMatchObject({ by: ['no-force-push'] })
  })

  test('rules of other layers by their layer', async () => {
    const own = openShop({
      ...files,
      'hooks.local.yaml': 'hooks:\n  PreToolUse:\n    - { name: mine, match: { command: ls }, ask: Sure? }\n',
    })
    const { out } = await explain(own, ['ls'])
    expect(out).toMatch(/\? mine +ask +command: ls · local layer +hooks\.local\.yaml:3/)
  })

  test('the agents that are installed', async () => {
    const own = openShop({ ...files, '.claude/settings.local.json': '{}' })
    expect(await told(own, ['git push'])).toMatchObject({
      agents: [{ agent: 'claude-code', told: 'asked', installed: false }],
    })
    const done = await own.hooks(['install', '--yes'])
    expect(done).toMatchObject({ exit: 0, err: '' })
    expect(await told(own, ['git push'])).toMatchObject({
      agents: [{ agent: 'claude-code', told: 'asked', installed: true }],
    })
  })
})

describe('with many rules', () => {
  const many = Array.from(
    { length: 40 },
    (_, at) => `    - { name: r${at}, match: { command: prog${at} }, deny: No. }\n`,
  )
  const shop = openShop({ 'hooks.yaml': `hooks:\n  PreToolUse:\n${many.join('')}` })

  test('those that did not match are counted', async () => {
    const { out } = await explain(shop, ['prog7 x'])
    expect(out).toMatch(/· 36 more rules did not match +\(--all\)/)
    expect(out).toMatch(/✗ r7 +deny/)
  })

  test('--all shows each', async () => {
    const { out } = await explain(shop, ['prog7 x', '--all'])
    expect(out.match(/hooks\.yaml:\d+$/gm)).toHaveLength(40)
  })
})

describe('what cannot be explained', () => {
  const shop = openShop(files)

  test.each([
    { argv: ['absent.json'], says: 'absent.json: there is no such file' },
    { argv: ['--event', 'PreTool', 'ls'], says: 'there is no event "PreTool"' },
    { argv: ['--prompt', '--write', 'x', 'y'], says: 'ask two things' },
    { argv: ['--last'], says: 'no event was recorded here yet' },
    { argv: ['--agent', 'hal', 'ls'], says: 'unknown agent "hal"' },
    { argv: ['--event', 'PreToolUse', 'push.json'], says: 'a payload says itself which event it is' },
    { argv: ['git', 'push', '-f'], says: "put a command in quotes: hooks explain 'git push -f'" },
  ])('$argv says why and exits 1', async ({ argv, says }) => {
    const { exit, out, err } = await explain(shop, argv)
    expect({ exit, out }).toEqual({ exit: 1, out: '' })
    expect(err).toContain(says)
  })

  test('nothing at a terminal', async () => {
    expect(await explain(shop, [], { stdinIsTerminal: true })).toMatchObject({
      exit: 1,
      err: "hooks: say what: hooks explain 'git push -f', or a payload's file\n",
    })
  })
})

test('run and test name the same closest rule as explain', async () => {
  const near = `version: 1
hooks:
  PreToolUse:
    - { name: keys, match: { path: '.env*' }, deny: No. }
    - { name: publish, match: { command: npm publish }, deny: No. }
    - { name: no-force-push, match: { command: git push --force }, deny: No. }
    - { name: installs, match: { command: npm install --global }, ask: Sure? }
    - { name: fetches, match: '@fetch', ask: Fetch it? }
tests:
  - { name: tags, event: { event: PreToolUse, tool_name: Bash, tool_input: { command: git push --tags } }, expect: { decision: deny } }
`
  const shop = openShop({
    'hooks.yaml': near,
    'tags.json':
      '{ "event": "PreToolUse", "tool_name": "Bash", "tool_input": { "command": "git push --tags" } }',
  })
  expect((await shop.hooks(['test'])).out).toMatch(/ why +closest is no-force-push: /)
  const shown = async (...args: readonly string[]): Promise<string> => {
    const host = shop.host(['run', 'tags.json', ...args], {
      terminal: true,
      env: { HOME: shop.home, NO_COLOR: '1' },
    })
    await run(host)
    return host.printed.out
  }
  expect(await shown()).toMatch(/· no-force-push  closest /)
  expect((await explain(shop, ['git push --tags'])).out).toMatch(/· no-force-push /)
  expect(await shown('--explain')).toMatch(/· no-force-push /)
})

test('writes nothing', async () => {
  const shop = openShop(files, false)
  await explain(shop, ['git push -f'])
  expect(readdirSync(shop.home)).toEqual(['shop'])
  expect(readdirSync(shop.root).toSorted()).toEqual(['.git', 'hooks.yaml', 'policy.py', 'push.json'])
})

test('a broken file is told of', async () => {
  const { exit, out } = await explain(openShop({ 'hooks.yaml': 'hooks: 7\n' }), ['ls'])
  expect(exit).toBe(0)
  expect(out).toContain('hooks.yaml has an error')
})

test('names what a call pushes and commits', async () => {
  const shop = openShop(files)
  const command =
    'git commit --amend -nm "round prices" cart.ts; git push -f origin main :cart; git push "$R"'
  const { facts } = await told(shop, [command])
  expect(facts).toMatchObject({
    pushes: [
      'main on origin, by force',
      'cart on origin, deleted, by force',
      'main, perhaps deleted, perhaps by force',
      'a branch that cannot be known, perhaps deleted, perhaps by force',
    ],
    commits: ['"round prices", amends, without hooks, and more files'],
  })
})
