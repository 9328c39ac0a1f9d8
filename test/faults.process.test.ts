// Every fault we can inject around one call of `hooks run --agent claude-code`: answered in time, in the dialect, with the documented exit code.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { bin, finish, makeColdProject, type Finished, type Project } from './support/cli.ts'
import { partOf } from './support/part.ts'
import { runs } from './support/seed.ts'

const RULES = `version: 1
hooks:
  PreToolUse:
    - { name: no-deploys, match: { tool: Bash, input: { command: 'deploy*' } }, deny: Deploys are closed. }
`
const isRoot = process.getuid?.() === 0
/** Another user may run this Node: not where it is installed in root's home. */
const canChangeUser = isRoot && spawnSync(process.execPath, ['-e', ''], { uid: 65_534 }).status === 0
const canMount = spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0
const rows: string[] = []

afterAll(() => {
  console.log(['fault'.padEnd(46) + 'answer'.padEnd(10) + 'exit   ms', ...rows].join('\n'))
})

function payload(project: Project, command: string): string {
  return JSON.stringify({
    session_id: 'f0000000-0000-4000-8000-000000000001',
    transcript_path: path.join(project.dir, 'transcript.jsonl'),
    cwd: project.root,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command },
    tool_use_id: 'toolu_fault',
  })
}

const shop = (): Project => makeColdProject({ 'hooks.yaml': RULES })
const agentArgs = ['run', '--agent', 'claude-code'] as const

function deploy(
  project: Project,
  more: { env?: Record<string, string>; input?: string } = {},
): Promise<Finished> {
  return project.hooks(agentArgs, { input: payload(project, 'deploy now'), ...more })
}

function decisionOf({ stdout, exit }: Finished): string {
  if (stdout.trim() === '') return exit === 2 ? 'deny' : 'nothing'
  const { hookSpecificOutput } = JSON.parse(stdout) as {
    hookSpecificOutput?: { permissionDecision?: string }
  }
  return hookSpecificOutput?.permissionDecision ?? 'nothing'
}

function record(fault: string, done: Finished): { decision: string; exit: number | null } {
  const decision = decisionOf(done)
  rows.push(
    fault.padEnd(46) +
      decision.padEnd(10) +
      String(done.exit).padEnd(5) +
      String(Math.round(done.ms)).padStart(4),
  )
  return { decision, exit: done.exit }
}

const denied = { decision: 'deny', exit: 2 }
const asked = { decision: 'ask', exit: 0 }
const passed = { decision: 'nothing', exit: 0 }

