// Git changes hooks.yaml: ordinary Git goes, an open session keeps its rules, the next one begins with what there is.
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeProject, type Project } from '../support/cli.ts'

const rule = (name: string, command: string, says = 'deny'): string =>
  `    - { name: ${name}, match: { command: ${command} }, ${says}: No. }\n`
const rulesOf = (...lines: readonly string[]): string =>
  `version: 1\nhooks:\n  PreToolUse:\n${lines.join('')}`
const main = rulesOf(rule('deploys', 'deploy'), rule('tables', 'drop'))
const settingsWith = (more: object): string =>
  JSON.stringify({
    hooks: {
      PreToolUse: [{ hooks: [{ type: 'command', command: 'hooks run --agent claude-code', ...more }] }],
    },
  })
const settings = settingsWith({ onFailure: 'block' })

interface Shop {
  readonly project: Project
  git(...args: readonly string[]): string
  /** A commit of these files on a new branch; back on main. */
  branch(name: string, files: Readonly<Record<string, string>>, from?: string): void
}

function shop(): Shop {
  const project = makeProject({ 'hooks.yaml': main, 'cart.ts': '', '.claude/settings.json': settings })
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=dana', '-c', 'user.email=dana@shop', ...args], {
      cwd: project.root,
      env: { ...project.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_TERMINAL_PROMPT: '0' },
      stdio: ['ignore', 'pipe', 'ignore'],
      encoding: 'utf8',
    })
  const branch: Shop['branch'] = (name, files, from = 'main') => {
    git('checkout', '-q', '-b', name, from)
    for (const [file, text] of Object.entries(files)) project.write(file, text)
    git('add', '-A')
    git('commit', '-q', '-m', name)
    git('checkout', '-q', 'main')
  }
  git('init', '-q', '-b', 'main')
  git('add', '.')
  git('commit', '-q', '-m', 'shop')
  branch('loose', { 'hooks.yaml': rulesOf(rule('tables', 'drop')) })
  branch('other', { 'hooks.yaml': rulesOf(rule('tables', 'drop'), rule('mail', 'mail', 'ask')) })
  branch('bare', { '.claude/settings.json': '{}' })
  branch('open', { '.claude/settings.json': settingsWith({ onFailure: 'continue' }) })
  branch('feature', { 'cart.ts': 'export {}' })
  git('worktree', 'add', '-q', '../wt', 'feature')
  return { project, git, branch }
}

interface Answer {
  readonly decision: string
  readonly says: string
}

async function send(project: Project, payload: object, session = 's', env = {}): Promise<Answer> {
  const given = { session_id: session, cwd: project.root, ...payload }
  const { stdout } = await project.hooks(['run', '--agent', 'claude-code'], {
    input: JSON.stringify(given),
    cwd: given.cwd,
    env,
  })
  const reply = stdout === '' ? {} : JSON.parse(stdout)
  const decision = reply.hookSpecificOutput?.permissionDecision ?? reply.decision ?? 'goes'
  return { decision, says: reply.systemMessage ?? '' }
}

const call = (command: string) => ({
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command },
})
const start = { hook_event_name: 'SessionStart', source: 'startup' }
const verdict = async (project: Project, command: string, session = 's'): Promise<string> =>
  (await send(project, call(command), session)).decision

const nothing = (): void => undefined
const dirty = ({ project }: Shop): void => {
  const mine = rulesOf(rule('deploys', 'deploy'), rule('tables', 'drop'), rule('mine', 'mine'))
  for (const dir of ['', '../wt/']) project.write(`${dir}hooks.yaml`, mine)
}
/** A person’s own settings call us as well. */
const installed = ({ project, branch }: Shop): void => {
  branch('off', { '.claude/settings.json': '{ "disableAllHooks": true }' })
  project.write('../.claude/settings.json', settings)
}
const evil = ({ project }: Shop): void => {
  execFileSync('git', ['clone', '-q', project.root, '../evil'], { cwd: project.root, stdio: 'ignore' })
  const at = path.join(project.dir, 'evil')
  project.write('../evil/hooks.yaml', 'version: 1\n')
  const run = (...args: readonly string[]): void =>
    void execFileSync('git', ['-c', 'user.name=e', '-c', 'user.email=e@e', ...args], {
      cwd: at,
      stdio: 'ignore',
    })
  run('commit', '-q', '-a', '-m', 'evil')
}
const fetched = (shop: Shop): void => {
  evil(shop)
  shop.git('fetch', '-q', '../evil', 'main:refs/remotes/origin/x')
}
const own = ({ branch }: Shop): void => branch('topic', { 'new.ts': '' }, 'other')

