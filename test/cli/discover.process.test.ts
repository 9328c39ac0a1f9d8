// Hook programs in directories, with the built command and real processes.
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { inProcesses, bin, makeProject, type Project } from '../support/cli.ts'

/** Counts how often it is asked what it is for, and blocks with a word. */
const hook = (says: string) => `#!/bin/sh
if [ "$1" = hook ]; then echo asked >> asked.txt; echo before_tool_call; exit; fi
echo '{"blocked":true,"reason":"${says}"}'
`
const config = 'discover: [{ dir: .kodelet/hooks, reply: kodelet }]\n'
const call = JSON.stringify({ event: 'PreToolUse', session_id: 's', tool_name: 'Bash', tool_input: {} })

async function verdictOf(project: Project, ...args: readonly string[]) {
  const { stdout } = await project.hooks(['run', '--json', ...args], { input: call })
  return JSON.parse(stdout) as { decision: string; reason?: string; warnings: { message: string }[] }
}

function timesAsked({ root }: Project): number {
  const file = path.join(root, 'asked.txt')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').length : 0
}

describe('programs are asked when the rules are compiled', () => {
  test('and not again while nothing changes; a change of one is in force at once', async () => {
    const project = makeProject({ 'hooks.yaml': config, '.kodelet/hooks/guard': hook('one') })
    expect(await verdictOf(project)).toMatchObject({ decision: 'deny', reason: 'one' })
    expect(await verdictOf(project)).toMatchObject({ reason: 'one' })
    expect(timesAsked(project)).toBe(1)
    project.write('.kodelet/hooks/guard', hook('two'))
    expect(await verdictOf(project)).toMatchObject({ reason: 'two' })
    expect(timesAsked(project)).toBe(2)
  })

  test('also one that comes later, that may be executed only now, or that goes', async () => {
    const project = makeProject({ 'hooks.yaml': config })
    expect(await verdictOf(project)).toMatchObject({ decision: 'proceed', warnings: [] })
    project.write('.kodelet/hooks/guard', hook('new'))
    chmodSync(path.join(project.root, '.kodelet/hooks/guard'), 0o644)
    expect(await verdictOf(project)).toMatchObject({ decision: 'proceed' })
    chmodSync(path.join(project.root, '.kodelet/hooks/guard'), 0o755)
    expect(await verdictOf(project)).toMatchObject({ decision: 'deny' })
    project.write('.kodelet/hooks/audit', '#!/bin/sh\necho lunch\n')
    expect((await verdictOf(project)).warnings).toMatchObject([
      { message: '".kodelet/hooks/audit" is left out: asked what it is for, it printed no event: "lunch"' },
    ])
  })

  test('but in no directory that a link says to be in the project', async () => {
    const project = makeProject({ 'hooks.yaml': config, '../elsewhere/guard': hook('no') })
    mkdirSync(path.join(project.root, '.kodelet'))
    symlinkSync(path.join(project.root, '../elsewhere'), path.join(project.root, '.kodelet/hooks'))
    const { stdout, exit } = await project.hooks(['validate'])
    expect(stdout).toMatch(/hooks\.yaml:1:19: "\.kodelet\/hooks" leads out of the project, to .*elsewhere/)
    expect([exit, timesAsked(project)]).toEqual([1, 0])
  })

  test('never in a dry run, which starts nothing', async () => {
    const project = makeProject({ 'hooks.yaml': config, '.kodelet/hooks/guard': hook('no') })
    const { decision, warnings } = await verdictOf(project, '--dry-run')
    expect(decision).toBe('proceed')
    expect(warnings).toMatchObject([
      { message: expect.stringContaining('nothing may be started here') as string },
    ])
    expect(timesAsked(project)).toBe(0)
  })

  test('and one that does not answer holds nobody up, nor does what it leaves behind', async () => {
    const project = makeProject({
      'hooks.yaml': config,
      '.kodelet/hooks/hangs': '#!/bin/sh\nsleep 1000\n',
      '.kodelet/hooks/leaves': '#!/bin/sh\nsleep 1000 &\necho before_tool_call\n',
    })
    const { warnings } = await verdictOf(project)
    expect(warnings.map(({ message }) => message)).toContain(
      '".kodelet/hooks/hangs" is left out: asked what it is for, it did not answer within 2 s',
    )
  })

  test('nor do more of them than there is time for', async () => {
    const hangs = Object.fromEntries(
      [1, 2, 3, 4].map((n) => [`.kodelet/hooks/${n}`, '#!/bin/sh\nsleep 1000\n']),
    )
    const project = makeProject({ 'hooks.yaml': config, ...hangs })
    const { warnings } = await verdictOf(project)
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining('did not answer within 2 s'),
      expect.stringContaining('did not answer within 2 s'),
      expect.stringContaining('did not answer within'),
      expect.stringContaining('there was no time left to ask it'),
    ])
  })

  test('and one that prints without end is stopped long before', async () => {
    const project = makeProject({ 'hooks.yaml': config, '.kodelet/hooks/yes': '#!/bin/sh\nexec yes\n' })
    const { warnings } = await verdictOf(project)
    expect(warnings[0]?.message).toContain('it printed too much')
  })

  test('and one that starts hooks is not asked again by that, and so on', async () => {
    const self = `#!/bin/sh\n[ "$1" = hook ] && echo asked >> asked.txt && '${process.execPath}' '${bin}' list > list.txt\necho agent_stop\n`
    const project = makeProject({ 'hooks.yaml': config, '.kodelet/hooks/self': self })
    await verdictOf(project)
    expect(timesAsked(project)).toBe(1)
  })

  test('and what hooks compiles when such a one starts it is not kept: it lacks their rules', async () => {
    const run = `'${process.execPath}' '${bin}' run --json`
    const nested = hook('no').replace('echo asked', `echo '${call}' | ${run} > nested; echo asked`)
    const project = inProcesses(makeProject({ 'hooks.yaml': config, '.kodelet/hooks/guard': nested }))
    await project.hooks(['validate'])
    expect(JSON.parse(readFileSync(path.join(project.root, 'nested'), 'utf8'))).toMatchObject({
      decision: 'proceed',
      warnings: [{ message: expect.stringContaining('started by a program that it asks itself') as string }],
    })
    expect(await verdictOf(project)).toMatchObject({ decision: 'deny', reason: 'no' })
  })

  test.runIf(process.platform === 'linux')('and what leaves its process group is ended as well', async () => {
    const project = makeProject({
      'hooks.yaml': config,
      '.kodelet/hooks/leaves':
        '#!/bin/sh\n[ "$1" = hook ] || exit 0\nsetsid sh -c \'echo $$ > pid; exec sleep 60\' &\n' +
        'while [ ! -s pid ]; do sleep 0.01; done\necho before_tool_call\n',
    })
    expect(await verdictOf(project)).toMatchObject({ warnings: [] })
    const pid = readFileSync(path.join(project.root, 'pid'), 'utf8').trim()
    const state = () => (existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : ') Z')
    await expect.poll(state).toContain(') Z')
  })

  test('with their environment and the project as directory (A8, A12)', async () => {
    const project = makeProject({
      'hooks.yaml': 'discover: [{ dir: h, reply: acai }]\n',
      'h/see.sh':
        '#!/bin/sh\nif [ "$HOOK_ACTION" = describe ]; then pwd > where; echo \'{"event":"tool-call-start"}\'; ' +
        'else echo "$HOOKS_SESSION_ID $HOOKS_PROJECT_DIR $HOOK_ACTION $SHOP" > seen; fi\n',
    })
    await project.hooks(['run', '--json'], { input: call, env: { SHOP: 'open' } })
    const read = (file: string) => readFileSync(path.join(project.root, file), 'utf8').trim()
    expect(read('where')).toBe(project.root)
    expect(read('seen')).toBe(`s ${project.root} execute open`)
  })
})