describe('what comes on stdin', () => {
  test.each<[string, (project: Project) => string, object]>([
    ['nothing', () => '', denied],
    ['white space', () => ' \n', denied],
    ['not JSON', () => 'deploy now', denied],
    ['half a payload', (project) => payload(project, 'deploy now').slice(0, -20), denied],
    ['a list', () => '[]', denied],
    [
      '5,000 levels of nesting',
      () => `{"hook_event_name":"PreToolUse","tool_input":${'['.repeat(5000)}${']'.repeat(5000)}}`,
      denied,
    ],
    ['10 MB of input', (project) => payload(project, `deploy ${'x'.repeat(10_000_000)}`), denied],
    ['40 MB of input', (project) => payload(project, `ls ${'x'.repeat(40_000_000)}`), denied],
    ['a byte order mark', (project) => `\uFEFF${payload(project, 'deploy now')}`, denied],
    ['neither a tool name nor a command', () => '{"hook_event_name":"PreToolUse","session_id":"s"}', denied],
    [
      'fields of wrong types',
      () => '{"hook_event_name":"PreToolUse","tool_name":7,"tool_input":"x","cwd":[],"session_id":{}}',
      passed,
    ],
    ['an event nobody knows', () => '{"hook_event_name":"MoonPhase","session_id":"s"}', passed],
    ['half a stop event', () => '{"hook_event_name":"Stop","session_id":', { decision: 'nothing', exit: 1 }],
  ])('%s', async (fault, input, expected) => {
    const project = shop()
    const done = await project.hooks(agentArgs, { input: input(project) })
    expect(record(`stdin: ${fault}`, done)).toEqual(expected)
  })

  test('invalid UTF-8 is read, not refused', async () => {
    const project = shop()
    const [head = '', tail = ''] = payload(project, 'deploy @').split('@')
    const bytes = Buffer.concat([Buffer.from(head), Buffer.from([0xff, 0xfe]), Buffer.from(tail)])
    writeFileSync(path.join(project.dir, 'payload'), bytes)
    const done = await shell(
      project,
      `exec "$NODE" "$BIN" run --agent claude-code < "${project.dir}/payload"`,
    )
    expect(record('stdin: invalid UTF-8', done)).toEqual(denied)
  })

  test('a Node that is too old is told, and refuses calls only', async () => {
    const project = shop()
    const old = path.join(project.dir, 'old.cjs')
    writeFileSync(
      old,
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.4' } })",
    )
    const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } }
    const argv = [process.execPath, '--require', old, bin, ...agentArgs]
    const where = { cwd: project.root, env: project.env }
    const call = await finish(argv, where, { input: payload(project, 'ls') })
    expect(record('node: too old', call)).toEqual(denied)
    expect(call.stderr).toContain(
      `needs Node ${engines.node.replace('>=', '')} or newer, and ${process.execPath} is 18.20.4`,
    )
    const stop = await finish(argv, where, { input: '{"hook_event_name":"Stop"}' })
    expect(stop).toMatchObject({ exit: 1, stdout: '' })
  })

  test('a closed stdin is answered', async () => {
    const done = await shell(shop(), 'exec "$NODE" "$BIN" run --agent claude-code <&-')
    expect(record('stdin: closed', done)).toEqual(denied)
  })

  test('a slow stdin is waited for', async () => {
    const project = shop()
    writeFileSync(path.join(project.dir, 'payload'), payload(project, 'deploy now'))
    const slow = `{ head -c 100 "${project.dir}/payload"; sleep 1; tail -c +101 "${project.dir}/payload"; }`
    const done = await shell(project, `${slow} | "$NODE" "$BIN" run --agent claude-code`)
    expect(record('stdin: slow', done)).toEqual(denied)
  })

  test.concurrent('a stdin that never ends is given up', async () => {
    const done = await shell(
      shop(),
      'sleep 1000 | { "$NODE" "$BIN" run --agent claude-code; echo "exit $?" >&2; kill 0; }',
    )
    expect(done.stderr).toContain('exit 2')
  })

  test.concurrent.each([
    ['never sends anything', undefined],
    ['sends a byte a second', 1000],
  ])('a socket that %s is given up', async (_, everyMs) => {
    const project = shop()
    const child = spawn(process.execPath, [bin, ...agentArgs], {
      cwd: project.root,
      env: project.env,
      stdio: ['pipe', 'ignore', 'pipe'], // a pair of sockets
    })
    let stderr = ''
    child.stderr.on('data', (text) => (stderr += String(text)))
    const dripping = everyMs === undefined ? undefined : setInterval(() => child.stdin.write('{'), everyMs)
    const exit = await new Promise<number | null>((resolve) => child.on('exit', resolve))
    clearInterval(dripping)
    child.stdin.destroy()
    expect(exit).toBe(2)
    expect(stderr).toContain('no whole payload on stdin within 10 s')
  })

  test('a payload that is whole is answered, though nobody closes the pipe', async () => {
    const project = shop()
    const child = spawn(process.execPath, [bin, ...agentArgs], {
      cwd: project.root,
      env: project.env,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    child.stdin.write(payload(project, 'deploy now'))
    const exit = await new Promise<number | null>((resolve) => child.on('exit', resolve))
    expect(exit).toBe(2)
  })
})

