// A session that moves into another worktree of its repository keeps the project's rules there, at every door.
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createEngine } from '../../src/index.ts'
import { makeProject, type Project } from '../support/cli.ts'

const rules = `version: 1
hooks:
  PreToolUse:
    - { name: migrations, match: { edits: 'migrations/**' }, deny: Add a migration instead. }
    - { name: locked, match: { writes: 'src/locked.ts' }, deny: This file is locked. }
`

/** A project with one worktree where agents put theirs, and one beside it. */
function shop(
  files: Readonly<Record<string, string>> = { 'hooks.yaml': rules },
  untracked: Readonly<Record<string, string>> = {},
): Project {
  const project = makeProject({ ...files, 'src/locked.ts': '', 'migrations/001.sql': '' })
  const git = (...args: readonly string[]): void => {
    execFileSync('git', ['-c', 'user.name=dana', '-c', 'user.email=dana@shop', ...args], {
      cwd: project.root,
      env: project.env,
      stdio: 'ignore',
    })
  }
  git('init')
  git('add', '.')
  git('commit', '-m', 'shop')
  git('worktree', 'add', '.claude/worktrees/fix')
  git('worktree', 'add', '../beside')
  for (const [file, text] of Object.entries(untracked)) project.write(file, text)
  return project
}

const places = ['shop/.claude/worktrees/fix', 'beside']
const calls = [
  { tool_name: 'Edit', tool_input: { file_path: 'migrations/001.sql', old_string: 'a', new_string: 'b' } },
  { tool_name: 'Bash', tool_input: { command: 'echo x > src/locked.ts' } },
]

test('rules over paths hold in each worktree for agent, replay, explain and library', async () => {
  const project = shop()
  const engine = await createEngine({ root: project.root, trust: 'all' })
  const start = { hook_event_name: 'SessionStart', source: 'startup', cwd: project.root }
  const agent = (payload: object) =>
    project.hooks(['run', '--agent', 'claude-code'], {
      input: JSON.stringify({ session_id: 's', ...payload }),
    })
  await agent(start)
  for (const place of places) {
    const cwd = path.join(project.dir, place)
    for (const call of calls) {
      const payload = { hook_event_name: 'PreToolUse', cwd, ...call }
      expect((await agent(payload)).stdout).toContain('"permissionDecision":"deny"')
      const replay = await project.hooks(['run', '--json', '--from', 'claude-code', '--root', project.root], {
        input: JSON.stringify(payload),
      })
      expect(JSON.parse(replay.stdout)).toMatchObject({ decision: 'deny' })
      expect(await engine.dispatch({ event: 'PreToolUse', cwd, ...call })).toMatchObject({ decision: 'deny' })
    }
    const explained = await project.hooks(['explain', `cd ${cwd} && echo x > src/locked.ts`])
    expect(explained.stdout).toContain('DENY')
  }
  await engine.close()
})

const working = `version: 1
hooks:
  PreToolUse:
    - { name: made, match: { command: make }, run: [sh, where.sh] }
    - { name: told, match: { command: npm publish }, deny: 'Root {{root}}.' }
  PostToolUse:
    - { name: formatted, match: { writes: '*.ts' }, run: [sh, where.sh, '{{paths}}'] }
  AgentStop:
    - { name: tested, match: { session: { wrote: 'src/**', since: npm test } }, run: [sh, where.sh] }
`
const whereScript = 'echo "${PWD#$HOME/} ${HOOKS_ROOT#$HOME/} $*" >> "$HOME/where"\n'

function atWork(): Project & {
  readonly agent: (payload: object) => Promise<string>
  readonly where: () => string
} {
  const project = shop({ 'hooks.yaml': working, 'where.sh': whereScript })
  const { root, dir } = project
  const log = path.join(dir, 'where')
  return {
    ...project,
    async agent(payload) {
      const text = JSON.stringify({ session_id: 's', cwd: root, ...payload }).replaceAll('DIR', dir)
      const { stdout, stderr } = await project.hooks(['run', '--agent', 'claude-code'], {
        input: text,
        env: { CLAUDE_PROJECT_DIR: root },
      })
      return stdout + stderr
    },
    where() {
      try {
        return readFileSync(log, 'utf8').trim().replaceAll('\n', '; ')
      } catch {
        return ''
      } finally {
        rmSync(log, { force: true })
      }
    },
  }
}

const before = (command: string, cwd?: string) => ({
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command },
  ...(cwd !== undefined && { cwd }),
})
const after = (more: object) => ({ hook_event_name: 'PostToolUse', tool_response: {}, ...more })
const wrote = (file_path: string, cwd?: string) =>
  after({ tool_name: 'Write', tool_input: { file_path, content: '' }, ...(cwd !== undefined && { cwd }) })
