// npm run bench: the budgets as ratios to `node -e 0`, all in one interleaved run.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { measure } from './processes.mjs'
import { inputRules, makeProject } from './project.mjs'

delete process.env.NODE_EXTRA_CA_CERTS // Node 20 parses it at every start and flatters every ratio

const bin = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'dist', 'bin.cjs')
const node = process.execPath
const quick = process.argv.includes('--quick')

const hundred = makeProject('100', inputRules(100))
const many = makeProject('10k', inputRules(10_000))
const script = makeProject('script', [...inputRules(99), "    - { name: s, run: ['true'] }"])
const thousand = makeProject('1k', inputRules(1000))

const run = (name, project, budget, more = {}) => ({
  name,
  budget,
  argv: [node, bin, 'run', '--agent', 'claude-code'],
  input: project.payload,
  cwd: project.root,
  env: project.env,
  ...more,
})

const candidates = [
  { name: 'node -e 0', argv: [node, '-e', '0'], env: hundred.env },
  run('hooks run, 100 rules, ledger line', hundred, 1.15),
  run('hooks run, a script rule (run: [true])', script, 1.5),
  run('hooks run, 10,000 rules for the event', many, 1.25),
  run('plan compile, 1,000 rules', thousand, 10, {
    before: () =>
      rmSync(path.join(thousand.dir, '.cache', 'hooks', 'plans'), { recursive: true, force: true }),
  }),
]

const rows = measure(candidates, quick ? { blocks: 4, perBlock: 5 } : { blocks: 10, perBlock: 10 })
const base = rows[0]
console.log(`node ${process.version}, CPU of whole processes\n`)
console.log(
  `${'what'.padEnd(42)} ${'cpu ms'.padStart(8)} ${'ratio'.padStart(6)} ${'budget'.padStart(7)}   wall ms`,
)
rows.forEach((row, index) => {
  const ratio = row.cpu / base.cpu
  const { budget } = candidates[index]
  const mark = budget === undefined ? ' ' : ratio <= budget ? '✓' : '✗'
  const limit = budget === undefined ? '' : `≤ ${budget}`
  console.log(
    `${row.name.padEnd(42)} ${row.cpu.toFixed(1).padStart(8)} ${ratio.toFixed(2).padStart(6)} ${limit.padStart(7)} ${mark} ${row.wall.toFixed(1)}`,
  )
})
for (const { dir } of [hundred, many, script, thousand]) rmSync(dir, { recursive: true, force: true })