function shell(project: Project, line: string): Promise<Finished> {
  const env = { ...project.env, CLAUDE_PROJECT_DIR: project.root, NODE: process.execPath, BIN: bin }
  return finish(['sh', '-c', line], { cwd: project.root, env, detached: true })
}

describe('what stdout is', () => {
  test.each([
    ['closed', '>&-'],
    ['full', '>/dev/full'],
    ['a reader that has gone', '| true'],
  ])('%s: still answered by exit code and stderr', async (fault, redirect) => {
    const project = shop()
    writeFileSync(path.join(project.dir, 'payload'), payload(project, 'deploy now'))
    const command = `"$NODE" "$BIN" run --agent claude-code < "${project.dir}/payload"`
    const done = await shell(
      project,
      redirect.startsWith('|') ? `{ ${command}; echo "exit $?" >&2; } ${redirect}` : `${command} ${redirect}`,
    )
    rows.push(
      `stdout: ${fault}`.padEnd(46) +
        'deny'.padEnd(10) +
        String(done.exit).padEnd(5) +
        String(Math.round(done.ms)).padStart(4),
    )
    expect(done.stderr).toContain('Deploys are closed')
    if (!redirect.startsWith('|')) expect(done.exit).toBe(2)
    else expect(done.stderr).toContain('exit 2')
  })
})

describe('what is left of the installation', () => {
  const dist = path.dirname(bin)

  async function denyWith(damage: (copy: string) => void, line = '"$NODE" "$BIN" run --agent "$AGENT"') {
    const project = shop()
    const copy = path.join(project.dir, 'package', 'dist')
    mkdirSync(copy, { recursive: true })
    for (const name of readdirSync(dist))
      if (/\.(?:cjs|txt)$/.test(name)) copyFileSync(path.join(dist, name), path.join(copy, name))
    damage(copy)
    writeFileSync(path.join(project.dir, 'payload'), payload(project, 'deploy now'))
    return (agent: string, input = `${project.dir}/payload`) => {
      const env = { ...project.env, NODE: process.execPath, BIN: path.join(copy, 'bin.cjs'), AGENT: agent }
      return finish(['sh', '-c', `${line} < "${input}"`], { cwd: project.root, env })
    }
  }

  const damages: [string, (file: string) => void][] = [
    ['missing', (file) => rmSync(file)],
    ['empty', (file) => writeFileSync(file, '')],
    ['cut', (file) => writeFileSync(file, readFileSync(file).subarray(0, 3000))],
    ['a throw', (file) => writeFileSync(file, '(function(){throw new Error("torn")})')],
  ]

  const all = ['run', 'decide', 'compile', 'agents'].flatMap((chunk) =>
    damages.map((damage) => [chunk, ...damage] as const),
  )
  test.each(partOf(all, 3, { files: [import.meta.filename, 'src/bin.ts', 'src/run'] }))(
    '%s %s: refused in the form of the agent',
    async (chunk, fault, damage) => {
      const run = await denyWith((copy) => damage(path.join(copy, `${chunk}.cjs`)))
      const done = await run('claude-code')
      expect(record(`${chunk}.cjs: ${fault}`, done)).toEqual(denied)
      expect(done.stderr).toMatch(/^hooks could not check this call, so it is refused: /)
      const kodelet = await run('kodelet')
      expect(kodelet.exit).toBe(0)
      expect(JSON.parse(kodelet.stdout)).toMatchObject({ blocked: true })
    },
  )

  test('an event that guards nothing is let go, and the agent is told', async () => {
    const run = await denyWith((copy) => rmSync(path.join(copy, 'run.cjs')))
    const project = makeColdProject()
    const file = path.join(project.dir, 'stop.json')
    writeFileSync(file, '{"hook_event_name":"Stop","session_id":"s"}')
    const done = await run('claude-code', file)
    expect(done).toMatchObject({ stdout: '', exit: 1 })
    expect(done.stderr).toMatch(/^hooks could not check this Stop event: .*install hooks-yaml again\n$/)
  })

  /** With fewer open files than this, this Node cannot load any program. */
  function fewestFiles(program: string): number {
    const loads = (limit: number): boolean =>
      spawnSync('sh', ['-c', `ulimit -n ${limit}; exec "$0" "$1"`, process.execPath, program]).status === 0
    let limit = 10
    while (!loads(limit)) limit += 1
    return limit
  }

  test.skipIf(process.platform !== 'linux')(
    'as few open files as Node needs, and some more: refused or decided',
    async () => {
      const empty = path.join(shop().dir, 'empty.cjs')
      writeFileSync(empty, '')
      const fewest = fewestFiles(empty)
      for (const limit of [0, 1, 2, 4].map((more) => fewest + more)) {
        const run = await denyWith(() => undefined, `ulimit -n ${limit}; "$NODE" "$BIN" run --agent "$AGENT"`)
        const done = await run('claude-code')
        rows.push(`at most ${limit} open files`.padEnd(46) + String(done.exit))
        expect(done.exit).toBe(2)
      }
    },
  )
})

