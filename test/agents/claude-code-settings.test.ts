import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  lstatSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startScript } from '../../src/agents/shared/start-script.ts'
import { END_MARK } from '../../src/model/start-contract.ts'
import { install, uninstall, type InstallEffects, type InstallRequest } from '../../src/cli/setup/install.ts'
import type { Scope } from '../../src/agents/shared/agent.ts'
import { settings as agentSettings } from '../../src/agents/claude-code/settings.ts'
import { agents } from '../../src/catalog.ts'
import { installableAgents } from '../../src/cli/agents/agents.ts'
import { createInstallFiles } from '../../src/agents/shared/install-files.ts'
import { check } from '../support/check.ts'

const names = installableAgents.map(({ name }) => name)
const only = `only the settings of ${names.join(', ')} can be written`

const started = installableAgents.map(({ dialect, settings }) => ({ dialect, events: settings.events }))
let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hooks-install-'))
  mkdirSync(join(dir, 'shop'))
  const says = `process.stdout.write(process.argv.slice(2, -1).join(" ") + "${END_MARK}")\n`
  writeFileSync(join(dir, 'bin.cjs'), says)
  writeFileSync(join(dir, 'start.sh'), startScript(started))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const shim = () => join(dir, 'home', '.local', 'share', 'hooks', 'bin', 'hooks-agent')
const settings = () => join(dir, 'shop', '.claude', 'settings.local.json')

function effects(changes: Partial<InstallEffects> = {}): InstallEffects {
  return {
    files: createInstallFiles(),
    env: {},
    state: '/state/hooks',
    home: join(dir, 'home'),
    root: join(dir, 'shop'),
    node: process.execPath,
    bin: join(dir, 'bin.cjs'),
    ...changes,
  }
}

const here = { agent: 'claude-code', scope: 'local', dry_run: false } as const satisfies InstallRequest
const doInstall = (changes: Partial<InstallRequest> = {}, with_: Partial<InstallEffects> = {}) =>
  install({ ...here, ...changes }, effects(with_))
const doUninstall = (changes: Partial<InstallRequest> = {}) => uninstall({ ...here, ...changes }, effects())

function write(path: string, text: string, mode = 0o644) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  chmodSync(path, mode)
}

const read = (path: string) => readFileSync(path, 'utf8')
const parse = (path: string) => JSON.parse(read(path))

const others = `{
    "model": "sonnet",
    "permissions": { "allow": ["Bash(npm test)"],   "deny": [] },
    "hooks": {
        "PreToolUse": [
            { "matcher": "Bash", "hooks": [{ "type": "command", "command": "./audit.sh" }] }
        ]
    },
    "cleanupPeriodDays": 30
}
`

