// The engine that stays answers as a cold run does, whoever asks, and sees nothing but the call.
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeProject, type Project } from '../support/cli.ts'
import {
  askIn,
  callers,
  callsOf,
  hasCompiler,
  isThere,
  nativeCaller,
  startEngine,
  untilReady,
} from '../support/engine.ts'
import { until } from '../support/time.ts'
import { trustProject } from '../support/trust.ts'

const RULES = `version: 1
hooks:
  PreToolUse:
    - { name: push, match: { command: git push --force }, deny: Not here. }
    - { name: few, match: { command: make }, use: rate-limit, with: { max: 1 } }
    - { name: where, match: { command: ls }, run: [sh, -c, 'printf "%s %s" "$PWD" "$MARK"'], reply: context }
`

const call = (command: string, more: object = {}) => ({
  hook_event_name: 'PreToolUse',
  session_id: 's',
  tool_name: 'Bash',
  tool_input: { command },
  ...more,
})

function trusted(rules: string): Project {
  const project = makeProject({ 'hooks.yaml': rules })
  trustProject(project.root, project.env)
  return project
}

/** Each decision has an id of its own. */
const withoutId = (stdout: string): string =>
  stdout.replaceAll(/hooks explain \w{7}(?=["\s])/g, 'hooks explain ID')

test.skipIf(!hasCompiler)('the build has the native caller', () => {
  expect(existsSync(nativeCaller)).toBe(true)
})

test.each(callers)('the %s caller prints what the engine says, mark included', async (caller) => {
  const engine = await startEngine(trusted(RULES))
  const { stdout, exit } = await engine.ask(caller, call('git push --force'))
  expect(stdout).toMatch(/"permissionDecision":"deny".*Not here\..*\u0004$/s)
  expect(exit).toBe(2)
  expect((await engine.ask(caller, call('git status'))).stdout).toBe('\u0004')
  expect(await engine.calls()).toBe(2)
})

test.each(callers)(
  'the %s caller starts an engine where there is none, and the next call is its',
  async (caller) => {
    const project = trusted(RULES)
    const dir = path.join(project.dir, 'engine')
    const ask = () => askIn(project, dir, { caller, payload: call('git push --force') })
    const cold = await ask()
    await untilReady(project, dir)
    const warm = await ask()
    expect(withoutId(warm.stdout)).toBe(withoutId(cold.stdout))
    expect(await callsOf(project, dir)).toBe(1)
    const { stdout } = await project.hooks(['serve', '--stop', `--engine-dir=${dir}`], { resident: false })
    expect(stdout).toBe('Ended. The next call of an agent starts another.\n')
    await until(() => !isThere(dir))
  },
)

test.each(['session', 'ask'])(
  'a session begins with a cold run, also where the line says %s',
  async (known) => {
    const engine = await startEngine(trusted(RULES))
    for (const caller of callers) {
      const session = { hook_event_name: 'SessionStart', session_id: 's', source: 'startup' }
      const { stdout } = await engine.ask(caller, session, { event: 'SessionStart', known })
      expect(stdout).toContain('rules in force')
    }
    expect(await engine.calls()).toBe(known === 'ask' ? callers.length : 0)
  },
)

test('a Node that starts another one finds the engine of that one', async () => {
  const project = trusted(RULES)
  const engine = await startEngine(project)
  const node = path.join(project.dir, 'node')
  writeFileSync(node, `#!/bin/sh\nexec '${process.execPath}' "$@"\n`, { mode: 0o755 })
  for (const caller of callers)
    expect((await engine.ask(caller, call('git push --force'), { node })).exit).toBe(2)
  expect(await engine.calls()).toBe(callers.length)
})

test('an answer is one however large the call is', async () => {
  const project = trusted(RULES)
  const engine = await startEngine(project)
  const content = 'const price = 3\n'.repeat(250_000)
  for (const caller of callers) {
    const { stdout } = await engine.ask(caller, {
      hook_event_name: 'PreToolUse',
      session_id: 's',
      tool_name: 'Write',
      tool_input: { file_path: 'a.ts', content },
    })
    expect(stdout).toBe('\u0004')
  }
  expect(await engine.calls()).toBe(callers.length)
})

test('what cannot be judged is refused in the words of a cold run', async () => {
  const project = trusted(RULES)
  const engine = await startEngine(project)
  for (const caller of callers)
    for (const payload of ['', '{}', '[1]', '{"hook_event_name":"PreToolUse"}', '\0\0', '{"a":"']) {
      const warm = await engine.ask(caller, payload)
      const cold = await askIn(project, path.join(project.dir, 'none'), { caller, payload })
      expect([warm.stdout, warm.stderr, warm.exit]).toEqual([cold.stdout, cold.stderr, cold.exit])
      expect(warm.exit).toBe(2)
    }
})

test('projects, environments and sessions are apart, however their calls mix', async () => {
  const projects = Array.from({ length: 4 }, (_, at) => {
    const deny = `    - { name: own${at}, match: { command: cat own${at} }, deny: Only here. }\n`
    return trusted(RULES + deny)
  })
  const [first] = projects
  if (first === undefined) throw new Error('no project')
  const { dir, calls } = await startEngine(first)
  const asked = projects.flatMap((project, at) =>
    callers.map(async (caller) => {
      const ask = (command: string, more = {}) =>
        askIn(project, dir, {
          caller,
          payload: call(command, { session_id: caller, cwd: project.root, ...more }),
          options: { env: { MARK: `mark-${at}-${caller}` } },
        })
      const [own, other] = [await ask(`cat own${at}`), await ask(`cat own${(at + 1) % 4}`)]
      const ls = await ask('ls')
      const make = await ask('make', { tool_use_id: 'one' })
      const again = await ask('make', { tool_use_id: 'two' })
      expect(own.stdout).toContain('Only here.')
      expect(other.stdout).toBe('\u0004')
      expect(ls.stdout).toContain(`${project.root} mark-${at}-${caller}`)
      expect([make.stdout === '\u0004', again.stdout === '\u0004']).toEqual([true, false])
    }),
  )
  await Promise.all(asked)
  expect(await calls()).toBe(40)
})

test('a rule that is added, changed, broken or removed holds from the next call on', async () => {
  const project = trusted(RULES)
  const engine = await startEngine(project)
  const ask = async () => (await engine.ask('node', call('git push --force'))).stdout
  expect(await ask()).toContain('Not here.')
  writeFileSync(path.join(project.root, 'hooks.yaml'), RULES.replace('Not here.', 'Nowhere.'))
  expect(await ask()).toContain('Nowhere.')
  writeFileSync(path.join(project.root, 'hooks.yaml'), 'version: 1\nhooks: [')
  expect(await ask()).toContain('Nowhere.')
  writeFileSync(path.join(project.root, 'hooks.yaml'), 'version: 1\nhooks: {}\n')
  expect(await ask()).not.toContain('Nowhere.')
})

test('a person does without: none is started, and the one that runs ends', async () => {
  const project = trusted(RULES)
  mkdirSync(path.join(project.dir, '.config/hooks'), { recursive: true })
  writeFileSync(path.join(project.dir, '.config/hooks/hooks.yaml'), 'version: 1\nengine: { off: true }\n')
  const dir = path.join(project.dir, 'engine')
  for (const caller of callers) {
    const { exit } = await askIn(project, dir, { caller, payload: call('git push --force') })
    expect([exit, isThere(dir)]).toEqual([2, false])
  }
  const engine = await startEngine(project)
  await engine.ask('node', call('git push --force'))
  await until(() => engine.process.exitCode !== null)
  expect(engine.process.exitCode).toBe(0)
})

test('a script that stays is started once, and ends with the engine', async () => {
  const answer = `echo '{"decision":"deny","reason":"Not here."}'`
  const script = `echo $$ >>started; while read -r line; do ${answer}; done`
  const rule = { name: 'policy', match: { command: 'make' }, run: ['sh', '-c', script], keep_alive: true }
  const project = trusted(JSON.stringify({ version: 1, hooks: { PreToolUse: [rule] } }))
  const engine = await startEngine(project)
  for (const session_id of ['one', 'two', 'three'])
    for (const caller of callers)
      expect((await engine.ask(caller, call(`make ${caller}`, { session_id, cwd: project.root }))).exit).toBe(
        2,
      )
  const started = readFileSync(path.join(project.root, 'started'), 'utf8').trim().split('\n')
  expect(started).toHaveLength(1)
  engine.process.kill('SIGTERM')
  await until(() => !existsSync(`/proc/${started[0]}`))
})

test.each(callers)('an engine that has hung loses its place, by the %s caller', async (caller) => {
  const project = trusted(RULES)
  const engine = await startEngine(project)
  const [name = ''] = readdirSync(engine.dir).filter((each) => /^\w{16}$/.test(each))
  const hourAgo = Date.now() / 1000 - 3600
  utimesSync(path.join(engine.dir, name), hourAgo, hourAgo) // a young one is left alone
  engine.process.kill('SIGSTOP')
  expect((await engine.ask(caller, call('git push --force'))).exit).toBe(2)
  await untilReady(project, engine.dir)
  expect((await engine.ask(caller, call('git push --force'))).exit).toBe(2)
  expect(await engine.calls()).toBe(1)
  engine.process.kill('SIGCONT')
  await until(() => engine.process.exitCode !== null)
  expect(await engine.calls()).toBe(1) // the next one stays
  await project.hooks(['serve', '--stop', `--engine-dir=${engine.dir}`], { resident: false })
})