describe('what the state directory is', () => {
  const stateOf = (project: Project): string => path.join(project.dir, '.local', 'state')

  test('a file', async () => {
    const project = shop()
    mkdirSync(path.join(project.dir, '.local'))
    writeFileSync(stateOf(project), '')
    expect(record('state: a file in its place', await deploy(project))).toEqual(denied)
  })

  test.skipIf(!isRoot)('somebody else’s', async () => {
    const project = shop()
    const dir = path.join(stateOf(project), 'hooks')
    mkdirSync(dir, { recursive: true })
    chownSync(dir, 65_534, 65_534)
    expect(record('state: foreign', await deploy(project))).toEqual(denied)
  })

  const mounted = (options: string, fill = ':'): string =>
    `mount -t tmpfs -o ${options} none "$HOME/.local" && { ${fill}; exec "$@"; }`
  const disks: readonly (readonly [string, boolean, string])[] = [
    ['read-only', true, mounted('ro')],
    ['disk full', true, mounted('size=16k', 'cat /dev/zero > "$HOME/.local/x" 2>/dev/null')],
    ['inodes full', true, mounted('nr_inodes=1')],
    ['no file may grow', false, 'ulimit -f 0; exec "$@"'],
  ]

  test.each(disks.filter(([, mounts]) => canMount || !mounts))('%s: told', async (fault, mounts, line) => {
    const project = shop()
    writeFileSync(path.join(project.dir, 'payload'), payload(project, 'deploy now'))
    mkdirSync(path.join(project.dir, '.local'))
    const script = `${line} < "$HOME/payload"`
    const argv = ['sh', '-c', script, 'sh', process.execPath, bin, ...agentArgs]
    const done = await finish(mounts ? ['unshare', '-m', ...argv] : argv, {
      cwd: project.root,
      env: project.env,
    })
    expect(record(`state: ${fault}`, done)).toEqual(denied)
    const { systemMessage } = JSON.parse(done.stdout) as { systemMessage: string }
    expect(systemMessage).toMatch(
      /hooks: the ledger could not be written: .*(?:EROFS|ENOSPC|EFBIG|cannot be made)/,
    )
  })

  test('no home at all', async () => {
    const project = shop()
    const env = { PATH: project.env.PATH ?? '', HOME: '/nonexistent', TMPDIR: project.dir }
    const done = await finish(
      [process.execPath, bin, ...agentArgs],
      { cwd: project.root, env },
      { input: payload(project, 'deploy now') },
    )
    expect(record('state: no home', done)).toEqual(denied)
  })
})

