// `hooks install` and `hooks uninstall` without a name, and what they ask.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openShop, type Shop } from './shop.ts'

const person = { terminal: true, stdinIsTerminal: true }
const says = (line: string) => ({ ...person, line: () => line })

/** The directories by which agents are found. */
const shop = (...dirs: string[]) => openShop(Object.fromEntries(dirs.map((dir) => [`${dir}/here`, ''])))
const isWritten = ({ root, home }: Shop, file: string) =>
  existsSync(path.join(file.startsWith('~') ? home : root, file.replace('~/', '')))

const claude = '.claude/settings.local.json'
const codex = '~/.codex/hooks.json'

test('lists what was found and asks once for all of it', async () => {
  const place = shop('.claude', '.codex', '.cursor')
  const env = { HOME: place.home, NO_COLOR: '1' }
  const { exit, out } = await place.hooks(['install'], { ...says('y'), env })
  expect(exit).toBe(0)
  expect(out).toMatch(/\+ claude-code +--local +14 events, found \.claude +\.claude\/settings\.local\.json\n/)
  expect(out).toMatch(/\+ codex +--user +11 events, found \.codex +~\/\.codex\/hooks\.json\n/)
  expect(out).toMatch(/· cursor +--user +not written without --untested/)
  expect(out).toContain('Write these 2 files? [y/N] ')
  expect(out).toContain('until you trust them')
  expect([claude, codex, '~/.cursor/hooks.json'].map((file) => isWritten(place, file))).toEqual([
    true,
    true,
    false,
  ])
})

test('with one agent the question is about that one', async () => {
  const { out } = await shop('.claude').hooks(['install'], says('y'))
  expect(out).toContain('Write this file? [y/N] ')
})

test.each(['', 'n', 'no'])('the answer %j writes nothing', async (line) => {
  const place = shop('.claude', '.codex')
  expect(await place.hooks(['install'], says(line))).toMatchObject({
    exit: 1,
    err: 'hooks: nothing was written\n',
  })
  expect(isWritten(place, claude)).toBe(false)
})

test('without a terminal it lists, writes nothing and says how to go on', async () => {
  const place = shop('.claude')
  const { exit, out, err } = await place.hooks(['install'])
  expect(exit).toBe(1)
  expect(out).toContain('+ claude-code')
  expect(err).toBe(
    'hooks: this is not a terminal to ask at: hooks install --yes for all of them, hooks install NAME for one\n',
  )
  expect(isWritten(place, claude)).toBe(false)
})

test('--yes asks nothing, --untested takes the others too', async () => {
  const place = shop('.claude', '.cursor', '.windsurf')
  expect((await place.hooks(['install', '--yes', '--untested'])).exit).toBe(0)
  expect(
    [claude, '~/.cursor/hooks.json', '~/.codeium/windsurf/hooks.json'].map((file) => isWritten(place, file)),
  ).toEqual([true, true, true])
  expect((await place.hooks(['install'])).out.match(/already calls hooks/g)).toHaveLength(3)
})

test('a named scope is that of all agents that have it', async () => {
  const place = shop('.claude', '.codex')
  await place.hooks(['install', '--yes', '--project'])
  expect(['.claude/settings.json', '.codex/hooks.json', codex].map((file) => isWritten(place, file))).toEqual(
    [true, true, false],
  )
  // Where they call hooks is where they are renewed.
  expect((await place.hooks(['install'])).out).toContain(path.join(place.root, '.codex/hooks.json'))
  expect(isWritten(place, claude)).toBe(false)
})

test('where no agent is found nothing is written', async () => {
  expect(await openShop().hooks(['install', '--yes'])).toMatchObject({
    exit: 1,
    err: expect.stringContaining('no agent was found'),
  })
})

test('settings that cannot be edited hold up no others', async () => {
  const place = openShop({ '.claude/settings.local.json': '{', '.codex/here': '' })
  const env = { HOME: place.home, NO_COLOR: '1' }
  const { exit, out } = await place.hooks(['install'], { ...says('y'), env })
  expect(exit).toBe(1)
  expect(out).toMatch(/✗ claude-code +--local +1:2: the text ends early/)
  expect([isWritten(place, codex), readFileSync(path.join(place.root, claude), 'utf8')]).toEqual([true, '{'])
})

test('an agent that was not tested is written only when that is asked for', async () => {
  const place = openShop()
  const { exit, err } = await place.hooks(['install', 'antigravity'])
  expect([exit, err]).toEqual([
    1,
    expect.stringMatching(
      /^hooks: antigravity is not tested: .*own prompts.*hooks install antigravity --untested\n$/,
    ),
  ])
  expect((await place.hooks(['install', 'antigravity', '--dry-run'])).exit).toBe(0)
  expect((await place.hooks(['install', 'antigravity', '--untested'])).exit).toBe(0)
  expect((await place.hooks(['install', 'antigravity'])).out).toContain('already calls hooks')
})

test('VS Code gets no file of its own where it reads one of Claude Code that calls hooks', async () => {
  const place = openShop()
  await place.hooks(['install', 'claude-code', '--project'])
  const { exit, err } = await place.hooks(['install', 'vscode-local', '--untested'])
  expect([exit, err]).toEqual([
    1,
    `hooks: vscode-local reads ${place.root}/.claude/settings.json too, which calls hooks: its own file would repeat it\n`,
  ])
})

