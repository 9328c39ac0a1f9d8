// An agent that starts the caller without a shell: the entry that `install` writes for it, and what each call ends in.
import { spawn } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { bin, finish, makeProject, type Project, type RunOptions } from '../support/cli.ts'
import { callers, startEngine } from '../support/engine.ts'
import { until } from '../support/time.ts'

const RULES = `version: 1
hooks:
  PreToolUse:
    - { name: no-deploys, match: { command: deploy }, deny: Deploys are closed. }
    - { name: kills, match: { command: kill-it }, run: [sh, -c, 'kill -9 $PPID; sleep 9'] }
    - { name: shows, match: { command: show }, run: [sh, -c, 'echo "$NODE_OPTIONS" > options'] }
    - { name: waits, match: { command: wait }, run: [sh, -c, 'echo $$ > pid; exec sleep 1000'], timeout: 9m }
`

interface Hook {
  readonly command: string
  readonly args?: readonly string[]
  readonly onFailure?: string
}

const settingsOf = ({ dir }: Project) => path.join(dir, '.claude/settings.json')
const binDir = ({ dir }: Project) => path.join(dir, '.local/share/hooks/bin')
const callerOf = (project: Project) => path.join(binDir(project), 'hooks-agent.claude-code')

function hooksOf(project: Project, event = 'PreToolUse', file = settingsOf(project)): readonly Hook[] {
  const { hooks } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly hooks: Readonly<Record<string, readonly { readonly hooks: readonly Hook[] }[]>>
  }
  return (hooks[event] ?? []).flatMap((group) => group.hooks)
}

/** Only these are on PATH, beside what the system has. */
function programs({ dir }: Project, versions: Readonly<Record<string, string>>): RunOptions {
  const place = path.join(dir, 'bin')
  rmSync(place, { recursive: true, force: true })
  mkdirSync(place)
  for (const [name, version] of Object.entries(versions))
    writeFileSync(path.join(place, name), `#!/bin/sh\necho '${version}'\n`, { mode: 0o755 })
  return { env: { PATH: `${place}:/usr/bin:/bin` } }
}

const CLAUDE = { claude: '2.1.329 (Claude Code)' }
const hooks = (
  project: Project,
  args: readonly string[],
  versions: Readonly<Record<string, string>> = CLAUDE,
) => project.hooks(args, programs(project, versions))

async function installed(): Promise<Project> {
  const project = makeProject({
    'hooks.yaml': RULES,
    '../.config/hooks/hooks.yaml': 'version: 1\nengine: { off: true }\n',
  })
  await hooks(project, ['install', 'claude-code', '--user'])
  return project
}

const payloadOf = ({ root: cwd }: Project, command: string): string =>
  JSON.stringify({
    hook_event_name: 'PreToolUse',
    session_id: 's',
    cwd,
    tool_name: 'Bash',
    tool_input: { command },
  })

function argvOf(project: Project): [string, ...string[]] {
  const [hook] = hooksOf(project)
  return [hook?.command ?? '', ...(hook?.args ?? [])]
}

type Variables = Readonly<Record<string, string>>

function call(project: Project, command: string, env: Variables = {}, more: readonly string[] = []) {
  const where = { cwd: project.root, env: { ...project.env, CLAUDE_PROJECT_DIR: project.root, ...env } }
  return finish([...argvOf(project), ...more], where, { input: payloadOf(project, command) })
}

const refused = (why: string) => ({ exit: 2, stderr: expect.stringContaining(why) })

