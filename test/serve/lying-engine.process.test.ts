// Whatever is wrong with an engine ends in the cold run: nothing passes, and nothing waits for long.
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { connect, createServer, type Socket } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { socketOf } from '../../src/serve/place.ts'
import { bin, makeProject, type Project } from '../support/cli.ts'
import { allCallers, askIn, callers, programOf, standIn, startEngine } from '../support/engine.ts'
import { until } from '../support/time.ts'
import { trustProject } from '../support/trust.ts'

const RULES = `version: 1
hooks:
  PreToolUse:
    - { name: push, match: { command: git push --force }, deny: Not here. }
    - { name: slow, match: { command: make }, run: [sh, -c, 'touch begun; sleep 2; echo No. >&2; exit 2'], exit: { 2: deny } }
`

const payload = (command: string) => ({
  hook_event_name: 'PreToolUse',
  session_id: 's',
  tool_name: 'Bash',
  tool_use_id: command,
  tool_input: { command },
})

function trusted(): Project {
  const project = makeProject({ 'hooks.yaml': RULES })
  trustProject(project.root, project.env)
  return project
}

/** What each says once it has the call; it then stays, or goes. */
const lies: Readonly<Record<string, (socket: Socket) => void>> = {
  'says nothing': () => undefined,
  'goes at once': (socket) => socket.destroy(),
  'beats and says no more': (socket) => void socket.write('.'),
  'beats and goes': (socket) => void socket.end('.'),
  declines: (socket) => void socket.end('F\n'),
  'is no engine': (socket) => void socket.end('HTTP/1.1 200 OK\r\n\r\n'),
  'says a line without an end': (socket) => void socket.write('0 '.repeat(500)),
  'tears its answer': (socket) => void socket.end('.0 100 0\nall is well'),
  'tears its head': (socket) => void socket.end('.0 1'),
  'says too much': (socket) => void socket.end('.0 3 0\nall is well'),
  'has sizes that no answer has': (socket) => void socket.end('0 99999999999999999999 0\n'),
  'has a size below nothing': (socket) => void socket.end('0 -1 0\n'),
  'ends its head with more': (socket) => void socket.end('0 0 0 0\n'),
  'hides more behind a NUL': (socket) => void socket.end('0 0 0\0 0\n'),
  'signs its sizes': (socket) => void socket.end('+0 +0 +0\n'),
  'has an exit code that no program has': (socket) => void socket.end('256 0 0\n'),
  'beats for ever, as fast as it can': (socket) => {
    const beat = (): boolean => !socket.destroyed && socket.write('.'.repeat(100), () => setImmediate(beat))
    beat()
  },
  'answers a byte at a time': (socket) => {
    const bytes = `.0 100 0\n${'x'.repeat(100)}`
    let at = 0
    const say = setInterval(
      () => (socket.destroyed ? clearInterval(say) : socket.write(bytes[at++] ?? '')),
      500,
    )
  },
}

const lie = (dir: string, say: (socket: Socket) => void): Promise<() => void> =>
  standIn({ bin, node: process.execPath, dir }, say)

// They mostly wait.
test.concurrent.each(Object.entries(lies))('an engine that %s changes no answer', async (_, say) => {
  const project = trusted()
  const dir = path.join(project.dir, 'engine')
  const end = await lie(dir, say)
  const asked = allCallers.map(async (caller) => {
    const ask = (command: string) => askIn(project, dir, { caller, payload: payload(command) })
    const [denied, free] = await Promise.all([ask('git push --force'), ask('git status')])
    expect([denied.stdout, denied.exit]).toEqual([expect.stringMatching(/Not here\..*\u0004$/s), 2])
    expect(free.stdout).toBe('\u0004')
  })
  await Promise.all(asked)
  end()
})

test.each(['a directory that others may enter', 'a link to a directory'])(
  '%s has no engine',
  async (what) => {
    const project = trusted()
    const [dir, real] = [path.join(project.dir, 'engine'), path.join(project.dir, 'real')]
    const isLink = what.startsWith('a link')
    let wasAsked = false
    const end = await lie(isLink ? real : dir, (socket) => {
      wasAsked = true
      socket.end('0 0 0\n')
    })
    if (isLink) symlinkSync(real, dir)
    else chmodSync(dir, 0o755)
    for (const caller of callers) {
      const { exit } = await askIn(project, dir, { caller, payload: payload('git push --force') })
      expect(exit).toBe(2)
    }
    expect(wasAsked).toBe(false)
    end()
  },
)

test.concurrent.each([
  ['killed before a call', 'SIGKILL', 'git push --force'],
  ['stopped before a call', 'SIGSTOP', 'git push --force'],
  ['stopped before a call that it would have to read', 'SIGSTOP', 'git push --force'],
  ['killed while it judges', 'SIGKILL', 'make'],
  ['stopped while it judges', 'SIGSTOP', 'make'],
] as const)('an engine that is %s changes no answer', async (what, signal, command) => {
  const asked = allCallers.map(async (caller) => {
    const project = trusted()
    const engine = await startEngine(project)
    const isJudging = command === 'make'
    if (!isJudging) engine.process.kill(signal)
    const answer = engine.ask(caller, {
      ...payload(command),
      more: what.includes('read') ? 'x'.repeat(4_000_000) : '',
    })
    const begun = path.join(project.root, 'begun')
    if (isJudging) {
      await until(() => existsSync(begun))
      engine.process.kill(signal)
      rmSync(begun)
    }
    const { stdout, exit } = await answer
    expect([stdout, exit]).toEqual([expect.stringMatching(/No\.|Not here\..*\u0004$/s), 2])
  })
  await Promise.all(asked)
})

