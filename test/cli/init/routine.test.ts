// What a day's work calls: no file that `init` writes and no preset denies any of it.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { createEngine, type HooksFile } from '../../../src/index.ts'
import { partOf } from '../../support/part.ts'
import { openShop } from '../shop.ts'

const table = readFileSync(path.join(import.meta.dirname, '../../fixtures/commands/routine.txt'), 'utf8')

/** Calls by ecosystem. */
const routine = new Map(
  table
    .split(/^# /m)
    .slice(1)
    .map((part): [string, readonly string[]] => {
      const [name = '', ...calls] = part.trim().split('\n')
      return [name, calls]
    }),
)
const everywhere = ['docker', 'git']
const callsOf = (...names: readonly string[]): readonly string[] =>
  names.flatMap((name) => routine.get(name) ?? [])

const scripts = { test: 'vitest', build: 'tsc -p .', lint: 'eslint .', dev: 'vite' }
const js = (dev: object): string => JSON.stringify({ scripts, devDependencies: { typescript: '5', ...dev } })
const made = (...dirs: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(dirs.map((dir) => [`${dir}/made/index`, '']))

/** What `init` can meet: each language, package manager, formatter and directory that it knows. */
const projects: readonly { readonly name: string; readonly files: Readonly<Record<string, string>> }[] = [
  { name: 'npm', files: { 'package.json': js({ prettier: '3' }), 'package-lock.json': '{}', ...made('node_modules', 'dist', 'coverage') } },
  { name: 'npm', files: { 'package.json': js({ '@biomejs/biome': '2' }), 'npm-shrinkwrap.json': '{}', ...made('node_modules', 'build') } },
  { name: 'pnpm', files: { 'package.json': js({ prettier: '3' }), 'pnpm-lock.yaml': '', ...made('node_modules', 'dist') } },
  { name: 'yarn', files: { 'package.json': js({ prettier: '3' }), 'yarn.lock': '', ...made('node_modules', 'dist') } },
  { name: 'pip', files: { 'pyproject.toml': '[tool.ruff]\n[tool.pytest]\n', 'requirements.txt': 'pytest\n', ...made('.venv', 'build') } },
  { name: 'uv', files: { 'pyproject.toml': '[tool.ruff]\n[tool.pytest]\n', 'uv.lock': '', ...made('.venv', 'dist') } },
  { name: 'poetry', files: { 'pyproject.toml': '[tool.pytest]\n', 'poetry.lock': '', ...made('.venv', 'dist') } },
  { name: 'rust', files: { 'Cargo.toml': '', 'Cargo.lock': '', 'src/main.rs': '', ...made('target') } },
  { name: 'go', files: { 'go.mod': 'module shop\n', 'go.sum': '', ...made('vendor', 'build') } },
  { name: 'java', files: { 'pom.xml': '', 'build.gradle': '', ...made('target', 'build') } },
  { name: 'ruby', files: { Gemfile: '', 'Gemfile.lock': '', 'db/migrate/0001_orders.rb': '', ...made('vendor') } },
] // prettier-ignore

interface Judged {
  readonly denied: readonly string[]
  readonly asked: readonly string[]
}

async function judge(
  options: { readonly root: string; readonly config?: HooksFile },
  calls: readonly string[],
): Promise<Judged> {
  const engine = await createEngine(options)
  const denied: string[] = []
  const asked: string[] = []
  for (const command of calls) {
    const { decision, trace } = await engine.dispatch({
      event: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command },
    })
    const by = `${command} ← ${trace.map(({ rule }) => rule).join(', ')}`
    if (decision === 'deny') denied.push(by)
    if (decision === 'ask') asked.push(by)
  }
  await engine.close()
  return { denied, asked }
}

/** Ecosystems that `files` stand for have at most 2 of 100 calls asked about. */
function expectQuiet({ denied, asked }: Judged, calls: readonly string[]): void {
  expect(denied).toEqual([])
  expect(asked.slice(Math.floor(calls.length / 50))).toEqual([])
}

test('the table has 150 calls of eight ecosystems, Docker and git', () => {
  expect(routine.size).toBeGreaterThanOrEqual(10)
  expect([...routine.values()].flat().length).toBeGreaterThanOrEqual(150)
})

const shapes = [
  ...projects,
  ...projects.map(({ name, files }) => ({
    name: `${name} with migrations`,
    files: { ...files, 'migrations/0001_orders.sql': '' },
  })),
]
const files = [import.meta.filename, 'src/cli/setup/init', 'presets']

describe.each(partOf(shapes, 3, { files }))('$name', ({ name, files }) => {
  test('has no routine call denied by what init writes', async () => {
    const { root, hooks } = openShop(files)
    await hooks(['init'])
    const calls = callsOf(name.split(' ')[0] ?? '', ...everywhere)
    // advise would hide what a rule says once it is enforced
    const text = readFileSync(path.join(root, 'hooks.yaml'), 'utf8')
    expect(text).not.toContain('mode: advise')
    expectQuiet(await judge({ root }, calls), calls)
  })
})

test.each(['relaxed', 'recommended', 'strict'])(
  'no routine call is denied by %s',
  async (preset) => {
    const files = Object.assign({}, ...projects.map((project) => project.files))
    const { root } = openShop(files)
    const calls = [...routine.values()].flat()
    expectQuiet(await judge({ root, config: { version: 1, extends: [preset] } }, calls), calls)
  },
  60_000,
)
