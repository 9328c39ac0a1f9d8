// The ledger and counters only grow: what is shorter, gone or different is told.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeProject, type Project } from '../support/cli.ts'

const rules = `version: 1
hooks:
  PreToolUse:
    - { name: calls, use: rate-limit, with: { max: 3 } }
    - { name: prices, once: session, context: Prices are in cents. }
`

const shop = (): Project => makeProject({ 'hooks.yaml': rules })

interface Said {
  readonly decision: string | undefined
  readonly message: string
}

async function send(project: Project, event = 'PreToolUse', session = 's'): Promise<Said> {
  const tool =
    event === 'PreToolUse' ? { tool_name: 'Bash', tool_input: { command: 'ls' } } : { source: 'startup' }
  const payload = { session_id: session, cwd: project.root, hook_event_name: event, ...tool }
  const env = { CLAUDE_PROJECT_DIR: project.root }
  const { stdout } = await project.hooks(['run', '--agent', 'claude-code'], {
    input: JSON.stringify(payload),
    env,
  })
  const answer = stdout === '' ? {} : JSON.parse(stdout)
  return { decision: answer.hookSpecificOutput?.permissionDecision, message: answer.systemMessage ?? '' }
}

function filesIn(project: Project, pattern: RegExp): readonly string[] {
  const state = path.join(project.dir, '.local/state/hooks')
  return readdirSync(state, { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(name))
    .map((name) => path.join(state, name))
}

const day = (project: Project): string => filesIn(project, /ledger\/.*\.jsonl$/)[0] ?? ''

const verify = async (project: Project): Promise<unknown> => {
  const { exit, stdout } = await project.hooks(['ledger', 'verify', '--json'])
  return { exit, ...JSON.parse(stdout) }
}

/** A project whose ledger a reader saw. */
async function seen(): Promise<Project> {
  const project = shop()
  for (let call = 0; call < 3; call++) await send(project)
  expect(await verify(project)).toMatchObject({ exit: 0, broken: [] })
  return project
}

const cutLine = (file: string): void =>
  writeFileSync(file, readFileSync(file, 'utf8').split('\n').slice(1).join('\n'))
/** The same length. */
const anotherDecision = (file: string): void =>
  writeFileSync(file, readFileSync(file, 'utf8').replace('"proceed"', '"allowed"'))

function pipe(file: string): void {
  rmSync(file)
  execFileSync('mkfifo', [file])
}

describe('a ledger', () => {
  test('that grew is fine', async () => {
    const project = await seen()
    await send(project)
    expect(await verify(project)).toMatchObject({ exit: 0, broken: [] })
    expect((await project.hooks(['ledger', 'verify'])).stdout).toMatch(/^✓ \d files as hooks wrote them\n$/)
  })

  test.each([
    ['shorter', cutLine],
    ['different', anotherDecision],
    ['gone', (file: string) => rmSync(file)],
    ['gone', pipe],
  ])('that is %s is told by ledger verify, for 30 days', async (is, change) => {
    const project = await seen()
    change(day(project))
    for (let look = 0; look < 2; look++)
      expect(await verify(project)).toMatchObject({ exit: 1, broken: [{ is }] })
    expect((await project.hooks(['ledger', 'verify'])).exit).toBe(1)
  })

  test.each([
    ['ledger', async (project: Project) => (await project.hooks(['ledger'])).stdout],
    [
      'the start of a session',
      async (project: Project) => (await send(project, 'SessionStart', 't')).message,
    ],
  ])('that is different is told by %s, once', async (_, look) => {
    const project = await seen()
    const file = day(project)
    anotherDecision(file)
    await send(project) // it grew meanwhile
    const told = async (): Promise<boolean> =>
      (await look(project))
        .replace(/\n +/g, ' ')
        .replaceAll('~/', `${project.dir}/`)
        .includes(`${file} does not say`)
    expect([await told(), await told()]).toEqual([true, false])
    expect(await verify(project)).toMatchObject({ exit: 1 })
  })

  test('that is different is told by status and doctor for a week, and still where a session begins', async () => {
    const project = await seen()
    anotherDecision(day(project))
    const told = 'does not say what it said: something other than hooks changed it'
    for (const verb of ['status', 'doctor', 'status'])
      expect((await project.hooks([verb])).stdout.replace(/\n +/g, ' ')).toContain(told)
    await verify(project)
    expect((await send(project, 'SessionStart', 't')).message).toContain(told)
    expect((await send(project, 'SessionStart', 'u')).message).not.toContain(told)
  })

  test('with a link in a circle in place of a day ends no session', async () => {
    const project = await seen()
    const file = day(project)
    rmSync(file)
    symlinkSync(file, file)
    expect((await send(project, 'SessionStart', 't')).message).toContain(`${file} is gone`)
  })

  test('whose seals are not ours is told of', async () => {
    const project = await seen()
    const [seals = ''] = filesIn(project, /seals\.json$/)
    writeFileSync(seals, readFileSync(seals, 'utf8').replace('"size":', '"size":0'))
    expect(await verify(project)).toMatchObject({
      exit: 1,
      broken: [{ file: 'seals.json', is: 'different' }],
    })
  })
})

describe('what was done once', () => {
  test('is told where it was taken back', async () => {
    const project = await seen()
    const [prices = '', ...others] = filesIn(project, /once\//)
    expect(others).toEqual([])
    expect(await verify(project)).toMatchObject({ exit: 0 })
    rmSync(prices)
    expect((await send(project, 'SessionStart', 't')).message).toContain(
      `${path.dirname(prices)} has fewer files than it had`,
    )
    expect(await verify(project)).toMatchObject({ exit: 1, broken: [{ is: 'shorter' }] })
  })
})

describe('counters', () => {
  test.each([
    ['removed', (file: string) => rmSync(file), 'gone'],
    ['cut', (file: string) => truncateSync(file, 1), 'shorter'],
  ])('that were %s are told where a session begins', async (_, change, is) => {
    const project = await seen()
    const counts = filesIn(project, /counts\//)
    expect(counts.length).toBeGreaterThan(0)
    for (const file of counts) change(file)
    expect((await send(project, 'SessionStart', 't')).message).toContain(`${counts[0]} is ${is}`)
    expect((await send(project, 'SessionStart', 'u')).message).not.toContain(` is ${is}`)
  })

  test('of a session whose state is removed are told at its next call', async () => {
    const project = shop()
    for (let call = 0; call < 3; call++) await send(project)
    expect((await send(project)).decision).toBe('deny')
    const [session = ''] = filesIn(project, /sessions\/[^/]*$/)
    rmSync(session, { recursive: true })
    expect((await send(project)).message).toContain(`${session}, the state of this session, is gone`)
    expect((await send(project)).message).not.toContain('is gone')
  })

  test('that a built-in begins again are fine', async () => {
    const project = makeProject({
      'hooks.yaml': `version: 1\nhooks:\n  AgentStop:\n    - { name: done, use: promise, with: { promise: DONE } }\n`,
    })
    const stop = async (said: string): Promise<void> => {
      const payload = {
        session_id: 's',
        cwd: project.root,
        hook_event_name: 'Stop',
        stop_hook_active: false,
        last_assistant_message: said,
      }
      await project.hooks(['run', '--agent', 'claude-code'], { input: JSON.stringify(payload) })
    }
    await stop('not yet')
    await stop('not yet')
    const counts = filesIn(project, /counts\//)
    expect(counts.length).toBeGreaterThan(0)
    await verify(project)
    await stop('<promise>DONE</promise>')
    expect(filesIn(project, /resets\//).length).toBeGreaterThan(0)
    expect(await verify(project)).toMatchObject({ exit: 0, broken: [] })
  })
})
