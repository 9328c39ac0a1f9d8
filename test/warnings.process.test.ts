// A rule that did not hold is told to the agent's user: once per session and cause, and with every ask or deny.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { createEngine } from '../src/index.ts'
import { makeProject, type Finished, type Project } from './support/cli.ts'
import { trustProject } from './support/trust.ts'
import { eventually } from './support/expectations.ts'
import { pause } from './support/time.ts'

const stateDir = ({ dir }: Project): string => path.join(dir, '.local', 'state', 'hooks')

function call(
  project: Project,
  fields: Readonly<Record<string, unknown>> = {},
  env: Readonly<Record<string, string>> = {},
): Promise<Finished> {
  const payload = {
    session_id: 'warned-1',
    cwd: project.root,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'npm test' },
    tool_use_id: 'toolu_1',
    ...fields,
  }
  return project.hooks(['run', '--agent', 'claude-code'], { input: JSON.stringify(payload), env })
}

interface Told {
  readonly decision?: string
  readonly reason?: string
  readonly message?: string
}

function told({ stdout }: Finished): Told {
  if (stdout === '') return {}
  const answer = JSON.parse(stdout) as {
    systemMessage?: string
    hookSpecificOutput?: { permissionDecision?: string; permissionDecisionReason?: string }
  }
  const { permissionDecision: decision, permissionDecisionReason: reason } = answer.hookSpecificOutput ?? {}
  return {
    ...(decision !== undefined && { decision }),
    ...(reason !== undefined && { reason }),
    ...(answer.systemMessage !== undefined && { message: answer.systemMessage }),
  }
}

const rules = (text: string): Project => makeProject({ 'hooks.yaml': `version: 1\nhooks:\n${text}` })
/** A person's own, which need no trust: without state there is none. */
const usersRules = (text: string): Project =>
  makeProject({ '../.config/hooks/hooks.yaml': `version: 1\nhooks:\n${text}` })

describe('state that cannot be kept', () => {
  const breakState = (project: Project): void => {
    rmSync(stateDir(project), { recursive: true, force: true })
    mkdirSync(path.dirname(stateDir(project)), { recursive: true })
    writeFileSync(stateDir(project), 'not a directory')
  }

  test('a limit asks, and says why', async () => {
    const project = rules('  PreToolUse:\n    - { name: calls, use: rate-limit, with: { max: 1 } }\n')
    expect(told(await call(project))).toEqual({})
    breakState(project)
    const { decision, reason, message } = told(await call(project))
    expect(decision).toBe('ask')
    expect(reason).toContain('rule calls failed: its state is lost')
    expect(message).toContain('the ledger could not be written')
  })

  test('a rule that says proceed lets it go; that is told where the session and each prompt begin', async () => {
    const project = rules(
      '  PreToolUse:\n    - { name: calls, use: rate-limit, with: { max: 5 }, on_error: proceed }\n    - { name: no-deploys, match: { command: deploy }, deny: No. }\n',
    )
    breakState(project)
    const start = { hook_event_name: 'SessionStart', source: 'startup' }
    const prompt = { hook_event_name: 'UserPromptSubmit', prompt: 'Go on.' }
    expect(told(await call(project, start)).message).toContain('the ledger could not be written')
    expect(told(await call(project))).toEqual({})
    expect(told(await call(project))).toEqual({})
    expect(told(await call(project, prompt)).message).toContain('this process remembers it, no other does')
    const { decision, message } = told(await call(project, { tool_input: { command: 'deploy' } }))
    expect(decision).toBe('deny')
    expect(message).toContain('this process remembers it, no other does')
    expect(message).toContain('the ledger could not be written')
  })

  test('a failed rule is told at every event, as nothing tells what was told before', async () => {
    const project = usersRules('  PreToolUse:\n    - { name: guard, match: { tool: Bash }, run: exit 3 }\n')
    breakState(project)
    for (const session_id of ['one', 'one'])
      expect(told(await call(project, { session_id })).message).toBe(
        'hooks: rule guard failed and did not hold: exit 3',
      )
  })

  test('status says so', async () => {
    const project = rules('  PreToolUse:\n    - { name: no-bash, match: { tool: Bash }, deny: No. }\n')
    breakState(project)
    const { stdout } = await project.hooks(['status'])
    expect(stdout.replace(/\n +/g, ' ')).toContain('so counters or ledger are lost')
    const json = JSON.parse((await project.hooks(['status', '--json'])).stdout) as { problem: string }
    expect(json.problem).toContain(stateDir(project))
  })
})

