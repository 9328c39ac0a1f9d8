// What every agent is answered, at every event that `install` registers, by the line that it writes, when hooks cannot
// run or cannot read its rules: a call is held in that agent's form, and nothing else is held up.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { shimPath, withoutFunctions } from '../../src/agents/shared/shim.ts'
import { type InstallableAgent, installableAgents, scopes } from '../../src/cli/agents/agents.ts'
import { isGate } from '../../src/model/events.ts'
import { field, isObject } from '../../src/model/plain-object.ts'
import type { EventName } from '../../src/model/types.ts'
import { atHome } from '../support/account.ts'
import { bin, finish, makeProject, type Finished, type Project } from '../support/cli.ts'
import { partOf, startsProcesses } from '../support/part.ts'

const RULES = `version: 1
hooks:
  PreToolUse: [{ name: closed, deny: The shop is closed. }]
  PermissionRequest: [{ name: no-permissions, deny: The shop is closed. }]
`
const config = (project: Project) => path.join(project.root, 'hooks.yaml')
const shim = (project: Project) => shimPath('user', { home: project.dir })

function edit(file: string, change: (text: string) => string): void {
  chmodSync(file, 0o755)
  writeFileSync(file, change(readFileSync(file, 'utf8')))
}

/** Bytes of the same length that are no plan, in every file of the cache. */
function corruptPlans(project: Project): void {
  const plans = path.join(project.dir, '.cache/hooks/plans')
  for (const name of readdirSync(plans, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(plans, name)
    if (/\.(?:index|rules)$/.test(name)) writeFileSync(file, readFileSync(file).fill(0x7f))
  }
}

/** A package in which a file of the program is missing. */
function damagePackage(project: Project): void {
  const dist = path.join(project.dir, 'package/dist')
  cpSync(path.dirname(bin), dist, { recursive: true })
  cpSync(path.join(path.dirname(bin), '../package.json'), path.join(project.dir, 'package/package.json'))
  rmSync(path.join(dist, 'run.cjs'))
  edit(shim(project), (text) => text.replaceAll(path.dirname(bin), dist))
}

/** No plan was ever made of what is there now. */
function forgetPlans(project: Project): void {
  rmSync(path.join(project.dir, '.cache/hooks/plans'), { recursive: true, force: true })
}

interface Broken {
  readonly name: string
  readonly prepare: (project: Project) => void
  /** What is said to whoever reads the answer: of a call, and of every other event. */
  readonly says: { readonly call: RegExp; readonly other?: RegExp }
  /** The agent asks its person, which is what a request for permission does by itself. */
  readonly asks?: true
  /** Only where each event starts a process of its own. */
  readonly alone?: true
  /** The command starts, so most tests need not start it by the line. */
  readonly runs?: boolean
  /** For every agent; the others differ in what the engine does, which is the same for all. */
  readonly each?: true
}

const missing = {
  call: /refused: .*hooks-yaml|hooks-yaml is missing here, so this call is refused/,
  other: /hooks-yaml is missing here, so no rule was checked/,
}
/** Of a file that may not be read Cursor's user reads only which rule denied it. */
const unread = { call: /could not check this call|the rules have an error|hooks denied Read/ }
const failures: readonly Broken[] = [
  {
    name: 'Node is gone, and another one starts',
    prepare: (project) => edit(shim(project), (text) => text.replace(/^node=.*$/m, 'node=/gone/node')),
    says: { call: /The shop is closed|hooks denied Read/ },
    alone: true,
    each: true,
  },
  {
    name: 'the package is gone',
    prepare: (project) => edit(shim(project), (text) => text.replaceAll(bin, '/gone/bin.cjs')),
    says: missing,
    each: true,
  },
  {
    name: 'a file of the package is gone',
    prepare: damagePackage,
    says: { call: /could not check this call|run\.cjs/, other: /hooks could not check this \w+ event/ },
  },
  {
    name: 'hooks.yaml cannot be parsed',
    prepare: (project) => {
      project.write('hooks.yaml', 'hooks: [')
      forgetPlans(project)
    },
    says: unread,
    asks: true,
    each: true,
    runs: true,
  },
  {
    name: 'hooks.yaml cannot be read',
    prepare: (project) => {
      rmSync(config(project))
      mkdirSync(config(project))
      forgetPlans(project)
    },
    says: unread,
    asks: true,
    runs: true,
  },
  {
    name: 'the cached plan is damaged',
    prepare: corruptPlans,
    says: { call: /The shop is closed|hooks denied Read/ },
    alone: true,
    runs: true,
  },
]

type Holds = (reply: unknown, exit: number) => boolean

/** What holds a call, by what agents document or were seen to do. Exit code 2 is no refusal in Cline: the call runs. */
const exitsWith2: Holds = (_reply, exit) => exit === 2
const held: Readonly<Record<string, Holds>> = {
  codex: (reply, exit) => exit === 2 || decisionIn(reply) === 'deny', // an "ask" runs there
  'gemini-cli': (reply, exit) => exit === 2 || field(reply, 'decision') === 'deny', // an "ask" hangs there
  'copilot-cli': (reply, exit) =>
    exit === 2 ||
    ['deny', 'ask'].includes(String(field(reply, 'permissionDecision'))) ||
    field(reply, 'behavior') === 'deny',
  cline: (reply, exit) => exit === 0 && field(reply, 'cancel') === true,
  cursor: (reply, exit) => exit === 2 || ['deny', 'ask'].includes(String(field(reply, 'permission'))),
  antigravity: (reply) => ['deny', 'force_ask'].includes(String(field(reply, 'decision'))),
  'grok-build': (reply, exit) => exit === 2 || field(reply, 'decision') === 'deny',
  goose: (reply, exit) => exit === 2 || field(reply, 'decision') === 'block',
  devin: (reply, exit) => exit === 2 || field(reply, 'decision') === 'block',
  kiro: exitsWith2,
  windsurf: exitsWith2,
}
const heldLikeClaude: Holds = (reply, exit) =>
  exit === 2 || ['deny', 'ask'].includes(String(decisionIn(reply)))

function decisionIn(reply: unknown): unknown {
  const own = field(reply, 'hookSpecificOutput')
  return field(own, 'permissionDecision') ?? field(field(own, 'decision'), 'behavior')
}
/** The commands in the settings that `install` wrote, by event. */
function linesIn(text: string, agent: string): ReadonlyMap<string, string> {
  const start = `${withoutFunctions()}; set -- ${agent} `
  const found = text.startsWith('#!') ? text.split('\n') : stringsIn(JSON.parse(text))
  const lines = found.filter((line) => line.startsWith(start))
  return new Map(lines.map((line) => [/^[^\s;]+/.exec(line.slice(start.length))?.[0] ?? '', line]))
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return isObject(value) || Array.isArray(value) ? Object.values(value).flatMap(stringsIn) : []
}

const fixtures = path.join(import.meta.dirname, '../fixtures')
const folders: Readonly<Record<string, string>> = {
  codex: 'codex',
  'gemini-cli': 'gemini',
  'qwen-code': 'qwen',
}

const uncapitalized = (name: string) => name.charAt(0).toLowerCase() + name.slice(1)

/** As the agent sends it, in this project; where none was captured, with the fields that most agents have. */
function payloadAt(agent: string, event: string, root: string): string {
  const named = path.join(fixtures, 'agents', `${agent}.json`)
  const all: unknown = existsSync(named) ? JSON.parse(readFileSync(named, 'utf8')) : {}
  const captured = path.join(fixtures, 'payloads', folders[agent] ?? 'none', `${event}-1.json`)
  const payload = existsSync(captured)
    ? (JSON.parse(readFileSync(captured, 'utf8')) as unknown)
    : (field(all, event) ?? field(all, uncapitalized(event)))
  const plain = {
    session_id: 's',
    transcript_path: '/t.jsonl',
    cwd: root,
    hook_event_name: event,
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    prompt: 'Empty the cart.',
    source: 'startup',
  }
  const text = JSON.stringify(payload ?? plain)
  return text.replaceAll(/"(?:\/home\/dana)?\/shop(?=[/"])/g, `"${root}`)
}

