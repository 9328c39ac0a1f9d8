// `hooks propose` and `hooks review`: a change of the rules that waits for a person.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createTwoFilesPatch } from 'diff'
import { describe, expect, test } from 'vitest'
import type { Host } from '../../src/run/call.ts'
import { projectKey } from '../../src/store/disk/dirs.ts'
import { openShop, type Shop } from './shop.ts'

const rules = `version: 1 # the shop
extends: [./base.yaml]
hooks:
  PreToolUse:
    - name: no-force-push
      match: { command: git push --force }
      deny: Push a branch.
      examples: { deny: [git push -f], proceed: [git push] }
    - { name: releases, match: { command: npm publish }, ask: Publish? }
`
const base = `version: 1
hooks:
  PreToolUse:
    - { name: deploys, match: { command: deploy }, deny: Deploys are closed. }
`
const better = rules.replace(
  'match: { command: npm publish }',
  "match: { command: ['npm publish', '!npm publish --dry-run'] }",
)
const files = { 'hooks.yaml': rules, 'base.yaml': base, 'src/cart.ts': 'export {}\n' }

const open = (): Shop => openShop(files)
const patchOf = (file: string, before: string, after: string): string =>
  createTwoFilesPatch(`a/${file}`, `b/${file}`, before, after)
const patch = patchOf('hooks.yaml', rules, better)

const propose = (shop: Shop, text: string, over: Partial<Host> = {}) =>
  shop.hooks(['propose', '--reason', 'dry runs publish nothing'], { stdin: async () => text, ...over })

interface Waiting {
  readonly id: string
  readonly by: string
  readonly reason: string
}

const waiting = async (shop: Shop): Promise<readonly Waiting[]> =>
  JSON.parse((await shop.hooks(['review', '--json'])).out) as Waiting[]
const read = ({ root }: Shop, file = 'hooks.yaml'): string => readFileSync(path.join(root, file), 'utf8')
const stateOf = ({ home, root }: Shop): string => path.join(home, '.local/state/hooks', projectKey(root))
const person = (shop: Shop, line = 'accept'): Partial<Host> => ({
  terminal: true,
  stdinIsTerminal: true,
  line: () => line,
  env: { HOME: shop.home, USER: 'dana', NO_COLOR: '1' },
})

/** A call that the ledger remembers. */
async function call(shop: Shop, event: string, more: object = {}): Promise<string> {
  const payload = { hook_event_name: event, session_id: 's', transcript_path: '/t', cwd: shop.root, ...more }
  const host = shop.host(['run', '--agent', 'claude-code'], { stdin: async () => JSON.stringify(payload) })
  await host.load('run').run(host)
  return host.printed.out
}
const bash = (shop: Shop, command: string) =>
  call(shop, 'PreToolUse', { tool_name: 'Bash', tool_input: { command }, tool_use_id: command })

test.each([
  ['a patch', patch],
  ['a patch as git writes it', `diff --git a/hooks.yaml b/hooks.yaml\nindex 1..2 100644\n${patch}`],
  ['the whole new text', better],
])('an agent proposes by %s, and nothing changes', async (_, text) => {
  const shop = open()
  const { exit, out } = await propose(shop, text, { env: { HOME: shop.home, CLAUDECODE: '1' } })
  expect(exit).toBe(0)
  const [{ id, by, reason } = { id: '' }] = await waiting(shop)
  expect(out).toBe(`✓ proposed as ${id}, 1 file\n  nothing changes until a person accepts it: hooks review\n`)
  expect({ by, reason }).toEqual({ by: 'an agent: CLAUDECODE is set', reason: 'dry runs publish nothing' })
  expect(read(shop)).toBe(rules)
})

test('its file is outside of the project, and private', async () => {
  const shop = open()
  await propose(shop, patch)
  const dir = path.join(stateOf(shop), 'proposals')
  const [name = ''] = readdirSync(dir)
  expect(statSync(path.join(dir, name)).mode & 0o077).toBe(0)
})

test('a person sees the difference, its examples played and what recorded calls would change, and it is written', async () => {
  const shop = open()
  await bash(shop, 'npm publish --dry-run')
  await bash(shop, 'git push -f')
  await propose(shop, patch)
  const { exit, out } = await shop.hooks(['review'], person(shop))
  expect(exit).toBe(0)
  expect(out).toContain('  dry runs publish nothing\n')
  expect(out).toMatch(/^-.*name: releases.*\n\+.*'!npm publish --dry-run'/m)
  expect(out).toContain('✓ 2 passed · 2 rules')
  expect(out).toMatch(
    /of 2 recorded calls, 1 would be answered differently:\n +1 × +npm publish --dry-run +asked about, would be let through\n/,
  )
  expect(out).toContain('Type "accept" to do it: ✓ written: hooks.yaml\n')
  expect(read(shop)).toBe(better)
  expect(await waiting(shop)).toEqual([])
})