describe('install', () => {
  test('makes the agent call the shim for every event that can carry an outcome', () => {
    expect(doInstall()).toMatchObject({ exit: 0, err: '' })
    const { hooks } = parse(settings())
    expect(Object.keys(hooks)).toEqual([
      'PreToolUse',
      'PostToolUse',
      'PostToolUseFailure',
      'PermissionRequest',
      'UserPromptSubmit',
      'SessionStart',
      'SessionEnd',
      'Stop',
      'StopFailure',
      'SubagentStart',
      'SubagentStop',
      'PreCompact',
      'PostCompact',
      'Notification',
    ])
    const command = expect.stringContaining(`s=${shim()};`)
    expect(hooks.PreToolUse).toEqual([
      { matcher: '*', hooks: [{ type: 'command', command, timeout: 600, onFailure: 'block' }] },
    ])
    expect(hooks.UserPromptSubmit).toEqual([{ hooks: [{ type: 'command', command, timeout: 600 }] }])
    expect(hooks.SessionEnd).toEqual([{ matcher: '*', hooks: [{ type: 'command', command, timeout: 60 }] }])
  })

  test('names the event in each command', () => {
    doInstall()
    const { hooks } = parse(settings())
    for (const name of Object.keys(hooks))
      expect(hooks[name][0].hooks[0].command).toMatch(new RegExp(`; set -- claude-code ${name}; s=`))
  })

  test('blocks on failure before a tool and nowhere else', () => {
    doInstall()
    const { hooks } = parse(settings())
    const blocking = Object.keys(hooks).filter((name) => JSON.stringify(hooks[name]).includes('onFailure'))
    expect(blocking).toEqual(['PreToolUse'])
  })

  test('done twice changes nothing the second time', () => {
    write(settings(), others)
    doInstall()
    const [before, backup] = [read(settings()), read(`${settings()}.bak`)]
    expect(doInstall().out).toContain('already calls hooks')
    expect([read(settings()), read(`${settings()}.bak`)]).toEqual([before, backup])
  })

  test('keeps other hooks, unknown keys and the formatting of what it does not touch', () => {
    write(settings(), others)
    const { out } = doInstall()
    const text = read(settings())
    for (const line of others.split('\n').slice(1, 3)) expect(text).toContain(line)
    expect(text).toContain(
      '            { "matcher": "Bash", "hooks": [{ "type": "command", "command": "./audit.sh" }] },',
    )
    expect(out.split('\n').filter((line) => line.startsWith('-'))).toHaveLength(1)
    expect(Object.keys(parse(settings()))).toEqual(['model', 'permissions', 'hooks', 'cleanupPeriodDays'])
  })

  test('keeps the file as it was beside it, with its mode', () => {
    write(settings(), others, 0o600)
    doInstall()
    expect(read(`${settings()}.bak`)).toBe(others)
    expect(statSync(`${settings()}.bak`).mode & 0o777).toBe(0o600)
    expect(statSync(settings()).mode & 0o777).toBe(0o600)
  })

  test('leaves no temporary file', () => {
    doInstall()
    expect(readdirSync(dirname(settings()))).toEqual(['settings.local.json'])
  })

  test('prints what would change and writes nothing on a dry run', () => {
    write(settings(), others)
    const { out } = doInstall({ dry_run: true })
    expect(out).toContain('+        "PostToolUse": [')
    expect(out).toContain('would call hooks for 14 events')
    expect(read(settings())).toBe(others)
    expect(existsSync(shim())).toBe(false)
  })

  test.each<[string, string, string]>([
    ['half a file', '{\n  "model": "sonnet",\n', ':3:1: the text ends early'],
    ['a comma too many', '{\n  "model": "sonnet",\n}', ':3:1: expected a key in double quotes'],
    ['a comment', '{\n  // mine\n}', ':2:3: comments are not allowed here'],
    ['half a word', '{\n  "model": sonn\n}', ':2:12: expected a value'],
    ['a text without an end', '{\n  "model": "sonnet\n}', ':2:12: this text in double quotes does not end'],
    ['a comma too few', '{\n  "a": 1\n  "b": 2\n}', ':3:3: expected ","'],
    ['two values', '{} {}', ':1:4: there is more text after the end'],
    ['a list', '[]', ':1:1: the settings are not an object'],
    ['hooks that are a text', '{\n  "hooks": "none"\n}', ':2:12: "hooks" is not an object'],
    ['an event that is no list', '{ "hooks": { "Stop": {} } }', ':1:22: "hooks.Stop" is not a list'],
    ['deep brackets', '['.repeat(100_000), ':1:502: it is nested too deeply'],
  ])('refuses %s with its place and writes nothing', (_, text, problem) => {
    write(settings(), text)
    const report = doInstall()
    expect(report).toMatchObject({ exit: 1, out: '' })
    expect(report.err).toBe(`hooks: ${settings()}${problem}. Nothing was changed.\n`)
    expect(read(settings())).toBe(text)
    expect(existsSync(shim())).toBe(false)
  })

  test('follows a link to the settings and keeps it', () => {
    const real = join(dir, 'dotfiles', 'settings.json')
    write(real, others)
    mkdirSync(dirname(settings()))
    symlinkSync(real, settings())
    doInstall()
    expect(lstatSync(settings()).isSymbolicLink()).toBe(true)
    expect(Object.keys(parse(real).hooks)).toHaveLength(14)
    expect(read(`${real}.bak`)).toBe(others)
  })

  test('follows a link that leads to nothing yet', () => {
    const real = join(dir, 'dotfiles', 'settings.json')
    mkdirSync(dirname(settings()))
    symlinkSync(real, settings())
    doInstall()
    expect(lstatSync(settings()).isSymbolicLink()).toBe(true)
    expect(Object.keys(parse(real).hooks)).toHaveLength(14)
  })

  test.each<[Scope, Record<string, string>, string]>([
    ['local', {}, 'shop/.claude/settings.local.json'],
    ['user', {}, 'home/.claude/settings.json'],
    ['user', { CLAUDE_CONFIG_DIR: 'config' }, 'config/settings.json'],
  ])('%s scope with %o goes to %s', (scope, given, path) => {
    const env = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, join(dir, value)]))
    doInstall({ scope }, { env })
    expect(Object.keys(parse(join(dir, path)).hooks)).toHaveLength(14)
  })

  test.each([
    '/old/hooks/bin/hooks-agent claude-code',
    "'/old home/hooks-agent' claude-code",
    'set -- claude-code PreToolUse; s=/old/hooks-agent; [ -r "$s" ] && . "$s"',
    'set -- claude-code PreToolUse "${CLAUDE_PROJECT_DIR:-.}"/x; s="${XDG_DATA_HOME:-$HOME/old}"/hooks-agent; . "$s"',
    "POSIXLY_CORRECT=1; unset -f '[' cd; set -- claude-code PreToolUse; s=/old/hooks-agent",
  ])('replaces what an older version wrote, and a shim that stood elsewhere: %s', (command) => {
    const older = { hooks: [{ type: 'command', command, timeout: 30 }] }
    write(settings(), JSON.stringify({ hooks: { PreToolUse: [older], FileChanged: [older] } }))
    doInstall()
    expect(read(settings())).not.toContain('/old')
    expect(parse(settings()).hooks.PreToolUse).toHaveLength(1)
  })

  test('--require stays until uninstall', () => {
    const command = () => parse(settings()).hooks.PreToolUse[0].hooks[0].command
    doInstall()
    const plain = command()
    doInstall({ require: true })
    expect(command()).not.toContain('.local/state')
    expect(doInstall().out).toContain('already calls hooks')
    doUninstall()
    doInstall()
    expect(command()).toBe(plain)
  })

  test.each([
    [false, 'no rule is checked for them (--require: refuse instead)'],
    [true, 'their calls are refused'],
  ])('says what others need who share the file (require: %s)', (require, without) => {
    expect(doInstall({ scope: 'project', require }).out).toContain(
      `! whoever shares this file needs the package, by npm install or npx hooks-yaml install: ${without}`,
    )
  })

  test('says when the agent is told to run no hooks', () => {
    write(settings(), '{ "disableAllHooks": true }')
    expect(doInstall().out).toContain('"disableAllHooks" is true')
  })

  test.each([
    ['cusor', `unknown agent "cusor". expected ${names.map((name) => `"${name}"`).join(', ')}`],
    ...agents
      .filter(({ settings: installed, dialect }) => installed === undefined && dialect.byHand === undefined)
      .slice(0, 1)
      .map(({ name }) => [name, `${only}; ${name} is understood and answered where it calls hooks`]),
    ['kodelet', `${only}; put a program into .kodelet/hooks/`],
  ])('says what to do for %s', (agent, problem = '') => {
    expect(doInstall({ agent })).toMatchObject({ exit: 1, err: expect.stringContaining(problem) })
  })

  test('says so when the directory cannot be written', () => {
    writeFileSync(join(dir, 'shop', '.claude'), 'not a directory')
    expect(doInstall()).toMatchObject({ exit: 1, out: '' })
  })
})

