// Commands that weaken rules: refused inside an agent, by its variable or its program above them; done by a person.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { agents } from '../../src/catalog.ts'
import { parseCim, parsePs, readAncestors } from '../../src/cli/person/ancestors.ts'
import type { Host, RunningProgram } from '../../src/run/call.ts'
import { openShop, type Shop } from './shop.ts'

const rules = `version: 1
hooks:
  PreToolUse:
    - { name: no-force-push, match: { command: git push --force }, deny: Push a branch. }
    - { name: ci, match: { command: npm i }, set_input: { command: npm ci } }
`

const more = rules.replace('Push a branch.', 'Push a branch instead.')
const person = { terminal: true, stdinIsTerminal: true }
const user = 'dana'

async function denied({ hooks, host, root }: Shop): Promise<string> {
  const payload = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'git push -f' } }
  const each = host(['run', '--agent', 'claude-code'], {
    stdin: async () => JSON.stringify({ ...payload, session_id: 's', transcript_path: '/t', cwd: root }),
  })
  await each.load('run').run(each)
  const { out } = await hooks(['ledger', '--json', '--last', '1'])
  return (JSON.parse(out) as { rows: [{ id: string }] }).rows[0].id
}

interface PersonAction {
  readonly argv: (shop: Shop) => Promise<readonly string[]> | readonly string[]
  readonly word: string
  /** What is there only before or only after. */
  readonly state: (shop: Shop) => unknown
}

const settings = '.claude/settings.local.json'
const read = (shop: Shop, file: string): string | undefined =>
  existsSync(path.resolve(shop.root, file)) ? readFileSync(path.resolve(shop.root, file), 'utf8') : undefined
const listed = async (shop: Shop, ...argv: string[]): Promise<string> => (await shop.hooks(argv)).out

async function proposed(shop: Shop): Promise<string> {
  await shop.hooks(['propose', '--reason', 'clearer'], { stdin: async () => more })
  const [{ id }] = JSON.parse(await listed(shop, 'review', '--json')) as [{ id: string }]
  return id
}

const deeds: Readonly<Record<string, PersonAction>> = {
  pause: {
    argv: () => ['pause', 'no-force-push', '--for', '1h', '--reason', 'moving'],
    word: 'pause',
    state: (shop) => listed(shop, 'pause', '--list'),
  },
  trust: {
    argv: () => ['trust'],
    word: 'trust',
    state: async (shop) => (await shop.hooks(['trust', '--show'])).exit,
  },
  uninstall: {
    argv: () => ['uninstall', 'claude-code'],
    word: 'uninstall',
    state: (shop) => read(shop, settings),
  },
  'uninstall without a name': {
    argv: () => ['uninstall'],
    word: 'uninstall',
    state: (shop) => read(shop, settings),
  },
  allow: {
    argv: async (shop) => ['allow', await denied(shop)],
    word: 'allow',
    state: (shop) => read(shop, 'hooks.yaml'),
  },
  'review --accept': {
    argv: async (shop) => ['review', '--accept', await proposed(shop)],
    word: 'accept',
    state: (shop) => read(shop, 'hooks.yaml'),
  },
  review: {
    argv: async (shop) => (await proposed(shop), ['review']),
    word: 'accept',
    state: (shop) => read(shop, 'hooks.yaml'),
  },
  'validate --fix': {
    argv: (shop) => {
      shop.write('hooks.yaml', rules.replace('git push --force', '^git push'))
      return ['validate', '--fix']
    },
    word: 'fix',
    state: (shop) => read(shop, 'hooks.yaml'),
  },
  'doctor --fix': {
    argv: (shop) => {
      const text = read(shop, settings) ?? ''
      const { hooks, ...rest } = JSON.parse(text) as { hooks: Record<string, unknown> }
      delete hooks['Stop']
      shop.write(settings, JSON.stringify({ ...rest, hooks }))
      return ['doctor', 'claude-code', '--fix']
    },
    word: 'fix',
    state: (shop) => read(shop, settings),
  },
}

const every = Object.entries(deeds).map(([name, action]) => ({ name, ...action }))

async function open(): Promise<Shop> {
  const shop = openShop({ 'hooks.yaml': rules }, false)
  await shop.hooks(['install', 'claude-code'])
  return shop
}

async function perform(shop: Shop, argv: readonly string[], over: Partial<Host>) {
  const env = { HOME: shop.home, USER: user, NO_COLOR: '1', ...over.env }
  return shop.hooks(argv, { ...person, ...over, env })
}

async function lastRow(shop: Shop): Promise<unknown> {
  const { out } = await shop.hooks(['ledger', '--json'])
  return (JSON.parse(out) as { rows: readonly unknown[] }).rows.at(-1)
}