const stop = { hook_event_name: 'Stop', stop_hook_active: false }
const fix = 'shop/.claude/worktrees/fix'

const inTrees: readonly (readonly [payload: object, where: string])[] = [
  [before('make'), 'shop shop'],
  [before('cd src && make'), 'shop shop'],
  [before('cd ../beside && make'), 'beside beside'],
  [before('(cd ../beside/src; make)'), 'beside beside'],
  [before('cd .claude/worktrees/fix && make'), `${fix} ${fix}`],
  [before('git -C ../beside status && make'), 'beside beside'],
  [before('make', 'DIR/beside'), 'beside beside'],
  [before('make', 'DIR/beside/src'), 'beside beside'],
  [before('cd DIR/shop && make', 'DIR/beside'), 'shop shop'],
  [before('cd /tmp && make'), 'shop shop'],
  [wrote('DIR/shop/src/a.ts'), 'shop shop src/a.ts'],
  [wrote('src/a.ts'), 'shop shop src/a.ts'],
  [wrote('DIR/beside/src/a.ts'), 'beside beside src/a.ts'],
  [wrote('src/a.ts', 'DIR/beside'), 'beside beside src/a.ts'],
  [wrote(`DIR/${fix}/src/a.ts`), `${fix} ${fix} src/a.ts`],
  [wrote('DIR/shop/src/a.ts', 'DIR/beside'), 'shop shop src/a.ts'],
]

test('scripts run in the worktree that the call works in', async () => {
  const { agent, where } = atWork()
  await agent({ hook_event_name: 'SessionStart', source: 'startup' })
  const found: (readonly [object, string])[] = []
  for (const [payload] of inTrees) {
    await agent(payload)
    found.push([payload, where()])
  }
  expect(found).toEqual(inTrees)
})

test('a text names the worktree', async () => {
  const { agent, dir } = atWork()
  expect(await agent(before('cd ../beside && npm publish'))).toContain(`Root ${dir}/beside.`)
  expect(await agent(before('npm publish'))).toContain(`Root ${dir}/shop.`)
})

test('what the session did and whether tests passed since counts for each worktree', async () => {
  const { agent, where } = atWork()
  const passed = (command: string) => after({ tool_name: 'Bash', tool_input: { command } })
  await agent({ hook_event_name: 'SessionStart', source: 'startup' })
  await agent(wrote('DIR/beside/src/a.ts'))
  where()
  await agent(stop)
  expect(where()).toBe('beside beside')
  await agent(passed('npm test'))
  await agent(stop)
  expect(where()).toBe('beside beside')
  await agent(passed('cd ../beside && npm test'))
  await agent(stop)
  expect(where()).toBe('')
})

test('a script that is another one in the worktree is not the one that its user trusted', async () => {
  const { agent, where, dir, hooks } = atWork()
  await hooks(['list']) // its user trusts it
  writeFileSync(path.join(dir, 'beside/where.sh'), `${whereScript}echo more\n`)
  expect(await agent(before('cd ../beside && make'))).toContain('"permissionDecision":"ask"')
  expect(where()).toBe('')
  await agent(before('make'))
  expect(where()).toBe('shop shop')
})

const deny = (name: string, command: string): string =>
  `version: 1\nhooks:\n  PreToolUse:\n    - { name: ${name}, match: { command: ${command} }, deny: No ${name}. }\n`

test('files that Git does not bring into a worktree apply there', async () => {
  const untracked = {
    'hooks.yaml': deny('force', 'git push --force'),
    'hooks.local.yaml': deny('deploys', 'deploy'),
  }
  const project = shop({}, untracked)
  const ask = async (command: string, place: string): Promise<string> => {
    const cwd = path.join(project.dir, place)
    const input = JSON.stringify({ session_id: place, ...before(command, cwd) })
    const { stdout, stderr } = await project.hooks(['run', '--agent', 'claude-code'], { input, cwd })
    return stdout + stderr
  }
  for (const place of [...places, 'beside/src', `${fix}/src`]) {
    expect(await ask('git push --force', place)).toContain('No force.')
    expect(await ask('deploy', place)).toContain('No deploys.')
    expect(await ask('ls', place)).toBe('')
  }
  writeFileSync(path.join(project.dir, 'beside/hooks.yaml'), deny('lists', 'ls'))
  expect(await ask('ls', 'beside')).toContain('No lists.')
  expect(await ask('git push --force', 'beside')).toBe('')
  expect(await ask('deploy', 'beside')).toContain('No deploys.')
  const { stdout } = await project.hooks(['list'], { cwd: path.join(project.dir, fix) })
  expect(stdout).toContain('force')
})