describe('the shim', () => {
  test('names the link that pnpm keeps, not the directory of this version', () => {
    const modules = join(dir, 'pnpm/global/5/node_modules')
    const real = '.pnpm/hooks-yaml@0.1.0/node_modules/hooks-yaml'
    const bin = join(modules, real, 'dist/bin.cjs')
    write(bin, '')
    doInstall({}, { bin })
    expect(read(shim())).toContain(bin)
    symlinkSync(real, join(modules, 'hooks-yaml'))
    doInstall({}, { bin })
    expect(read(shim())).toContain(`bin=${join(modules, 'hooks-yaml/dist/bin.cjs')}\n`)
  })

  const call = () => spawnSync(shim(), ['claude-code'], { encoding: 'utf8', input: '{}', env: {} })

  test('is renewed by the next install', () => {
    doInstall({}, { bin: '/gone/bin.cjs' })
    expect(call().status).toBe(2)
    doInstall()
    expect(call()).toMatchObject({ status: 0, stdout: 'run --agent claude-code --entry= --engine=ask' })
  })

  test('stands paths with spaces and quotes', () => {
    const home = join(dir, "dana's home")
    const bin = join(dir, "it's a bin.cjs")
    writeFileSync(bin, read(join(dir, 'bin.cjs')))
    doInstall({}, { home, bin })
    const { command } = parse(settings()).hooks.Stop[0].hooks[0]
    const { stdout } = spawnSync('sh', ['-c', command], { encoding: 'utf8' })
    expect(stdout).toBe('run --agent claude-code --event=Stop --entry= --engine=ask')
    uninstall(here, effects({ home }))
    expect(read(settings())).toBe('{}\n')
  })
})

