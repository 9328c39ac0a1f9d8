// The command that `install` writes, in real shells: it starts hooks, or answers when hooks cannot run.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Scope } from '../../src/agents/shared/agent.ts'
import { startScript } from '../../src/agents/shared/start-script.ts'
import { accountShim, quote, shimPath, shimText, type ShimPrograms } from '../../src/agents/shared/shim.ts'
import { END_MARK } from '../../src/model/start-contract.ts'
import { installableAgent, installableAgents, linesFor } from '../../src/cli/agents/agents.ts'
import { atHome } from '../support/account.ts'

const started = installableAgents.map(({ dialect, settings }) => ({ dialect, events: settings.events }))
let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "dana's line-"))
  writeProgram('bin.cjs', 'machine')
  mkdirSync(join(dir, 'shop/.git'), { recursive: true })
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

function write(file: string, text: string): void {
  const path = join(dir, file)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
}

/** Says its name and arguments, and ends as the real one does. */
function writeProgram(file: string, name: string): void {
  write(file, `process.stdout.write("${name} " + process.argv.slice(2, -1).join(" ") + "${END_MARK}")\n`)
  write(join(file, '../start.sh'), startScript(started))
}

const home = () => join(dir, 'home')
const shim = () => shimPath('user', { home: home() })
const writeShim = (gone: Partial<ShimPrograms> = {}) =>
  write(
    'home/.local/share/hooks/bin/hooks-agent',
    shimText({ node: process.execPath, bin: join(dir, 'bin.cjs'), ...gone }),
  )

/** As a run leaves it: see state.process.test.ts. */
function ran(project = 'shop'): void {
  const state = join(home(), '.local/state/hooks', `${project}-1`)
  mkdirSync(state, { recursive: true })
  symlinkSync(join(dir, project), join(state, 'root'))
}

interface LineOptions {
  readonly scope?: Scope
  readonly require?: boolean
  readonly own?: boolean
}

function lineOf(event: string, { scope = 'user', require = false, own = false }: LineOptions = {}): string {
  const agent = installableAgent('claude-code')
  if (typeof agent === 'string') throw new Error(agent)
  const state = join(home(), '.local/state/hooks')
  return linesFor(agent, { scope, require, own, root: join(dir, 'shop'), shim: shim(), state })(event)
}

interface Place {
  readonly sh: string
  readonly project?: string
  readonly env?: Readonly<Record<string, string>>
}

function start(line: string, { sh, project = 'shop', env = {} }: Place) {
  const root = join(dir, project)
  const { status, stdout, stderr } = spawnSync(sh, ['-c', atHome(line, home())], {
    encoding: 'utf8',
    input: '{}',
    cwd: root,
    env: { PATH: '/usr/bin:/bin', HOME: home(), CLAUDE_PROJECT_DIR: root, ...env },
  })
  return { status, stdout, stderr }
}

const install = 'npx hooks-yaml install claude-code'
const passed = `hooks-yaml is missing here, so no rule was checked: ${install}`
const refused = `hooks-yaml is missing here, so this call is refused: ${install}`
const notice = JSON.stringify({ systemMessage: passed })
const denial = {
  hookEventName: 'PreToolUse',
  permissionDecision: 'deny',
  permissionDecisionReason: refused,
}

const gone = [
  ['the package', () => writeShim({ bin: '/gone/bin.cjs' }), 'hooks: /gone/bin.cjs: no such file\n'],
  ['the shim', () => undefined, ''],
] as const