test('a lost line of the ledger is told once', async () => {
  const project = rules('  PreToolUse:\n    - { name: no-reads, match: { tool: Read }, deny: No. }\n')
  await call(project)
  const [key = ''] = readdirSync(stateDir(project)).filter((name) => name.startsWith('shop-'))
  const ledger = path.join(stateDir(project), key, 'ledger')
  rmSync(ledger, { recursive: true })
  writeFileSync(ledger, '')
  expect(told(await call(project)).message).toContain('hooks: the ledger could not be written')
  const { problem } = JSON.parse((await project.hooks(['status', '--json'])).stdout) as { problem: string }
  expect(problem).toContain(`${ledger} is not a directory`)
  expect(told(await call(project))).toEqual({})
  expect(told(await call(project, { tool_name: 'Read', tool_input: { file_path: 'a' } })).message).toContain(
    'hooks: the ledger could not be written',
  )
  expect(told(await call(project, { session_id: 'warned-2' })).message).toContain('the ledger')
})

test('a decision without a line in the ledger has no id', async () => {
  const project = rules('  PreToolUse:\n    - { name: no-reads, match: { tool: Read }, deny: No. }\n')
  const read = async (file_path: string): Promise<string | undefined> =>
    told(await call(project, { tool_name: 'Read', tool_input: { file_path } })).message
  expect(await read('a.ts')).toMatch(/ hooks explain [a-v][0-9a-v]{6}$/)
  const [key = ''] = readdirSync(stateDir(project)).filter((name) => name.startsWith('shop-'))
  const [today = ''] = readdirSync(path.join(stateDir(project), key, 'ledger'))
  const line = path.join(stateDir(project), key, 'ledger', today)
  rmSync(line)
  mkdirSync(line)
  expect(await read('b.ts')).toMatch(
    /^hooks: the ledger could not be written: EISDIR.*\nhooks denied .* hooks explain --last$/,
  )
  expect((await project.hooks(['explain', '--last'])).stdout).toMatch(/^reads +b\.ts/m)
})

test('a rule that limits.rules leaves out is told at the start, by run and by list', async () => {
  const project = makeProject({
    'hooks.yaml': `version: 1
limits: { rules: 1 }
hooks:
  PreToolUse:
    - { name: first, match: { tool: Read }, deny: No. }
    - { name: no-deploys, match: { command: deploy }, deny: No. }
`,
    'deploy.json': JSON.stringify({
      event: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'deploy' },
    }),
  })
  const start = { hook_event_name: 'SessionStart', source: 'startup' }
  expect(told(await call(project, start)).message).toContain('"no-deploys" is left out')
  expect((await project.hooks(['run', 'deploy.json'])).stdout).toContain(
    String.raw`\"no-deploys\" is left out`,
  )
  expect((await project.hooks(['list'])).stdout).toContain('"no-deploys" is left out')
  expect((await project.hooks(['explain', 'deploy'])).stdout).toMatch(/"no-deploys" is\s+left out/)
})

test('a rule that limits.rules leaves out is in the verdicts of the library, once per session', async () => {
  const deny = (name: string) => ({ name, match: { tool: 'Read' }, deny: 'No.' })
  const { root } = makeProject()
  const engine = await createEngine({
    root,
    config: { limits: { rules: 1 }, hooks: { PreToolUse: [deny('first'), deny('second')] } },
  })
  const warned = async (session_id?: string) => {
    const event = { event: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } }
    const { warnings } = await engine.dispatch({ ...event, ...(session_id && { session_id }) })
    return warnings.map(({ code, message }) => [code, message])
  }
  try {
    const message = '2 rules are more than limits.rules: 1, so "second" is left out'
    expect(await warned('one')).toEqual([['left_out', message]])
    expect(await warned('one')).toEqual([])
    expect(await warned('two')).toEqual([['left_out', message]])
    expect(await warned()).toEqual([['left_out', message]])
    const { started } = await engine.start({ prompt: 'Go on.' })
    expect(started.verdict.warnings).toEqual([{ code: 'left_out', message }])
  } finally {
    await engine.close()
  }
})

