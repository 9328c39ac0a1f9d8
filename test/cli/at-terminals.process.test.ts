// Whoever types the word at a real terminal can do everything: there, in the terminal of an editor, and over ssh.
import { copyFileSync, existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { bin, finish, type Finished, makeProject, outsideAgents, type Project } from '../support/cli.ts'
import { partOf } from '../support/part.ts'

const rules = `version: 1
hooks:
  PreToolUse:
    - { name: no-force-push, match: { command: git push --force }, deny: Push a branch. }
    - { name: ci, match: { command: npm i }, set_input: { command: npm ci } }
`

interface Where {
  readonly name: string
  /** Of the program above the shell. */
  readonly program: string
  /** What it sets. */
  readonly env: Readonly<Record<string, string>>
}

const vscode = {
  TERM_PROGRAM: 'vscode',
  TERM_PROGRAM_VERSION: '1.106.2',
  COLORTERM: 'truecolor',
  VSCODE_INJECTION: '1',
  VSCODE_GIT_IPC_HANDLE: '/run/user/1000/vscode-git-1.sock',
  VSCODE_GIT_ASKPASS_NODE: '/usr/share/code/code',
  VSCODE_GIT_ASKPASS_MAIN: '/usr/share/code/resources/app/extensions/git/dist/askpass-main.js',
  GIT_ASKPASS: '/usr/share/code/resources/app/extensions/git/dist/askpass.sh',
  CLAUDE_CODE_SSE_PORT: '41234', // the extension of Claude Code, for a `claude` that is started there
  ENABLE_IDE_INTEGRATION: 'true',
}

const places: readonly Where[] = [
  { name: 'at a terminal', program: 'gnome-terminal-', env: { VTE_VERSION: '7600', COLORTERM: 'truecolor' } },
  { name: 'in a terminal of VS Code', program: 'code', env: vscode },
  { name: 'in a terminal of Cursor', program: 'cursor', env: { ...vscode, CURSOR_TRACE_ID: 'b9f0c2' } },
  {
    name: 'over ssh',
    program: 'sshd',
    env: {
      SSH_CLIENT: '192.0.2.7 51734 22',
      SSH_CONNECTION: '192.0.2.7 51734 192.0.2.9 22',
      SSH_TTY: '/dev/pts/3',
    },
  },
  { name: 'in tmux', program: 'tmux', env: { TMUX: '/tmp/tmux-1000/default,812,0', TERM_PROGRAM: 'tmux' } },
]

const quote = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`

/** A shell of that name, below which `script` opens a terminal, where somebody types the word. */
function type(
  shop: Project,
  { program, env }: Where,
  args: readonly string[],
  word: string,
): Promise<Finished> {
  const shell = path.join(shop.dir, 'programs', program)
  mkdirSync(path.dirname(shell), { recursive: true })
  copyFileSync(realpathSync('/bin/sh'), shell)
  const argv = [process.execPath, ...outsideAgents(args), bin, ...args]
  const COMMAND = argv.map(quote).join(' ')
  const own = { TERM: 'xterm-256color', USER: 'dana', NO_COLOR: '1', OUTERMOST: program, COMMAND }
  return finish(
    [shell, '-c', 'script -qec "$COMMAND" /dev/null; exit $?'],
    { cwd: shop.root, env: { ...shop.env, ...env, ...own } },
    { input: `${word}\n` },
  )
}

const settings = '.claude/settings.local.json'
const read = ({ root }: Project, file: string): string =>
  existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8') : ''
const stdoutOf = async (shop: Project, ...args: string[]): Promise<string> => (await shop.hooks(args)).stdout

async function deniedCall(shop: Project): Promise<string> {
  const call = { tool_name: 'Bash', tool_input: { command: 'git push -f' }, cwd: shop.root, session_id: 's' }
  const input = JSON.stringify({ hook_event_name: 'PreToolUse', ...call })
  await shop.hooks(['run', '--agent', 'claude-code'], { input })
  const { rows } = JSON.parse(await stdoutOf(shop, 'ledger', '--json', '--last', '1'))
  return rows[0].id
}

async function proposal(shop: Project): Promise<string> {
  const input = read(shop, 'hooks.yaml').replace('Push a branch.', 'Push a branch instead.')
  await shop.hooks(['propose', '--reason', 'clearer'], { input })
  return JSON.parse(await stdoutOf(shop, 'review', '--json'))[0].id
}

function dropStop(shop: Project): void {
  const { hooks, ...rest } = JSON.parse(read(shop, settings))
  delete hooks.Stop
  shop.write(settings, JSON.stringify({ ...rest, hooks }))
}

/** In order: each finds what the ones before left. */
const deeds: readonly {
  readonly word: string
  args(shop: Project): Promise<readonly string[]> | readonly string[]
  isDone(shop: Project): Promise<boolean> | boolean
}[] = [
  {
    word: 'trust',
    args: () => ['trust'],
    isDone: async (shop) => (await stdoutOf(shop, 'trust', '--show')).includes('✓ ci'),
  },
  {
    word: 'fix',
    args: (shop) => (dropStop(shop), ['doctor', 'claude-code', '--fix']),
    isDone: (shop) => read(shop, settings).includes('"Stop"'),
  },
  {
    word: 'accept',
    args: async (shop) => ['review', '--accept', await proposal(shop)],
    isDone: (shop) => read(shop, 'hooks.yaml').includes('Push a branch instead.'),
  },
  {
    word: 'allow',
    args: async (shop) => ['allow', await deniedCall(shop)],
    isDone: (shop) => read(shop, 'hooks.yaml').includes('"!git push -f"'),
  },
  {
    word: 'pause',
    args: () => ['pause', 'no-force-push', '--for', '1h', '--reason', 'moving'],
    isDone: async (shop) => (await stdoutOf(shop, 'pause', '--list')).includes('no-force-push'),
  },
  {
    word: 'uninstall',
    args: () => ['uninstall', 'claude-code'],
    isDone: (shop) => !read(shop, settings).includes('hooks-agent'),
  },
]

const hasScript = existsSync('/usr/bin/script') && process.platform === 'linux'

const files = [import.meta.filename, 'src/cli/person', 'src/cli/open-project.ts']
describe.skipIf(!hasScript).each(partOf(places, 3, { from: 1, files }))('a person $name', (where) => {
  test('does everything by typing the word', async () => {
    const shop = makeProject({ 'hooks.yaml': rules }, false)
    await shop.hooks(['install', 'claude-code'])
    for (const { word, args, isDone } of deeds) {
      const argv = await args(shop)
      expect(await isDone(shop)).toBe(false)
      const { stdout } = await type(shop, where, argv, word)
      expect(stdout).toContain(`Type "${word}" to do it: `)
      expect(await isDone(shop)).toBe(true)
    }
  })
})

test.skipIf(!hasScript)('below the program of an agent nobody does', async () => {
  const shop = makeProject({ 'hooks.yaml': rules }, false)
  const { stdout, exit } = await type(shop, { name: '', program: 'claude', env: vscode }, ['trust'], 'trust')
  expect({ stdout, exit }).toEqual({
    stdout: expect.stringContaining('only people can trust a project, and claude-code (claude) started it'),
    exit: 1,
  })
})
