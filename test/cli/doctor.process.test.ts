// `hooks doctor`, with programs of agents that a shell script plays.
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Finished, finish, makeProject, type Project } from '../support/cli.ts'

const rules = {
  'hooks.yaml': `version: 1
hooks:
  PreToolUse:
    - { name: no-force-push, match: { command: git push --force }, deny: Push a branch. }
  SessionStart:
    - { name: prices, context: Prices are in cents. }
`,
}

/** Nothing of the machine that runs the tests is on PATH. */
function envOf({ dir }: Project): { PATH: string } {
  return { PATH: `${path.join(dir, 'bin')}:/usr/bin:/bin` }
}

function addProgram({ dir }: Project, name: string, script: string): void {
  const file = path.join(dir, 'bin', name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, script)
  chmodSync(file, 0o755)
}

const shop = (files: Readonly<Record<string, string>> = rules) => makeProject(files)
const says = (version: string) => `#!/bin/sh\necho 'program ${version}'\n`

function doctor(project: Project, ...args: string[]): Promise<Finished> {
  const types = args.includes('--fix') ? { types: 'fix' } : {}
  return project.hooks(['doctor', ...args], { env: envOf(project), ...types })
}

interface Reported {
  readonly problems: number
  readonly warnings: number
  readonly repairs: readonly unknown[]
  readonly agents: readonly {
    readonly agent: string
    readonly version?: string
    readonly files: readonly { readonly findings: readonly { readonly code: string }[] }[]
    readonly findings: readonly { readonly code: string; readonly message: string }[]
  }[]
}

async function report(project: Project, ...args: string[]): Promise<Reported> {
  const { stdout } = await doctor(project, '--json', ...args)
  return JSON.parse(stdout)
}

const settingsOf = ({ root }: Project): string => path.join(root, '.claude/settings.local.json')

function edit(file: string, change: (settings: { hooks: Record<string, unknown> }) => void): void {
  const settings = JSON.parse(readFileSync(file, 'utf8'))
  change(settings)
  writeFileSync(file, JSON.stringify(settings, undefined, 2))
}

async function withClaude(files = rules): Promise<Project> {
  const project = shop(files)
  await project.hooks(['install', 'claude-code', '--local'])
  return project
}

test('an empty home without rules is told how to begin', async () => {
  const { exit, stdout } = await doctor(shop({}))
  expect(exit).toBe(0)
  expect(stdout).toContain('hooks init')
})

test('rules that no agent asks are a problem', async () => {
  const project = shop()
  addProgram(project, 'gemini', says('0.61.0'))
  const { exit, stdout } = await doctor(project)
  expect(exit).toBe(1)
  expect(stdout).toMatch(/no agent calls us, so no rule is asked\n\s+hooks install gemini-cli/)
})

test('what is installed as it should be is fine', async () => {
  const project = await withClaude()
  addProgram(project, 'claude', says('2.1.300'))
  const { exit, stdout } = await doctor(project)
  expect(exit).toBe(0)
  expect(stdout).toContain('claude-code 2.1.300   .claude/settings.local.json')
  expect(stdout).toContain('✓ calls us for 14 events, as install writes it')
  expect(stdout).toMatch(/✓ a start takes \d+ ms, Node itself \d+ ms of it/)
  expect(stdout).toContain('✓ nothing keeps a rule from holding')
})

test('no line is wider than the page', async () => {
  const project = await withClaude()
  for (const name of ['codex', 'cursor', 'gemini']) addProgram(project, name, says('9.9.9'))
  rmSync(path.join(project.dir, '.local/share/hooks/bin/hooks-agent'))
  const { stdout } = await doctor(project, '--live', 'cursor')
  const whole = await doctor(project)
  const lines = `${stdout}${whole.stdout}`.split('\n')
  expect(lines.filter((line) => line.length > 80)).toEqual([])
})

test('a version that was not tried is held as the nearest one', async () => {
  const project = await withClaude()
  addProgram(project, 'claude', says('1.0.3'))
  const { exit, stdout } = await doctor(project)
  expect(exit).toBe(0)
  expect(stdout).toContain('1.0.3 is not tested: it is held as 2.1.197, the nearest that is')
})

