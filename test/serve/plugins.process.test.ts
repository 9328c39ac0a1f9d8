// A plugin in an agent's process has its calls judged by the engine, else by a cold run, and nothing passes unjudged.
import { spawn } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { socketOf } from '../../src/serve/place.ts'
import { bin, finish, makeProject, type Project } from '../support/cli.ts'
import { until } from '../support/time.ts'

const who = 'ps -o args= -p $PPID'
const RULES = `version: 1
hooks:
  SessionStart:
    - { name: begins, run: [sh, -c, '${who}; echo "options: $NODE_OPTIONS"'], reply: context }
  PreToolUse:
    - { name: push, match: { command: git push --force }, deny: Not here. }
    - { name: who, match: { command: make }, run: [sh, -c, '${who} >&2; exit 2'], exit: { 2: deny } }
    - { name: dies, match: { command: kill }, run: [sh, -c, 'case "$(${who})" in *serve*) kill -9 $PPID; sleep 1 ;; esac; ${who} >&2; exit 2'], exit: { 2: deny } }
    - { name: stays, match: { command: wait }, run: [sh, -c, 'echo $$ > waits; exec sleep 60'], timeout: 2m }
`

interface Plugin extends Project {
  /** Where its engine listens: no other test asks it. */
  readonly socket: string
  /** Its process. */
  engine(): Promise<number>
  /** Runs a script of `begin()`, which is what a session begins with, and `judge(command)`, which is why a call is refused. */
  argv(script: string): readonly string[]
  play(script: string, options?: { node?: string; env?: Record<string, string> }): Promise<readonly string[]>
}

const agents: Readonly<Record<string, (door: string, root: string) => string>> = {
  opencode: (door, root) => `
const { openCodeHooks } = await import(${door})
const quiet = async () => {}
const client = { session: { prompt: quiet, abort: quiet }, tui: { showToast: quiet }, app: { log: quiet } }
const hooks = openCodeHooks({ directory: ${root}, client })
const judge = (command) =>
  hooks['tool.execute.before']({ tool: 'bash', sessionID, callID: command }, { args: { command } })
    .then(() => '', (error) => error.message)
const begin = async () => {
  const output = { system: [] }
  await hooks.event({ event: { id: 'evt_1', type: 'session.created', properties: { info: { id: sessionID } } } })
  await hooks['experimental.chat.system.transform']({ sessionID }, output)
  return output.system.join()
}`,
  cline: (door, root) => `
const { clineHooks } = await import(${door})
const hooks = clineHooks({ session: { sessionId: sessionID }, workspaceInfo: { rootPath: ${root} } })
const snapshot = { conversationId: 'c', agentId: 'a', parentAgentId: null }
const judge = (command) => {
  const input = { commands: [command] }
  return hooks.beforeTool({ snapshot, input, toolCall: { toolCallId: command, toolName: 'run_commands', input } })
    .then(({ skip, reason }) => (skip ? reason : ''), (error) => error.message)
}
const messages = [{ id: '1', role: 'user', content: [{ type: 'text', text: 'Go' }] }]
const begin = async () => JSON.stringify(await hooks.beforeModel({ snapshot, request: { messages } }))`,
}

/** A copy of the program: what another build is has an engine of its own. */
function install(agent: string): Plugin {
  const project = makeProject({ 'hooks.yaml': RULES })
  const dist = path.join(project.dir, 'package/dist')
  mkdirSync(dist, { recursive: true })
  for (const name of readdirSync(path.dirname(bin))) {
    const from = path.join(path.dirname(bin), name)
    if (/^(?:bin\.cjs|cline\.mjs|opencode\.mjs)$/.test(name)) copyFileSync(from, path.join(dist, name))
    else symlinkSync(from, path.join(dist, name))
  }
  const door = JSON.stringify(pathToFileURL(path.join(dist, `${agent}.mjs`)).href)
  const argv = (script: string) => {
    const setUp = agents[agent]?.(door, JSON.stringify(project.root)) ?? ''
    return ['--input-type=module', '-e', `const sessionID = 's' + process.pid\n${setUp}\n${script}`]
  }
  return {
    ...project,
    argv,
    socket: socketOf({ bin: path.join(dist, 'bin.cjs'), node: process.execPath }) ?? '',
    async engine() {
      const status = [process.execPath, path.join(dist, 'bin.cjs'), 'status', '--json']
      const { stdout } = await finish(status, { cwd: project.root, env: project.env })
      return (JSON.parse(stdout) as { engine: { pid: number } }).engine.pid
    },
    async play(script, { node = process.execPath, env = {} } = {}) {
      const { stdout, stderr } = await finish([node, ...argv(`console.log(JSON.stringify([${script}]))`)], {
        cwd: project.dir,
        env: { ...project.env, ...env },
      })
      expect(stderr).toBe('')
      return JSON.parse(stdout) as string[]
    },
  }
}