/** State of the checkout once the session has begun, command, verdict. */
const table: readonly (readonly [(shop: Shop) => void, string, string])[] = [
  ...[
    'git checkout loose',
    'git switch loose',
    'git checkout -f loose',
    'git merge loose',
    'git rebase loose',
    'git cherry-pick loose',
    'git pull',
    'git reset --hard loose',
    'git reset --soft loose',
    'git checkout feature && git checkout loose',
    'git stash',
    'git checkout -- .',
    'git pull ../evil main',
    'git fetch ../evil main && git merge FETCH_HEAD',
    'chmod -R u+w .',
    'chown -R dev .',
    'setfacl -R -m u:dev:rwX .',
    'touch *',
    String.raw`find . -type d -empty -exec rmdir {} \;`,
    String.raw`find . -type f -exec chmod 644 {} \;`,
    'find . -type d -empty -delete',
    'git worktree remove ../wt',
    'git reset HEAD hooks.yaml',
    'git checkout loose cart.ts',
  ].map((command) => [nothing, command, 'goes'] as const),
  [own, 'git checkout topic', 'goes'],
  ...[
    'git checkout loose -- .',
    'git checkout loose .',
    'git checkout loose hooks.yaml',
    'git reset loose hooks.yaml',
    'find . -type d -o -name hooks.yaml -delete',
    'git restore --source loose .',
    'git checkout loose -- hooks.yaml',
    'git show loose:hooks.yaml > hooks.yaml',
    'git read-tree -u --reset loose',
    'git read-tree -u -m loose',
    'git read-tree loose && git checkout-index -f -a',
    'echo x > ../wt/hooks.yaml',
    'cd ../wt && sed -i s/deny/ask/ hooks.yaml',
    'chmod 000 hooks.yaml',
    'chmod -R a-r .',
    'touch hooks.local.yaml',
    'git update-index --cacheinfo 100644,abc,hooks.yaml',
    'git update-index --assume-unchanged hooks.yaml',
    'git rm hooks.yaml',
    'git checkout bare',
    'git merge bare',
    'git pull . bare',
    'git checkout open',
  ].map((command) => [nothing, command, 'deny'] as const),
  ...[
    'git reset --hard',
    'git stash',
    'git checkout -f loose',
    'git checkout -- .',
    'git reset --hard loose',
    'git worktree remove --force ../wt',
  ].map((command) => [dirty, command, 'deny'] as const),
  ...['git reset HEAD hooks.yaml', 'git reset -- hooks.yaml', 'git worktree remove ../wt'].map(
    (command) => [dirty, command, 'goes'] as const,
  ),
  ...['git checkout bare', 'git merge bare', 'git pull . bare'].map(
    (command) => [installed, command, 'goes'] as const,
  ),
  ...['git checkout off', 'git checkout bare -- .claude', 'echo {} > .claude/settings.json'].map(
    (command) => [installed, command, 'deny'] as const,
  ),
  ...[
    'git merge origin/x',
    'git checkout origin/x',
    'git rebase origin/x',
    'git cherry-pick origin/x',
    'git reset --hard origin/x',
    'git pull . origin/x',
    'git pull origin x',
  ].map((command) => [fetched, command, 'deny'] as const),
]

test.each(table.map(([state, command, expected]) => ({ state, command, expected, name: state.name })))(
  '$name: $command $expected',
  async ({ state, command, expected }) => {
    const made = shop()
    await send(made.project, start)
    state(made)
    expect(await verdict(made.project, command)).toBe(expected)
  },
)