describe('what becomes of hooks.yaml', () => {
  test('broken after it was good: the last good rules stay, and every denial says so', async () => {
    const project = shop()
    await deploy(project)
    project.write('hooks.yaml', `${RULES}    - { name: oops, deny: [`)
    const done = await deploy(project)
    expect(record('config: broken after good', done)).toEqual(denied)
    expect(JSON.parse(done.stdout)).toMatchObject({
      systemMessage: expect.stringContaining('last good version') as unknown,
    })
  })

  test('half written', async () => {
    const project = shop()
    await deploy(project)
    project.write('hooks.yaml', RULES.slice(0, RULES.length - 30))
    expect(record('config: half written', await deploy(project))).toEqual(denied)
  })

  test('broken from the start: asks', async () => {
    const project = makeColdProject({ 'hooks.yaml': 'version: 1\nhooks: {' })
    expect(record('config: broken, never good', await deploy(project))).toEqual(asked)
  })

  test('broken from the start: what it denies before the error is denied', async () => {
    const project = makeColdProject({ 'hooks.yaml': `${RULES}    - { name: oops, deny: [` })
    expect(record('config: broken behind a deny', await deploy(project))).toEqual(denied)
    const other = await project.hooks(agentArgs, { input: payload(project, 'ls') })
    expect(record('config: broken, another call', other)).toEqual(asked)
  })

  test('broken from the start, another event: goes on and says why', async () => {
    const project = makeColdProject({ 'hooks.yaml': 'version: 1\nhooks: {' })
    const input = JSON.stringify({
      hook_event_name: 'UserPromptSubmit',
      session_id: 's',
      cwd: project.root,
      prompt: 'hello',
    })
    const done = await project.hooks(agentArgs, { input })
    expect(record('config: broken, never good, a prompt', done)).toEqual(passed)
    expect(done.stdout).toContain('no rules are in force')
  })

  test('a directory in its place', async () => {
    const project = shop()
    await deploy(project)
    rmSync(path.join(project.root, 'hooks.yaml'))
    mkdirSync(path.join(project.root, 'hooks.yaml'))
    expect(record('config: a directory in its place', await deploy(project))).toEqual(denied)
  })

  test.each<[string, (file: string) => void]>([
    ['a link to itself', (file) => symlinkSync(file, file)],
    ['a link that leads nowhere', (file) => symlinkSync('nowhere', file)],
    ['a pipe', (file) => void execFileSync('mkfifo', [file])],
    ['200 MB of comment', (file) => writeFileSync(file, Buffer.alloc(200_000_000, '# x\n'))],
  ])('%s in its place: the last good rules stay', async (fault, replace) => {
    const project = shop()
    const file = path.join(project.root, 'hooks.yaml')
    await deploy(project)
    rmSync(file)
    replace(file)
    const done = await deploy(project)
    expect(record(`config: ${fault} in its place`, done)).toEqual(denied)
    expect(done.stdout).toMatch(
      /last good version with 1 rule stays in force: .*(?:cannot be read|larger than 1 MiB)/,
    )
    rmSync(file)
    project.write('hooks.yaml', RULES.replace('deny: Deploys', 'ask:  Deploys'))
    expect(record(`config: ${fault}, then a file`, await deploy(project))).toEqual(asked)
  })

  test.each<[string, (file: string) => void]>([
    ['a link to itself', (file) => symlinkSync(file, file)],
    ['a link that leads nowhere', (file) => symlinkSync('nowhere', file)],
    ['a pipe', (file) => void execFileSync('mkfifo', [file])],
  ])('%s from the start: asks', async (fault, make) => {
    const project = makeColdProject()
    make(path.join(project.root, 'hooks.yaml'))
    expect(record(`config: ${fault}, never good`, await deploy(project))).toEqual(asked)
  })

  test.skipIf(!canChangeUser).each(['.', 'hooks.yaml'])(
    '%s that may not be read: the last good rules stay',
    async (name) => {
      const project = shop()
      execFileSync('chown', ['-R', '65534:65534', project.dir])
      const file = path.join(project.root, name)
      const run = (command: string): Promise<Finished> =>
        finish(
          [process.execPath, bin, ...agentArgs],
          { cwd: project.root, env: project.env, uid: 65_534, gid: 65_534 },
          { input: payload(project, command) },
        )
      expect(decisionOf(await run('deploy now'))).toBe('deny')
      const { mode } = statSync(file)
      chmodSync(file, 0o000)
      const done = await run('deploy now')
      expect(record(`config: ${name} may not be read`, done)).toEqual(denied)
      expect(done.stdout).toMatch(/last good version with 1 rule stays in force/)
      chmodSync(file, mode)
      const again = await run('deploy now')
      expect(again.stdout).not.toContain('last good version')
    },
  )

  test('deleted: its rules stay until the session ends, and the user is told', async () => {
    const project = shop()
    await deploy(project)
    rmSync(path.join(project.root, 'hooks.yaml'))
    const done = await deploy(project)
    expect(record('config: deleted', done)).toEqual(denied)
    expect(done.stdout).toContain('stays in force until this session ends')
  })

  test('replaced by a rename with the old time stamp', async () => {
    const project = shop()
    await deploy(project)
    const file = path.join(project.root, 'hooks.yaml')
    project.write('hooks.new', RULES.replace('deny:', 'ask: '))
    utimesSync(path.join(project.root, 'hooks.new'), 1, 1)
    utimesSync(file, 1, 1)
    renameSync(path.join(project.root, 'hooks.new'), file)
    expect(record('config: replaced', await deploy(project))).toEqual(asked)
  })

  test('rewritten within the same tick and to the same length', async () => {
    const project = shop()
    await deploy(project)
    project.write('hooks.yaml', RULES.replace('deny: Deploys', 'ask:  Deploys'))
    expect(record('config: rewritten at once', await deploy(project))).toEqual(asked)
  })
})