test('steps that the agent does not report are told once', async () => {
  const project = rules('  PreToolUse:\n    - { name: three, use: limits, with: { steps: 3 } }\n')
  const first = told(await call(project))
  expect(first.decision).toBeUndefined()
  expect(first.message).toBe(
    'hooks: rule three: claude-code reports neither steps nor model calls, so "steps: 3" is not counted; limit tool calls with "use: rate-limit"',
  )
  expect(told(await call(project))).toEqual({})
  expect(told(await call(project, { session_id: 'warned-2' })).message).toBe(first.message)
  expect((await project.hooks(['status'])).stdout).toContain('steps not counted 2')
})

describe('a script that fails', () => {
  const project = rules(`  PreToolUse:
    - { name: guard, match: { tool: Bash }, run: [node, guard.mjs] }
    - { name: no-deploys, match: { command: deploy }, deny: No. }
`)

  test.each([
    ['a crash', 'throw new Error("no such table")', 'exit 1'],
    ['a crash that says why', 'console.error("no such table"); process.exit(3)', 'exit 3 (no such table)'],
    ['a signal', 'process.kill(process.pid, "SIGKILL")', 'SIGKILL'],
  ])('%s is told once, and again with a deny', async (name, script, why) => {
    project.write('guard.mjs', script)
    const session_id = `script-${name}`
    const first = told(await call(project, { session_id }))
    expect(first.decision).toBeUndefined()
    expect(first.message).toMatch(/^hooks: rule guard failed and did not hold: /)
    expect(first.message).toContain(why)
    expect(told(await call(project, { session_id }))).toEqual({})
    const denied = told(await call(project, { session_id, tool_input: { command: 'deploy' } }))
    expect(denied).toMatchObject({ decision: 'deny', message: expect.stringContaining('rule guard failed') })
  })

  test('status counts it', async () => {
    expect((await project.hooks(['status'])).stdout).toContain('warnings: rule failed')
  })
})

test('an output that a failed call cannot be given is told', async () => {
  const project = rules('  PostToolUse:\n    - { name: hide, match: { tool: Bash }, set_output: hidden }\n')
  const failed = { hook_event_name: 'PostToolUseFailure', error: 'exit 1' }
  expect(told(await call(project, failed)).message).toContain('cannot be given updated_output')
})

test('a stop that is let go at its limit is told', async () => {
  const project = makeProject({
    'hooks.yaml':
      'version: 1\nlimits: { continues: 1 }\nhooks:\n  AgentStop:\n    - { name: again, continue: Run the tests. }\n',
  })
  const stop = {
    hook_event_name: 'Stop',
    tool_name: undefined,
    tool_input: undefined,
    stop_hook_active: false,
  }
  expect((await call(project, stop)).stdout).toContain('Run the tests.')
  expect(told(await call(project, { ...stop, stop_hook_active: true })).message).toContain(
    'was continued once in this run (limits.continues), so it is let go, although again would go on',
  )
})

test('a context that Claude Code cuts is told', async () => {
  const project = rules(
    `  UserPromptSubmit:\n    - { name: long, run: [node, -e, "process.stdout.write('x'.repeat(12000))"], reply: claude-code }\n`,
  )
  const prompt = {
    hook_event_name: 'UserPromptSubmit',
    tool_name: undefined,
    tool_input: undefined,
    prompt: 'go',
  }
  expect(told(await call(project, prompt)).message).toContain(
    'claude-code shows its model only a part of a context above 10,000 characters; this one has 12,000',
  )
})

describe('limits.dispatch', () => {
  const project = makeProject({
    'hooks.yaml': `version: 1
limits: { dispatch: 500ms }
hooks:
  PreToolUse:
    - { name: slow, match: { tool: Bash }, run: [sleep, '1000'] }
    - { name: slower, match: { tool: Bash }, run: [sh, -c, "trap '' TERM; sleep 1000"], timeout: 20m, on_error: deny }
`,
  })

  test('holds, whatever the rules may take', async () => {
    expect(told(await call(project))).toMatchObject({
      decision: 'deny',
      reason: expect.stringContaining('rule slower failed'),
    })
  })

  test('validate names the rules that it cuts', async () => {
    expect((await project.hooks(['validate'])).stdout).toContain(
      'limits.dispatch: 500ms cuts the timeout of "slow" (30s) and "slower" (20m)',
    )
  })
})

