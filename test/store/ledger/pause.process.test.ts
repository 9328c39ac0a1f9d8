import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectKey } from '../../../src/store/disk/dirs.ts'
import { isPausedBy, type Pause, writePauses } from '../../../src/store/records/pauses.ts'
import { createFakeHost } from '../../cli/fake-host.ts'
import { main } from '../../../src/cli/main.ts'
import { makeProject, type Project } from '../../support/cli.ts'

const RULES = `version: 1
hooks:
  PreToolUse:
    - { name: closed, match: { input: { command: 'deploy*' } }, deny: Deploys are closed. }
    - name: several
      match: { input: { command: 'ship*' } }
      steps: [{ notify: Not now }, { deny: Ships are closed. }]
`

const shop = (): Project => makeProject({ 'hooks.yaml': RULES })

interface Done {
  readonly exit: number
  readonly out: string
  readonly err: string
}

/** Dana types it at her terminal. */
async function type(project: Project, argv: readonly string[], over: object = {}): Promise<Done> {
  const env = { ...project.env, USER: 'dana', NO_COLOR: '1' }
  const host = createFakeHost({
    argv: ['pause', ...argv],
    cwd: project.root,
    env,
    terminal: true,
    stdinIsTerminal: true,
    line: () => 'pause',
    ...over,
  })
  const exit = await main(host)
  return { exit, ...host.printed }
}

const hour = ['--for', '1h', '--reason', 'moving the servers']

async function decide(project: Project, command = 'deploy api'): Promise<string> {
  const input = JSON.stringify({
    event: 'PreToolUse',
    session_id: 's',
    tool_name: 'Bash',
    tool_input: { command },
  })
  const { stdout } = await project.hooks(['run', '--json', '-'], { input })
  return (JSON.parse(stdout) as { decision: string }).decision
}

const stateOf = (project: Project): string =>
  path.join(project.dir, '.local/state/hooks', projectKey(project.root))

test('a paused rule only watches, until its pause is ended', async () => {
  const project = shop()
  const before = await decide(project)
  expect((await type(project, ['closed', ...hour])).exit).toBe(0)
  const during = await decide(project)
  expect((await type(project, ['--end', 'closed'])).exit).toBe(0)
  expect([before, during, await decide(project)]).toEqual(['deny', 'proceed', 'deny'])
})

test('it ends by itself', async () => {
  const project = shop()
  await type(project, ['closed', ...hour])
  expect(await decide(project)).toBe('proceed')
  const late = path.join(project.dir, 'late.cjs')
  writeFileSync(late, 'const now = Date.now; Date.now = () => now() + 3601e3')
  const input = JSON.stringify({ event: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'deploy' } })
  const { stdout } = await project.hooks(['run', '--json', '-'], {
    input,
    env: { NODE_OPTIONS: `--require ${late}` },
  })
  expect(JSON.parse(stdout)).toMatchObject({ decision: 'deny' })
})

test('it holds while the file is broken, and ends there, too', async () => {
  const project = shop()
  await type(project, ['closed', ...hour])
  await decide(project)
  project.write('hooks.yaml', `${RULES}  Nonsense: [`)
  const broken = await decide(project)
  await type(project, ['--end', 'closed'])
  expect([broken, await decide(project)]).toEqual(['proceed', 'deny'])
})

test('a locked rule goes on', () => {
  const pause = { rule: 'closed' }
  expect(isPausedBy(pause, { name: 'closed' })).toBe(true)
  expect(isPausedBy(pause, { name: 'closed', locked: true })).toBe(false)
  expect(isPausedBy(pause, { name: 'closed-too' })).toBe(false)
})

test('the steps of a rule are paused with it', async () => {
  const project = shop()
  await type(project, ['several', ...hour])
  expect(await decide(project, 'ship it')).toBe('proceed')
})

test('it is recorded, listed, and told of when a session starts', async () => {
  const project = shop()
  await type(project, ['closed', '--for', '1h', '--reason', 'token=abcdefgh1234567 expired'])
  expect((await type(project, ['--list'])).out).toMatch(/closed {2}60 min left|closed {2}1 h left/)
  const rows = JSON.parse((await project.hooks(['ledger', '--json'])).stdout) as { rows: unknown[] }
  expect(rows.rows).toMatchObject([
    { events: ['pause'], rule: 'closed', pause: { by: 'dana', reason: 'token=*** expired' } },
  ])
  const input = JSON.stringify({ hook_event_name: 'SessionStart', session_id: 's', source: 'startup' })
  const { stdout } = await project.hooks(['run', '--agent', 'claude-code'], { input })
  expect(stdout).toContain('dana paused rule closed for another 60 min')
  expect(stdout).toMatch(/hooks: \d+ rules?, not in force: 1 paused/)
})