test('a missing entry is a problem where a rule needs it, else a warning', async () => {
  const project = await withClaude()
  edit(settingsOf(project), ({ hooks }) => {
    delete hooks['SessionStart']
    delete hooks['Notification']
  })
  const { exit, stdout } = await doctor(project)
  expect(exit).toBe(1)
  expect(stdout).toContain('✗ SessionStart: 1 rule, but it does not call us for it')
  expect(stdout).toContain('! no entry for Notification')
  expect(stdout).toContain('1 problem, 1 warning')
})

test('an entry in another form is a warning', async () => {
  const project = await withClaude()
  edit(settingsOf(project), ({ hooks }) => {
    hooks['PreToolUse'] = JSON.parse(JSON.stringify(hooks['PreToolUse']).replace('"*"', '"Bash"'))
  })
  const { exit, stdout } = await doctor(project)
  expect(exit).toBe(0)
  expect(stdout).toContain('! not as this version installs it: PreToolUse')
})

test('--fix leaves the same file as install', async () => {
  const project = await withClaude()
  const whole = readFileSync(settingsOf(project), 'utf8')
  edit(settingsOf(project), ({ hooks }) => {
    delete hooks['Notification']
    hooks['PreToolUse'] = JSON.parse(JSON.stringify(hooks['PreToolUse']).replace('"*"', '"Bash"'))
  })
  const { exit, stdout } = await doctor(project, '--fix')
  expect(exit).toBe(0)
  expect(stdout).toContain('✓ nothing keeps a rule from holding')
  expect(JSON.parse(readFileSync(settingsOf(project), 'utf8'))).toEqual(JSON.parse(whole))
})

test('--fix is for people: an agent is refused, and nothing is written', async () => {
  const project = await withClaude()
  edit(settingsOf(project), ({ hooks }) => delete hooks['Stop'])
  const before = readFileSync(settingsOf(project), 'utf8')
  const { exit, stderr } = await project.hooks(['doctor', '--fix'], {
    env: { ...envOf(project), CLAUDECODE: '1' },
  })
  expect(exit).toBe(1)
  expect(stderr).toContain('CLAUDECODE is set: this runs inside an agent')
  expect(readFileSync(settingsOf(project), 'utf8')).toBe(before)
})

test('entries that are gone since install are a problem that --fix mends', async () => {
  const project = await withClaude()
  writeFileSync(settingsOf(project), '{}\n')
  expect((await report(project)).repairs).toEqual([{ agent: 'claude-code', scope: 'local' }])
  expect((await doctor(project, '--fix')).exit).toBe(0)
})

test('settings that cannot be read are a problem, and stay as they are', async () => {
  const project = await withClaude()
  writeFileSync(settingsOf(project), '{"hooks": [')
  const { exit, stdout } = await doctor(project, '--fix')
  expect(exit).toBe(1)
  expect(stdout).toContain('✗ .claude/settings.local.json:1:12: the text ends early')
  expect(readFileSync(settingsOf(project), 'utf8')).toBe('{"hooks": [')
})

test('hooks of others that came or went since install are told', async () => {
  const other = (command: string) => ({ matcher: 'Bash', hooks: [{ type: 'command', command }] })
  const before = JSON.stringify({ hooks: { PreToolUse: [other('./old.sh')] } })
  const project = shop({ ...rules, '.claude/settings.local.json': before })
  await project.hooks(['install', 'claude-code', '--local'])
  edit(settingsOf(project), ({ hooks }) => {
    const [, ours] = hooks['PreToolUse'] as readonly unknown[]
    hooks['PreToolUse'] = [ours, other('./new.sh')]
  })
  const { exit, stdout } = await doctor(project)
  expect(exit).toBe(0)
  expect(stdout).toContain('1 other hook came since install: PreToolUse: ./new.sh')
  expect(stdout).toContain('1 other hook went since install: PreToolUse: ./old.sh')
})

test('a switch in another file of the agent is found', async () => {
  const project = await withClaude()
  project.write('.claude/settings.json', '{ "disableAllHooks": true }')
  const { exit, stdout } = await doctor(project)
  expect(exit).toBe(1)
  expect(stdout).toContain('"disableAllHooks" is true in')
})

test('a Node that is gone is a problem that --fix mends', async () => {
  const project = await withClaude()
  const shim = path.join(project.dir, '.local/share/hooks/bin/hooks-agent')
  writeFileSync(shim, readFileSync(shim, 'utf8').replace(/^node=.*$/m, 'node=/gone/node'))
  const { exit, stdout } = await doctor(project)
  expect(exit).toBe(1)
  expect(stdout).toContain('✗ /gone/node does not start')
  expect(stdout).not.toContain('Node itself') // there is none to measure
  expect((await doctor(project, '--fix')).exit).toBe(0)
})

