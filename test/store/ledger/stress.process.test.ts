// Many processes on one session, undisturbed and killed at random moments: what was answered is counted and recorded.
import { spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { execa } from 'execa'
import { build } from 'tsdown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinRows } from '../../../src/store/ledger/join.ts'
import { openSource } from '../../../src/store/ledger/source.ts'
import { projectKey } from '../../../src/store/disk/dirs.ts'
import { bin, makeProject, type Project } from '../../support/cli.ts'
import { trustProject } from '../../support/trust.ts'
import type { Job, Said } from './stress/job.ts'
import { runs, seed } from '../../support/seed.ts'
import { readLedger, type Ledger } from '../../support/ledger.ts'

const PROCESSES = runs(8, 16)
const EVENTS = runs(100, 1250)
const MAX = 100
const RULES = `version: 1
limits: { continues: 1000000 }
rules:
  - { name: greet, on: PreToolUse, once: session, context: The shop is open. }
  - { name: limit, on: PreToolUse, use: rate-limit, with: { max: ${MAX} } }
  - { name: shipped, on: AgentStop, use: promise, with: { promise: SHIPPED, max_iterations: 0 } }
  - { name: record, on: '*', use: ledger }
`

const packageDir = path.resolve(import.meta.dirname, '../../..')
const dir = mkdtempSync(path.join(tmpdir(), 'hooks-stress-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

beforeAll(async () => {
  await build({
    config: false,
    entry: { worker: path.join(import.meta.dirname, 'stress/worker.ts') },
    outDir: dir,
    format: 'cjs',
    platform: 'node',
    dts: false,
    alias: { 'jsonc-parser': path.join(packageDir, 'node_modules/jsonc-parser/lib/esm/main.js') }, // its main file is UMD
    deps: { alwaysBundle: [/./] },
    logLevel: 'silent',
  })
})

function createRandom(from: number): (below: number) => number {
  let state = from
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** What a worker wrote, its last line left out where it is half. */
function saidIn(file: string): readonly Said[] {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line) as Said)
}

let files = 0

/** Plays a job in a process of its own, killed that long after it began its first event. */
async function play(job: Job, killAfterMs?: number): Promise<readonly Said[]> {
  const file = path.join(dir, `said-${++files}`)
  writeFileSync(`${file}.job`, JSON.stringify(job))
  const stdio = [openSync(`${file}.job`, 'r'), openSync(file, 'a')] as const
  const child = spawn(process.execPath, [path.join(dir, 'worker.cjs')], { stdio: [...stdio, 'inherit'] })
  for (const fd of stdio) closeSync(fd)
  const ended = new Promise((resolve) => child.on('exit', resolve))
  if (killAfterMs !== undefined) {
    while (child.exitCode === null && statSync(file).size === 0) await pause(5)
    setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  }
  await ended
  return saidIn(file)
}

const jobFor = (project: Project, name: string): Job => {
  return { name, from: 0, to: EVENTS, root: project.root, home: project.dir, packageDir }
}

/** Read at once, and in chunks. */
function ledgerOf(project: Project): Ledger {
  const stateDir = path.join(project.dir, '.local/state/hooks', projectKey(project.root))
  const ledger = readLedger(stateDir)
  const now = Date.now()
  const source = openSource(stateDir, now)
  expect([...source.rows({})]).toEqual(joinRows(ledger, now))
  expect(source.read().torn).toBe(ledger.torn)
  return ledger
}

const idsIn = (lines: readonly { readonly tool_use_id?: string }[]): readonly string[] =>
  lines.map(({ tool_use_id = '' }) => tool_use_id).sort()

const names = Array.from({ length: PROCESSES }, (_, at) => `p${at}`)

/** The numbers that answers name. */
function numbersIn(told: readonly string[], form: RegExp): readonly number[] {
  const found = told.flatMap((text) => form.exec(text)?.[1] ?? [])
  return found.map(Number).toSorted((one, two) => one - two)
}

const LIMIT = /this run: (\d+)\//
const ITERATION = /\(iteration (\d+)\)/
const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at)

const answersIn = (said: readonly Said[]) => said.flatMap((each) => ('answered' in each ? [each] : []))
const begunIn = (said: readonly Said[]) => said.flatMap((each) => ('began' in each ? [each] : []))

test(
  `${PROCESSES} processes, ${EVENTS} events each: every one counted, recorded once and in one piece`,
  { tags: 'long' },
  async () => {
    const project = makeProject({ 'hooks.yaml': RULES })
    trustProject(project.root, project.env)
    const said = (await Promise.all(names.map((name) => play(jobFor(project, name))))).flat()
    const answers = answersIn(said)
    const ids = answers.map(({ answered }) => answered).sort()
    expect(ids).toHaveLength(PROCESSES * EVENTS)
    const { lines, contents, torn } = ledgerOf(project)
    expect(torn).toBe(0)
    expect(idsIn(lines)).toEqual(ids)
    expect(idsIn(contents)).toEqual(ids)
    const told = answers.map((each) => each.told)
    const calls = (PROCESSES * EVENTS * 4) / 5
    expect(numbersIn(told, LIMIT)).toEqual(range(MAX + 1, calls))
    expect(numbersIn(told, ITERATION)).toEqual(range(1, PROCESSES * EVENTS - calls))
    expect(told.filter((text) => text.includes('The shop is open.'))).toHaveLength(1)
  },
)

test(
  'killed at random moments: nothing that was answered is lost, and the next one goes on',
  { tags: 'long' },
  async () => {
    const project = makeProject({ 'hooks.yaml': RULES })
    trustProject(project.root, project.env)
    const random = createRandom(seed)
    const times = names.map(() => Array.from({ length: runs(2, 30) }, () => random(250)))
    const lane = async (name: string, kills: readonly number[]): Promise<readonly Said[]> => {
      const said: Said[] = []
      for (const ms of [...kills, undefined]) {
        const from = (begunIn(said).at(-1)?.at ?? -1) + 1
        said.push(...(await play({ ...jobFor(project, name), from }, ms)))
      }
      return said
    }
    const said = (await Promise.all(names.map((name, at) => lane(name, times[at] ?? [])))).flat()
    const [answers, begun] = [answersIn(said), begunIn(said)]
    const cut = begun.length - answers.length
    console.log(`${begun.length} events begun, ${cut} cut off`)
    expect(begun).toHaveLength(PROCESSES * EVENTS)
    expect(cut).toBeGreaterThan(0)
    const { lines, contents, torn } = ledgerOf(project)
    expect(torn).toBeLessThanOrEqual(cut)
    for (const spool of [lines, contents]) {
      const ids = idsIn(spool)
      expect(new Set(ids).size).toBe(ids.length)
      const kept = new Set(ids)
      expect(answers.filter(({ answered }) => !kept.has(answered))).toEqual([])
      expect(ids.every((id) => begun.some(({ began }) => began === id))).toBe(true)
    }
    await goesOn(project, { answers, begun })
  },
)

/** The readers show no piece of a line, and the counters are where they have to be. */
async function goesOn(
  project: Project,
  { answers, begun }: { answers: ReturnType<typeof answersIn>; begun: ReturnType<typeof begunIn> },
): Promise<void> {
  const log = await project.hooks(['ledger', 'log', '--json', '--last', '100000'])
  const { rows } = JSON.parse(log.stdout) as { rows: { status?: string; events: string[] }[] }
  expect(rows.every(({ events }) => events.every((event) => /^(PreToolUse|AgentStop)$/.test(event)))).toBe(
    true,
  )
  const told = answers.map((each) => each.told)
  for (const [form, input, isOf] of [
    [LIMIT, { event: 'PreToolUse', tool_name: 'Pay' }, (at: number) => at % 5 !== 4],
    [ITERATION, { event: 'AgentStop', response: 'Not yet.' }, (at: number) => at % 5 === 4],
  ] as const) {
    const numbers = numbersIn(told, form)
    expect(new Set(numbers).size).toBe(numbers.length)
    const { stdout } = await project.hooks(['run', '--json', '-'], {
      input: JSON.stringify({ ...input, session_id: 's' }),
    })
    const [next = 0] = numbersIn([stdout], form)
    expect(next).toBeGreaterThan(numbers.at(-1) ?? 0)
    expect(next).toBeLessThanOrEqual(begun.filter(({ at }) => isOf(at)).length + 1)
  }
}

/** How many runs are killed. */
const KILLS = runs(12, 2000)

test('so are whole runs of the built command', { tags: 'long' }, async () => {
  const project = makeProject({ 'hooks.yaml': RULES.replace(`max: ${MAX}`, 'max: 0') })
  trustProject(project.root, project.env)
  const random = createRandom(seed + 1)
  const env = { ...project.env, CLAUDE_PROJECT_DIR: project.root }
  const run = async (id: string, killAfterMs?: number): Promise<readonly { id: string; told: string }[]> => {
    const call = { session_id: 's', cwd: project.root, tool_name: 'Pay', tool_use_id: id, tool_input: {} }
    const child = execa(process.execPath, [bin, 'run', '--agent', 'claude-code'], {
      input: JSON.stringify({ ...call, hook_event_name: 'PreToolUse' }),
      cwd: project.root,
      env,
      extendEnv: false,
      reject: false,
    })
    if (killAfterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfterMs)
    const { stdout: told } = await child
    return isWhole(told) ? [{ id, told }] : []
  }
  await run('first')
  const times = names.map(() =>
    Array.from({ length: Math.ceil((KILLS * 3) / 2 / PROCESSES) }, (_, at) =>
      at % 3 === 0 ? undefined : random(130),
    ),
  )
  const lanes = times.map(async (lane, name) => {
    const answered = []
    for (const [at, ms] of lane.entries()) answered.push(...(await run(`r${name}-${at}`, ms)))
    return answered
  })
  const answers = (await Promise.all(lanes)).flat()
  console.log(`${answers.length} of ${times.flat().length} runs answered before they were killed`)
  const { lines, contents } = ledgerOf(project)
  for (const spool of [lines, contents]) {
    const ids = idsIn(spool)
    expect(new Set(ids).size).toBe(ids.length)
    expect(answers.filter(({ id }) => !ids.includes(id))).toEqual([])
  }
  const numbers = numbersIn(
    answers.map(({ told }) => told),
    LIMIT,
  )
  expect(new Set(numbers).size).toBe(answers.length)
  const [last] = await run('last')
  const [next = 0] = numbersIn([last?.told ?? ''], LIMIT)
  expect(next).toBeGreaterThan(numbers.at(-1) ?? 0)
  expect(next).toBeLessThanOrEqual(times.flat().length + 2)
})

function isWhole(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