test('--trust is for agents that ask for it', async () => {
  const place = openShop()
  expect(await place.hooks(['install', 'claude-code', '--trust'])).toMatchObject({
    exit: 1,
    err: expect.stringContaining('does not ask for trust'),
  })
  expect(
    await place.hooks(['install', 'codex', '--trust'], { env: { HOME: place.home, PATH: '/nowhere' } }),
  ).toMatchObject({ exit: 1, err: expect.stringContaining('codex is not on PATH') })
})

test('--check says what is missing, edited and current, and writes nothing', async () => {
  const place = shop('.claude')
  const check = () => place.hooks(['install', '--check', '--project'])
  expect(await check()).toMatchObject({
    exit: 1,
    out: expect.stringContaining('✗ claude-code: it does not call hooks'),
  })
  expect(isWritten(place, '.claude/settings.json')).toBe(false)
  await place.hooks(['install', 'claude-code', '--project'])
  expect(await check()).toMatchObject({
    exit: 0,
    out: expect.stringContaining('✓ claude-code calls hooks as install writes it'),
  })
  const file = path.join(place.root, '.claude/settings.json')
  const text = readFileSync(file, 'utf8')
  const settings = JSON.parse(text)
  delete settings.hooks.Stop
  settings.hooks.PreToolUse[0].hooks[0].timeout = 1
  place.write(file, JSON.stringify(settings, undefined, 2))
  const { exit, out } = await check()
  expect(exit).toBe(1)
  expect(out).toContain('Stop missing; PreToolUse not as install writes it')
  expect(out).toContain('hooks install claude-code --project')
  place.write(file, text.replace('{', '{ "disableAllHooks": true,'))
  expect(await check()).toMatchObject({ exit: 1, out: expect.stringContaining('"disableAllHooks" is true') })
  expect(await place.hooks(['install', 'codex', '--check'])).toMatchObject({ exit: 1 })
})

test('--check finds a shim that is gone, and a file beside the settings', async () => {
  const place = openShop()
  await place.hooks(['install', 'goose', '--untested'])
  expect((await place.hooks(['install', 'goose', '--check'])).exit).toBe(0)
  const manifest = path.join(place.home, '.agents/plugins/hooks-yaml/plugin.json')
  place.remove(manifest)
  place.remove(path.join(place.home, '.local/share/hooks/bin/hooks-agent'))
  expect((await place.hooks(['install', 'goose', '--check'])).out).toMatch(
    /plugin\.json is missing or another; .*hooks-agent is missing/,
  )
  await place.hooks(['install', 'goose'])
  expect(existsSync(manifest)).toBe(true)
  await place.hooks(['uninstall', 'goose'], says('uninstall'))
  expect(existsSync(manifest)).toBe(false)
})

test('uninstall takes hooks out of all settings, after one question', async () => {
  const place = shop('.claude', '.codex')
  await place.hooks(['install', '--yes'])
  await place.hooks(['install', 'claude-code', '--project'])
  expect(await place.hooks(['uninstall'])).toMatchObject({
    exit: 1,
    err: expect.stringContaining('not a terminal to ask at'),
  })
  expect(await place.hooks(['uninstall'], says('yes'))).toMatchObject({
    exit: 1,
    err: 'hooks: "uninstall" was not typed, so nothing was changed\n',
  })
  const { exit, out } = await place.hooks(['uninstall'], says('uninstall'))
  expect(exit).toBe(0)
  expect(out).toContain('Type "uninstall" to do it: ')
  expect(out.match(/no longer calls hooks/g)).toHaveLength(3)
  expect(await place.hooks(['uninstall'])).toEqual({ exit: 0, out: '✓ no agent calls hooks\n', err: '' })
})

test.each([['uninstall'], ['uninstall', 'claude-code']])(
  'an agent takes no hooks away: %j %j',
  async (...words) => {
    const argv = words.filter((word) => word !== undefined)
    const place = shop('.claude')
    await place.hooks(['install', '--yes'])
    const env = { HOME: place.home, CLAUDECODE: '1' }
    expect(await place.hooks(argv, { ...says('y'), env })).toEqual({
      exit: 1,
      out: '',
      err: `hooks: only people can take hooks away, and CLAUDECODE is set: this runs inside an agent. Ask the user to run it in a terminal of their own: hooks ${argv.join(' ')}\n`,
    })
    expect(isWritten(place, claude)).toBe(true)
  },
)

test.each([
  ['project', '.claude/settings.json'],
  ['local', '.claude/settings.local.json'],
])('status and doctor name the same command where an entry of --%s is missing', async (scope, file) => {
  const place = shop('.claude')
  await place.hooks(['install', 'claude-code', `--${scope}`])
  const settings = JSON.parse(readFileSync(path.join(place.root, file), 'utf8'))
  delete settings.hooks.Notification
  place.write(file, JSON.stringify(settings))
  const mend = new RegExp(`hooks install claude-code --${scope}$`, 'm')
  expect((await place.hooks(['status'])).out).toMatch(mend)
  expect((await place.hooks(['doctor', 'claude-code'])).out).toMatch(mend)
})