describe.each(['dash', 'bash'])('in %s', (sh) => {
  test('starts hooks with agent and event', () => {
    writeShim()
    const { status, stdout, stderr } = start(lineOf('Stop'), { sh })
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: 'machine run --agent claude-code --event=Stop --entry= --engine=ask',
      stderr: '',
    })
  })

  describe.each(gone)('without %s', (_, prepare, detail) => {
    beforeEach(() => prepare())

    test('a call goes with a sentence where hooks never ran', () => {
      ran('blog')
      expect(start(lineOf('PreToolUse'), { sh })).toMatchObject({ status: 0, stdout: notice, stderr: detail })
    })

    test('a call is refused where hooks ran', () => {
      ran()
      const { status, stdout, stderr } = start(lineOf('PreToolUse'), { sh })
      expect({ status, stderr }).toEqual({ status: 2, stderr: `${detail}${refused}\n` })
      expect(JSON.parse(stdout)).toEqual({ hookSpecificOutput: denial })
    })

    test.each([true, false])('prompts, results and stops go with the sentence (ran: %s)', (isKnown) => {
      if (isKnown) ran()
      for (const event of ['UserPromptSubmit', 'PostToolUse', 'Stop', 'SubagentStop', 'SessionEnd'])
        expect(start(lineOf(event), { sh })).toMatchObject({
          status: 0,
          stdout: '',
          stderr: `${detail}${passed}\n`,
        })
      expect(start(lineOf('SessionStart'), { sh })).toMatchObject({ status: 0, stdout: notice })
    })

    test.each([true, false])('--require refuses a call, and nothing else (ran: %s)', (isKnown) => {
      if (isKnown) ran()
      expect(start(lineOf('PreToolUse', { require: true }), { sh })).toMatchObject({
        status: 2,
        stdout: JSON.stringify({ hookSpecificOutput: denial }),
      })
      expect(start(lineOf('Stop', { require: true }), { sh }).status).toBe(0)
    })
  })

  test('finds the project above the directory that the agent was started in, up to its repository', () => {
    ran()
    mkdirSync(join(dir, 'shop/api/src'), { recursive: true })
    mkdirSync(join(dir, 'shop/vendor/lib/.git'), { recursive: true })
    const statusIn = (project: string) => start(lineOf('PreToolUse'), { sh, project }).status
    expect(['shop', 'shop/api/src', 'shop/vendor/lib'].map(statusIn)).toEqual([2, 2, 0])
  })

  describe.each(['user', 'local', 'project'] as const)('for %s, what the environment names', (scope) => {
    const elsewhere = () => ({
      HOME: join(dir, 'planted'),
      XDG_DATA_HOME: join(dir, 'planted/.local/share'),
      XDG_STATE_HOME: join(dir, 'planted/.local/state'),
    })

    test('is not started', () => {
      const plant = `echo planted; touch ${quote(join(dir, 'made-it'))}; exit 0\n`
      for (const name of ['planted', 'shop/~nobody', 'shop/~'])
        write(join(name, '.local/share/hooks/bin/hooks-agent'), plant)
      writeShim()
      expect(start(lineOf('Stop', { scope }), { sh, env: elsewhere() }).stdout).toMatch(/^machine run/)
      rmSync(shim())
      // By the account that runs this test, whose own settings may call hooks.
      spawnSync(sh, ['-c', lineOf('Stop', { scope })], { cwd: join(dir, 'shop'), env: elsewhere() })
      expect(existsSync(join(dir, 'made-it'))).toBe(false)
    })

    test('takes no refusal away', () => {
      ran()
      const env = elsewhere()
      expect(start(lineOf('PreToolUse', { scope }), { sh, env }).status).toBe(2)
    })
  })

  test.each([
    ['knows no name', 'echo 1234; exit 1'],
    ['says nothing', 'exit 1'],
    ['names nobody', 'echo nobody-of-that-name'],
  ])('where the list of users %s, nothing is started', (_, id) => {
    const [lookup = ''] = accountShim.split('; ')
    write('id', `#!/bin/sh\n${id}\n`)
    const line = `${lookup.replace('/usr/bin/id', `sh ${quote(join(dir, 'id'))}`)}; echo "<\${s##[!/]*}>"`
    expect(start(line, { sh }).stdout).toBe('<>\n')
  })

  describe('in the settings of a project', () => {
    const shared = { scope: 'project' } as const
    const bin = join(process.execPath, '..')
    const env = { PATH: `${bin}:/usr/bin:/bin` }
    const writeOwn = () => writeProgram('shop/node_modules/hooks-yaml/dist/bin.cjs', 'own')

    test('names no person', () => {
      expect(lineOf('PreToolUse', shared)).toContain(accountShim)
      expect(lineOf('PreToolUse', shared)).not.toContain(dir)
      expect(lineOf('PreToolUse', shared)).not.toMatch(/HOME|XDG/)
    })

    test("starts the project's own package, else the machine's", () => {
      writeShim()
      expect(start(lineOf('Stop', shared), { sh, env }).stdout).toMatch(/^machine run/)
      writeOwn()
      const { stdout } = start(lineOf('Stop', shared), { sh, env })
      expect(stdout).toMatch(/^own run --agent claude-code --event=Stop --entry=.* shared --engine=ask$/)
    })

    test("starts the project's own with the machine's Node when the agent finds none", () => {
      writeShim()
      writeOwn()
      expect(start(`PATH=/nowhere; ${lineOf('Stop', shared)}`, { sh, env }).stdout).toMatch(/^own/)
    })

    test('refuses when the package is removed where it ran, and lets a new clone go', () => {
      writeOwn()
      rmSync(join(dir, 'shop/node_modules'), { recursive: true })
      expect(start(lineOf('PreToolUse', shared), { sh, env }).status).toBe(0)
      ran()
      expect(start(lineOf('PreToolUse', shared), { sh, env }).status).toBe(2)
    })

    test.each(['user', 'local'] as const)('which those of a person for %s do not do', (scope) => {
      writeShim()
      writeOwn()
      expect(start(lineOf('Stop', { scope }), { sh, env }).stdout).toMatch(/^machine/)
    })

    test("a person's line for one project starts the package that installed it, else the machine's", () => {
      writeShim()
      const line = lineOf('Stop', { scope: 'local', own: true })
      expect(start(line, { sh }).stdout).toMatch(/^machine/)
      writeOwn()
      expect(start(line, { sh }).stdout).toMatch(/^own/)
    })
  })

  test("the machine's earlier copy answers when the newest is removed", () => {
    const earlier = shimText({ node: process.execPath, bin: join(dir, 'bin.cjs') })
    write(
      'home/.local/share/hooks/bin/hooks-agent',
      shimText({ node: process.execPath, bin: join(dir, "dana's newest.cjs") }, earlier),
    )
    expect(start(lineOf('Stop'), { sh }).stdout).toMatch(/^machine/)
    writeProgram("dana's newest.cjs", 'newest')
    expect(start(lineOf('Stop'), { sh }).stdout).toMatch(/^newest/)
  })

  test('what version 0.1 installed runs the shim as a program', () => {
    writeShim()
    const line = `sh ${JSON.stringify(shim())} claude-code`
    expect(start(line, { sh }).stdout).toMatch(/^machine run --agent claude-code --entry= --engine=ask$/)
    writeShim({ bin: '/gone/bin.cjs' })
    expect(start(line, { sh })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('Install it again'),
    })
  })
})