/** Fields that say something and hold nothing up. */
const wordsOnly = new Set([
  'systemMessage',
  'user_message',
  'hookSpecificOutput',
  'hookEventName',
  'additionalContext',
  'type',
  'message',
])

type Outcome = 'held' | 'goes on'

/** The whole answer where it is neither. */
function outcomeOf(agent: string, { stdout, stderr, exit }: Finished, says: Broken['says']): string {
  const reply: unknown = stdout.trim() === '' ? {} : JSON.parse(stdout)
  const said = stdout + stderr
  const isHeld = (held[agent] ?? heldLikeClaude)(reply, exit ?? 0)
  const isOnlyTold = exit !== null && exit < 2 && keysIn(reply).every((key) => wordsOnly.has(key))
  const isSaid = isHeld ? says.call.test(said) : (says.other?.test(said) ?? true)
  const outcome: Outcome | undefined = isHeld ? 'held' : isOnlyTold ? 'goes on' : undefined
  return isSaid && outcome !== undefined ? outcome : JSON.stringify({ stdout, stderr, exit })
}

function keysIn(value: unknown): readonly string[] {
  const said = isObject(value) ? Object.entries(value).filter(([, each]) => each !== '') : []
  return said.flatMap(([key, each]) => [key, ...keysIn(each)])
}