test('only we can read the file', async () => {
  const project = shop()
  await type(project, ['closed', ...hour])
  const file = path.join(stateOf(project), 'pauses.json')
  expect(statSync(file).mode & 0o077).toBe(0)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pauses: [{ rule: 'closed' }] })
})

test('a damaged file pauses nothing', async () => {
  const project = shop()
  await type(project, ['closed', ...hour])
  writeFileSync(path.join(stateOf(project), 'pauses.json'), '[{"rule":"closed"')
  expect(await decide(project)).toBe('deny')
})

test('a file that hooks did not write pauses nothing', async () => {
  const project = shop()
  mkdirSync(stateOf(project), { recursive: true, mode: 0o700 })
  const pause = { rule: 'closed', reason: 'x', by: 'dana', since: Date.now() - 1, until: Date.now() + 3600e3 }
  writeFileSync(path.join(stateOf(project), 'pauses.json'), JSON.stringify([pause]))
  expect(await decide(project)).toBe('deny')
})

describe('a pause', () => {
  const day = 24 * 3600e3
  const write = (project: Project, times: Pick<Pause, 'since' | 'until'>): void => {
    mkdirSync(stateOf(project), { recursive: true, mode: 0o700 })
    writePauses(stateOf(project), [{ rule: 'closed', reason: 'x', by: 'dana', ...times }])
  }

  test.each([
    {
      name: 'for years counts a day',
      since: -1000,
      until: 1157 * day,
      decision: 'proceed',
      left: /2[34] h left|1 day left/,
    },
    {
      name: 'that began yesterday is over',
      since: -day,
      until: 1157 * day,
      decision: 'deny',
      left: /no rule/,
    },
    { name: 'that begins tomorrow is none', since: day, until: 2 * day, decision: 'deny', left: /no rule/ },
  ])('$name', async ({ since, until, decision, left }) => {
    const project = shop()
    write(project, { since: Date.now() + since, until: Date.now() + until })
    expect(await decide(project)).toBe(decision)
    expect((await type(project, ['--list'])).out).toMatch(left)
  })
})

test('an agent may end a pause', async () => {
  const project = shop()
  await type(project, ['closed', ...hour])
  expect((await type(project, ['--end', 'closed'], { env: { ...project.env, CLAUDECODE: '1' } })).exit).toBe(
    0,
  )
  expect(await decide(project)).toBe('deny')
})

describe('refused', () => {
  test.each([
    {
      name: 'without a terminal to read from',
      argv: ['closed', ...hour],
      over: { stdinIsTerminal: false },
      says: 'not a terminal to ask at',
    },
    {
      name: 'without a terminal to write to',
      argv: ['closed', ...hour],
      over: { terminal: false },
      says: 'not a terminal to ask at',
    },
    {
      name: 'inside an agent',
      argv: ['closed', ...hour],
      over: { env: { CLAUDECODE: '1' } },
      says: 'inside an agent',
    },
    {
      name: 'without the word typed',
      argv: ['closed', ...hour],
      over: { line: () => 'yes' },
      says: '"pause" was not typed',
    },
    { name: 'a rule that is not there', argv: ['close', ...hour], says: 'is it "closed"?' },
    { name: 'without a reason', argv: ['closed', '--for', '1h'], says: 'give a reason' },
    { name: 'without a time', argv: ['closed', '--reason', 'x'], says: 'set how long' },
    { name: 'for more than a day', argv: ['closed', '--for', '25h', '--reason', 'x'], says: '24 h at most' },
    { name: 'without a rule', argv: [], says: 'name a rule' },
    { name: 'to end what does not last', argv: ['--end', 'closed'], says: 'is not paused' },
  ])('$name', async ({ argv, over, says }) => {
    const { exit, err } = await type(shop(), argv, over)
    expect(exit).toBe(1)
    expect(err).toContain(says)
  })
})
