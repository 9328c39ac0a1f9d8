// Settings of agents beside Claude Code: what is in them stays as it is.
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createInstallFiles } from '../../src/agents/shared/install-files.ts'
import { install, uninstall, type InstallRequest } from '../../src/cli/setup/install.ts'

interface Row {
  readonly agent: string
  readonly file: string
  /** An event before a tool, and its entry beside the command. */
  readonly event: string
  readonly hook: object
  readonly events: number
  readonly comments: boolean
}

const rows: readonly Row[] = [
  {
    agent: 'codex',
    file: '.codex/hooks.json',
    event: 'PreToolUse',
    hook: { timeout: 600 },
    events: 11,
    comments: false,
  },
  {
    agent: 'gemini-cli',
    file: '.gemini/settings.json',
    event: 'BeforeTool',
    hook: { name: 'hooks-yaml', timeout: 600_000 },
    events: 7,
    comments: true,
  },
  {
    agent: 'qwen-code',
    file: '.qwen/settings.json',
    event: 'PreToolUse',
    hook: { timeout: 600_000 },
    events: 14,
    comments: true,
  },
]

let dir: string
beforeEach(() => void (dir = mkdtempSync(path.join(tmpdir(), 'hooks-settings-'))))
afterEach(() => rmSync(dir, { recursive: true, force: true }))

describe.each(rows)('$agent', ({ agent, file, event, hook, events, comments }) => {
  const own = () => path.join(dir, 'home', file)
  const effects = (env = {}) => ({
    files: createInstallFiles(),
    env,
    home: path.join(dir, 'home'),
    root: path.join(dir, 'shop'),
    node: process.execPath,
    bin: path.join(dir, 'bin.cjs'),
    state: '/state/hooks',
  })
  const request = (more: Partial<InstallRequest> = {}) => ({ agent, dry_run: false, ...more })
  const read = (from = own()) => readFileSync(from, 'utf8')

  function put(text: string, at = own()): void {
    mkdirSync(path.dirname(at), { recursive: true })
    writeFileSync(at, text)
  }

  const others = (eol = '\n') =>
    [
      '{',
      '  "zeta": 1,',
      '  "hooks": {',
      `    "${event}": [{ "hooks": [{ "type": "command", "command": "./audit.sh" }] }]`,
      '  },',
      '  "alpha": [1,   2]',
      '}',
      '',
    ].join(eol)

  test("writes a person's own file, with an entry for each event", () => {
    expect(install(request(), effects())).toMatchObject({ exit: 0, err: '' })
    const { hooks } = JSON.parse(read())
    expect(Object.keys(hooks)).toHaveLength(events)
    expect(hooks[event]).toEqual([
      {
        hooks: [{ type: 'command', command: expect.stringContaining(`set -- ${agent} ${event}; `), ...hook }],
      },
    ])
  })

  test('done twice changes nothing, and uninstall takes back exactly that', () => {
    put(others())
    install(request(), effects())
    const once = read()
    expect(install(request(), effects()).out).toContain('already calls hooks')
    expect(read()).toBe(once)
    expect(JSON.parse(once).hooks[event]).toHaveLength(2)
    uninstall(request(), effects())
    expect(JSON.parse(read())).toEqual(JSON.parse(others()))
  })

  test.each([
    ['order and spacing', (text: string) => text],
    ['line ends', (text: string) => text.replaceAll('\n', '\r\n')],
    ['a byte order mark', (text: string) => `\uFEFF${text}`],
  ])('keeps %s', (_, change) => {
    put(change(others()))
    expect(install(request(), effects())).toMatchObject({ exit: 0, err: '' })
    const text = read()
    expect(text.startsWith('\uFEFF')).toBe(change(others()).startsWith('\uFEFF'))
    expect(text).toContain('"alpha": [1,   2]')
    expect(text.indexOf('zeta')).toBeLessThan(text.indexOf('alpha'))
    expect(/[^\r]\n/.test(text)).toBe(!change(others()).includes('\r'))
    expect(read(`${own()}.bak`)).toBe(change(others()))
  })

  test('keeps comments, or leaves a file alone that may have none', () => {
    const text = others().replace('  "zeta"', '  // last\n  "zeta"')
    put(text)
    const { exit } = install(request(), effects())
    expect(exit).toBe(comments ? 0 : 1)
    expect(read()).toContain('// last')
    if (!comments) expect(read()).toBe(text)
  })

  test.each(['{ "hooks": [] }', `{ "hooks": { "${event}": {} } }`, '{ "hooks": '])(
    'leaves %s alone, and says where',
    (text) => {
      put(text)
      expect(install(request(), effects())).toMatchObject({
        exit: 1,
        err: expect.stringMatching(/:\d+:\d+: .*Nothing was changed\./),
      })
      expect(read()).toBe(text)
    },
  )

  test('follows a link', () => {
    const real = path.join(dir, 'dotfiles/settings.json')
    put(others(), real)
    mkdirSync(path.dirname(own()), { recursive: true })
    symlinkSync(real, own())
    install(request(), effects())
    expect(lstatSync(own()).isSymbolicLink()).toBe(true)
    expect(read(real)).toContain(`set -- ${agent}`)
  })

  test('a dry run writes nothing', () => {
    put(others())
    expect(install(request({ dry_run: true }), effects()).out).toContain(`+`)
    expect(read()).toBe(others())
  })

  test('a project has a file of its own, which names no person', () => {
    install(request({ scope: 'project' }), effects())
    const text = read(path.join(dir, 'shop', file))
    expect(text).not.toContain(dir)
    expect(install(request({ scope: 'local' }), effects())).toMatchObject({ exit: 1 })
  })

  test.skipIf(process.getuid?.() === 0)('a directory that cannot be written is an error', () => {
    put(others())
    chmodSync(path.dirname(own()), 0o500)
    expect(install(request(), effects()).exit).toBe(1)
    chmodSync(path.dirname(own()), 0o700)
  })
})

test('Codex has to trust what was written', () => {
  const home = path.join(dir, 'home')
  const effects = {
    files: createInstallFiles(),
    env: { CODEX_HOME: path.join(dir, 'elsewhere') },
    home,
    root: dir,
    node: '/node',
    bin: '/bin.cjs',
    state: '/state/hooks',
  }
  const { out } = install({ agent: 'codex', dry_run: false }, effects)
  expect(out).toContain('until you trust them: open codex, run /hooks, choose "trust"')
  expect(readFileSync(path.join(dir, 'elsewhere/hooks.json'), 'utf8')).toContain('set -- codex Stop; ')
})

test.each([
  ['gemini-cli', '.gemini', { hooksConfig: { enabled: false } }, '"hooksConfig.enabled" is false'],
  [
    'gemini-cli',
    '.gemini',
    { hooksConfig: { disabled: ['hooks-yaml'] } },
    '"hooksConfig.disabled" names "hooks-yaml"',
  ],
  ['qwen-code', '.qwen', { disableAllHooks: true }, '"disableAllHooks" is true'],
])('%s: says that hooks are switched off: %s %j', (agent, folder, settings, said) => {
  const home = path.join(dir, 'home')
  mkdirSync(path.join(home, folder), { recursive: true })
  writeFileSync(path.join(home, folder, 'settings.json'), JSON.stringify(settings))
  const effects = {
    files: createInstallFiles(),
    env: {},
    home,
    root: dir,
    node: '/node',
    bin: '/bin.cjs',
    state: '/state/hooks',
  }
  expect(install({ agent, dry_run: false }, effects).out).toContain(said)
})
