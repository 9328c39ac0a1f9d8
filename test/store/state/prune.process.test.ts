import {
  existsSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeProject, type Project } from '../../support/cli.ts'

const DAY_MS = 86_400_000

interface Shop {
  readonly project: Project
  readonly state: string
  /** What is kept of this project's sessions. */
  readonly sessions: string
  start(session?: string): Promise<void>
  /** A file of a session, written that many days ago. */
  put(file: string, days: number): string
}

const counting = `version: 1
hooks:
  PreToolUse:
    - { name: calls, use: rate-limit, with: { max: 9 } }
`

async function openShop(): Promise<Shop> {
  const project = makeProject({ 'hooks.yaml': counting })
  const state = path.join(project.dir, '.local', 'state', 'hooks')
  const send = async (payload: object): Promise<void> => {
    const input = JSON.stringify({ cwd: project.root, ...payload })
    const { exit } = await project.hooks(['run', '--agent', 'claude-code'], { input })
    expect(exit).toBe(0)
  }
  const start = (session = 'new') =>
    send({ hook_event_name: 'SessionStart', session_id: session, source: 'startup' })
  await send({ hook_event_name: 'PreToolUse', session_id: 'first', tool_name: 'Bash', tool_input: {} })
  const name = readdirSync(state).find((each) => each.startsWith('shop-')) ?? ''
  const sessions = path.join(state, name, 'sessions')
  const put = (file: string, days: number): string => {
    const target = path.join(sessions, file)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, '.')
    for (let each = target; each !== sessions; each = path.dirname(each)) age(each, days)
    return target
  }
  return { project, state, sessions, start, put }
}

function age(file: string, days: number): void {
  const time = (Date.now() - days * DAY_MS) / 1000
  utimesSync(file, time, time)
}

test('a session that nothing was written for in 30 days is forgotten when another begins', async () => {
  const { sessions, start, put } = await openShop()
  put('old/counts/runs', 31)
  put('older/run-3/once/first', 400)
  put('recent/counts/runs', 29)
  await start()
  expect(readdirSync(sessions).toSorted()).toEqual(['first', 'recent'])
})

test('one new file keeps a session', async () => {
  const { sessions, start, put } = await openShop()
  put('long/counts/runs', 90)
  const note = put('long/run-7/files/note', 90)
  age(note, 1)
  await start()
  expect(existsSync(path.join(sessions, 'long/counts/runs'))).toBe(true)
  expect(existsSync(note)).toBe(true)
})

test('an old run of a session that goes on is forgotten alone', async () => {
  const { sessions, start, put } = await openShop()
  put('long/run-1/counts/calls', 60)
  put('long/run-2/counts/calls', 2)
  put('long/files/run-1', 60)
  await start()
  expect(readdirSync(path.join(sessions, 'long')).toSorted()).toEqual(['files', 'run-2'])
})

test('it is looked for once a day', async () => {
  const { sessions, start, put } = await openShop()
  await start()
  put('old/counts/runs', 31)
  await start()
  expect(readdirSync(sessions)).toContain('old')
  age(path.join(path.dirname(sessions), 'pruned'), 2)
  await start()
  expect(readdirSync(sessions)).not.toContain('old')
})

test('only when a session begins', async () => {
  const { project, sessions, put } = await openShop()
  put('old/counts/runs', 31)
  const input = JSON.stringify({ hook_event_name: 'Stop', session_id: 's', cwd: project.root })
  await project.hooks(['run', '--agent', 'claude-code'], { input })
  expect(readdirSync(sessions)).toContain('old')
})

test('a link is not followed, and nothing outside is touched', async () => {
  const { project, sessions, start, put } = await openShop()
  const outside = path.join(project.dir, 'outside')
  mkdirSync(outside)
  writeFileSync(path.join(outside, 'orders.ts'), 'kept')
  age(path.join(outside, 'orders.ts'), 100)
  age(outside, 100)
  symlinkSync(outside, path.join(sessions, 'linked'))
  put('old/counts/runs', 31)
  symlinkSync(outside, path.join(sessions, 'old', 'files'))
  lutimesSync(path.join(sessions, 'old', 'files'), 0, 0)
  age(path.join(sessions, 'old'), 31)
  await start()
  expect(readdirSync(sessions).toSorted()).toEqual(['first', 'linked'])
  expect(readFileSync(path.join(outside, 'orders.ts'), 'utf8')).toBe('kept')
})

test('sessions that are a link themselves are left alone', async () => {
  const { project, sessions, start, put } = await openShop()
  put('old/counts/runs', 31)
  const elsewhere = path.join(project.dir, 'elsewhere')
  renameSync(sessions, elsewhere)
  symlinkSync(elsewhere, sessions)
  await start()
  expect(existsSync(path.join(elsewhere, 'old/counts/runs'))).toBe(true)
})

test.each(['roots', 'installations'])('what is recorded in %s is kept for a year', async (kind) => {
  const { state, start } = await openShop()
  const roots = path.join(state, kind)
  mkdirSync(roots, { recursive: true, mode: 0o700 })
  for (const [name, days] of [
    ['old', 366],
    ['young', 300],
  ] as const) {
    writeFileSync(path.join(roots, name), '/work/shop')
    age(path.join(roots, name), days)
  }
  await start()
  const left = readdirSync(roots)
  expect(left).toContain('young')
  expect(left).not.toContain('old')
})