function expected(event: EventName | 'unmapped' | undefined, { asks }: Pick<Broken, 'asks'>): Outcome {
  return isGate(event) && !(asks === true && event === 'PermissionRequest') ? 'held' : 'goes on'
}

interface Installed {
  readonly project: Project
  /** The settings that `install` wrote. */
  readonly file: string
}

async function install({ name, settings }: InstallableAgent): Promise<Installed> {
  const project = makeProject({ 'hooks.yaml': RULES })
  const place = { root: project.root, home: project.dir, env: project.env }
  const scope = scopes.toReversed().find((each) => settings.file(each, place) !== undefined) ?? 'user'
  const { exit, stderr } = await project.hooks(['install', name, `--${scope}`, '--untested'])
  if (exit !== 0) throw new Error(stderr)
  const file = settings.file(scope, place) ?? ''
  return { project, file }
}

const plugins = ['amp', 'cline', 'opencode']
const commanded = installableAgents.filter(({ name }) => !plugins.includes(name))

/** A change of these has an agent play all failures. */
const filesOf = ({ name }: InstallableAgent): readonly string[] => [
  import.meta.filename,
  `src/agents/${name}`,
]

describe.each(commanded)('$name', (agent: InstallableAgent) => {
  const { events, untested } = agent.settings

  const possible = failures.filter(({ each }) => each === true || untested === undefined)
  test.each(partOf(possible, 3, { from: commanded.indexOf(agent), files: filesOf(agent) }))(
    '$name',
    async (broken) => {
      const { project, file } = await install(agent)
      const lines = linesIn(atHome(readFileSync(file, 'utf8'), project.dir), agent.name)
      expect([...lines.keys()].toSorted()).toEqual(Object.keys(events).toSorted())
      const send = (event: string, runs: boolean): Promise<Finished> => {
        const input = payloadAt(agent.name, event, project.root)
        if (runs && !startsProcesses())
          return project.hooks(['run', '--agent', agent.name, '--event', event], { input })
        const where = { cwd: project.root, env: project.env }
        return finish(['sh', '-c', lines.get(event) ?? ''], where, { input })
      }
      const outcomes = async (
        of: readonly string[],
        { says, runs = false }: Pick<Broken, 'says' | 'runs'>,
      ) => {
        const rows: [string, string][] = []
        for (const event of of) rows.push([event, outcomeOf(agent.name, await send(event, runs), says)])
        return Object.fromEntries(rows)
      }
      const gates = Object.keys(events).filter((name) => isGate(events[name]))
      const closed = { call: /The shop is closed|hooks denied Read/ }
      expect(await outcomes(gates, { says: closed, runs: true })).toEqual(
        Object.fromEntries(gates.map((name) => [name, 'held'])),
      )
      broken.prepare(project)
      expect(await outcomes(Object.keys(events), broken)).toEqual(
        Object.fromEntries(Object.entries(events).map(([name, event]) => [name, expected(event, broken)])),
      )
    },
  )
})