/** Answers as `codex app-server` does. */
function addCodex(project: Project, { trust = 'trusted', hooks = true } = {}): void {
  const source = path.join(project.dir, '.codex/hooks.json')
  const command = 'set -- codex PreToolUse; s=/x/hooks/bin/hooks-agent; . "$s"'
  const listed = [{ command, sourcePath: source, enabled: true, trustStatus: trust }]
  const answers = [
    { id: 0, result: {} },
    { id: 1, result: { data: [{ hooks: listed }] } },
    { id: 2, result: { config: { features: { hooks } } } },
  ].map((each) => JSON.stringify(each))
  const serve = `cat <<'END'\n${answers.join('\n')}\nEND\nsleep 20`
  addProgram(project, 'codex', `#!/bin/sh\n[ "$1" = app-server ] || { echo 0.169.0; exit; }\n${serve}\n`)
}

async function withCodex(answers?: Parameters<typeof addCodex>[1]): Promise<Project> {
  const project = shop()
  await project.hooks(['install', 'codex', '--user'])
  addCodex(project, answers)
  return project
}

test.each([
  ['trusted', 0, 'calls us for 11 events'],
  ['untrusted', 1, '✗ our hooks are not trusted: Codex skips them without a word'],
  ['modified', 1, '✗ our hooks are not trusted: Codex skips them without a word'],
])('Codex is asked for its trust: %s', async (trust, code, said) => {
  const { exit, stdout } = await doctor(await withCodex({ trust }))
  expect(stdout).toContain(said)
  expect(exit).toBe(code)
})

test('a Codex that a signal ends is a warning', async () => {
  const project = await withCodex()
  addProgram(project, 'codex', '#!/bin/sh\n[ "$1" = app-server ] || { echo 0.169.0; exit; }\nkill -9 $$\n')
  const { exit, stdout } = await doctor(project)
  expect(exit).toBe(0)
  expect(stdout).toContain('! codex does not say whether it trusts our hooks: it ended with SIGKILL')
})

test('Codex without its feature "hooks" is a problem', async () => {
  const { exit, stdout } = await doctor(await withCodex({ hooks: false }))
  expect(exit).toBe(1)
  expect(stdout).toContain('"hooks" is false under [features]')
})

test('a Codex that does not say whether it trusts is a warning', async () => {
  const project = await withCodex()
  addProgram(project, 'codex', says('0.169.0'))
  const { exit, stdout } = await doctor(project)
  expect(exit).toBe(0)
  expect(stdout).toContain('! codex does not say whether it trusts our hooks')
})

const skipped = [
  {
    agent: 'gemini-cli',
    name: 'in a folder that is not trusted',
    file: '.gemini/trustedFolders.json',
    text: '{ "/elsewhere": "TRUST_FOLDER" }',
    said: 'this folder is not trusted',
  },
  {
    agent: 'copilot-cli',
    name: 'in a folder that is not trusted',
    file: '.copilot/config.json',
    text: '{ "trustedFolders": ["/elsewhere"] }',
    said: 'this folder is not trusted',
  },
  {
    agent: 'copilot-cli',
    name: 'with "disableAllHooks"',
    file: '.copilot/settings.json',
    text: '{ "disableAllHooks": true }',
    said: '"disableAllHooks" is true',
  },
  {
    agent: 'cline',
    name: 'with "Enable Hooks" off',
    file: '.cline/data/globalState.json',
    text: '{ "hooksEnabled": false }',
    said: '"Enable Hooks" is off',
  },
]

test.each(skipped)('$agent skips our hooks $name', async ({ agent, file, text, said }) => {
  const project = shop()
  await project.hooks(['install', agent, '--project'])
  const target = path.join(project.dir, file)
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, text)
  const { exit, stdout } = await doctor(project, agent)
  expect(exit).toBe(1)
  expect(stdout).toContain(said)
})

test.each([
  ['gemini-cli', '.gemini/trustedFolders.json', (root: string) => ({ [root]: 'TRUST_FOLDER' })],
  ['copilot-cli', '.copilot/config.json', (root: string) => ({ trustedFolders: [path.dirname(root)] })],
])('%s in a folder that is trusted is fine', async (agent, file, trusting) => {
  const project = shop()
  await project.hooks(['install', agent, '--project'])
  const target = path.join(project.dir, file)
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, JSON.stringify(trusting(project.root)))
  expect((await doctor(project, agent)).stdout).not.toContain('not trusted')
})