test.each([['checkout'], ['merge'], ['rebase'], ['reset', '--hard']])(
  'git %s of a version: this session keeps its rules and is told, the next begins with it',
  async (...args) => {
    const { project, git } = shop()
    await send(project, start)
    git(...args, 'other')
    const first = await send(project, call('deploy now'))
    expect(first).toEqual({
      decision: 'deny',
      says: expect.stringContaining('Git changed hooks.yaml; the 2 rules of before stay in force'),
    })
    expect(await verdict(project, 'mail all')).toBe('ask')
    const next = await send(project, start, 'next')
    expect(next.says).toContain('hooks.yaml changed since you last saw it: deploys removed')
    expect(await verdict(project, 'deploy now', 'next')).toBe('goes')
    expect(await verdict(project, 'mail all', 'next')).toBe('ask')
    expect(await verdict(project, 'deploy now')).toBe('deny')
    git('checkout', '-q', '-f', 'loose')
    expect(await verdict(project, 'mail all', 'next')).toBe('ask')
    expect(await verdict(project, 'mail all')).toBe('goes')
    expect(await verdict(project, 'deploy now')).toBe('deny')
  },
)

test('bytes that differ are Git’s as well, and going back ends it', async () => {
  const { project, git } = shop()
  await send(project, start)
  git('checkout', '-q', 'loose')
  project.write('hooks.yaml', `# ours\n${rulesOf(rule('tables', 'drop'))}`.replaceAll('\n', '\r\n'))
  expect(await verdict(project, 'deploy now')).toBe('deny')
  git('checkout', '-q', '-f', 'main')
  expect(await send(project, call('deploy now'))).toEqual({
    decision: 'deny',
    says: expect.not.stringContaining('Git changed'),
  })
  project.write('hooks.yaml', rulesOf(rule('mine', 'mine')))
  expect(await verdict(project, 'deploy now')).toBe('goes')
  expect(await verdict(project, 'mine')).toBe('deny')
})

test('an edit of no commit holds at the next call, whatever is kept', async () => {
  const { project, git } = shop()
  await send(project, start)
  git('checkout', '-q', 'loose')
  expect(await verdict(project, 'deploy now')).toBe('deny')
  project.write('hooks.yaml', rulesOf(rule('mine', 'mine')))
  expect(await verdict(project, 'deploy now')).toBe('goes')
  expect(await verdict(project, 'mine')).toBe('deny')
})

test('what is no rule ends no keeping: a recipe, a pause', async () => {
  const { project, git } = shop()
  await send(project, start)
  git('checkout', '-q', 'loose')
  expect(await verdict(project, 'deploy now')).toBe('deny')
  project.write('recipes/new.md', 'Look at it.\n')
  expect(await verdict(project, 'deploy now')).toBe('deny')
  await project.hooks(['pause', 'tables', '--for', '5m'], { types: 'pause' })
  expect(await verdict(project, 'deploy now')).toBe('deny')
})

test('a recipe that is written with the checkout hides no change of Git', async () => {
  const { project, git } = shop()
  await send(project, start)
  git('checkout', '-q', 'loose')
  project.write('recipes/new.md', 'Look at it.\n')
  expect(await verdict(project, 'deploy now')).toBe('deny')
})

test('a session of a worktree keeps rules that it has from the main checkout', async () => {
  const { project, git } = shop()
  git('rm', '-q', '--cached', 'hooks.yaml')
  git('commit', '-q', '-m', 'bare')
  git('worktree', 'add', '-q', '--detach', '../tree')
  git('checkout', '-q', '-f', 'other')
  const there = { cwd: path.join(project.dir, 'tree') }
  await send(project, { ...start, ...there }, 't')
  const at = async (command: string) => (await send(project, { ...call(command), ...there }, 't')).decision
  expect(await at('mail all')).toBe('ask')
  git('checkout', '-q', 'loose')
  expect(await at('mail all')).toBe('ask')
})

test('a version that one call fetches and merges stays out of force until a person confirms it', async () => {
  const made = shop()
  const { project, git } = made
  evil(made)
  await send(project, start)
  git('pull', '-q', '../evil', 'main')
  const first = await send(project, call('deploy now'))
  expect(first).toEqual({ decision: 'deny', says: expect.stringContaining('does not come into force') })
  const next = await send(project, start, 'next')
  expect(next.says).toContain('does not come into force')
  expect(await verdict(project, 'deploy now', 'next')).toBe('deny')
  const { stdout } = await project.hooks(['review'], { types: 'seen' })
  expect(stdout).toContain('deploys removed')
  expect(await verdict(project, 'deploy now', 'third')).toBe('goes')
})