test('a field of a wrong type is told by every door, with the unit it should have', async () => {
  const project = makeProject({
    'hooks.yaml': 'version: 1\nhooks: { SessionEnd: [{ name: bye, notify: Bye. }] }\n',
  })
  const said =
    '"started_at" of the payload is 1790000000, which are seconds, expected milliseconds since 1970'
  const payload = {
    event: 'PreToolUse',
    tool_name: 'Read',
    tool_input: { file_path: 'a' },
    started_at: 1_790_000_000,
  }
  writeFileSync(path.join(project.root, 'payload.json'), JSON.stringify(payload))
  const shown = await project.hooks(['run', 'payload.json'])
  expect(JSON.parse(shown.stdout)).toMatchObject({
    decision: 'proceed',
    warnings: [{ code: 'payload', message: expect.stringContaining(said) }],
  })
  const engine = await createEngine({ root: project.root, trust: 'all' })
  const { warnings } = await engine.dispatch({ ...payload, event: 'PreToolUse' })
  await engine.close()
  expect(warnings.map(({ message }) => message).join()).toContain(said)
  expect(told(await call(project, { tool_use_id: 7 })).message).toContain('"tool_use_id" of the payload is 7')
})

describe('a tool call whose input is of a wrong type', () => {
  const guard = '  PreToolUse:\n    - { name: np, match: { command: git push --force }, deny: n }\n'
  const asJson = '{"command":"git push -f"}'

  test('an object as JSON text, a plain text and a list are read', async () => {
    const project = rules(guard)
    for (const input of [asJson, 'git push -f', ['git push -f']])
      expect(told(await call(project, { tool_input: input })).decision).toBe('deny')
    const engine = await createEngine({ root: project.root, trust: 'all' })
    const event = { event: 'PreToolUse', tool_name: 'mcp__git__run', tool_input: asJson } as const
    const { decision } = await engine.dispatch(event)
    await engine.close()
    expect(decision).toBe('deny')
  })

  test('else rules over its facts ask, and the warning names field and type', async () => {
    const project = rules(guard)
    const said = '"command" of the input of Bash is 7, so what it would do cannot be known'
    const { decision, reason, message } = told(await call(project, { tool_input: { command: 7 } }))
    expect(decision).toBe('ask')
    expect(reason).toContain(`${said}. Send it as a string or a list of strings.`)
    expect(message).toContain(said)
    for (const input of [{ description: 'Push' }, null])
      expect(told(await call(project, { tool_input: input })).decision).toBe('ask')
  })

  test('a shell of the user whose command is in no known field is asked about', async () => {
    const project = makeProject({
      'hooks.yaml': `version: 1\ngroups: { shell: [run_bash] }\nhooks:\n${guard}`,
    })
    const input = { what: 'git push -f' }
    const { decision, reason } = told(await call(project, { tool_name: 'run_bash', tool_input: input }))
    expect(decision).toBe('ask')
    expect(reason).toContain('"command" of the input of run_bash is missing')
  })
})

test('HOOKS_DISABLE=1 pauses the rules of the project alone, and is told', async () => {
  const project = rules('  PreToolUse:\n    - { name: no-deploys, match: { command: deploy }, deny: No. }\n')
  const userFile = path.join(project.dir, '.config', 'hooks', 'hooks.yaml')
  mkdirSync(path.dirname(userFile), { recursive: true })
  writeFileSync(
    userFile,
    'version: 1\nhooks:\n  PreToolUse:\n    - { name: no-push, match: { command: git push }, deny: No. }\n',
  )
  const env = { HOOKS_DISABLE: '1' }
  const deploy = { tool_input: { command: 'deploy' } }
  expect(told(await call(project, deploy))).toMatchObject({ decision: 'deny' })
  const paused = told(await call(project, deploy, env))
  expect(paused.decision).toBeUndefined()
  expect(paused.message).toContain('the rules of this project are paused')
  expect(told(await call(project, deploy, env))).toEqual({})
  expect(told(await call(project, { tool_input: { command: 'git push' } }, env))).toMatchObject({
    decision: 'deny',
  })
  expect((await project.hooks(['status'], { env })).stdout).toMatch(
    /paused +the project's rules[^]*HOOKS_DISABLE 3/,
  )
})