/** What the agent's user reads at the next event. */
async function nextMessage(shop: Shop): Promise<string> {
  const each = shop.host(['run', '--agent', 'claude-code'], {
    stdin: async () =>
      JSON.stringify({
        hook_event_name: 'UserPromptSubmit',
        prompt: 'Go on.',
        session_id: 's2',
        transcript_path: '/t',
        cwd: shop.root,
      }),
  })
  await each.load('run').run(each)
  const said = each.printed.out.trim()
  return said === '' ? '' : ((JSON.parse(said) as { systemMessage?: string }).systemMessage ?? '')
}

const claude: RunningProgram = { name: 'claude', argv: ['claude', '--resume'] }
const shell: RunningProgram = { name: 'bash', argv: ['-bash'] }

describe.each(every)('hooks $name', ({ argv, word, state }) => {
  test.each<{ name: string; over: Partial<Host>; says: string }>([
    { name: 'a variable of an agent', over: { env: { CLAUDECODE: '1' } }, says: 'CLAUDECODE is set' },
    {
      name: 'a program of an agent above it, behind a terminal of its own',
      over: { ancestors: () => [{ name: 'script', argv: ['script', '-qec', 'hooks'] }, shell, claude] },
      says: 'claude-code (claude) started it',
    },
  ])('is refused by $name, recorded and told', async ({ over, says }) => {
    const shop = await open()
    const words = await argv(shop)
    const before = await state(shop)
    const { exit, err } = await perform(shop, words, { ...over, line: () => word })
    expect(exit).toBe(1)
    expect(err).toContain(says)
    expect(err).toContain(`Ask the user to run it in a terminal of their own: hooks ${words[0]}`)
    expect(await state(shop)).toEqual(before)
    expect(await lastRow(shop)).toMatchObject({
      events: [words[0]],
      decision: 'deny',
      subject: expect.stringContaining(`an agent tried hooks ${words.join(' ')}, which was refused: ${says}`),
    })
    expect(await nextMessage(shop)).toContain('hooks: an agent tried hooks')
    expect(await nextMessage(shop)).toBe('')
  })

  test.each<{ name: string; ancestors: readonly RunningProgram[] }>([
    { name: 'at a terminal', ancestors: [shell, { name: 'systemd', argv: ['/sbin/init'] }] },
    {
      name: 'over ssh',
      ancestors: [
        shell,
        { name: 'sshd', argv: ['sshd: dana@pts/0'] },
        { name: 'sshd', argv: ['/usr/sbin/sshd', '-D'] },
      ],
    },
    {
      name: 'in a terminal of VS Code',
      ancestors: [shell, { name: 'code', argv: ['/usr/share/code/code'] }],
    },
    { name: 'in a terminal of Cursor', ancestors: [shell, { name: 'cursor', argv: ['/opt/Cursor/cursor'] }] },
    {
      name: 'in a terminal of JetBrains',
      ancestors: [shell, { name: 'java', argv: ['/opt/idea/bin/java'] }],
    },
  ])('is done by a person $name who types the word, recorded and told', async ({ ancestors }) => {
    const shop = await open()
    const words = await argv(shop)
    const before = await state(shop)
    const { exit, out } = await perform(shop, words, { ancestors: () => ancestors, line: () => word })
    expect(out).toContain(`Type "${word}" to do it: `)
    expect([0, word === 'fix' ? 1 : 0]).toContain(exit) // other findings of doctor
    expect(await state(shop)).not.toEqual(before)
    expect(await lastRow(shop)).toMatchObject({ events: [words[0]], decision: 'proceed' })
    expect(await nextMessage(shop)).toContain(`hooks: ${user} ran hooks ${words[0]}`)
  })

  test('is not done where another word is typed, nor without a terminal', async () => {
    const shop = await open()
    const words = await argv(shop)
    const before = await state(shop)
    expect((await perform(shop, words, { line: () => 'y' })).err).toContain(`"${word}" was not typed`)
    const { exit } = await perform(shop, words, { line: () => word, terminal: false, stdinIsTerminal: false })
    expect(exit).toBe(words.length === 1 && words[0] === 'review' ? 0 : 1) // lists what waits
    expect(await state(shop)).toEqual(before)
  })
})

test('install adds and repairs inside an agent', async () => {
  const shop = openShop({ 'hooks.yaml': rules })
  const over = { env: { HOME: shop.home, CLAUDECODE: '1' }, ancestors: () => [claude] }
  expect(await shop.hooks(['install', 'claude-code'], over)).toMatchObject({ exit: 0 })
  expect(read(shop, settings)).toContain('hooks-agent')
})

test('hooks init --force replaces no rules inside an agent', async () => {
  const shop = openShop({ 'hooks.yaml': rules })
  const { exit, err } = await shop.hooks(['init', '--force'], { ancestors: () => [claude] })
  expect([exit, read(shop, 'hooks.yaml')]).toEqual([1, rules])
  expect(err).toContain('only people can replace rules')
})