test("an agent that also reads Claude Code's settings is told through which file", async () => {
  const project = await withClaude()
  addProgram(project, 'cursor', says('3.0.0'))
  const { stdout } = await doctor(project)
  expect(stdout).toContain("where it reads claude-code's settings it calls us through")
  expect(stdout).toContain('    .claude/settings.local.json')
})

function call(project: Project, agent: string, command: string): Promise<Finished> {
  const payload = {
    hook_event_name: 'preToolUse',
    conversation_id: 'c1',
    workspace_roots: [project.root],
    cursor_version: '3.0.0',
    tool_name: 'Shell',
    tool_input: { command },
  }
  const { root, env } = project
  const argv = ['hooks', 'run', '--agent', agent, '--event', 'preToolUse']
  const bin = path.resolve(import.meta.dirname, '../../dist/bin.cjs')
  return finish(
    [process.execPath, bin, ...argv.slice(1)],
    { cwd: root, env },
    { input: JSON.stringify(payload) },
  )
}

test('an agent that cannot be started gets a sentence, and the ledger confirms it', async () => {
  const project = shop({
    'hooks.yaml': `version: 1
hooks:
  PreToolUse:
    - { name: canary, match: { command: echo hooks-canary }, deny: It must not sing. }
`,
  })
  const before = await doctor(project, '--live', 'cursor')
  expect(before.stdout).toContain('Run the command "echo hooks-canary"')
  await call(project, 'cursor', 'echo hooks-canary')
  const { stdout } = await doctor(project, '--live', 'cursor')
  expect(stdout).toMatch(/✓ it asked about the canary .+ ago and was told "deny", by canary/)
  expect(stdout).toMatch(/✓ last event: PreToolUse, .+ ago/)
})

test('--live says of a client that does nothing that it could not be tried, and leaves nothing', async () => {
  const project = await withClaude()
  addProgram(project, 'claude', '#!/bin/sh\necho "2.1.329: no licence here"\n')
  const { exit, stdout } = await doctor(project, '--live')
  expect(exit).toBe(0)
  expect(stdout).toMatch(/! could not be tried live: 2\.1\.329: no licence here \(live, .+\)/)
  expect(existsSync(path.join(project.dir, 'home'))).toBe(false)
})

test('an interrupt ends the client of --live, and no other one is started', async () => {
  const project = await withClaude()
  await project.hooks(['install', 'gemini-cli', '--user'])
  const began = path.join(project.dir, 'began')
  const client = (version: string) =>
    `#!/bin/sh\n[ "$1" = --version ] && { echo ${version}; exit; }\necho client >> ${began}\nsleep 60\n`
  addProgram(project, 'claude', client('2.1.329'))
  addProgram(project, 'gemini', client('0.61.0'))
  const ended = project.hooks(['doctor', '--live'], { env: envOf(project), interruptAt: began })
  expect((await ended).stdout).toContain('could not be tried live: it was interrupted')
  expect(readFileSync(began, 'utf8')).toBe('client\n')
})

test('rules that cannot hold here are told', async () => {
  const project = await withClaude()
  project.write('hooks.yaml', 'version: 1\nhooks: [')
  const { exit, stdout } = await doctor(project)
  expect(exit).toBe(1)
  expect(stdout).toMatch(/✗ 1 error\n\s+hooks validate/)
  const off = await project.hooks(['doctor'], { env: { ...envOf(project), HOOKS_DISABLE: '1' } })
  expect(off.stdout).toContain('HOOKS_DISABLE=1 is set')
})

test('what an agent cannot be told is a note', async () => {
  const { exit, stdout } = await doctor(await withCodex(), 'codex')
  expect(exit).toBe(0)
  expect(stdout).not.toContain('cannot hold')
  const asking = await withCodex()
  asking.write('hooks.yaml', 'version: 1\nhooks:\n  PreToolUse: [{ name: a, match: Bash, ask: Sure? }]\n')
  expect((await doctor(asking, 'codex')).stdout).toMatch(/~ 0 rules hold, 1 holds weakened/)
})

test('an unknown agent is refused with the names', async () => {
  const { exit, stderr } = await doctor(shop(), 'nope')
  expect(exit).toBe(1)
  expect(stderr).toContain('unknown agent "nope"')
})
