// Recipes that nobody waits for.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { startJob } from '../../src/run/jobs.ts'
import { jobResult } from '../../src/store/records/jobs.ts'
import { makeProject, type Project } from '../support/cli.ts'
import { ask, dir as recipes } from './world.ts'
import { eventually } from '../support/expectations.ts'

const full = {
  event: 'PostModelCall',
  session_id: 's',
  messages: [{ role: 'user', content: 'repair the carts' }],
}
const config =
  'recipes: { runner: { command: [./llm] } }\nhooks: { PostModelCall: [{ name: c, recipe: compact, async: true }] }\n'
const llm = (line: string) => `#!/bin/sh\ncat > asked; ${line}\n`

interface Callback {
  readonly status: string
  readonly job: string
}

async function start(project: Project, payload: object = full): Promise<Callback> {
  const { stdout } = await project.hooks(['run', '--json', '-'], { input: JSON.stringify(payload) })
  return (JSON.parse(stdout) as { callback: Callback }).callback
}

const collect = (project: Project, job: string, ...args: string[]) =>
  project.hooks(['recipe', 'result', job, ...args])

const jobsOf = (project: Project): string => {
  const state = path.join(project.dir, '.local/state/hooks')
  const key = readdirSync(state).find((name) => name.startsWith('shop-')) ?? ''
  return path.join(state, key, 'jobs')
}

describe('an asynchronous callback (K52)', () => {
  test('is pending with a job, not waited for, and its result is collected', async () => {
    const untilGo = 'while [ ! -e go ]; do sleep 0.02; done'
    const project = makeProject({ 'hooks.yaml': config, llm: llm(`${untilGo}; echo Carts were repaired.`) })
    const callback = await start(project)
    expect(callback).toMatchObject({
      recipe: 'compact',
      async: true,
      status: 'pending',
      job: expect.any(String) as string,
    })
    expect(callback).not.toHaveProperty('prompt')
    const early = await collect(project, callback.job)
    expect([early.exit, early.stderr]).toEqual([3, 'recipe "compact" is not done yet\n'])
    project.write('go', '')
    const late = await collect(project, callback.job, '--wait', '100s')
    expect([late.exit, late.stdout]).toEqual([0, 'Carts were repaired.\n'])
    const again = JSON.parse((await collect(project, callback.job, '--json')).stdout) as object
    expect(again).toEqual({
      replace_messages: [{ role: 'user', content: 'Carts were repaired.' }],
      persist: true,
      callback: {
        recipe: 'compact',
        async: true,
        status: 'done',
        job: callback.job,
        output: 'Carts were repaired.',
      },
    })
    expect(readFileSync(path.join(project.root, 'asked'), 'utf8')).toMatch(
      /repair the carts[\s\S]*Primary Objective/,
    )
  })

  test('that a script asks for', async () => {
    const project = makeProject({
      'hooks.yaml':
        'recipes: { runner: { command: [./llm] } }\nhooks: { AgentStop: [{ name: c, run: [./ask] }] }\n',
      ask: `#!/bin/sh\necho '{"callback": {"recipe": "compact", "async": true}}'\n`,
      llm: llm('echo S'),
    })
    const { job } = await start(project, { event: 'AgentStop' })
    expect((await collect(project, '--wait', job)).stdout).toBe('S\n')
    expect((await collect(project, job, '--wait')).stdout).toBe('S\n')
  })

  test('that fails says why', async () => {
    const project = makeProject({ 'hooks.yaml': config, llm: llm('echo no such model >&2; exit 1') })
    const { job } = await start(project)
    const { exit, stderr } = await collect(project, job, '--wait', '100s')
    expect(exit).toBe(1)
    expect(stderr).toMatch(/recipe "compact": .*no such model/)
  })

  test('takes no slot: another rule may replace the messages', async () => {
    const project = makeProject({
      'hooks.yaml': config.replace('async: true }', 'async: true }, { name: d, recipe: compact }'),
      llm: llm('echo S'),
    })
    const { stdout } = await project.hooks(['run', '--json', '-'], { input: JSON.stringify(full) })
    expect(JSON.parse(stdout)).toMatchObject({ replace_messages: [{ content: 'S' }], warnings: [] })
  })

  test('goes where no messages can be carried', async () => {
    const text = config.replace('PostModelCall', 'SessionEnd').replace('recipe: compact', 'recipe: log')
    const project = makeProject({
      'hooks.yaml': text,
      'recipes/log.md': '---\noutput: text\n---\nx',
      llm: llm('echo S'),
    })
    const { job } = await start(project, { event: 'SessionEnd' })
    expect((await collect(project, job, '--wait')).stdout).toBe('S\n')
  })

  test('without a runner is the host’s, with its prompt', async () => {
    const project = makeProject({
      'hooks.yaml': 'hooks: { AgentStop: [{ name: c, recipe: compact, async: true }] }\n',
    })
    const callback = await start(project, { event: 'AgentStop' })
    expect(callback).toMatchObject({
      status: 'pending',
      prompt: expect.stringContaining('Primary Objective') as string,
    })
    expect(callback).not.toHaveProperty('job')
  })
})