/** A program of its own beside a plugin. */
const isProgram = ({ settings }: InstallableAgent): boolean =>
  settings.beside?.text(() => '').startsWith('#!') === true

describe.each(installableAgents.filter(isProgram))(
  'the file hook of $name',
  ({ name, settings, ...agent }: InstallableAgent) => {
    const files = filesOf({ name, settings, ...agent })
    test.each(partOf(failures, 3, { from: 1, files }))('$name', async (broken) => {
      const { project } = await install({ name, settings, ...agent })
      const { root, dir: home, env } = project
      const file = settings.beside?.file('user', { root, home, env }) ?? ''
      const input = payloadAt(name, 'PreToolUse', root)
      const outcome = async (says: Broken['says']) =>
        outcomeOf(name, await finish([file], { cwd: root, env }, { input }), says)
      expect(await outcome({ call: /The shop is closed/ })).toBe('held')
      broken.prepare(project)
      expect(await outcome(broken.says)).toBe('held')
    })
  },
)

/** Starts the plugin as OpenCode does, and tells of each of its functions what became of the call. */
const OPEN_CODE = `
const [file, payloads] = process.argv.slice(1)
const session = { prompt: async () => { throw new Error('it goes on for ever') }, abort: async () => {} }
const client = { session, tui: { showToast: async () => {} }, app: { log: async () => {} } }
const { HooksYaml } = await import(file)
const hooks = await HooksYaml({ directory: process.cwd(), client })
const outcomes = {}
for (const [name, { input, output, ...event }] of Object.entries(JSON.parse(payloads))) {
  const hook = hooks[name] ? () => hooks[name](input, output) : () => hooks.event({ event })
  outcomes[name] = await hook().then(() => 'goes on', (error) => error.message)
}
process.stdout.write(JSON.stringify(outcomes), () => process.exit())
`

describe.each(installableAgents.filter(({ name }) => name === 'opencode'))(
  '$name',
  (agent: InstallableAgent) => {
    const { events } = agent.settings
    const sent: unknown = JSON.parse(readFileSync(path.join(fixtures, 'agents/opencode.json'), 'utf8'))
    const payloads = Object.fromEntries(
      Object.keys(events).map((name) => [name, field(sent, name) ?? { type: name, properties: {} }]),
    )

    const possible = failures.filter(({ alone }) => alone !== true)
    test.each(partOf(possible, 3, { from: 2, files: filesOf(agent) }))('$name', async (broken) => {
      const { project, file } = await install(agent)
      const outcomes = async (): Promise<Readonly<Record<string, string>>> => {
        const argv = [process.execPath, '--input-type=module', '-e', OPEN_CODE, pathToFileURL(file).href]
        const where = { cwd: project.root, env: project.env }
        const { stdout, stderr } = await finish([...argv, JSON.stringify(payloads)], where)
        return stdout === '' ? { stderr } : (JSON.parse(stdout) as Record<string, string>)
      }
      const before = await outcomes()
      expect(before).toMatchObject({ 'tool.execute.before': expect.stringMatching(/The shop is closed/) })
      broken.prepare(project)
      expect(await outcomes()).toEqual(
        Object.fromEntries(
          Object.entries(events).map(([name, event]) => [
            name,
            isGate(event) ? expect.stringMatching(broken.says.call) : 'goes on',
          ]),
        ),
      )
    })
  },
)
