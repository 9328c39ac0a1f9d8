// Each system call that touches a file of ours fails once, or kills the run: a denial stays one or becomes a question,
// and nothing lasting is damaged.
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { SETTLE_MS } from '../src/store/plan/cache.ts'
import { checkedContent } from '../src/store/disk/checked.ts'
import { makeColdProject, type Finished } from './support/cli.ts'
import { isInPart } from './support/part.ts'
import { isNightly } from './support/seed.ts'
import {
  runAgent,
  runWithFault,
  systemCalls,
  type AgentCall,
  type Area,
  type FaultyRun,
  type Stdin,
  type SystemCall,
  USER_DIR,
} from './support/strace.ts'

const FILES = {
  'hooks.yaml': 'version: 1\nextends: [./shared.yaml]\n',
  'shared.yaml': `version: 1
hooks:
  PreToolUse:
    - { name: calls, match: { tool: Bash }, use: rate-limit, with: { max: 1000 } }
    - { name: no-deploys, match: { tool: Bash, input: { command: 'deploy*' } }, deny: Deploys are closed. }
`,
}

/** What each call can answer with; `signal=SIGKILL` ends the run there. */
const errors: Readonly<Record<string, readonly string[]>> = {
  openat: ['EIO', 'EACCES', 'EINTR'],
  read: ['EIO', 'EINTR'],
  pread64: ['EIO', 'EINTR'],
  write: ['EIO', 'ENOSPC', 'EINTR'],
  pwrite64: ['EIO', 'ENOSPC', 'EINTR'],
  rename: ['EIO', 'EACCES', 'ENOSPC'],
  statx: ['EIO', 'EACCES', 'EINTR'],
  newfstatat: ['EIO', 'EACCES'],
  stat: ['EIO', 'EACCES', 'EINTR'],
  lstat: ['EIO', 'EACCES', 'EINTR'],
  readlink: ['EIO', 'EACCES'],
  mkdir: ['EIO', 'EACCES', 'ENOSPC'],
  getdents64: ['EIO'],
  fsync: ['EIO', 'ENOSPC'],
  ftruncate: ['EIO'],
  symlink: ['EIO', 'ENOSPC'],
  unlink: ['EIO', 'EACCES'],
}
const LANES = 2
/** Of one kind, area and run: these, and from then on every eighth. */
const FIRST = 4

interface Scenario {
  readonly run: string
  readonly stdin: Stdin
  /** Undisturbed runs before; once the first has settled, the plan's stamps are reliable. */
  readonly before: number
}
const scenarios: readonly Scenario[] = [
  { run: 'first run', stdin: 'socket', before: 0 },
  { run: 'second run', stdin: 'file', before: 1 },
  { run: 'later run', stdin: 'file', before: 3 },
]

/** A project that is put back into the same state before each run. */
async function makeLane({ stdin, before }: Scenario) {
  const project = makeColdProject(FILES)
  const callOf = (tool_use_id: string): AgentCall => {
    const tool_input = { command: 'deploy now' }
    const tool = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input, tool_use_id }
    return { project, payload: JSON.stringify({ session_id: 's', cwd: project.root, ...tool }), stdin }
  }
  const call = callOf('toolu_fault')
  for (let nth = 0; nth < before; nth += 1) {
    await runAgent(callOf(`toolu_${nth}`))
    if (nth === 0) await wait(SETTLE_MS + 100)
  }
  const kept = ['.cache', '.local', USER_DIR]
  const saved = path.join(project.dir, 'saved')
  for (const name of before > 0 ? kept : []) copyTree(path.join(project.dir, name), path.join(saved, name))
  const restore = (): void => {
    for (const name of kept) {
      rmSync(path.join(project.dir, name), { recursive: true, force: true })
      if (before > 0) copyTree(path.join(saved, name), path.join(project.dir, name))
    }
  }
  return { call, restore, dir: project.dir, before }
}

/** Caches are replaced as a whole, so links to their files are enough. */
function copyTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 })
  const copy = from.includes('/.cache') ? linkSync : copyFileSync
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.isDirectory()) copyTree(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else copy(source, target)
  }
}

