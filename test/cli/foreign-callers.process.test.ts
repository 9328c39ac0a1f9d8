// `--agent NAME --event EVENT` is a claim: who sent the payload decides.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { bin, makeProject } from '../support/cli.ts'

const RULES = `version: 1
hooks:
  PreToolUse:
    - { name: no-force, match: { command: git push --force }, deny: Push without force. }
`
const force = { tool_input: { command: 'git push --force' } }
const claude = ['run', '--agent', 'claude-code'] as const

test.each([
  { name: 'no event, and the settings name it', payload: { tool_name: 'Bash', ...force }, exit: 2 },
  { name: 'no tool, and a command', payload: { hook_event_name: 'PreToolUse', ...force }, exit: 2 },
  {
    name: 'no tool and no command',
    payload: { hook_event_name: 'PreToolUse', tool_input: { x: 1 } },
    exit: 2,
  },
  { name: 'no event and no command', payload: { tool_input: {} }, exit: 2 },
  {
    name: 'an event that nobody knows',
    payload: { hook_event_name: 'beforeIt', tool_name: 'Bash', ...force },
    exit: 2,
  },
  {
    name: 'a call that no rule is about',
    payload: { tool_name: 'Bash', tool_input: { command: 'ls' } },
    exit: 0,
  },
])('a payload with $name', async ({ payload, exit }) => {
  const project = makeProject({ 'hooks.yaml': RULES })
  const done = await project.hooks([...claude, '--event', 'PreToolUse'], { input: JSON.stringify(payload) })
  expect(done.exit).toBe(exit)
  expect(done.stderr).toMatch(exit === 0 ? /^$/ : /Push without force|names no tool and has no command/)
})

/** Each agent's name of the event before a call. */
const gates = {
  amp: 'tool.call',
  antigravity: 'PreToolUse',
  cline: 'PreToolUse',
  codex: 'PreToolUse',
  'copilot-cli': 'preToolUse',
  cursor: 'preToolUse',
  devin: 'PreToolUse',
  droid: 'PreToolUse',
  'gemini-cli': 'BeforeTool',
  goose: 'PreToolUse',
  'grok-build': 'pre_tool_use',
  kiro: 'preToolUse',
  opencode: 'tool.execute.before',
  'qwen-code': 'PreToolUse',
  'vscode-local': 'PreToolUse',
  windsurf: 'pre_run_command',
}

test.each(Object.entries(gates))('a payload of nobody is judged by the entry of %s', async (agent, event) => {
  const project = makeProject({ 'hooks.yaml': RULES })
  const answer = async (payload: object) => {
    const input = JSON.stringify(payload)
    const { stdout, stderr } = await project.hooks(['run', '--agent', agent, '--event', event], { input })
    return stdout + stderr
  }
  for (const named of [{}, { hook_event_name: 'PreToolUse' }])
    expect(await answer({ ...named, tool_name: 'Bash', ...force })).toContain('Push without force')
  expect(await answer({})).toContain('names no tool and has no command')
})

test('a prompt that names no event is one where the settings say so', async () => {
  const project = makeProject({
    'hooks.yaml':
      'version: 1\nhooks:\n  UserPromptSubmit:\n    - { name: hello, context: The build is red. }\n',
  })
  const done = await project.hooks([...claude, '--event', 'UserPromptSubmit'], {
    input: JSON.stringify({ prompt: 'go on' }),
  })
  expect(done.stdout).toContain('The build is red.')
})

