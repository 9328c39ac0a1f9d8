import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeProject, type Project } from '../support/cli.ts'
import { openShop, type Shop } from './shop.ts'

const own = `extends: ['@acme/hooks-config']
hooks:
  PreToolUse:
    - { name: closed, match: 'deploy_*', deny: Deploys are closed. }
`
const preset = `version: 1
hooks:
  PreToolUse:
    - { name: no-curl, match: fetch_page, deny: Use the catalogue. }
    - { name: lint, match: '@write', run: [npx, eslint, 'a b.ts'], env: { CI: '1' } }
`
const files = (text = preset, version = '1.2.0') => ({
  'hooks.yaml': own,
  'node_modules/@acme/hooks-config/package.json': JSON.stringify({
    name: '@acme/hooks-config',
    version,
    main: 'x.js',
  }),
  'node_modules/@acme/hooks-config/x.js': 'throw new Error("the package was loaded")',
  'node_modules/@acme/hooks-config/hooks.yaml': text,
})

const person = { terminal: true, stdinIsTerminal: true }
const env = (shop: Shop) => ({ env: { HOME: shop.home, NO_COLOR: '1' } })

function change(shop: Shop, text: string, version = '1.3.0'): void {
  for (const [file, content] of Object.entries(files(text, version))) shop.write(file, content)
}

const lockOf = (shop: Shop) => path.join(shop.root, 'hooks.lock')

test('what is new is shown with its commands word for word, asked about and accepted (P30)', async () => {
  const shop = openShop(files(), false)
  const { exit, out } = await shop.hooks(['trust'], { ...person, ...env(shop), line: () => 'trust' })
  expect(exit).toBe(0)
  expect(out).toContain('@acme/hooks-config 1.2.0  hooks.yaml  new\n')
  expect(out).toMatch(/\+ no-curl {2}deny {2}Use the catalogue\. · match "fetch_page"/)
  expect(out).toMatch(/\+ lint {5}run {3}CI=1 npx eslint "a b\.ts"/)
  expect(out).toContain(
    'Type "trust" to do it: ✓ 1 rule is trusted\n✓ @acme/hooks-config 1.2.0: accepted in hooks.lock\n',
  )
  expect((await shop.hooks(['validate'])).exit).toBe(0)
  expect(statSync(lockOf(shop)).mode & 0o777).toBe(0o644)
})

test.each(['', 'n', 'y', 'yes', 'trust me'])('the answer %j accepts nothing', async (line) => {
  const shop = openShop(files(), false)
  const { exit, err } = await shop.hooks(['trust'], { ...person, ...env(shop), line: () => line })
  expect([exit, err]).toEqual([1, 'hooks: "trust" was not typed, so nothing was changed\n'])
  expect(existsSync(lockOf(shop))).toBe(false)
})

test('a script accepts by --yes, and does not ask', async () => {
  const shop = openShop(files(), false)
  const refused = await shop.hooks(['trust'], env(shop))
  expect([refused.exit, refused.err]).toEqual([
    1,
    'hooks: this is not a terminal to ask at, and --yes is taken only where no agent has called hooks yet, in an image or CI\n',
  ])
  mkdirSync(path.join(shop.home, '.local/state/hooks'), { recursive: true })
  writeFileSync(path.join(shop.home, '.local/state/hooks/key'), 'left by an older version')
  expect((await shop.hooks(['trust', '--yes'], env(shop))).exit).toBe(0)
  const again = await shop.hooks(['trust'], env(shop))
  expect(again).toMatchObject({
    exit: 0,
    out: '✓ 1 rule is trusted\n✓ @acme/hooks-config 1.2.0: as accepted in hooks.lock\n',
  })
})

test('an agent accepts nothing', async () => {
  const shop = openShop(files(), false)
  const { exit, err } = await shop.hooks(['trust', '--yes'], { env: { HOME: shop.home, CLAUDECODE: '1' } })
  expect(exit).toBe(1)
  expect(err).toContain('only people can trust a project, and CLAUDECODE is set')
  expect(existsSync(lockOf(shop))).toBe(false)
})