test('the cache is damaged: the rules hold', async () => {
  const project = shop()
  await deploy(project)
  const plans = path.join(project.dir, '.cache', 'hooks', 'plans')
  for (const dir of readdirSync(plans))
    for (const file of readdirSync(path.join(plans, dir)))
      writeFileSync(path.join(plans, dir, file), '{"half":')
  expect(record('cache: damaged', await deploy(project))).toEqual(denied)
})

const AT_ONCE = runs(12, 300)

test('many runs at once: each denied, no line torn, no decision lost', { tags: 'long' }, async () => {
  const project = shop()
  const all = Array.from({ length: AT_ONCE }, () =>
    deploy(project, { env: { CLAUDE_PROJECT_DIR: project.root } }),
  )
  const done = await Promise.all(all)
  expect(done.map(({ exit }) => exit)).toEqual(Array.from({ length: AT_ONCE }, () => 2))
  // A busy machine gives some their payload too late: these say so, and decide nothing that could be lost.
  const late = done.filter(({ stderr }) => stderr.includes('no whole payload on stdin within 10 s'))
  const decided = done.filter(({ stdout }) => stdout.includes('Deploys are closed.'))
  expect(decided.length).toBeGreaterThan(0)
  expect(decided.length + late.length).toBe(AT_ONCE)
  const [state = ''] = readdirSync(path.join(project.dir, '.local/state/hooks')).filter((name) =>
    name.startsWith('shop-'),
  )
  const ledger = path.join(project.dir, '.local/state/hooks', state, 'ledger')
  const lines = readdirSync(ledger).flatMap((file) =>
    readFileSync(path.join(ledger, file), 'utf8').trimEnd().split('\n'),
  )
  expect(lines.map((line) => (JSON.parse(line) as { decision: string }).decision)).toEqual(
    decided.map(() => 'deny'),
  )
  rows.push(`${AT_ONCE} runs at once`.padEnd(46) + 'deny'.padEnd(10) + '2')
})

test('the clock is set back: the newest rules hold', async () => {
  const project = shop()
  await deploy(project)
  const past = path.join(project.dir, 'past.cjs')
  writeFileSync(past, 'const now = Date.now; Date.now = () => now() - 3600e3')
  project.write('hooks.yaml', RULES.replace('deny:', 'ask: '))
  expect(
    record('clock: set back an hour', await deploy(project, { env: { NODE_OPTIONS: `--require ${past}` } })),
  ).toEqual(asked)
})