test('one for several files is written as a whole', async () => {
  const shop = open()
  const closed = base.replace('closed.', 'closed this week.')
  await propose(shop, patch + patchOf('base.yaml', base, closed))
  const [{ id } = { id: '' }] = await waiting(shop)
  const { out } = await shop.hooks(['review', '--accept', id], person(shop))
  expect(out).toContain('✓ written: hooks.yaml, base.yaml')
  expect([read(shop), read(shop, 'base.yaml')]).toEqual([better, closed])
})

test('a first hooks.yaml can be proposed', async () => {
  const shop = openShop({})
  await propose(shop, 'version: 1\nhooks: { PreToolUse: [{ name: a, match: Bash, ask: Sure? }] }\n')
  await shop.hooks(['review'], person(shop))
  expect(read(shop)).toContain('Sure?')
})

test('what it would start is told, and needs trust', async () => {
  const shop = openShop(files, false)
  await propose(shop, rules.replace('ask: Publish?', 'run: [sh, check.sh]'))
  expect((await shop.hooks(['review'], person(shop))).out).toContain(
    '! 1 rule does not run until you trust it: hooks trust',
  )
})

describe('planted mistakes', () => {
  const long = `${better}# ${'x'.repeat(300_000)}\n`
  test.each([
    ['nothing', '', 'nothing came on stdin'],
    ['no change', rules, 'it changes nothing'],
    [
      'another file',
      patchOf('src/cart.ts', 'export {}\n', 'x\n'),
      'line 3 of the patch: src/cart.ts is not one of the rules’ files',
    ],
    [
      'another file beside hooks.yaml',
      patch + patchOf('hooks.lock', '', '{}\n'),
      'hooks.lock is not one of the rules’ files; a proposal changes only hooks.yaml, base.yaml',
    ],
    [
      'a file outside',
      patchOf('../.config/hooks/hooks.yaml', '', 'version: 1\n'),
      'is not one of the rules’ files',
    ],
    ['your own file', patchOf('hooks.local.yaml', '', 'version: 1\n'), 'is not one of the rules’ files'],
    ['a rename', patch.replace('a/hooks.yaml', 'a/src/cart.ts'), 'is not one of the rules’ files'],
    [
      'a deletion',
      '--- a/hooks.yaml\n+++ /dev/null\n@@ -1 +0,0 @@\n-version: 1 # the shop\n',
      'would be deleted',
    ],
    [
      'a patch of another text',
      patch.replace('-    - { name: releases', '-    - { name: release'),
      'the hunk for line 5 of hooks.yaml does not fit the file as it is',
    ],
    ['half a patch', patch.slice(0, patch.lastIndexOf('\n+')), 'it cannot be read'],
    ['a file twice', patch + patch, 'names a file twice'],
    ['too much', long, 'it has more than 256 KiB'],
  ])('%s is refused with its place and a hint', async (_, text, says) => {
    const shop = open()
    const { exit, err } = await propose(shop, text)
    expect(exit).toBe(1)
    expect(err).toContain(says.replaceAll('’', "'"))
    expect(await waiting(shop)).toEqual([])
  })

  test.each([
    ['a misspelt key', rules.replace('ask: Publish?', 'aks: Publish?'), /hooks\.yaml:9:\d+: .*"aks"/],
    ['no YAML', `${rules}  Nonsense: [\n`, /hooks\.yaml:\d+:\d+: /],
    [
      'a file that is extended and broken',
      patchOf('base.yaml', base, base.replace('deny:', 'dny:')),
      /base\.yaml:4:\d+: .*"dny"/,
    ],
    [
      'an example that fails',
      rules.replace('deny: [git push -f]', 'deny: [git status]'),
      /✗ no-force-push[^]*git status\n +expected +deny/,
    ],
    [
      'an example of a file that is extended, which fails',
      patchOf('base.yaml', base, base.replace('closed. }', 'closed., examples: { deny: [ls] } }')),
      /✗ base\/deploys[^]*expected +deny/,
    ],
    [
      'a rule that no longer holds its example',
      rules.replace('git push --force', 'git push --mirror'),
      /✗ no-force-push[^]*expected +deny/,
    ],
  ])('%s is told at once, and nothing waits', async (_, text, says) => {
    const shop = open()
    const { exit, out, err } = await propose(shop, text)
    expect([exit, err]).toEqual([1, 'hooks: nothing was proposed: correct this first\n'])
    expect(out).toMatch(says)
    expect(await waiting(shop)).toEqual([])
  })

  test('a file that is broken already can be corrected by a proposal', async () => {
    const shop = open()
    const broken = rules.replace('ask: Publish?', 'aks: Publish?')
    shop.write('hooks.yaml', broken)
    expect((await propose(shop, patchOf('hooks.yaml', broken, rules))).exit).toBe(0)
  })

  test('no reason, no pipe', async () => {
    const shop = open()
    expect((await shop.hooks(['propose'])).err).toContain("required option '--reason <text>' not specified")
    expect((await shop.hooks(['propose', '--reason', ' '])).err).toContain('give a reason')
    expect((await propose(shop, patch, { stdinIsTerminal: true })).err).toContain('give the change on stdin')
  })

  test('more than twenty wait for nobody', async () => {
    const shop = open()
    for (let at = 0; at < 20; at++) expect((await propose(shop, `${rules}# ${at}\n`)).exit).toBe(0)
    expect((await propose(shop, patch)).err).toContain('20 proposals wait already')
  })

  test('a damaged or forged file in their place is no proposal', async () => {
    const shop = open()
    const dir = path.join(stateOf(shop), 'proposals')
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    writeFileSync(path.join(dir, 'k111111.json'), '{"id":"k111111"')
    writeFileSync(path.join(dir, 'k222222.json'), '{"id":"k222222","changes":[{"path":7}]}')
    expect(await waiting(shop)).toEqual([])
  })

  test('one that was forged to write elsewhere is not offered', async () => {
    const shop = open()
    await propose(shop, patch)
    const dir = path.join(stateOf(shop), 'proposals')
    const [name = ''] = readdirSync(dir)
    const text = readFileSync(path.join(dir, name), 'utf8')
    writeFileSync(
      path.join(dir, name),
      text.replace('shop/hooks.yaml', 'evil.yaml').replace(/"before": ".*",\n/, ''),
    )
    const { exit, err } = await shop.hooks(['review'], person(shop))
    expect(exit).toBe(1)
    expect(err).toContain('not one of the rules')
    expect(existsSync(path.join(shop.home, 'evil.yaml'))).toBe(false)
  })
})