test('a later version shows what was added, removed and changed since', async () => {
  const shop = openShop(files(), false)
  await shop.hooks(['trust', '--yes'], env(shop))
  change(
    shop,
    `version: 1
defaults: { mode: watch }
hooks:
  PreToolUse:
    - { name: no-curl, match: fetch_page, allow: Why not. }
    - { name: constructor, match: Look, ask: Sure? }
`,
  )
  const { exit, out } = await shop.hooks(['trust'], env(shop))
  expect(exit).toBe(1)
  expect(out).toContain('@acme/hooks-config 1.2.0 → 1.3.0  hooks.yaml  changed\n')
  expect(out).toMatch(/~ no-curl +deny → allow {2}Why not\./)
  expect(out).toMatch(/\+ constructor +ask/)
  expect(out).toMatch(/- lint +run +is gone/)
  expect(out).toMatch(/~ beside the rules +one of version, defaults/)
})

test('what is not extended any more leaves the lock', async () => {
  const shop = openShop({
    ...files(),
    'node_modules/other/package.json': '{}',
    'node_modules/other/hooks.yaml': preset,
  })
  shop.write('hooks.yaml', `extends: [other, '@acme/hooks-config']\n`)
  await shop.hooks(['trust', '--yes'], env(shop))
  shop.write('hooks.yaml', own)
  const { out } = await shop.hooks(['trust', '--yes'], env(shop))
  expect(out).toContain('other hooks.yaml  is no longer extended')
  expect(readFileSync(lockOf(shop), 'utf8')).not.toContain('other')
})

test('a preset with errors cannot be accepted', async () => {
  const shop = openShop(files('hooks: 7\n'))
  const { exit, err } = await shop.hooks(['trust', '--yes'], env(shop))
  expect([exit, err]).toEqual([1, 'hooks: the presets have 1 error: hooks validate\n'])
})

test('a preset that is not installed cannot be accepted', async () => {
  const shop = openShop({ 'hooks.yaml': `version: 1\nextends: ['@acme/hooks-config']\n` })
  const { exit, err } = await shop.hooks(['trust'], env(shop))
  expect([exit, err]).toEqual([1, 'hooks: 1 preset cannot be found: hooks validate\n'])
})

test('nothing is to be accepted where no package is extended', async () => {
  const shop = openShop({ 'hooks.yaml': 'version: 1\n' })
  expect(await shop.hooks(['trust'], env(shop))).toMatchObject({
    exit: 0,
    out: 'nothing here needs trust: no rule starts a program, lets a call through or changes one\n',
  })
})

describe('status', () => {
  const status = async (shop: Shop) => (await shop.hooks(['status'], env(shop))).out

  test('tells of each file, what was accepted, and what is overridden', async () => {
    const shop = openShop({ ...files(), 'hooks.local.yaml': 'limits: { rules: 99 }\n' })
    shop.write('hooks.yaml', `${own}overrides: { '@acme/hooks-config/lint': { mode: watch } }\n`)
    expect(await status(shop)).toContain('@acme/hooks-config 1.2.0  2 rules   not accepted: hooks trust')
    await shop.hooks(['trust', '--yes'], env(shop))
    const lines = (await status(shop)).split('\n')
    expect(lines.slice(1, 4)).toEqual([
      '  hooks.local.yaml          0 rules   valid · local',
      '  hooks.yaml                 1 rule   valid',
      '  @acme/hooks-config 1.2.0  2 rules   valid · accepted · 1 overridden',
    ])
  })

  test('tells which version is in force while a preset is not what was accepted', async () => {
    const shop = makeProject(files())
    await shop.hooks(['trust', '--yes'])
    await decide(shop, 'fetch_page')
    shop.write('node_modules/@acme/hooks-config/hooks.yaml', 'version: 1\n')
    const { stdout } = await shop.hooks(['status'])
    expect(stdout).toContain('changed since accepted: hooks trust')
    expect(stdout).toMatch(/in force +the last good version, 3 rules/)
    expect(JSON.parse((await shop.hooks(['status', '--json'])).stdout)).toMatchObject({
      in_force: { version: 'last-good', rules: 3 },
    })
  })

  test('tells that nothing is in force where nothing ever was fine', async () => {
    const shop = openShop({ 'hooks.yaml': 'hooks: 7\n' })
    expect(await status(shop)).toMatch(/in force +no rules; tool calls get "ask" \(on_config_error\)/)
  })
})