const names = [
  '[',
  'test',
  'set',
  'unset',
  '.',
  'eval',
  'exit',
  ':',
  'cd',
  'command',
  'echo',
  'printf',
  'read',
]
describe.each(['bash', 'sh'])('functions in the environment of bash as %s', (name) => {
  const sh = () => join(dir, name)
  const env = Object.fromEntries(names.map((each) => [`BASH_FUNC_${each}%%`, '() { return 0; }']))
  beforeEach(() => symlinkSync('/bin/bash', sh()))

  test.each(['user', 'local', 'project'] as const)('for %s: take no call past hooks', (scope) => {
    const line = lineOf('PreToolUse', { scope })
    ran()
    expect(start(line, { sh: sh(), env }).status).toBe(2)
    writeShim()
    expect(start(line, { sh: sh(), env }).stdout).toMatch(/^machine run/)
    rmSync(join(dir, 'bin.cjs'))
    expect(start(line, { sh: sh(), env }).status).toBe(2)
  })
})

test('is final: agents ask their users to trust every change of it', () => {
  const at = (event: string, options?: LineOptions) =>
    lineOf(event, options)
      .replace(/'[^;]*hooks-agent'/, 'SHIM')
      .replace(/'[^;]*state\/hooks'/, 'STATE')
  const builtins = `POSIXLY_CORRECT=1; unset -f '[' cd command echo printf`
  const goes = `echo '${passed}' >&2`
  const started = '[ -r "$s" ] && . "$s"'
  expect(at('Stop')).toBe(`${builtins}; set -- claude-code Stop; s=SHIM; ${started}; ${goes}`)
  const refuse = `printf %s '${JSON.stringify({ hookSpecificOutput: denial })}'; echo '${refused}' >&2; exit 2`
  expect(at('PreToolUse', { require: true })).toBe(
    `${builtins}; set -- claude-code PreToolUse; s=SHIM; ${started}; ${refuse}`,
  )
  expect(at('PreToolUse')).toBe(
    `${builtins}; set -- claude-code PreToolUse; s=SHIM; ${started}; cd -P "\${CLAUDE_PROJECT_DIR:-.}"; while for r in STATE/*/root; do [ "$r" -ef . ] && { ${refuse}; }; done; [ ! -e .git ] && [ "$PWD" != / ] && cd ..; do :; done; printf %s '${notice}'`,
  )
  expect(lineOf('Stop', { scope: 'project' })).toBe(
    `${builtins}; set -- claude-code Stop "\${CLAUDE_PROJECT_DIR:-.}"/node_modules/hooks-yaml/dist/bin.cjs; d=\${3%/*}; [ -r "$d/start.sh" ] && node=$(command -v node) && bin=$3 && . "$d/start.sh"; s=$(eval echo ~$(/usr/bin/id -un || echo .)); s=\${s##[!/]*}/.local/share/hooks/bin/hooks-agent; ${started}; ${goes.replace('npx', 'npm install, or npx')}`,
  )
})

test.each(installableAgents)('$name: each command is one line, and its own', (agent) => {
  const events = Object.keys(agent.settings.events)
  const lines = linesFor(agent, {
    scope: 'project',
    root: '/shop',
    shim: '/s/hooks-agent',
    state: '/state/hooks',
    require: false,
    own: false,
  })
  expect(events.map(lines).filter((line) => line.includes('\n'))).toEqual([])
  expect(new Set(events.map(lines)).size).toBe(events.length)
})