test('HOOKS_DISABLE=1 is a pause of its session: it ends after a day', async () => {
  const project = rules('  PreToolUse:\n    - { name: no-deploys, match: { command: deploy }, deny: No. }\n')
  const deploy = { tool_input: { command: 'deploy' } }
  const later = path.join(project.dir, 'later.cjs')
  const at = (hours: number): Record<string, string> => {
    writeFileSync(later, `const now = Date.now; Date.now = () => now() + ${hours} * 3600e3`)
    return { HOOKS_DISABLE: '1', NODE_OPTIONS: `--require ${later}` }
  }
  expect(told(await call(project, deploy, at(0))).decision).toBeUndefined()
  expect(told(await call(project, deploy, at(23))).decision).toBeUndefined()
  const ended = told(await call(project, deploy, at(24.1)))
  expect(ended.decision).toBe('deny')
  expect(ended.message).toContain('has paused this session for a day, which is the most')
  const other = { ...deploy, session_id: 'another' }
  expect(told(await call(project, other, at(24.1))).decision).toBeUndefined()
})

test('a rule is named even where its script has its name', async () => {
  const project = rules('  PreToolUse:\n    - { name: policy, match: { tool: Bash }, run: [./policy.sh] }\n')
  expect(told(await call(project)).message).toMatch(/^hooks: rule policy failed and did not hold: /)
})

test('without state an agent is continued once, and then let go', async () => {
  const project = usersRules('  AgentStop:\n    - { name: again, continue: Run the tests. }\n')
  mkdirSync(path.dirname(stateDir(project)), { recursive: true })
  rmSync(stateDir(project), { recursive: true, force: true })
  writeFileSync(stateDir(project), 'not a directory')
  const stop = {
    hook_event_name: 'Stop',
    tool_name: undefined,
    tool_input: undefined,
    stop_hook_active: false,
  }
  expect((await call(project, stop)).stdout).toContain('"decision":"block"')
  const again = await call(project, { ...stop, stop_hook_active: true })
  expect(again.stdout).not.toContain('"decision":"block"')
  expect(told(again).message).toContain('it cannot be counted how often the agent was continued')
})

test.each([
  ['a pipe', (file: string) => execFileSync('mkfifo', [file])],
  ['a link to itself', (file: string) => symlinkSync(path.basename(file), file)],
])('%s is not taken for a missing file', async (_, make) => {
  const project = makeProject()
  make(path.join(project.root, 'hooks.yaml'))
  expect((await project.hooks(['validate'])).stdout).toContain('"hooks.yaml" cannot be read')
  rmSync(path.join(project.root, 'hooks.yaml'))
  project.write('hooks.yaml', 'version: 1\nextends: [./base.yaml]\n')
  make(path.join(project.root, 'base.yaml'))
  expect((await project.hooks(['validate'])).stdout).toContain('base.yaml" cannot be read')
})

test('rules that come back as none are told', async () => {
  const project = rules('  PreToolUse:\n    - { name: no-deploys, match: { command: deploy }, deny: No. }\n')
  const deploy = { tool_input: { command: 'deploy' } }
  expect(told(await call(project, deploy))).toMatchObject({ decision: 'deny' })
  rmSync(path.join(project.root, 'hooks.yaml'))
  expect(told(await call(project, deploy))).toMatchObject({ decision: 'deny' })
  project.write('hooks.yaml', 'version: 1\n')
  expect(told(await call(project, deploy)).message).toContain(
    'hooks.yaml has no rules any more; 1 was in force',
  )
})