/** As a person's installation left it, with the engine that their first session started. */
async function begun(agent: string): Promise<Plugin> {
  const plugin = install(agent)
  await plugin.hooks(['status']) // trusts the rules
  await plugin.play('await begin()')
  await until(() => existsSync(plugin.socket))
  return plugin
}

describe.each(Object.keys(agents))('%s', (agent) => {
  test('a session begins with a cold run, which starts the engine that judges the calls', async () => {
    const plugin = install(agent)
    await plugin.hooks(['status'])
    const [begins] = await plugin.play('await begin()')
    expect(begins).toMatch(/bin\.cjs run --agent/)
    await until(() => existsSync(plugin.socket))
    const [again, call, free] = await plugin.play("await begin(), await judge('make'), await judge('ls')")
    expect([again, call, free]).toEqual([
      expect.stringMatching(/bin\.cjs run --agent/),
      expect.stringMatching(/bin\.cjs serve --background/),
      '',
    ])
  })

  test('an engine that says nothing changes no answer', async () => {
    const plugin = await begun(agent)
    const pid = await plugin.engine()
    process.kill(pid, 'SIGSTOP')
    const [call] = await plugin.play("await judge('git push --force')")
    expect(call).toContain('Not here.')
    process.kill(pid, 'SIGKILL')
  })

  test('where a session begins, nothing is asked that could have taken the place of the engine', async () => {
    const plugin = install(agent)
    await plugin.hooks(['status'])
    mkdirSync(path.dirname(plugin.socket), { mode: 0o700, recursive: true })
    const says = `require('net').createServer((asked) => asked.end('0 0 0\\n')).listen('${plugin.socket}')`
    const other = spawn(process.execPath, ['-e', says])
    await until(() => existsSync(plugin.socket))
    const [begins] = await plugin.play('await begin()')
    expect(begins).toMatch(/bin\.cjs run --agent/)
    other.kill('SIGKILL')
  })

  test('an engine that is killed while it judges changes no answer', async () => {
    const plugin = await begun(agent)
    expect(await plugin.play("await judge('kill'), await judge('git push --force')")).toEqual([
      expect.stringMatching(/bin\.cjs run --agent/),
      expect.stringContaining('Not here.'),
    ])
  })

  test.each(['the engine', 'a cold run'])('scripts of %s end with the agent', async (judge) => {
    const plugin = judge === 'the engine' ? await begun(agent) : install(agent)
    await plugin.hooks(['status'])
    const child = spawn(process.execPath, plugin.argv("await judge('wait')"), {
      cwd: plugin.dir,
      env: plugin.env,
    })
    const waits = path.join(plugin.root, 'waits')
    await until(() => existsSync(waits) && readFileSync(waits, 'utf8').endsWith('\n'))
    child.kill('SIGKILL')
    const pid = Number(readFileSync(waits, 'utf8'))
    await until(() => !isRunning(pid))
  })

  test('what loads code into Node stays out of ours, and scripts get it', async () => {
    const plugin = install(agent)
    await plugin.hooks(['status'])
    const [log, spy] = ['log', 'spy.cjs'].map((name) => path.join(plugin.dir, name)) as [string, string]
    writeFileSync(spy, `require('fs').appendFileSync(${JSON.stringify(log)}, process.argv.join(' ') + '\\n')`)
    const options = `--require=${spy}`
    const [begins] = await plugin.play('await begin()', { env: { NODE_OPTIONS: options } })
    expect(begins).toContain(`options: ${options}`)
    expect(readFileSync(log, 'utf8')).not.toContain('bin.cjs')
  })

  test('Node is found outside of the project only', async () => {
    const plugin = install(agent)
    const node = path.join(plugin.dir, 'agent')
    copyFileSync(process.execPath, node)
    const own = path.join(plugin.root, 'bin')
    plugin.write('bin/node', `#!/bin/sh\ntouch ${plugin.dir}/ran\nprintf '\\004'\n`)
    const judge = (PATH: string) => plugin.play("await judge('git push --force')", { node, env: { PATH } })
    const outside = path.dirname(process.execPath)
    expect(await judge(own)).toEqual([expect.stringContaining('npx hooks-yaml install')])
    expect(await judge(`${own}:bin:${outside}`)).toEqual([expect.stringContaining('Not here.')])
    expect(existsSync(path.join(plugin.dir, 'ran'))).toBe(false)
  })
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
