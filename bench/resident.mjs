// The engine that stays and its callers, as agents start them: the line that `install` writes, stdin a socket, `command:` rules.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeProject, makeShop, commandRules, inputRules } from './project.mjs'

const dist = path.join(import.meta.dirname, '..', 'dist')
const bin = path.join(dist, 'bin.cjs')
const caller = path.join(dist, 'caller')
const node = process.execPath

const commands = [
  'git status',
  'npm run build',
  'cd src && grep -rn price . | head -20',
  'ls -la',
  'npm test 2>&1 | tail -40',
  'git diff --stat HEAD~1',
  'cat package.json',
  "sed -n '1,80p' src/cart.ts",
  'node -e "console.log(1)"',
]

/** Twelve everyday calls, each of a session's own id. */
function everydayCalls({ root, dir }) {
  const call = (tool_name, tool_input) => ({
    session_id: 'c0ffee00-0000-4000-8000-000000000000',
    transcript_path: path.join(dir, 'transcript.jsonl'),
    cwd: root,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name,
    tool_input,
  })
  const file_path = path.join(root, 'src/cart.ts')
  return [
    ...commands.map((command) => call('Bash', { command })),
    call('Read', { file_path }),
    call('Edit', { file_path, old_string: 'price', new_string: 'cost' }),
    call('Grep', { pattern: 'price', path: root }),
  ]
}

let calls = 0

/** CPU of a process and all below it, milliseconds, as bash's `times` says; and how long it took. Its stdin is a socket. */
function runOne(argv, { root: cwd, env }, payload) {
  const began = performance.now()
  const script = '"$@" >/dev/null; status=$?; times >&2; exit $status'
  const child = spawn('bash', ['-c', script, 'bash', ...argv], { cwd, env: { ...env, LC_ALL: 'C' } })
  let said = ''
  child.stderr.on('data', (text) => (said += text))
  child.stdin.end(
    payload === undefined ? '' : JSON.stringify({ ...payload, tool_use_id: `toolu_${++calls}` }),
  )
  return new Promise((resolve, reject) => {
    child.on('close', (code) => {
      const [children = ''] = said.trim().split('\n').slice(-1)
      const cpu = [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
        (sum, [, m, s]) => sum + m * 60_000 + s * 1000,
        0,
      )
      if (code !== 0) reject(new Error(`${argv.join(' ').slice(0, 200)}: exit ${code}\n${said}`))
      else resolve({ cpu, ms: performance.now() - began })
    })
  })
}

const mean = (list) => list.reduce((sum, each) => sum + each, 0) / list.length

/** What the settings start, with a shell and for a Claude Code that needs none, and the program behind both. */
function install({ root, dir, env }) {
  const hookOf = (PATH) => {
    execFileSync(node, [bin, 'install', 'claude-code', '--user'], { cwd: root, env: { ...env, PATH } })
    const settings = readFileSync(path.join(env.HOME, '.claude/settings.json'), 'utf8')
    return JSON.parse(settings).hooks.PreToolUse[0].hooks[0]
  }
  const programs = path.join(dir, 'programs')
  mkdirSync(programs, { recursive: true })
  writeFileSync(path.join(programs, 'claude'), '#!/bin/sh\necho 2.1.329\n', { mode: 0o755 })
  const exec = hookOf(`${programs}:/usr/bin:/bin`)
  const { command } = hookOf('/usr/bin:/bin')
  const options = ['run', '--agent', 'claude-code', '--event=PreToolUse', '--engine=ask']
  return {
    line: ['sh', '-c', command],
    exec: [exec.command, ...(exec.args ?? [])],
    native: [caller, node, bin, ...options],
    script: [node, bin, ...options],
    cold: [node, bin, ...options.slice(0, -1)],
  }
}

const hooks = ({ root: cwd, env }, ...args) =>
  execFileSync(node, [bin, ...args], { cwd, env, encoding: 'utf8' })

function statsOf(project) {
  return JSON.parse(hooks(project, 'status', '--json')).engine
}