describe('uninstall', () => {
  test('takes back exactly what install wrote', () => {
    write(settings(), others)
    doInstall()
    const { out, exit } = doUninstall()
    expect(exit).toBe(0)
    expect(out).toContain(`removed ${shim()}`)
    expect(read(settings())).toBe(others)
    expect(readdirSync(dirname(shim()))).toEqual([])
  })

  test('keeps another command in the same entry', () => {
    doInstall()
    const edited = parse(settings())
    edited.hooks.Stop[0].hooks.push({ type: 'command', command: './notify.sh' })
    write(settings(), JSON.stringify(edited))
    doUninstall()
    expect(parse(settings())).toEqual({
      hooks: { Stop: [{ hooks: [{ type: 'command', command: './notify.sh' }] }] },
    })
  })

  test('leaves the shim to others who call it', () => {
    doInstall()
    doInstall({ scope: 'user' })
    doUninstall()
    expect(existsSync(shim())).toBe(true)
    doUninstall({ scope: 'user' })
    expect(existsSync(shim())).toBe(false)
  })

  test('says where else it is called from', () => {
    doInstall()
    expect(doUninstall({ scope: 'project' }).out).toContain(`it does elsewhere: ${settings()}`)
  })

  test('finds nothing to do where nothing is installed', () => {
    expect(doUninstall().out).toContain('does not call hooks')
    expect(existsSync(settings())).toBe(false)
  })

  test('writes nothing on a dry run', () => {
    doInstall()
    const before = read(settings())
    expect(doUninstall({ dry_run: true }).out).toContain('would no longer call hooks')
    expect([read(settings()), existsSync(shim())]).toEqual([before, true])
  })
})

describe('laws', () => {
  const lines = (event: string) => `set -- claude-code ${event}; s=/data/hooks/bin/hooks-agent`
  const hook = fc.record({
    type: fc.constant('command'),
    command: fc.constantFrom('./a.sh', './b.sh', '/data/hooks-agent claude-code', lines('Stop')),
  })
  const group = fc.record({
    matcher: fc.constantFrom('*', 'Bash'),
    hooks: fc.array(hook, { minLength: 1, maxLength: 2 }),
  })
  const event = fc.constantFrom('PreToolUse', 'Stop', 'FileChanged')
  const hooks = fc.dictionary(event, fc.array(group, { minLength: 1, maxLength: 2 }), { minKeys: 1 })
  const anySettings = fc.record({ model: fc.string(), hooks }, { requiredKeys: [] })

  test('installing twice is installing once', () => {
    check(
      fc.property(anySettings, (before) => {
        const once = agentSettings.install(before, lines)
        expect(agentSettings.install(once, lines)).toEqual(once)
        expect(agentSettings.inspect(once, lines)).toMatchObject({ outdated: [], missing: [] })
      }),
    )
  })

  test('uninstalling after installing is uninstalling', () => {
    check(
      fc.property(anySettings, (before) => {
        const after = agentSettings.uninstall(agentSettings.install(before, lines))
        expect(JSON.stringify(after)).not.toContain('hooks-agent')
        expect(after).toEqual(agentSettings.uninstall(before))
      }),
    )
  })
})