test('hooks validate names what is left out, and --strict refuses it (A25)', async () => {
  const project = makeProject({ 'hooks.yaml': config, '.kodelet/hooks/odd': '#!/bin/sh\nexit 3\n' })
  const { stdout, exit } = await project.hooks(['validate'])
  expect(stdout).toContain('".kodelet/hooks/odd" is left out: asked what it is for, it exited 3')
  expect(exit).toBe(0)
  expect((await project.hooks(['validate', '--strict'])).exit).toBe(1)
})

test('hooks list shows where they come from', async () => {
  const project = makeProject({ 'hooks.yaml': config, '.kodelet/hooks/guard': hook('no') })
  const { stdout } = await project.hooks(['list'])
  expect(stdout).toMatch(/guard .*\.kodelet\/hooks\/guard run/)
})

test.each(['skills', 'list --stack default', 'trust', 'recipe list', 'explain ls'])(
  'hooks %s starts none of them',
  async (verb) => {
    const project = makeProject({ 'hooks.yaml': config, '.kodelet/hooks/guard': hook('no') })
    const { exit } = await project.hooks(verb.split(' '))
    expect([exit, timesAsked(project)]).toEqual([0, 0])
  },
)

describe('hooks run --agent', () => {
  const rules = `hooks:
  PreToolUse:
    - { name: prod, match: { tool: 'deploy_*' }, deny: Not on Fridays. }
    - { name: sure, match: refund, ask: A refund? }
  PreStep:
    - { name: quota, match: { metadata: { left: 0 } }, stop: Nothing is left. }
  AgentStop:
    - { name: tests, continue: Run the tests., once: session }
`
  const project = makeProject({ 'hooks.yaml': rules })
  const speak = (agent: string, payload: object | string) =>
    project.hooks(['run', '--agent', agent], {
      input: typeof payload === 'string' ? payload : JSON.stringify(payload),
    })
  const kodelet = { conv_id: 'c', cwd: project.root, invoked_by: 'main', tool_input: {} }

  test.each([
    [
      'kodelet',
      { ...kodelet, event: 'before_tool_call', tool_name: 'deploy_shop' },
      { blocked: true, reason: 'Not on Fridays.' },
    ],
    [
      'kodelet',
      { ...kodelet, event: 'before_tool_call', tool_name: 'refund' },
      {
        blocked: true,
        reason: "A refund? This needs the user's approval, which kodelet cannot ask for here.",
      },
    ],
    [
      'kodelet',
      { ...kodelet, event: 'agent_stop', messages: [] },
      { result: 'continue', follow_up_messages: ['Run the tests.'] },
    ],
    [
      'acai',
      { event: 'tool-call-start', tool_name: 'deploy_shop', tool_input: {} },
      { action: 'block', reason: 'Not on Fridays.' },
    ],
    ['acai', { event: 'step-start', metadata: { left: 0 } }, { action: 'block', reason: 'Nothing is left.' }],
    [
      'universal',
      { hook_event_name: 'AgentStop', session_id: 'u', output: 'Done.' },
      {
        hookSpecificOutput: {
          hookEventName: 'AgentStop',
          action: 'restart',
          nextPrompt: 'Not done yet (rule tests): Run the tests.',
        },
        systemMessage: expect.stringMatching(
          /^hooks: not done yet \(tests\)\. False alarm\? hooks explain [a-z0-9]{7}$/,
        ),
      },
    ],
  ])('%s %j is answered %j with exit 0 (P13)', async (agent, payload, reply) => {
    const { stdout, stderr, exit } = await speak(agent, payload)
    expect({ reply: JSON.parse(stdout) as unknown, stderr, exit }).toEqual({ reply, stderr: '', exit: 0 })
  })

  test.each([
    ['kodelet', { ...kodelet, event: 'before_tool_call', tool_name: 'read' }],
    ['kodelet', { ...kodelet, event: 'turn_end', response: 'x', turn_number: 1 }],
    ['acai', { event: 'tool-call-end', name: 'deploy_shop', msg: 'ok' }],
  ])('%s %j goes on without a word', async (agent, payload) => {
    expect(await speak(agent, payload)).toMatchObject({ stdout: '', stderr: '', exit: 0 })
  })

  test.each([
    ['kodelet', '{"event":"before_tool_call", oops', 'blocked'],
    ['kodelet', '', 'blocked'],
    ['acai', '{"event":"tool-call-start",', 'block'],
  ])('%s: a payload %j that cannot be read is refused in its own words', async (agent, payload, word) => {
    const { stdout, exit } = await speak(agent, payload)
    expect(exit).toBe(0)
    expect(stdout).toContain(word)
    expect(stdout).toContain('could not check this call')
  })

  test('what an agent cannot be told is listed beforehand', async () => {
    const { stdout } = await project.hooks(['validate', '--agent', 'kodelet'])
    expect(stdout).toContain('kodelet cannot ask at PreToolUse: denied instead')
    expect(stdout).toContain('kodelet calls no hook at PreStep')
  })
})

test('a conversation keeps the root of its first event, wherever Kodelet then is', async () => {
  const project = makeProject({
    'hooks.yaml': 'hooks: { PreToolUse: [{ name: d, deny: "no" }] }\n',
    'api/.git/HEAD': 'ref: refs/heads/main\n',
  })
  const speak = (cwd: string) =>
    project.hooks(['run', '--agent', 'kodelet'], {
      input: JSON.stringify({
        event: 'before_tool_call',
        conv_id: 'c9',
        cwd,
        invoked_by: 'main',
        tool_name: 'x',
      }),
    })
  expect((await speak(project.root)).stdout).toContain('"blocked":true')
  expect((await speak(path.join(project.root, 'api'))).stdout).toContain('"blocked":true')
})

test('unfinished writes to a program are seen', async () => {
  const project = makeProject({ 'hooks.yaml': config, '.kodelet/hooks/guard': '#!/bin/sh\n' })
  expect(await verdictOf(project)).toMatchObject({ decision: 'proceed' })
  appendFileSync(path.join(project.root, '.kodelet/hooks/guard'), hook('late').replace('#!/bin/sh\n', ''))
  expect(await verdictOf(project)).toMatchObject({ decision: 'deny', reason: 'late' })
})