describe('a call that two entries report is judged once', () => {
  const call = (more: object = {}) =>
    JSON.stringify({
      event: 'before_tool_call',
      conv_id: `once-${process.pid}`,
      cwd: '/',
      invoked_by: 'main',
      tool_name: 'bash',
      tool_input: { command: 'git push --force' },
      tool_user_id: 'call-1',
      ...more,
    })
  const [own, other] = [
    ['run', '--agent', 'kodelet', '--event', 'before_tool_call'],
    ['run', '--agent', 'claude-code', '--event', 'PreToolUse'],
  ] as const

  /** A project whose script notes each start in a file. */
  function counted(more = '') {
    const project = makeProject({
      'hooks.yaml': `version: 1
hooks:
  PreToolUse:
    - { name: count, match: { tool: '*' }, run: [sh, count.sh] }
`,
      'count.sh': `echo start >> started\n${more}echo '{"decision":"deny","reason":"Not twice."}'\n`,
    })
    return {
      ...project,
      /** Changes the record that the first entry left. */
      edit(change: (record: Readonly<Record<string, unknown>>) => object) {
        const state = path.join(project.dir, '.local/state/hooks')
        const [file = ''] = readdirSync(state, { recursive: true, encoding: 'utf8' }).filter((name) =>
          /calls\/[a-z0-9]+$/.test(name),
        )
        const record = path.join(state, file)
        const lines = readFileSync(record, 'utf8').trim().split('\n')
        const changed = lines.map((line) => `${JSON.stringify(change(JSON.parse(line)))}\n`)
        writeFileSync(record, changed.join(''))
      },
      call: (args: readonly string[], input = call()) =>
        project.hooks([...args, '--root', project.root], { input }),
      starts: () => readFileSync(path.join(project.root, 'started'), 'utf8').trim().split('\n').length,
    }
  }

  test('another entry gets the same verdict, the same one asks again', async () => {
    const project = counted()
    const first = await project.call(own)
    expect(first.stdout + first.stderr).toContain('Not twice.')
    expect(await project.call(other)).toMatchObject({ stdout: first.stdout, exit: first.exit })
    expect(project.starts()).toBe(1)
    await project.call(own)
    expect(project.starts()).toBe(2)
    const { stdout } = await project.hooks(['ledger', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ rows: [{}, {}] })
  })

  test('another call is judged anew', async () => {
    const project = counted()
    await project.call(own)
    await project.call(other, call({ cwd: '/tmp' }))
    await project.call(other, call({ tool_user_id: 'call-2' }))
    await project.call(other, call({ tool_input: { command: 'ls' } }))
    expect(project.starts()).toBe(4)
  })

  test('the same call some seconds on is judged once more by two entries', async () => {
    const project = counted('sleep 1\n')
    await Promise.all([project.call(own), project.call(other)])
    project.edit(({ at = 0, ...record }) => ({ ...record, at: Number(at) - 3000 }))
    await Promise.all([project.call(own), project.call(other)])
    expect(project.starts()).toBe(2)
  })

  test.each([
    ['of another call', { said: 'ls' }],
    ['from a time to come', { at: Date.now() + 3_600_000 }],
  ])('a record %s decides nothing', async (_, more) => {
    const project = counted()
    const { stdout } = await project.call(own)
    const proceed = { decision: 'proceed', flow: 'default' }
    project.edit((record) => ({ ...record, verdict: { ...Object(record['verdict']), ...proceed }, ...more }))
    expect((await project.call(other)).stdout).toBe(stdout)
  })

  test('what was judged under a pause is judged anew without one', async () => {
    const project = counted()
    await project.hooks([...other, '--root', project.root], { input: call(), env: { HOOKS_DISABLE: '1' } })
    expect((await project.call(own)).stdout).toContain('Not twice.')
  })

  test('a second entry waits for the first', async () => {
    const project = counted('sleep 1\n')
    const answers = await Promise.all([project.call(own), project.call(other)])
    expect(answers[1]?.stdout).toBe(answers[0]?.stdout)
    expect(project.starts()).toBe(1)
  })

  test('a first entry that was killed is not waited for', async () => {
    const project = counted('[ -e killed ] || { touch killed; sleep 20; }\n')
    await project.hooks(['list']) // its user trusts it
    const first = spawn(process.execPath, [bin, ...own, '--root', project.root], {
      cwd: project.root,
      env: project.env,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    first.stdin.end(call())
    await expect.poll(() => existsSync(path.join(project.root, 'killed')), { timeout: 20_000 }).toBe(true)
    const second = project.call(other)
    first.kill('SIGKILL')
    expect((await second).stdout).toContain('Not twice.')
    expect(project.starts()).toBe(2)
  })
})
