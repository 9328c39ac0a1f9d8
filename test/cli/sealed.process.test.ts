// What a project's own files set in its agent's environment moves no rules, no trust and no pause of its person.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { END_MARK } from '../../src/model/start-contract.ts'
import { withChecksum } from '../../src/store/disk/checked.ts'
import { inProcesses, makeProject, type Project } from '../support/cli.ts'
import { startEngine } from '../support/engine.ts'

const deny = (name: string, command: string, says: string): string =>
  `    - { name: ${name}, match: { command: ${command} }, deny: ${says} }\n`
const persons = `version: 1\nhooks:\n  PreToolUse:\n${deny('mine', 'touch x', 'Mine.')}    - { name: scripted, match: { command: touch y }, run: 'echo "home $HOME" >&2; exit 2', exit: { 2: deny } }\n`
const planted = `version: 1\nhooks:\n  PreToolUse:\n${deny('planted', 'touch z', 'Planted.')}    - { name: lets, match: { command: touch x }, allow: Theirs. }\n`
const projects = `version: 1\nhooks:\n  PreToolUse:\n${deny('own', 'touch own', 'Own.')}`

interface Around {
  readonly project: Project
  /** Where the person keeps settings. */
  readonly mine: string
  /** Where the project's file leads. */
  readonly theirs: string
  /** The decision on a command, and what is said. */
  decide(command: string, more?: Asking): Promise<{ readonly decision: string; readonly said: string }>
}

interface Asking {
  readonly env?: Readonly<Record<string, string>>
  readonly session?: string
  /** Where the agent stands. */
  readonly cwd?: string
}

const way = ['cold', 'engine'] as const

async function around(
  how: (typeof way)[number],
  files: Readonly<Record<string, string>> = {},
): Promise<Around> {
  const project = inProcesses(makeProject({ 'hooks.yaml': projects, ...files }))
  const { dir, root } = project
  const git = (...args: readonly string[]): void =>
    void execFileSync('git', ['-c', 'user.email=a@b', '-c', 'user.name=a', ...args], { cwd: root })
  git('init', '-q')
  git('add', '-A')
  git('commit', '-qm', 'first')
  const [mine, theirs] = [path.join(dir, 'mine'), path.join(dir, 'theirs')]
  for (const [place, text] of [
    [mine, persons],
    [theirs, planted],
  ] as const) {
    mkdirSync(path.join(place, 'hooks'), { recursive: true })
    writeFileSync(path.join(place, 'hooks', 'hooks.yaml'), text)
  }
  const engine = how === 'engine' ? await startEngine(project) : undefined
  const decide: Around['decide'] = async (command, { env = {}, session = 's1', cwd = root } = {}) => {
    const payload = {
      hook_event_name: 'PreToolUse',
      session_id: session,
      cwd,
      tool_name: 'Bash',
      tool_input: { command },
    }
    const { stdout: printed } =
      engine === undefined
        ? await project.hooks(['run', '--agent', 'claude-code', `--engine-dir=${dir}/engine`], {
            input: JSON.stringify(payload),
            env,
            cwd,
          })
        : await engine.ask('node', payload, { env, cwd })
    const stdout = printed.replace(END_MARK, '').trim()
    const answer = (stdout === '' ? {} : JSON.parse(stdout)) as {
      systemMessage?: string
      hookSpecificOutput?: { permissionDecision?: string }
    }
    return { decision: answer.hookSpecificOutput?.permissionDecision ?? 'proceed', said: stdout }
  }
  return { project, mine, theirs, decide }
}

/** Each sets a variable in a way of its own. */
const settings: Readonly<
  Record<string, (name: string, value: string) => readonly [file: string, text: string]>
> = {
  'in .env': (name, value) => ['.env', `A=1\n${name}=${value}\n`],
  exported: (name, value) => ['.env.local', `export ${name}="${value}"\n`],
  'in another spelling': (name) => ['.env', `${name} = $PWD/theirs\n`],
  'for Claude Code': (name, value) => ['.claude/settings.json', JSON.stringify({ env: { [name]: value } })],
  'in escapes': (name, value) => [
    '.claude/settings.local.json',
    JSON.stringify({ env: { [name]: value } }).replace('HOME', String.raw`HOM\u0045`),
  ],
  'for an editor, behind comments': (name, value) => [
    '.vscode/settings.json',
    `{ // mine\n"terminal.integrated.env.linux": { "${name}" /* here */: "${value}", }, }`,
  ],
  'in settings that are not whole': (name) => ['.claude/settings.json', `{ "env": { "${name}": `],
  'in a file that is too large to be read': (name, value) => [
    '.env',
    `#${'x'.repeat(1_100_000)}\n${name}=${value}\n`,
  ],
  'for Gemini CLI': (name, value) => ['.gemini/.env', `${name}=${value}\n`],
}

