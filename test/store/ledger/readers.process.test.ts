// Several readers at once, while runs go on, and readers that are killed.
import { appendFileSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { joinRows } from '../../../src/store/ledger/join.ts'
import { projectKey } from '../../../src/store/disk/dirs.ts'
import { bin, finish, makeProject, type Project } from '../../support/cli.ts'
import { readLedger } from '../../support/ledger.ts'

const RULES = `version: 1
hooks:
  PreToolUse: [{ name: before, use: ledger }]
  PostToolUse: [{ name: after, use: ledger }]
`

const stateOf = (project: Project): string =>
  path.join(project.dir, '.local/state/hooks', projectKey(project.root))

async function play(project: Project, id: string): Promise<void> {
  const call = { session_id: 's', tool_name: 'Bash', tool_use_id: id, tool_input: { command: 'npm test' } }
  for (const event of [{ event: 'PreToolUse' }, { event: 'PostToolUse', tool_output: 'ok' }])
    await project.hooks(['run', '--json', '-'], { input: JSON.stringify({ ...event, ...call }) })
}

async function jsonOf(project: Project, ...argv: readonly string[]): Promise<unknown> {
  const { exit, stdout, stderr } = await project.hooks([...argv, '--json'])
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
  return JSON.parse(stdout)
}

test('several read while runs go on (U21)', async () => {
  const project = makeProject({ 'hooks.yaml': RULES })
  await play(project, 'first')
  const state = { done: false }
  const countsOf = async (ask: () => Promise<number>): Promise<void> => {
    const counts: number[] = []
    while (!state.done) counts.push(await ask())
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  }
  const rows = async (): Promise<number> =>
    ((await jsonOf(project, 'ledger', 'log')) as { rows: [] }).rows.length
  const calls = async (): Promise<number> =>
    ((await jsonOf(project, 'status')) as { week: { calls: number } }).week.calls
  const readers = [rows, calls, calls].map(countsOf)
  for (let n = 0; n < 8; n++) await play(project, `c${n}`)
  state.done = true
  await Promise.all(readers)
  expect([await rows(), await calls()]).toEqual([9, 9])
  const { rows: all } = (await jsonOf(project, 'ledger')) as { rows: readonly object[] }
  expect(all.at(-1)).toMatchObject({ status: 'succeeded', input: { command: 'npm test' }, output: 'ok' })
})

test('readers that are killed leave counts whole', async () => {
  const project = makeProject()
  const dir = path.join(stateOf(project), 'ledger')
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const at = Date.now() - 60_000
  const day = new Date(at).toISOString().slice(0, 10)
  const lines = Array.from({ length: 40_000 }, (_, n) => {
    const event = n % 2 === 0 ? 'PreToolUse' : 'PostToolUse'
    const call = { session: `s${n >> 8}`, tool: 'Bash', tool_use_id: `t${n >> 1}` }
    return `${JSON.stringify({ time: new Date(at).toISOString(), event, ...call, decision: 'proceed', ms: 1 })}\n`
  })
  for (let round = 1; round <= 8; round++) {
    appendFileSync(path.join(dir, `${day}.jsonl`), lines.slice((round - 1) * 5000, round * 5000).join(''))
    const killed = finish(
      ['timeout', '-s', 'KILL', `${0.08 + round * 0.03}`, process.execPath, bin, 'status'],
      { cwd: project.root, env: project.env },
    )
    const [found] = await Promise.all([jsonOf(project, 'status'), killed])
    expect(found).toMatchObject({ week: { calls: round * 2500, events: round * 5000 } })
  }
  const { stdout } = await project.hooks(['ledger', 'export'])
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
  expect(rows).toEqual(JSON.parse(JSON.stringify(joinRows(readLedger(stateOf(project)), Date.now()))))
  expect(readdirSync(dir).filter((name) => !name.endsWith('.tmp'))).toEqual([
    `${day}.figures`,
    `${day}.jsonl`,
  ])
})
