// A person's and a team's installation report each call to two entries: it is judged once.
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { withoutFunctions } from '../../src/agents/shared/shim.ts'
import { agents } from '../../src/catalog.ts'
import { atHome } from '../support/account.ts'
import { type Finished, finish, makeProject, outsideAgents, type Project } from '../support/cli.ts'

const packageDir = path.resolve(import.meta.dirname, '../..')
const rules = `version: 1
hooks:
  UserPromptSubmit:
    - { name: greet, context: Mind the gap. }
  PreToolUse:
    - { name: count, match: '*', run: [sh, count.sh] }
    - { name: few, match: '*', use: rate-limit, with: { max: 2 } }
  PostToolUse:
    - { name: after, match: '*', context: Mind the gap. }
  AgentStop:
    - { name: stops, run: [sh, count.sh] }
`

interface Spoken {
  readonly gate: string
  readonly after: string
  readonly prompt: string
  readonly stop: string
  readonly tool: string
  /** The agent numbers its calls. */
  readonly numbered?: true
}

const claude = {
  gate: 'PreToolUse',
  after: 'PostToolUse',
  prompt: 'UserPromptSubmit',
  stop: 'Stop',
  tool: 'Bash',
}
const spoken: Readonly<Record<string, Spoken>> = {
  'claude-code': { ...claude, numbered: true },
  codex: { ...claude, numbered: true },
  'copilot-cli': claude,
  'gemini-cli': {
    gate: 'BeforeTool',
    after: 'AfterTool',
    prompt: 'BeforeAgent',
    stop: 'AfterAgent',
    tool: 'run_shell_command',
  },
  'qwen-code': { ...claude, numbered: true },
}

type Scope = 'user' | 'project' | 'local'

/** The first text anywhere in the settings that calls us for this agent and event. */
function lineIn(value: unknown, start: string): string | undefined {
  if (typeof value === 'string') return value.startsWith(start) ? value : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const each of Object.values(value)) {
    const found = lineIn(each, start)
    if (found !== undefined) return found
  }
  return undefined
}

function lineOf({ root, dir, env }: Project, at: { agent: string; event: string; scope: Scope }): string {
  const { settings } = agents.find(({ name }) => name === at.agent) ?? {}
  const file = settings?.file(at.scope, { root, home: dir, env }) ?? ''
  const line =
    lineIn(JSON.parse(readFileSync(file, 'utf8')), `${withoutFunctions()}; set -- ${at.agent} ${at.event}`) ??
    `no line in ${file}`
  return atHome(line, dir)
}

async function installed(agent: string, scopes: readonly Scope[], from = packageDir): Promise<Project> {
  const project = makeProject({ 'hooks.yaml': rules, 'count.sh': 'echo start >> started\n' })
  for (const scope of scopes) {
    const bin = path.join(scope === 'user' ? packageDir : from.replace('ROOT', project.root), 'dist/bin.cjs')
    if (scope !== 'user' && from !== packageDir) addPackage(project.root)
    const argv = [process.execPath, ...outsideAgents(['install']), bin, 'install', agent, `--${scope}`]
    const { exit, stderr } = await finish([...argv, '--untested'], { cwd: project.root, env: project.env })
    expect([exit, stderr]).toEqual([0, ''])
  }
  await project.hooks(['list']) // its user trusts it
  return project
}

/** As npm puts it there. */
function addPackage(root: string): void {
  const to = path.join(root, 'node_modules/hooks-yaml')
  for (const name of ['dist', 'presets', 'schemas', 'package.json'])
    cpSync(path.join(packageDir, name), path.join(to, name), { recursive: true })
}

/** What each entry of an agent answers to one payload. */
function reporter(project: Project, agent: string, entries: readonly Scope[]) {
  const send = (event: string, scope: Scope, payload: object): Promise<Finished> => {
    const variable = agents.find(({ name }) => name === agent)?.settings?.projectVariable
    const env = { ...project.env, ...(variable !== undefined && { [variable]: project.root }) }
    const input = JSON.stringify({
      session_id: 's1',
      cwd: project.root,
      hook_event_name: event,
      ...payload,
    })
    return finish(
      ['sh', '-c', lineOf(project, { agent, event, scope })],
      { cwd: project.root, env },
      { input },
    )
  }
  return {
    send,
    async oneByOne(event: string, payload: object): Promise<readonly Finished[]> {
      const answers: Finished[] = []
      for (const scope of entries) answers.push(await send(event, scope, payload))
      return answers
    },
    atOnce: (event: string, payload: object): Promise<readonly Finished[]> =>
      Promise.all(entries.map((scope) => send(event, scope, payload))),
  }
}