describe.each(way)('%s', (how) => {
  test.each(Object.entries(settings))(
    "set %s, the place of the rules is the project's",
    async (_, setting) => {
      const { project, theirs, decide } = await around(how)
      const home = path.join(project.dir, '.config')
      mkdirSync(path.join(home, 'hooks'), { recursive: true })
      writeFileSync(path.join(home, 'hooks', 'hooks.yaml'), persons)
      project.write(...setting('XDG_CONFIG_HOME', theirs))
      const env = { XDG_CONFIG_HOME: theirs }
      const first = await decide('touch x', { env })
      expect(first.decision).toBe('deny') // the allow there counts for nothing
      expect(first.said).toMatch(/sets XDG_CONFIG_HOME/)
      expect(await decide('touch z', { env })).toMatchObject({ decision: 'deny' }) // what tightens holds
      expect((await decide('touch own', { env })).said).toMatch(/Own/)
      const again = await decide('ls', { env })
      expect(again.said).toBe('') // it was told
    },
  )

  test('what a session began with stays', async () => {
    const { project, mine, decide } = await around(how)
    const env = { XDG_CONFIG_HOME: mine }
    expect((await decide('touch x', { env })).decision).toBe('deny')
    project.write('.env', `XDG_CONFIG_HOME=${mine}\n`)
    expect((await decide('touch y', { env })).decision).toBe('deny') // a script of its person
    expect((await decide('ls', { env })).said).toBe('')
    expect((await decide('touch y', { env, session: 's2' })).said).toMatch(/sets XDG_CONFIG_HOME/)
  })

  test('what was set once is set for the session', async () => {
    const { project, theirs, decide } = await around(how)
    const env = { XDG_CONFIG_HOME: theirs }
    project.write('.env', `XDG_CONFIG_HOME=${theirs}\n`)
    expect((await decide('ls', { env })).said).toMatch(/sets XDG_CONFIG_HOME/)
    rmSync(path.join(project.root, '.env'))
    const config = path.join(project.dir, '.config/hooks')
    mkdirSync(config, { recursive: true })
    writeFileSync(path.join(config, 'hooks.yaml'), persons)
    expect((await decide('touch x', { env })).decision).toBe('deny')
  })

  test('what HEAD sets was there when the session began', async () => {
    const { project, decide } = await around(how, { '.env': 'HOOKS_DISABLE=1\n' })
    rmSync(path.join(project.root, '.env'))
    const { decision, said } = await decide('touch own', { env: { HOOKS_DISABLE: '1' } })
    expect(decision).toBe('deny')
    expect(said).toMatch(/\.env of this project sets HOOKS_DISABLE/)
  })

  test('a person may pause', async () => {
    const { decide } = await around(how)
    expect((await decide('touch own', { env: { HOOKS_DISABLE: '1' } })).decision).toBe('proceed')
  })

  test('the home is that of the list of users, and scripts see the one that was given', async () => {
    const { project, mine, decide } = await around(how)
    project.write('.env', `HOME=${project.dir}\n`)
    const own = {
      XDG_CONFIG_HOME: mine,
      XDG_STATE_HOME: `${project.dir}/state`,
      XDG_CACHE_HOME: `${project.dir}/cache`,
    }
    const { decision, said } = await decide('touch y', { env: own })
    expect(decision).toBe('deny')
    expect(said).toMatch(/sets HOME/)
    expect(said).toContain(`home ${project.dir}`)
  })

  test('a session stays as it is wherever it goes', async () => {
    const { project, mine, theirs, decide } = await around(how)
    mkdirSync(path.join(project.dir, 'out'))
    mkdirSync(path.join(project.root, 'sub/.git'), { recursive: true })
    const config = path.join(project.dir, '.config/hooks')
    mkdirSync(config, { recursive: true })
    writeFileSync(path.join(config, 'hooks.yaml'), persons)
    const held = { XDG_CONFIG_HOME: mine }
    expect((await decide('touch y', { env: held, session: 'held' })).decision).toBe('deny')
    project.write('.env', `XDG_CONFIG_HOME=${theirs}\n`)
    const moved = { XDG_CONFIG_HOME: theirs }
    expect((await decide('touch x', { env: moved, session: 'moved' })).decision).toBe('deny')
    for (const cwd of [project.root, path.join(project.root, 'sub'), path.join(project.dir, 'out')]) {
      expect((await decide('touch x', { env: moved, session: 'moved', cwd })).decision).toBe('deny')
      expect((await decide('touch y', { env: held, session: 'held', cwd })).decision).toBe('deny')
    }
  })

  test.each([
    ['.env', '# XDG_CONFIG_HOME=/x\n'],
    ['.env', 'MY_XDG_CONFIG_HOME=/x\n'],
    ['.env', 'CONFIG=$XDG_CONFIG_HOME/app\n'],
    ['.env', 'RUN="docker run -e XDG_CONFIG_HOME=/c image"\nA=1 # XDG_CONFIG_HOME=/c\n'],
    ['.env', 'XDG_CONFIG_DIRS=/x\n'],
    ['.env.example', 'XDG_CONFIG_HOME=/x\n'],
    ['.claude/settings.json', '{"permissions":{"allow":["Bash(env XDG_CONFIG_HOME=/tmp npm test)"]}}'],
    ['.vscode/settings.json', '{ // "terminal.integrated.env.linux": { "XDG_CONFIG_HOME": "/x" }\n }'],
  ])('%s sets nothing by %j', async (file, text) => {
    const { project, mine, decide } = await around(how)
    project.write(file, text)
    expect((await decide('touch y', { env: { XDG_CONFIG_HOME: mine } })).decision).toBe('deny')
    expect((await decide('ls', { env: { XDG_CONFIG_HOME: mine } })).said).toBe('')
  })
})

test('code that a clone brings as a cache of ours does not run', async () => {
  const { project, decide } = await around('cold')
  const places = {
    home: path.join(project.dir, '.cache/hooks/code'),
    clone: path.join(project.root, '.cache/hooks/code'),
  }
  expect((await decide('touch own')).decision).toBe('deny') // it keeps its own
  cpSync(places.home, places.clone, { recursive: true })
  for (const name of readdirSync(places.clone)) {
    const file = path.join(places.clone, name)
    const content = readFileSync(file).subarray(8)
    writeFileSync(file, withChecksum(content.fill(0, 4096, 8192)))
  }
  const { decision } = await decide('touch own', {
    env: { XDG_CACHE_HOME: path.join(project.root, '.cache') },
  })
  expect(decision).toBe('deny')
})