type Lane = Awaited<ReturnType<typeof makeLane>>

type Result = 'denied' | 'refused' | 'asked' | 'exit 1' | 'killed' | 'none'

/** As Claude Code reads it. */
function resultOf({ stdout, stderr, exit, signal }: Finished): Result {
  if (signal === 'SIGKILL') return 'killed'
  if (signal !== null) return 'none'
  if (exit === 2) return stderr.includes('so it is refused') ? 'refused' : 'denied'
  if (exit === 0 && stdout.includes('"permissionDecision":"ask"')) return 'asked'
  return exit === 1 && stdout === '' ? 'exit 1' : 'none'
}

function isAllowed(result: Result, { area }: SystemCall, fault: string): boolean {
  if (result === 'killed') return fault.startsWith('signal')
  if (result === 'exit 1') return area === 'bin.cjs'
  return result !== 'none'
}

/** Each decision has an id of its own. */
const withoutId = (stdout: string): string => stdout.replace(/hooks explain \w{7}(?=")/, 'hooks explain ID')

/** What is wrong with the files after the next run. */
function damage({ dir, before }: Lane, fault: string): readonly string[] {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !file.startsWith(path.join(dir, 'saved')))
  const named = (pattern: RegExp): readonly string[] => files.filter((file) => pattern.test(file))
  const isWhole = (file: string): boolean => checkedContent(new Uint8Array(readFileSync(file))) !== undefined
  const [count] = named(/\/counts\/rate-limit[^/]*calls$/)
  const counted = count === undefined ? 0 : statSync(count).size - before
  const lines = named(/\/ledger\/[^/]+\.jsonl$/).flatMap((file) =>
    readFileSync(file, 'utf8').trim().split('\n'),
  )
  return [
    ...named(/\/code\/.*\.bin$|\/head$|\.index$/).filter((file) => !isWhole(file)),
    ...(named(/\/head$/).length === 1 ? [] : ['no plan is cached']),
    ...(fault.startsWith('signal') ? [] : named(/\.tmp$|\.bin\.\d+$/)),
    ...(counted === 1 || counted === 2 ? [] : [`the counter counted ${counted}`]),
    ...(lines.at(-1)?.includes('"decision":"deny"') === true ? [] : ['the ledger lacks the next call']),
  ]
}

interface Row {
  readonly run: string
  readonly fault: string
  readonly call: SystemCall
  readonly result: Result
}
const rows: Row[] = []

interface Case {
  readonly kind: string
  readonly nth: number
  readonly fault: string
}

/** Of each kind and area the first few calls and some later ones, each with all that can happen to it. */
function casesOf(calls: readonly SystemCall[]): readonly Case[] {
  const seen = new Map<string, number>()
  return calls.flatMap((call) => {
    const { kind, nth, area, writes } = call
    const count = (seen.get(`${kind} ${area}`) ?? 0) + 1
    seen.set(`${kind} ${area}`, count)
    if (count > FIRST && count % 8 !== 0) return []
    const faults = (errors[kind] ?? []).map((error) => `error=${error}`)
    const more = writes && area !== 'answer' ? ['signal=SIGKILL'] : []
    const full = kind === 'openat' && writes ? ['error=ENOSPC'] : []
    const all = [...faults, ...full, ...more].map((fault) => ({ kind, nth, fault }))
    return all.filter((each) => isInPart(Object.values(each).join(' '), ONE_IN, sources[area]))
  })
}

const ONE_IN = 8

/** What makes the calls of an area. */
const sources: Readonly<Partial<Record<Area, readonly string[]>>> = {
  'bin.cjs': ['src/bin.ts'],
  code: ['src/bin.ts', 'src/store/disk/keep-code.ts'],
  plan: ['src/store/plan', 'src/store/records'],
  state: ['src/store/state', 'src/store/ledger'],
  payload: ['src/run/stdio.ts'],
  answer: ['src/run/stdio.ts'],
}

async function tryCase(lane: Lane, { run }: Scenario, { kind, nth, fault }: Case, good: Finished) {
  lane.restore()
  const faulty: FaultyRun = await runWithFault(lane.call, { kind, nth }, fault)
  const { hit } = faulty
  if (hit === undefined) return { missed: 1, wrong: [] }
  const result = resultOf(faulty)
  rows.push({ run, fault, call: hit, result })
  const next = await runAgent(lane.call)
  const wrong = [
    ...(isAllowed(result, hit, fault)
      ? []
      : [{ result, stdout: faulty.stdout, stderr: faulty.stderr, exit: faulty.exit }]),
    ...(withoutId(next.stdout) === withoutId(good.stdout) && next.exit === 2
      ? []
      : [{ next: next.stdout, stderr: next.stderr, exit: next.exit }]),
    ...damage(lane, fault),
  ]
  return { missed: 0, wrong: wrong.length === 0 ? [] : [{ fault, hit, wrong }] }
}

describe.each(scenarios)('a call fails in the $run', (scenario) => {
  test('the denial holds, and the next run denies', { timeout: 600_000 }, async () => {
    const lanes = await Promise.all(Array.from({ length: LANES }, () => makeLane(scenario)))
    const [first] = lanes
    if (first === undefined) return
    first.restore() // a link to a file changes how it looks
    const calls = await systemCalls(first.call, Object.keys(errors))
    const cases = [...casesOf(calls)]
    const total = cases.length
    const wrong: unknown[] = []
    let missed = 0
    const work = async (lane: Lane): Promise<void> => {
      lane.restore()
      const good = await runAgent(lane.call)
      for (let next = cases.shift(); next !== undefined; next = cases.shift()) {
        const tried = await tryCase(lane, scenario, next, good)
        missed += tried.missed
        wrong.push(...tried.wrong)
      }
    }
    await Promise.all(lanes.map(work))
    expect(wrong).toEqual([])
    expect(total).toBeGreaterThan(20)
    expect(missed).toBeLessThan(total / 20) // Node's own calls before ours vary a little
  })
})

/** As docs/files.md names them. */
const areas: Readonly<Record<Area, string>> = {
  'bin.cjs': '`bin.cjs`',
  package: 'other files of the package',
  code: 'cached code',
  plan: 'compiled rules',
  project: "the project's files",
  config: "the user's and the managed `hooks.yaml`",
  state: 'state, ledger and payloads',
  payload: 'the payload on stdin',
  answer: 'stdout and stderr',
}

/** What came of faults in an area but the kills. */
function resultsIn(area: Area, isFirst: boolean): readonly string[] {
  const found = rows.filter(
    ({ run, call, result }) => call.area === area && (run === 'first run') === isFirst && result !== 'killed',
  )
  return [...new Set(found.map(({ result }) => result))].toSorted()
}

test('docs/files.md has the table', () => {
  const page = readFileSync(path.join(import.meta.dirname, '../docs/files.md'), 'utf8')
  for (const [area, name] of Object.entries(areas) as [Area, string][]) {
    const row = page.split('\n').find((line) => line.startsWith(`| ${name} |`))
    const cells = row?.split('|').slice(2, 4) ?? []
    const listed = cells.map((cell) => cell.split(',').map((result) => result.trim()))
    const seen = [resultsIn(area, true), resultsIn(area, false)]
    // Some of the faults show some of the results.
    expect({ area, listed }).toEqual({
      area,
      listed: isNightly ? seen : seen.map((results) => expect.arrayContaining([...results])),
    })
  }
})

afterAll(() => {
  const lines = new Map<string, Map<Result, number>>()
  for (const { run, fault, call, result } of rows) {
    const key = [run, call.area, call.kind, fault.replace(/.*=/, '')].map((part) => part.padEnd(11)).join(' ')
    const counts = lines.get(key) ?? new Map<Result, number>()
    counts.set(result, (counts.get(result) ?? 0) + 1)
    lines.set(key, counts)
  }
  const printed = [...lines].map(
    ([key, counts]) => `${key} ${[...counts].map((count) => count.join(' ')).join(', ')}`,
  )
  console.log([`${rows.length} faults`, ...printed.toSorted()].join('\n'))
})