test('a file that is cut off where it is valid, while it is written, is read again', async () => {
  const text = `version: 1
hooks:
  PreToolUse:
    - { name: no-deploys, match: { command: deploy }, deny: No. }
`
  const project = makeProject({ 'hooks.yaml': text })
  const deploy = {
    hook_event_name: 'PreToolUse',
    session_id: 's',
    cwd: project.root,
    tool_name: 'Bash',
    tool_input: { command: 'deploy' },
  }
  const ask = () =>
    project.hooks(['run', '--agent', 'claude-code'], { input: JSON.stringify(deploy), resident: true })
  expect(told(await ask())).toMatchObject({ decision: 'deny' })
  project.write('hooks.yaml', text.slice(0, 11))
  const [answer] = await Promise.all([
    ask(),
    pause(20).then(() => project.write('hooks.yaml', `${text}# longer\n`)),
  ])
  expect(told(answer)).toMatchObject({ decision: 'deny' })
  expect(told(answer).message).not.toContain('no rules any more')
})

describe('a background script that fails', () => {
  const project = rules(`  PreToolUse:
    - { name: audit, match: { tool: Bash }, run: [./audit.sh, now], background: true }
    - { name: no-deploys, match: { command: deploy }, deny: No. }
`)
  const read = { tool_name: 'Read', tool_input: { file_path: 'a' } }
  /** What the next event of the session says, once there is something to say. */
  const saidNext = async (session_id: string): Promise<string | undefined> => {
    let message: string | undefined
    await eventually(
      async () => (message = told(await call(project, { ...read, session_id })).message),
    ).toBeDefined()
    return message
  }

  test.each([
    ['an exit', '#!/bin/sh\nexit 3\n', 'it failed in the background: exit 3'],
    ['a signal', '#!/bin/sh\nkill -9 $$\n', 'it failed in the background: exit 137, SIGKILL'],
    ['no interpreter', '#!/no/such/interpreter\n', 'it failed in the background: exit 127, not found'],
  ])('%s is told by the next event, once', async (session_id, script, why) => {
    project.write('audit.sh', script)
    expect(told(await call(project, { session_id }))).toEqual({})
    expect(await saidNext(session_id)).toContain(`hooks: rule audit: ${why}`)
    await call(project, { session_id })
    // It ends at some time during these.
    for (let turn = 0; turn < 20; turn++)
      expect(told(await call(project, { ...read, session_id }))).toEqual({})
  })

  test('a missing program is told, too', async () => {
    rmSync(path.join(project.root, 'audit.sh'))
    trustProject(project.root, project.env)
    await call(project, { session_id: 'missing' })
    expect(await saidNext('missing')).toContain(
      'hooks: rule audit: it failed in the background: exit 127, not found',
    )
  })

  test('one that is over its time limit is told, too', async () => {
    const slow = rules(`  PreToolUse:
    - { name: slow, match: { tool: Bash }, run: [sleep, '60'], background: true, timeout: 1s }
`)
    await call(slow, { session_id: 'slow' })
    const said = async () => told(await call(slow, { ...read, session_id: 'slow' })).message
    await eventually(said).toContain('hooks: rule slow: it failed in the background: killed after 1s')
  })

  test('status counts it', async () => {
    expect((await project.hooks(['status'])).stdout).toMatch(/background script failed \d/)
  })

  test('a script that succeeds gets the event and says nothing', async () => {
    project.write('audit.sh', '#!/bin/sh\ncat > seen.json; echo "$1" > argument\n')
    await call(project, { session_id: 'fine' })
    const seen = (file: string): string => readFileSync(path.join(project.root, file), 'utf8')
    await eventually(() => readdirSync(project.root).includes('argument') && seen('argument')).toBe('now\n')
    expect(JSON.parse(seen('seen.json'))).toMatchObject({ event: 'PreToolUse', tool_name: 'Bash' })
    expect(told(await call(project, { ...read, session_id: 'fine' }))).toEqual({})
  })

  test('the library tells it, too', async () => {
    project.write('audit.sh', '#!/bin/sh\nexit 3\n')
    const engine = await createEngine({ root: project.root, trust: 'all' })
    const event = { event: 'PreToolUse', session_id: 'lib', tool_name: 'Bash', tool_input: { command: 'ls' } }
    try {
      await engine.dispatch(event)
      const next = async () => (await engine.dispatch({ ...event, ...read })).warnings
      await eventually(next).toEqual([
        { code: 'background', rule: 'audit', message: 'it failed in the background: exit 3' },
      ])
      expect(await next()).toEqual([])
    } finally {
      await engine.close()
    }
  })
})