test('without the cache that kept them, calls are asked about', async () => {
  const { project, git } = shop()
  await send(project, start)
  rmSync(path.join(project.dir, '.cache'), { recursive: true })
  git('checkout', '-q', 'loose')
  expect(await verdict(project, 'ls')).toBe('ask')
  expect(await verdict(project, 'deploy now', 'next')).toBe('goes')
  git('checkout', '-q', 'main')
  expect(await verdict(project, 'ls')).toBe('goes')
  expect(await verdict(project, 'deploy now')).toBe('deny')
})

test('a stop gate whose script is another holds once and says so', async () => {
  const { project, git, branch } = shop()
  project.write('check.sh', '#!/bin/sh\nexit 0\n')
  chmodSync(path.join(project.root, 'check.sh'), 0o755)
  project.write('hooks.yaml', `${main}  AgentStop:\n    - { name: gate, run: ./check.sh }\n`)
  git('add', '.')
  git('commit', '-q', '-m', 'gate')
  branch('old', { 'check.sh': '#!/bin/sh\nexit 0 # old\n' })
  await project.hooks(['trust'], { types: 'trust' })
  await send(project, start)
  const stop = { hook_event_name: 'Stop', stop_hook_active: false }
  expect((await send(project, stop)).decision).toBe('goes')
  git('checkout', '-q', 'old')
  expect((await send(project, stop)).decision).toBe('block')
  expect((await send(project, stop)).decision).toBe('goes')
})

const script = `version: 1
hooks:
  PreToolUse:
    - { name: gate, match: { command: ls }, run: ./check.sh, on_error: deny }
`

test('trust holds in the worktrees of a repository and where it moved, and in no copy', async () => {
  const { project, git } = shop()
  project.write('hooks.yaml', script)
  project.write('check.sh', '#!/bin/sh\nexit 2\n')
  chmodSync(path.join(project.root, 'check.sh'), 0o755)
  git('add', '.')
  git('commit', '-q', '-m', 'gate')
  await project.hooks(['trust'], { types: 'trust' })
  const at = async (name: string, session: string): Promise<string> =>
    (await send(project, { ...call('ls'), cwd: path.join(project.dir, name) }, session)).decision
  git('worktree', 'add', '-q', '--detach', '../tree')
  expect(await at('tree', 'tree')).toBe('deny')
  git('clone', '-q', '.', '../clone')
  cpSync(project.root, path.join(project.dir, 'copy'), { recursive: true })
  expect([await at('clone', 'clone'), await at('copy', 'copy')]).toEqual(['goes', 'goes'])
  for (const named of ['.git', '.git/worktrees/tree']) {
    rmSync(path.join(project.dir, 'clone/.git'), { recursive: true })
    project.write('../clone/.git', `gitdir: ${project.root}/${named}\n`)
    expect(await at('clone', named)).toBe('goes')
  }
  renameSync(project.root, path.join(project.dir, 'moved'))
  expect(await at('moved', 'moved')).toBe('deny')
})

test('a rule that one branch adds and the next lacks is said once, and review records what was shown', async () => {
  const { project, git } = shop()
  await send(project, start)
  git('checkout', '-q', 'other')
  expect((await send(project, start, 'b')).says).toContain('mail added')
  git('checkout', '-q', 'main')
  const back = (await send(project, start, 'c')).says
  expect(back).toContain('mail removed')
  expect(back).not.toContain('hooks review')
  expect((await send(project, start, 'd')).says).not.toContain('mail')
  git('checkout', '-q', 'loose')
  for (const session of ['e', 'f'])
    expect((await send(project, start, session)).says).toContain(
      'deploys removed. If that is right: hooks review',
    )
  const { stdout } = await project.hooks(['review'], { types: 'seen' })
  expect(stdout).toContain('deploys removed')
  expect((await send(project, start, 'g')).says).not.toContain('since you last saw it')
})