const starts = ({ root }: Project): number => {
  try {
    return readFileSync(path.join(root, 'started'), 'utf8').trim().split('\n').length
  } catch {
    return 0
  }
}
/** How many events the ledger has. */
function recorded({ dir }: Project): number {
  const state = path.join(dir, '.local/state/hooks')
  const files = readdirSync(state, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\/ledger\/.*\.jsonl$/.test(name),
  )
  return files.flatMap((name) => readFileSync(path.join(state, name), 'utf8').trim().split('\n')).length
}
const isDenied = ({ stdout, stderr, exit }: Finished): boolean =>
  exit === 2 || /"(?:deny|block)"/.test(stdout + stderr)
const gaps = (answers: readonly Finished[]): number =>
  answers.reduce((sum, { stdout }) => sum + stdout.split('Mind the gap.').length - 1, 0)

const twoEntries = ['user', 'project'] as const

describe.each(Object.entries(spoken))('%s, for its user and for the project', (agent, words) => {
  test.each(['oneByOne', 'atOnce'] as const)('%s: limits, scripts and contexts count once', async (how) => {
    const project = await installed(agent, twoEntries)
    const report = reporter(project, agent, twoEntries)[how]
    const call = (at: number) => ({
      tool_name: words.tool,
      tool_input: { command: 'git status' },
      ...(words.numbered && { tool_use_id: `call-${at}` }),
    })
    const denied: boolean[][] = []
    for (const at of [1, 2, 3]) denied.push((await report(words.gate, call(at))).map(isDenied))
    expect(denied).toEqual([
      [false, false],
      [false, false],
      [true, true],
    ])
    expect(starts(project)).toBe(3)
    expect(gaps(await report(words.prompt, { prompt: 'Go on.' }))).toBe(1)
    const done = { ...call(1), tool_response: { stdout: 'clean' }, tool_output: 'clean' }
    expect(gaps(await report(words.after, done))).toBe(1)
    await report(words.stop, { stop_hook_active: false, last_assistant_message: 'Done.' })
    expect(starts(project)).toBe(4)
    expect(recorded(project)).toBe(6)
  })
})

test("a team's own copy of the package judges no call that the person's has judged", async () => {
  const project = await installed('claude-code', twoEntries, 'ROOT/node_modules/hooks-yaml')
  const { oneByOne } = reporter(project, 'claude-code', twoEntries)
  await oneByOne('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 'a' })
  expect(starts(project)).toBe(1)
})

test('a line for one person in a project is another entry than that of the team', async () => {
  const scopes = ['local', 'project'] as const
  const project = await installed('claude-code', scopes, 'ROOT/node_modules/hooks-yaml')
  const { oneByOne } = reporter(project, 'claude-code', scopes)
  await oneByOne('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 'a' })
  expect(starts(project)).toBe(1)
})

test('a rewritten input is judged anew, and so is the next call of the same entry', async () => {
  const project = await installed('gemini-cli', twoEntries)
  const { send } = reporter(project, 'gemini-cli', twoEntries)
  const call = (command: string) => ({ tool_name: 'run_shell_command', tool_input: { command } })
  await send('BeforeTool', 'user', call('ls'))
  await send('BeforeTool', 'project', call('ls -a'))
  expect(starts(project)).toBe(2)
  await send('BeforeTool', 'user', call('ls -a'))
  await send('BeforeTool', 'user', call('ls -a'))
  expect(starts(project)).toBe(3)
})

test('calls that share a command and nothing else are two', async () => {
  const project = await installed('gemini-cli', twoEntries)
  const { send } = reporter(project, 'gemini-cli', twoEntries)
  const create = (file: string) => ({ tool_name: 'editor', tool_input: { command: 'create', path: file } })
  await send('BeforeTool', 'user', create('a.txt'))
  await send('BeforeTool', 'project', create('b.txt'))
  expect(starts(project)).toBe(2)
  await send('BeforeTool', 'project', create('a.txt'))
  expect(starts(project)).toBe(2)
})

test("Copilot, which reads Claude's settings too, judges a call once", async () => {
  const project = await installed('copilot-cli', ['user'])
  const cli = [
    process.execPath,
    ...outsideAgents(['install']),
    path.join(packageDir, 'dist/bin.cjs'),
    'install',
    'claude-code',
    '--project',
  ]
  await finish(cli, { cwd: project.root, env: project.env })
  const own = reporter(project, 'copilot-cli', ['user'])
  const claude = reporter(project, 'claude-code', ['project'])
  const call = { timestamp: '2026-11-20T18:10:40.163Z', tool_name: 'Bash', tool_input: { command: 'ls' } }
  await Promise.all([own.oneByOne('PreToolUse', call), claude.oneByOne('PreToolUse', call)])
  expect(starts(project)).toBe(1)
})

test('doctor and status name what calls twice', async () => {
  const project = await installed('claude-code', twoEntries)
  expect((await project.hooks(['doctor', 'claude-code'])).stdout.replace(/\s+/g, ' ')).toMatch(
    /it calls us through .*settings\.json and .*settings\.json; each call is judged once/,
  )
  expect((await project.hooks(['status'])).stdout).toContain('claude-code: installed more than once here')
})