test.each(callers)('where the shell of the %s caller ends, the engine hears of it', async (caller) => {
  const project = trusted()
  const dir = path.join(project.dir, 'engine')
  let [wasAsked, isGone] = [false, false]
  const end = await lie(dir, (socket) => {
    wasAsked = true
    socket.write('.')
    socket.on('close', () => (isGone = true))
  })
  const argv = [
    'run',
    '--agent',
    'claude-code',
    '--event=PreToolUse',
    '--engine=ask',
    `--engine-dir=${dir}`,
    '--end',
  ]
  const words = ['-c', 'x=$(exec "$@")', 'sh', ...programOf(caller), process.execPath, bin, ...argv]
  const shell = spawn('sh', words, {
    cwd: project.root,
    env: project.env,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.stdin.write(JSON.stringify(payload('make')))
  await until(() => wasAsked)
  shell.kill('SIGKILL')
  await until(() => isGone)
  end()
})

test('an engine that takes no more calls changes no answer', async () => {
  const project = trusted()
  const engine = await startEngine(project)
  engine.process.kill('SIGSTOP')
  const socket = socketOf({ bin, node: process.execPath, dir: engine.dir }) ?? ''
  const waiting: Socket[] = []
  const isTaken = (): Promise<boolean> =>
    new Promise((resolve) => {
      const each = connect(socket, () => resolve(true))
      each.once('error', () => resolve(false))
      waiting.push(each)
    })
  while (await isTaken());
  // The one in JavaScript would start another in its place.
  for (const caller of allCallers.filter((each) => each !== 'node')) {
    const { exit } = await engine.ask(caller, payload('git push --force'))
    expect(exit).toBe(2)
  }
  for (const each of waiting) each.destroy()
})

test('a call that an engine counted and did not answer is counted once', async () => {
  const die = 'case "$(ps -o args= -p $PPID)" in *" serve "*) kill -9 $PPID; sleep 1 ;; esac'
  const project = makeProject({
    'hooks.yaml': `version: 1
hooks:
  PreToolUse:
    - { name: few, match: { command: make }, use: rate-limit, with: { max: 1 } }
    - { name: told, match: { command: make }, once: session, context: It takes a minute. }
    - { name: dies, match: { command: make }, run: [sh, -c, '${die}'] }
`,
  })
  trustProject(project.root, project.env)
  const make = (session_id: string, tool_use_id: string) => ({ ...payload('make'), session_id, tool_use_id })
  for (const caller of callers) {
    const engine = await startEngine(project, path.join(project.dir, caller))
    const first = await engine.ask(caller, make(caller, 'one'))
    await until(() => engine.process.signalCode === 'SIGKILL')
    expect([first.stdout, first.exit]).toEqual([expect.stringContaining('It takes a minute.'), 0])
    const second = await engine.ask(caller, make(caller, 'two'))
    expect(second.stdout).toContain('Too many calls in this run: 2/1.')
    expect(second.stdout).not.toContain('It takes a minute.')
  }
})

const foreign: Readonly<Record<string, (socket: string) => readonly string[]>> = {
  'a script that listens in its place': (socket) => [
    '-e',
    `require('net').createServer((asked) => asked.end('.0 1 0\\n\\u0004')).listen(${JSON.stringify(socket)})`,
  ],
  'an engine that loads more': (socket) => [
    '--require',
    path.join(import.meta.dirname, '../support/person.cjs'),
    bin,
    'serve',
    '--background',
    `--engine-dir=${path.dirname(socket)}`,
  ],
}

test.each(Object.entries(foreign))('where a session begins, %s is ended and told', async (_, argvFor) => {
  const project = trusted()
  const dir = path.join(project.dir, 'engine')
  const socket = socketOf({ bin, node: process.execPath, dir })
  if (socket === undefined) throw new Error('no place for an engine')
  mkdirSync(dir, { mode: 0o700 })
  const child = spawn(process.execPath, argvFor(socket), { cwd: '/', env: {}, stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)))
  await until(() => existsSync(socket))
  const session = { hook_event_name: 'SessionStart', session_id: 's', source: 'startup' }
  const { stdout } = await askIn(project, dir, {
    caller: 'node',
    payload: session,
    options: { event: 'SessionStart', known: 'session' },
  })
  expect(stdout).toContain('the engine that answered for hooks was not started by hooks')
  expect(await ended).toBe('SIGKILL')
  const denied = await askIn(project, dir, { caller: 'node', payload: payload('git push --force') })
  expect(denied.exit).toBe(2)
})

test('where a session begins, a socket that was bound under another name loses the place', async () => {
  const project = trusted()
  const dir = path.join(project.dir, 'engine')
  const socket = socketOf({ bin, node: process.execPath, dir })
  if (socket === undefined) throw new Error('no place for an engine')
  mkdirSync(dir, { mode: 0o700 })
  const server = createServer((asked) => void asked.end('.0 1 0\n\u0004'))
  await new Promise<void>((resolve) => server.listen(path.join(dir, 'x'), resolve))
  renameSync(path.join(dir, 'x'), socket)
  const session = { hook_event_name: 'SessionStart', session_id: 's', source: 'startup' }
  const options = { event: 'SessionStart', known: 'session' }
  await askIn(project, dir, { caller: 'node', payload: session, options })
  const denied = await askIn(project, dir, { caller: 'node', payload: payload('git push --force') })
  expect(denied.exit).toBe(2)
  server.close()
})

test("a session leaves the program's own engine alone", async () => {
  const project = trusted()
  const engine = await startEngine(project)
  const session = { hook_event_name: 'SessionStart', session_id: 's', source: 'startup' }
  const { stdout } = await engine.ask('node', session, { event: 'SessionStart', known: 'session' })
  expect(stdout).not.toContain('was ended')
  await engine.ask('node', payload('git status'))
  expect(await engine.calls()).toBe(1)
})