describe('a file that changed since', () => {
  test('elsewhere keeps its change', async () => {
    const shop = open()
    await propose(shop, better)
    const comment = rules.replace('# the shop', '# our shop')
    shop.write('hooks.yaml', comment)
    await shop.hooks(['review'], person(shop))
    expect(read(shop)).toBe(better.replace('# the shop', '# our shop'))
  })

  test('in the same place leaves it waiting', async () => {
    const shop = open()
    await propose(shop, better)
    const other = rules.replace('npm publish', 'npm unpublish')
    shop.write('hooks.yaml', other)
    const [{ id } = { id: '' }] = await waiting(shop)
    const { exit, err } = await shop.hooks(['review'], person(shop))
    expect(exit).toBe(1)
    expect(err).toContain(`no longer fits: hooks review --reject ${id}`)
    expect([read(shop), (await waiting(shop)).length]).toEqual([other, 1])
  })

  test('while it is looked at is not overwritten', async () => {
    const shop = open()
    await propose(shop, better)
    const line = (): string => (shop.write('hooks.yaml', `${rules}# more\n`), 'accept')
    const { err } = await shop.hooks(['review'], { ...person(shop), line })
    expect(err).toContain('it changed while you looked at it')
    expect(read(shop)).toBe(`${rules}# more\n`)
  })
})

test('one is left waiting, or rejected', async () => {
  const shop = open()
  await propose(shop, patch)
  const [{ id } = { id: '' }] = await waiting(shop)
  const left = await shop.hooks(['review'], person(shop, ''))
  expect(left.out).toContain(`to remove it: hooks review --reject ${id}`)
  expect((await shop.hooks(['review', '--list'])).out).toMatch(
    new RegExp(`~ ${id} .* ago +dry runs publish nothing \\(somebody\\)[^]*hooks review`),
  )
  expect(await shop.hooks(['review', '--reject', id])).toMatchObject({ exit: 0 })
  expect((await shop.hooks(['review', '--list'])).out).toBe('no change of the rules waits\n')
  expect((await shop.hooks(['review', '--reject', id])).err).toContain(`no proposal ${id} waits here`)
  expect(read(shop)).toBe(rules)
})

test('status and the start of a session tell that one waits', async () => {
  const shop = open()
  expect((await shop.hooks(['status'])).out).not.toContain('proposed')
  await propose(shop, patch)
  expect((await shop.hooks(['status'])).out).toMatch(/^proposed +1 change of the rules: hooks review$/m)
  expect(await call(shop, 'SessionStart', { source: 'startup' })).toContain(
    'hooks: 1 proposed change of the rules waits for you: hooks review',
  )
  await propose(shop, better)
  expect(await call(shop, 'SessionStart', { source: 'startup' })).toContain(
    '2 proposed changes of the rules wait for',
  )
  expect(await call(shop, 'UserPromptSubmit', { prompt: 'Go on.' })).not.toContain('hooks review')
})
