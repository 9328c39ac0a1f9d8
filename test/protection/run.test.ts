// As agents run it: nothing that a project or its environment says switches it off, and no short cut misses a call.
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { run } from '../../src/run/run.ts'
import { projectKey } from '../../src/store/disk/dirs.ts'
import { openShop, type Shop } from '../cli/shop.ts'

const config =
  'version: 1\nrules:\n  - { name: no-deploys, on: PreToolUse, match: { tool: Deploy }, deny: Not now. }\n'
const scripts = {
  build: 'tsc -p . && vite build',
  evil: 'rm hooks.yaml',
  test: 'vitest run',
  pretest: 'echo x > hooks.yaml',
}
const files = { 'hooks.yaml': config, 'src/cart.ts': '', 'package.json': JSON.stringify({ scripts }) }

async function answer(
  shop: Shop,
  call: { tool_name: string; tool_input: unknown },
  env = {},
): Promise<string> {
  const payload = {
    session_id: 's1',
    cwd: shop.root,
    hook_event_name: 'PreToolUse',
    permission_mode: 'default',
    ...call,
  }
  const host = shop.host(['run', '--agent', 'claude-code'], {
    stdin: async () => JSON.stringify({ transcript_path: '/t.jsonl', ...payload }),
    env: { HOME: shop.home, ...env },
  })
  await run(host)
  const { out } = host.printed
  return out === '' ? '' : String(JSON.parse(out).hookSpecificOutput?.permissionDecision)
}

const bash = (command: string) => ({ tool_name: 'Bash', tool_input: { command } })

test.each([
  'npm run build -- --filter orders',
  'git status',
  'rm src/cart.ts',
  'git commit -m "Change hooks.yaml"',
])('%s passes without a word', async (command) => {
  expect(await answer(openShop(files), bash(command))).toBe('')
})

test.each([
  'rm hooks.yaml',
  'npm run evil',
  'npm run evil -- --quiet',
  'npm test',
  'yarn run evil',
  'vite build -o .claude/settings.json && echo > .claude/settings.json',
  'tsc -p . && rm hooks.yaml',
])('%s is refused where no rule of a file is over facts', async (command) => {
  expect(await answer(openShop(files), bash(command))).toBe('deny')
})

test('a file tool is followed through links', async () => {
  const shop = openShop(files)
  const at = (file: string) => path.join(shop.root, file)
  symlinkSync('../hooks.yaml', at('src/link.ts'))
  symlinkSync('..', at('src/up'))
  linkSync(at('hooks.yaml'), at('src/hard.ts'))
  mkdirSync(at('.claude'))
  for (const tool_name of ['Write', 'Edit', 'MultiEdit']) {
    const write = (file_path: string) => answer(shop, { tool_name, tool_input: { file_path, content: '' } })
    expect(await write(at('src/cart.ts'))).toBe('')
    expect(await write(at('src/new/cart.ts'))).toBe('')
    for (const file of [
      'hooks.yaml',
      'src/link.ts',
      'src/up/hooks.yaml',
      'src/hard.ts',
      '.claude/settings.json',
    ])
      expect([file, await write(at(file))]).toEqual([file, 'deny'])
    expect(await write(`${shop.root}/src/../hooks.yaml`)).toBe('deny')
    expect(await write('hooks.yaml')).toBe('deny')
    expect(await write('~/.config/hooks/hooks.yaml')).toBe('deny')
  }
})

test.each([
  ['the mode of a file', `${config}defaults: { mode: watch }\n`],
  ['a limit on rules', `${config}limits: { rules: 1 }\n`],
  ['a limit on time', `${config}limits: { dispatch: 1ms }\n`],
  ['an allow before it', `${config}  - { name: all, on: PreToolUse, priority: 1000, allow: Yes. }\n`],
  ['an error in the file', `${config}  - { name: all, on: PreToolUse, priority: [ }\n`],
])('%s does not switch it off', async (_, text) => {
  const shop = openShop({ ...files, 'hooks.yaml': text })
  shop.write('hooks.local.yaml', 'version: 1\n')
  expect(await answer(shop, bash('rm hooks.yaml'))).not.toBe('')
  expect(await answer(shop, bash('rm .claude/settings.json'))).not.toBe('')
})

test('HOOKS_DISABLE and a pause leave it in force', async () => {
  const shop = openShop(files)
  expect(await answer(shop, bash('rm hooks.yaml'), { HOOKS_DISABLE: '1' })).toBe('deny')
  expect(await answer(shop, { tool_name: 'Deploy', tool_input: {} }, { HOOKS_DISABLE: '1' })).toBe('')
  const pause = { rule: 'self-protection', since: 0, until: Date.now() + 1e8, reason: 'none', by: 'dana' }
  const state = path.join(shop.home, '.local/state/hooks', projectKey(shop.root), 'pauses.json')
  shop.write(state, JSON.stringify([pause]))
  shop.write('hooks.yaml', `${config}# another plan\n`)
  expect(await answer(shop, bash('rm hooks.yaml'))).toBe('deny')
  const terminal = { terminal: true, stdinIsTerminal: true, stderrIsTerminal: true }
  const { exit, err } = await shop.hooks(
    ['pause', 'self-protection', '--reason', 'none', '--for', '1h'],
    terminal,
  )
  expect({ exit, err }).toEqual({
    exit: 1,
    err: 'hooks: rule "self-protection" is built in and cannot be paused\n',
  })
})

test('settings that a variable moves are protected there', async () => {
  const shop = openShop(files)
  const moved = path.join(shop.home, 'moved')
  mkdirSync(moved)
  writeFileSync(path.join(moved, 'settings.json'), '{}')
  const rm = bash(`rm ${moved}/settings.json`)
  expect(await answer(shop, rm)).toBe('')
  expect(await answer(shop, rm, { CLAUDE_CONFIG_DIR: moved })).toBe('deny')
})

test('without a hooks.yaml there is nothing to protect', async () => {
  expect(await answer(openShop({}), bash('echo > hooks.yaml'))).toBe('')
})

test('list, status and explain name it', async () => {
  const { hooks } = openShop(files)
  expect((await hooks(['list'])).out).toContain('built in  self-protection  denies changes of the rules')
  expect((await hooks(['status'])).out).toMatch(/built in +self-protection/)
  expect((await hooks(['explain', 'rm hooks.yaml'])).out).toMatch(/DENY.* by self-protection/)
  expect((await hooks(['explain', 'ls', '--all'])).out).not.toContain('self-protection')
})
