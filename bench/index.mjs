// npm run bench: the budgets; whole processes as ratios to `node -e 0`, all in one interleaved run.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'tsdown'
import { measure, median, total } from './processes.mjs'
import { inputRules, makeProject } from './project.mjs'

delete process.env.NODE_EXTRA_CA_CERTS // Node 20 parses it at every start and flatters every ratio

const here = path.dirname(fileURLToPath(import.meta.url))
const bin = path.join(here, '..', 'dist', 'bin.cjs')
const node = process.execPath
const quick = process.argv.includes('--quick')

const hundred = makeProject('100', inputRules(100))
const many = makeProject('10k', inputRules(10_000))
const script = makeProject('script', [...inputRules(99), "    - { name: s, run: ['true'] }"])
const thousand = makeProject('1k', inputRules(1000))
const grouped = makeProject('group', inputRules(1000, "'@shell'"))

const run = (name, project, budget, before) => ({
  name,
  budget,
  argv: [node, bin, 'run', '--agent', 'claude-code'],
  stdin: project.payload,
  cwd: project.root,
  env: project.env,
  before,
})

const forgetPlans = (project) => () =>
  rmSync(path.join(project.dir, '.cache', 'hooks', 'plans'), { recursive: true, force: true })

const candidates = [
  { name: 'node -e 0', argv: [node, '-e', '0'], env: hundred.env },
  run('hooks run, 100 rules, ledger line', hundred, 1.15),
  run('hooks run, a script rule (run: [true])', script, 1.5),
  run('hooks run, 10,000 rules for the event', many, 1.25),
  run('plan compile, 1,000 rules', thousand, 10, forgetPlans(thousand)),
  run('plan compile, 1,000 rules for @shell', grouped, 10, forgetPlans(grouped)),
]

const mark = (value, budget) => (budget === undefined ? ' ' : value <= budget ? '✓' : '✗')
const line = (cells) =>
  console.log(cells.map((cell, at) => (at === 0 ? cell.padEnd(42) : cell.padStart(9))).join(' '))

function showProcesses() {
  const series = measure(candidates, quick ? { blocks: 4, perBlock: 5 } : { blocks: 12, perBlock: 8 })
  const base = series[0]
  console.log(`node ${process.version}, CPU of whole processes\n`)
  line(['what', 'cpu ms', 'totals', 'medians', 'budget'])
  for (const [at, { name, budget }] of candidates.entries()) {
    const ratio = total(series[at]) / total(base)
    const middle = median(series[at]) / median(base)
    const limit = budget === undefined ? '' : `≤ ${budget} ${mark(ratio, budget)}`
    line([
      name,
      (total(series[at]) / series[at].length).toFixed(1),
      ratio.toFixed(2),
      middle.toFixed(2),
      limit,
    ])
  }
}

async function showEngine() {
  const outDir = mkdtempSync(path.join(tmpdir(), 'hooks_bench_engine_'))
  await build({
    config: false,
    cwd: path.join(here, '..'),
    entry: { engine: 'bench/engine.ts' },
    outDir,
    format: 'esm',
    dts: false,
    hash: false,
    platform: 'node',
    deps: { alwaysBundle: [/./], onlyBundle: false },
    logLevel: 'silent',
  })
  const { timeEvents } = await import(path.join(outDir, 'engine.mjs'))
  const few = await timeEvents(hundred.root, quick ? 20_000 : 100_000)
  const all = await timeEvents(many.root, quick ? 20_000 : 100_000)
  console.log('\nthe engine in process, per event\n')
  line(['what', 'µs', '', '', 'budget'])
  line(['100 indexed rules', few.toFixed(2), '', '', ''])
  line(['10,000 indexed rules', all.toFixed(2), '', '', `≤ 2 ${mark(all, 2)}`])
  line(['10,000 to 100', (all / few).toFixed(2), '', '', `≤ 1.5 ${mark(all / few, 1.5)}`])
  rmSync(outDir, { recursive: true, force: true })
}

try {
  showProcesses()
  await showEngine()
} finally {
  for (const { dir } of [hundred, many, script, thousand, grouped])
    rmSync(dir, { recursive: true, force: true })
}