async function decide(shop: Project, tool_name: string): Promise<unknown> {
  const input = JSON.stringify({
    hook_event_name: 'PreToolUse',
    session_id: 's',
    tool_name,
    tool_input: {},
    cwd: shop.root,
  })
  const { stdout } = await shop.hooks(['run', '--agent', 'claude-code'], { input })
  return stdout === '' ? undefined : JSON.parse(stdout)
}

const denied = (tool: string) => ({
  hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: expect.stringContaining(tool) },
})

/** Packs a version as its author does, and installs it as its users do. */
function install(shop: Project, version: string, text: string): void {
  const dir = path.join(shop.dir, `pkg-${version}`)
  mkdirSync(dir)
  const scripts = { postinstall: 'touch ../../../installed' }
  writeFileSync(
    path.join(dir, 'package.json'),
    JSON.stringify({ name: 'hooks-config-acme', version, scripts }),
  )
  writeFileSync(path.join(dir, 'hooks.yaml'), text)
  const npm = (cwd: string, ...args: string[]) =>
    execFileSync('npm', args, { cwd, env: shop.env, stdio: 'pipe' })
  npm(dir, 'pack', '--silent')
  const file = path.join(dir, `hooks-config-acme-${version}.tgz`)
  npm(shop.root, 'install', file, '--offline', '--ignore-scripts', '--no-audit', '--silent')
}

test('npm update brings no rule into force before it was accepted', async () => {
  const shop = makeProject({
    'hooks.yaml': 'extends: [hooks-config-acme]\n',
    'package.json': '{"private":true}',
  })
  install(
    shop,
    '1.0.0',
    'hooks: { PreToolUse: [{ name: no-fetch, match: fetch_page, deny: Not fetch_page. }] }\n',
  )
  expect(await decide(shop, 'fetch_page')).toMatchObject(denied('hooks-config-acme/no-fetch'))
  expect(await decide(shop, 'other')).toMatchObject({ hookSpecificOutput: { permissionDecision: 'ask' } })
  expect((await shop.hooks(['trust'], { types: 'trust' })).exit).toBe(0)
  expect(await decide(shop, 'fetch_page')).toMatchObject(denied('hooks-config-acme/no-fetch'))

  install(shop, '1.1.0', 'hooks: { PreToolUse: [{ name: no-look, match: Look, deny: Not Look. }] }\n')
  const first = await decide(shop, 'fetch_page')
  expect(first).toMatchObject(denied('hooks-config-acme/no-fetch'))
  expect(first).toMatchObject({
    systemMessage: expect.stringMatching(
      /the last good version with 1 rule stays in force: .* from 1\.0\.0 to 1\.1\.0/,
    ),
  })
  expect(await decide(shop, 'Look')).toBeUndefined()

  expect((await shop.hooks(['trust'], { types: 'trust' })).exit).toBe(0)
  expect(await decide(shop, 'Look')).toMatchObject(denied('hooks-config-acme/no-look'))
  expect(await decide(shop, 'fetch_page')).toBeUndefined()
})

test('an older lock takes its rules out of force again', async () => {
  const shop = makeProject(files())
  await shop.hooks(['trust', '--yes'])
  expect(await decide(shop, 'fetch_page')).toMatchObject(denied('no-curl'))
  shop.write('hooks.lock', '{"version":1,"presets":[]}')
  expect(await decide(shop, 'fetch_page')).toMatchObject({
    systemMessage: expect.stringContaining('nobody has accepted'),
  })
})