/** CPU of the engine's process since its start, milliseconds. */
function spentBy(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

async function untilAnswered(project) {
  for (let tries = 0; tries < 500; tries++) {
    const stats = statsOf(project)
    if (stats !== undefined) return stats
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('no engine answers')
}

async function inTurn(count, run) {
  const done = []
  for (let at = 0; at < count; at++) done.push(await run(at))
  return done
}

export async function showResident({ quick, line, mark }) {
  const shop = makeShop('resident', 'extends: [recommended@1]\n')
  const regex = makeProject('regex', inputRules(100))
  const command = makeProject('commands', commandRules(100))
  const all = [shop, regex, command]
  const row = (name, value, budget, unit = '') =>
    line([
      name,
      value.toFixed(2) + unit,
      '',
      '',
      budget === undefined ? '' : `≤ ${budget}${unit} ${mark(value, budget)}`,
    ])
  try {
    for (const each of all) hooks(each, 'status')
    const [shops, regexes, ofCommands] = all.map(install)
    const payloads = everydayCalls(shop)
    const payloadAt = (at) => payloads[at % payloads.length]
    hooks(shop, 'serve', '--stop')
    await new Promise((resolve) => setTimeout(resolve, 2200)) // what was written counts as settled
    const bare = mean(
      (await inTurn(quick ? 15 : 40, () => runOne([node, '-e', '0'], shop))).map(({ cpu }) => cpu),
    )
    console.log(
      `\nthe engine and its callers, in starts of node (${bare.toFixed(1)} ms of CPU); stdin is a socket\n`,
    )
    line(['what', 'starts', '', '', 'budget'])
    const cold = async (name, project, argv, budget, payload) => {
      for (let at = 0; at < 4; at++) await runOne(argv, project, payload(at))
      const done = await inTurn(quick ? 12 : 36, (at) => runOne(argv, project, payload(at)))
      row(name, mean(done.map(({ cpu }) => cpu)) / bare, budget)
    }
    await cold('cold, 100 regex rules', regex, regexes.cold, 1.6, () => everydayCalls(regex)[1])
    await cold('cold, 100 command rules', command, ofCommands.cold, 2.1, () => everydayCalls(command)[1])
    await cold('cold, recommended@1, twelve everyday calls', shop, shops.cold, 2.4, payloadAt)

    const began = performance.now()
    await runOne(shops.line, shop, payloadAt(0)) // starts it
    const { pid } = await untilAnswered(shop)
    row('an engine answers after', performance.now() - began, undefined, ' ms')
    const part = async (count, argv) => {
      const before = spentBy(pid)
      const done = await inTurn(count, (at) => runOne(argv, shop, payloadAt(at)))
      const callers = mean(done.map(({ cpu }) => cpu))
      return { callers: callers / bare, engine: (spentBy(pid) - before) / count / bare }
    }
    const isNative = existsSync(caller)
    const first = await part(150, isNative ? shops.native : shops.script)
    if (isNative) row('the first 150 calls, caller and engine', first.callers + first.engine, 0.2)
    const many = quick ? 300 : 1200
    const rows = [
      ['the caller alone, without a shell', shops.exec, 0.02],
      ['the caller alone, by the line of install', shops.line, 0.06],
    ]
    for (const [name, argv, budget] of isNative ? rows : []) {
      const { callers, engine } = await part(many, argv)
      row(name, callers, budget)
      row('  with the engine', callers + engine, 0.1)
    }
    const script = await part(quick ? 24 : 60, shops.script)
    row('the caller in JavaScript, with the engine', script.callers + script.engine, 1.2)
    const { p50, p99 } = statsOf(shop)
    row('the engine, p50', p50, 0.7, ' ms')
    row('the engine, p99', p99, 3, ' ms')
    for (const [count, budget] of [
      [16, 0.12],
      [200, 1.5],
    ]) {
      const since = performance.now()
      await Promise.all(Array.from({ length: count }, (_, at) => runOne(shops.line, shop, payloadAt(at))))
      row(`${count} callers at once`, (performance.now() - since) / 1000, budget, ' s')
    }
    const { memory_mb, calls: judged } = statsOf(shop)
    row(`memory after ${judged} calls`, memory_mb, 150, ' MB')
  } finally {
    hooks(shop, 'serve', '--stop')
    for (const { dir } of all) rmSync(dir, { recursive: true, force: true })
  }
}