describe.runIf(callers.includes('native') && process.platform === 'linux')('without a shell', () => {
  test('install names the caller for the event at which the agent refuses without it', async () => {
    const project = await installed()
    expect(hooksOf(project)).toEqual([
      {
        type: 'command',
        command: callerOf(project),
        args: [
          '-c',
          expect.stringMatching(
            /^POSIXLY_CORRECT=1; unset -f .*; \[ -r "\$0" \] && \. "\$0"; cd -P .*hooks-yaml is missing here/,
          ),
          path.join(binDir(project), 'hooks-agent'),
          'claude-code',
          'PreToolUse',
        ],
        timeout: 600,
        onFailure: 'block',
      },
    ])
    expect(hooksOf(project, 'PostToolUse')).toMatchObject([
      { command: expect.stringMatching(/; set -- claude/) },
    ])
    expect(await hooks(project, ['install', 'claude-code', '--user'])).toMatchObject({
      stdout: expect.stringContaining('already calls hooks'),
    })
    expect(await hooks(project, ['install', 'claude-code', '--user', '--check'], {})).toMatchObject({
      exit: 0,
    })
  })

  test.each([
    ['an older version', { claude: '2.1.328 (Claude Code)' }],
    ['no version', { claude: 'a program' }],
    ['no program', {}],
    ['another agent that reads its settings', { ...CLAUDE, cursor: '9.9.9' }],
  ])('with %s, install writes the line, in the place of the other entry', async (_, versions) => {
    const project = await installed()
    await hooks(project, ['install', 'claude-code', '--user'], versions)
    expect(hooksOf(project)).toMatchObject([
      { command: expect.stringMatching(/; set -- claude-code PreToolUse/) },
    ])
    await hooks(project, ['install', 'claude-code', '--user'])
    expect(hooksOf(project)).toMatchObject([{ command: callerOf(project) }])
  })

  test.each([
    ['--project', 'settings.json'],
    ['--local', 'settings.local.json'],
  ])('with %s, settings name no place on a machine: a container may have them', async (scope, file) => {
    const project = makeProject({ 'hooks.yaml': RULES })
    await hooks(project, ['install', 'claude-code', scope])
    expect(hooksOf(project, 'PreToolUse', path.join(project.root, '.claude', file))).toMatchObject([
      { command: expect.stringMatching(/; set -- claude-code PreToolUse/) },
    ])
    expect(existsSync(callerOf(project))).toBe(false)
  })

  test('nor do settings that a link leads to: other machines may have them', async () => {
    const project = makeProject({ 'hooks.yaml': RULES })
    const dotfiles = path.join(project.dir, 'dotfiles')
    mkdirSync(dotfiles)
    symlinkSync(dotfiles, path.join(project.dir, '.claude'))
    await hooks(project, ['install', 'claude-code', '--user'])
    expect(hooksOf(project)).toMatchObject([{ command: expect.stringMatching(/; set -- claude-code/) }])
  })

  test('uninstall takes the caller away with the last settings that name it', async () => {
    const project = await installed()
    await hooks(project, ['install', 'codex'])
    await project.hooks(['uninstall', 'claude-code', '--user'], { types: 'uninstall' })
    expect(readdirSync(binDir(project)).sort()).toEqual(['hooks-agent', 'hooks-agent.users'])
    expect(existsSync(settingsOf(project))).toBe(true)
    expect(readFileSync(settingsOf(project), 'utf8')).not.toContain('hooks-agent')
  })

  test('a call is judged, and what loads code into Node reaches scripts alone', async () => {
    const project = await installed()
    expect(await call(project, 'deploy now')).toMatchObject(refused('Deploys are closed.'))
    expect(await call(project, 'ls')).toMatchObject({ exit: 0, stdout: '', stderr: '' })
    const env = { NODE_OPTIONS: '--require=/nowhere/evil.cjs', ENV: '/nowhere/env', BASH_ENV: '/nowhere/env' }
    expect(await call(project, 'deploy now', env)).toMatchObject(refused('Deploys are closed.'))
    expect(await call(project, 'show', env)).toMatchObject({ exit: 0, stdout: '', stderr: '' })
    expect(readFileSync(path.join(project.root, 'options'), 'utf8')).toBe(`${env.NODE_OPTIONS}\n`)
  })

  test('the engine answers the same', async () => {
    const project = await installed()
    rmSync(path.join(project.dir, '.config/hooks/hooks.yaml'))
    const engine = await startEngine(project)
    const place = ['', `--engine-dir=${engine.dir}`]
    expect(await call(project, 'deploy now', {}, place)).toMatchObject(refused('Deploys are closed.'))
    const env = { NODE_OPTIONS: '--require=/nowhere/evil.cjs', HOOKS_KEPT_NODE_OPTIONS: 'another' }
    expect(await call(project, 'show', env, place)).toMatchObject({ exit: 0, stdout: '', stderr: '' })
    expect(readFileSync(path.join(project.root, 'options'), 'utf8')).toBe(`${env.NODE_OPTIONS}\n`)
    expect(await engine.calls()).toBe(2)
  })

  test('a cold run that is killed refuses the call', async () => {
    const project = await installed()
    expect(await call(project, 'kill-it')).toMatchObject(refused('ended before it could answer (signal 9)'))
  })

  test('another Node is found, and a package that is gone is told', async () => {
    const project = await installed()
    const shim = path.join(binDir(project), 'hooks-agent')
    const text = readFileSync(shim, 'utf8')
    writeFileSync(shim, text.replace(/^node=.*$/m, 'node=/gone/node'))
    const PATH = `${path.dirname(process.execPath)}:/usr/bin:/bin`
    expect(await call(project, 'deploy now', { PATH })).toMatchObject(refused('Deploys are closed.'))
    writeFileSync(shim, text.replace(/bin=[^$\n]+$/m, 'bin=/gone/bin.cjs'))
    expect(await call(project, 'ls')).toMatchObject(refused('/gone/bin.cjs: no such file'))
    expect((await call(project, 'ls')).stdout).toContain(
      'hooks-yaml is missing here, so this call is refused',
    )
    rmSync(shim)
    expect(await call(project, 'ls')).toMatchObject(
      refused('hooks-yaml is missing here, so this call is refused'),
    )
  })

  test('a caller that is ended ends what runs for it', async () => {
    const project = await installed()
    const [program, ...args] = argvOf(project)
    const child = spawn(program, args, {
      cwd: project.root,
      env: project.env,
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    child.stdin.end(payloadOf(project, 'wait'))
    const file = path.join(project.root, 'pid')
    await until(() => existsSync(file) && readFileSync(file, 'utf8') !== '')
    child.kill('SIGKILL')
    const stat = `/proc/${readFileSync(file, 'utf8').trim()}/stat`
    await until(() => !existsSync(stat) || / Z /.test(readFileSync(stat, 'utf8')))
  })

  test('doctor tells of a caller that is gone, and mends it', async () => {
    const project = await installed()
    expect(await hooks(project, ['doctor', 'claude-code'])).toMatchObject({ exit: 0 })
    rmSync(callerOf(project))
    expect(await hooks(project, ['doctor', 'claude-code'])).toMatchObject({
      exit: 1,
      stdout: expect.stringMatching(/hooks-agent\.claude-code is gone: every call is\s+refused/),
    })
    expect(await hooks(project, ['install', 'claude-code', '--user', '--check'])).toMatchObject({
      exit: 1,
      stdout: expect.stringContaining('hooks-agent.claude-code is missing'),
    })
    await project.hooks(['doctor', 'claude-code', '--fix'], { ...programs(project, CLAUDE), types: 'fix' })
    expect(await call(project, 'deploy now')).toMatchObject(refused('Deploys are closed.'))
  })

  test.each([
    ['no onFailure', (text: string) => text.replace(/,\s*"onFailure": "block"/, '')],
    [
      'onFailure: continue',
      (text: string) => text.replace('"onFailure": "block"', '"onFailure": "continue"'),
    ],
    ['other arguments', (text: string) => text.replace('"claude-code",', '"codex",')],
  ])('doctor tells of an entry with %s, which install replaces', async (_, edit) => {
    const project = await installed()
    const before = readFileSync(settingsOf(project), 'utf8')
    writeFileSync(settingsOf(project), edit(before))
    expect((await hooks(project, ['doctor', 'claude-code'])).stdout).toContain(
      'not as this version installs it: PreToolUse',
    )
    await hooks(project, ['install', 'claude-code', '--user'])
    expect(readFileSync(settingsOf(project), 'utf8')).toBe(before)
  })

  test('doctor tells of a version that may go on without the caller', async () => {
    const project = await installed()
    const { stdout } = await hooks(project, ['doctor', 'claude-code'], { claude: '2.1.197 (Claude Code)' })
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('2.1.197 may let calls pass when it cannot start')
  })

  test('a caller that starts nothing is not installed', async () => {
    const project = makeProject({ 'hooks.yaml': RULES })
    const copy = path.join(project.dir, 'package')
    const dist = path.dirname(bin)
    mkdirSync(path.join(copy, 'dist'), { recursive: true })
    for (const name of readdirSync(dist).filter((each) => /\.(?:cjs|sh)$/.test(each)))
      copyFileSync(path.join(dist, name), path.join(copy, 'dist', name))
    copyFileSync(path.join(dist, '../package.json'), path.join(copy, 'package.json'))
    writeFileSync(path.join(copy, 'dist/caller'), 'for another machine')
    chmodSync(path.join(copy, 'dist/caller'), 0o755)
    const options = { ...programs(project, CLAUDE), bin: path.join(copy, 'dist/bin.cjs'), resident: false }
    expect(await project.hooks(['install', 'claude-code', '--user'], options)).toMatchObject({ exit: 0 })
    expect(hooksOf(project)).toMatchObject([{ command: expect.stringMatching(/; set -- /) }])
  })
})