test.each([
  { name: "the recipe's own time", head: 'timeout: 20m', is: 1_200_000 },
  { name: "else the runner's", head: 'output: text', is: 600_000 },
])('a job has $name, however long its rule would wait', async ({ head, is }) => {
  const times: number[] = []
  const startJob = ({ time_ms }: { readonly time_ms: number }) => {
    times.push(time_ms)
    return 'j1'
  }
  await ask({
    said: { callback: { recipe: 'diary', async: true } },
    files: { [`${recipes}/diary.md`]: `---\n${head}\n---\nSum up.` },
    runner: { command: ['llm'], timeout_ms: 600_000 },
    answerers: { startJob },
  })
  expect(times).toEqual([is])
})

describe('a job', () => {
  test('that there is none of is told, with the last ones', async () => {
    const project = makeProject({ 'hooks.yaml': config, llm: llm('echo S') })
    expect((await collect(project, 'nothing')).stderr).toBe('hooks: there is no job "nothing" here\n')
    expect((await collect(project, '../../etc')).exit).toBe(1)
    const { job } = await start(project)
    expect((await collect(project, 'nothing')).stderr).toContain(job)
  })

  test('is readable for us alone and keeps no prompt when it is done', async () => {
    const project = makeProject({ 'hooks.yaml': config, llm: llm('echo S') })
    const { job } = await start(project)
    await collect(project, job, '--wait')
    const file = path.join(jobsOf(project), job, 'job.json')
    expect(statSync(file).mode & 0o077).toBe(0)
    await eventually(() => readFileSync(file, 'utf8')).not.toContain('repair the carts')
  })

  test('whose process is gone counts as failed', async () => {
    const project = makeProject({ 'hooks.yaml': config, llm: llm('echo S') })
    const { job } = await start(project)
    await collect(project, job, '--wait')
    const dir = path.join(jobsOf(project), job)
    const old = { recipe: { name: 'compact', output: 'messages' }, time_ms: 1000, began: Date.now() - 60_000 }
    writeFileSync(path.join(dir, 'job.json'), JSON.stringify(old))
    writeFileSync(path.join(dir, 'result.json'), '')
    expect((await collect(project, job)).stderr).toMatch(/it ended without an answer/)
  })

  test.each([
    ['collected', (project: Project, job: string) => collect(project, job)],
    ['followed by another one', (project: Project) => start(project)],
  ])('whose process was killed keeps no prompt once it is %s', async (_, then) => {
    const project = makeProject({
      'hooks.yaml': config,
      llm: llm('echo $PPID > worker; while kill -0 $PPID; do sleep 0.02; done'),
    })
    const { job } = await start(project)
    const worker = path.join(project.root, 'worker')
    await eventually(() => (existsSync(worker) ? readFileSync(worker, 'utf8') : '')).toMatch(/\d\n/)
    process.kill(Number(readFileSync(worker, 'utf8')), 'SIGKILL')
    const file = path.join(jobsOf(project), job, 'job.json')
    const kept = JSON.parse(readFileSync(file, 'utf8')) as object
    expect(kept).toMatchObject({ prompt: expect.stringContaining('repair the carts') as string })
    writeFileSync(file, JSON.stringify({ ...kept, began: Date.now() - 86_400_000 }))
    await then(project, job)
    expect(readFileSync(file, 'utf8')).not.toContain('repair the carts')
    expect((await collect(project, job)).stderr).toMatch(/it ended without an answer/)
  })

  const job = (root: string) => ({
    recipe: { name: 'compact', file: '', output: 'messages' as const, body: 'Summarise.' },
    prompt: 'repair the carts',
    runner: { command: ['llm'] },
    event: { root },
    time_ms: 60_000,
    max_chars: 1000,
  })

  test('whose process cannot be started has failed at once', async () => {
    const { dir: home, root } = makeProject()
    const dir = path.join(home, 'jobs')
    const started = { dir, node: '/no/node', packageDir: '/no', env: {}, now: Date.now() }
    const id = startJob(job(root), started)
    await eventually(() => jobResult(dir, id, Date.now())).toMatchObject({
      status: 'failed',
      error: 'its process could not be started (ENOENT)',
    })
    expect(readFileSync(path.join(dir, id, 'job.json'), 'utf8')).not.toContain('repair the carts')
  })

  test('is not kept where others can write, and nothing is removed there', () => {
    const { dir: home, root } = makeProject()
    const [dir, old] = [path.join(home, 'jobs'), path.join(home, 'jobs', 'old')]
    mkdirSync(old, { recursive: true })
    utimesSync(old, 1, 1)
    chmodSync(dir, 0o777)
    const start = () =>
      startJob(job(root), { dir, node: 'node', packageDir: '/no', env: {}, now: Date.now() })
    expect(start).toThrow(/is not a directory that only we can write/)
    expect(existsSync(old)).toBe(true)
  })

  test('is forgotten after a week', async () => {
    const project = makeProject({ 'hooks.yaml': config, llm: llm('echo S') })
    const { job } = await start(project)
    await collect(project, job, '--wait')
    const old = (Date.now() - 8 * 86_400_000) / 1000
    utimesSync(path.join(jobsOf(project), job), old, old)
    await start(project)
    expect((await collect(project, job)).exit).toBe(1)
  })
})