test('hooks trust --yes needs no terminal where no agent called hooks yet, and is recorded', async () => {
  const verb = 'trust'
  const shop = await open()
  const over = { env: { HOME: shop.home, USER: user } }
  expect(await shop.hooks([verb, '--yes'], over)).toMatchObject({ exit: 0 })
  expect(await lastRow(shop)).toMatchObject({ events: [verb], decision: 'proceed' })
  expect(await nextMessage(shop)).toContain(`hooks: ${user} ran hooks ${verb} --yes`)
})

test('hooks trust --yes is refused where an agent called hooks, by whichever state directory', async () => {
  const shop = await open()
  await nextMessage(shop)
  for (const env of [{}, { XDG_STATE_HOME: path.join(shop.home, 'new') }]) {
    const over = { env: { HOME: shop.home, ...env }, accountHome: () => shop.home }
    const { exit, err } = await shop.hooks(['trust', '--yes'], over)
    expect([exit, err]).toEqual([1, expect.stringContaining('only where no agent has called hooks yet')])
  }
})

test('hooks uninstall asks a person, whatever is said with it', async () => {
  const shop = await open()
  expect(await shop.hooks(['uninstall', '--yes'])).toMatchObject({ exit: 1 })
  expect((await shop.hooks(['uninstall'])).err).toContain('this is not a terminal to ask at')
})

test('a secret in what was typed is neither recorded nor told', async () => {
  const shop = await open()
  const words = ['pause', 'no-force-push', '--for', '1h', '--reason', 'token=abcdefgh1234567 expired']
  await perform(shop, words, { line: () => 'pause' })
  expect(await nextMessage(shop)).toMatch(/^hooks: dana ran .*token=\*\*\* expired/)
})

describe('the program of', () => {
  const named = agents.flatMap(({ name, programs = [], editors = [] }) =>
    programs.map((program) => ({ name, program, isEditor: editors.includes(program) })),
  )
  const refused = async (program: RunningProgram): Promise<boolean> => {
    const shop = openShop({ 'hooks.yaml': rules })
    const over = { ancestors: () => [shell, program], line: () => 'uninstall' }
    return (await perform(shop, ['uninstall'], over)).exit === 1
  }

  test('an editor is none', () => {
    const editors = named.filter(({ isEditor }) => isEditor).map(({ program }) => program)
    expect(editors).toEqual(['antigravity', 'cursor', 'kiro', 'code', 'windsurf'])
  })

  test.each(named)('$name: $program', async ({ program, isEditor }) => {
    const forms = [
      { name: program, argv: [`/usr/local/bin/${program}`] },
      {
        name: 'MainThread',
        argv: ['/usr/bin/node', '--no-warnings', `/usr/local/bin/${program}`, '-p', 'x'],
      },
      { name: `${program}.exe`, argv: [`C:\\bin\\${program}.exe`] },
    ]
    for (const each of forms) expect(await refused(each)).toBe(!isEditor)
  })

  test.each(agents.flatMap(({ packages = [] }) => packages))('the package %s', async (name) => {
    expect(
      await refused({ name: 'node', argv: ['node', `/usr/lib/node_modules/${name}/dist/index.js`] }),
    ).toBe(true)
    expect(await refused({ name: 'vim', argv: ['vim', `/usr/lib/node_modules/${name}/dist/index.js`] })).toBe(
      false,
    )
  })

  test.each(agents.flatMap(({ variables = [] }) => variables))('%s in the environment', async (variable) => {
    const shop = openShop({ 'hooks.yaml': rules })
    const over = { env: { HOME: shop.home, [variable]: '1' }, line: () => 'uninstall' }
    const { exit } = await perform(shop, ['uninstall'], over)
    expect(exit).toBe(1)
  })
})

describe('the system lists', () => {
  test.runIf(process.platform === 'linux')('those above this process', () => {
    const above = readAncestors()
    expect(above.length).toBeGreaterThan(0)
    expect(above.every(({ name }) => name !== '')).toBe(true)
  })

  test('names with blanks, by ps', () => {
    const answers: Readonly<Record<string, string>> = {
      'pid=,args=': '    1 /sbin/launchd\n  501 /Applications/My Editor.app/Contents/MacOS/claude --x y\n',
      'pid=,ppid=,comm=':
        '    1     0 /sbin/launchd\n  501     1 /Applications/My Editor.app/Contents/MacOS/claude\n',
    }
    const table = parsePs((_, args) => answers[args[2] ?? ''] ?? '')
    expect(table.get(501)).toMatchObject({ parent: 1, name: expect.stringMatching(/My Editor.*\/claude$/) })
    expect(table.get(1)?.argv).toEqual(['/sbin/launchd'])
  })

  test('command lines with quotes, by Windows', () => {
    const table = parseCim(
      '12\t4\tnode.exe\t"C:\\Program Files\\nodejs\\node.exe" C:\\npm\\claude\r\n4\t0\tSystem\t\r\n',
    )
    expect(table.get(12)).toEqual({
      parent: 4,
      name: 'node.exe',
      argv: ['C:\\Program Files\\nodejs\\node.exe', 'C:\\npm\\claude'],
    })
  })
})
