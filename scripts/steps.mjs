// `npm test`: the checks of this repository, in CI with real clients and faults too. Says first what failed and how to repeat
// it, then what it printed.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** npm scripts: one stage after the other, those of a stage side by side. */
const before = ['lint', 'types', 'prepare']
const after = ['check:generated', 'check:package', 'house']
const isCI = process.env.CI !== undefined
// Clients come first: they install what other tests then find.
const stages = isCI ? [before, ['test:faults'], ['test:clients'], ['unit'], after] : [before, ['unit'], after]

const dir = mkdtempSync(join(tmpdir(), 'hooks-steps-'))
const seconds = (since) => Math.round((performance.now() - since) / 1000)

/** In CI and beside others a step's output is kept until the end. */
function run(name, isAlone) {
  const began = performance.now()
  const report = join(dir, `${name.replace(':', '-')}.json`)
  const isLive = isAlone && !isCI
  const child = spawn('npm', ['run', '--silent', name], {
    stdio: isLive ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOOKS_REPORT: report },
  })
  const chunks = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => chunks.push(chunk))
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const done = { name, passed: code === 0, seconds: seconds(began), tests: testsIn(report) }
      if (!isCI) process.stdout.write(`${line(done)}\n`)
      resolve({ ...done, output: Buffer.concat(chunks).toString() })
    })
  })
}

/** What a run of Vitest counted, from test/support/reporter.ts. */
function testsIn(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return { passed: 0, skipped: 0, failures: [] }
  }
}

const line = ({ name, passed, seconds }) => `${passed ? '✓' : '✗'} ${name} · ${seconds} s`

function failed({ name, passed, tests }) {
  if (passed) return []
  if (tests.failures.length === 0) return [`✗ npm run ${name}`]
  return tests.failures.map(({ name, message, repeat }) => `✗ ${name}\n    ${message}\n    ${repeat}`)
}

function finish(all) {
  const wrong = all.filter(({ passed }) => !passed)
  const failures = wrong.flatMap(failed)
  if (failures.length > 0) process.stdout.write(`${failures.join('\n')}\n\n`)
  for (const { name, output } of wrong)
    if (output !== '') process.stdout.write(`--- ${name} printed:\n${output}\n`)
  if (isCI) for (const each of all) process.stdout.write(`${line(each)}\n`)
  const sum = (count) => all.reduce((total, { tests }) => total + count(tests), 0)
  const passed = sum((tests) => tests.passed)
  const skipped = sum((tests) => tests.skipped)
  process.stdout.write(
    `${passed} passed, ${sum((tests) => tests.failures.length)} failed, ${skipped} skipped\n`,
  )
  rmSync(dir, { recursive: true, force: true })
  process.exitCode = wrong.length === 0 ? 0 : 1
}

const all = []
for (const stage of stages) {
  all.push(...(await Promise.all(stage.map((name) => run(name, stage.length === 1)))))
  // Without a build there is nothing to test.
  if (all.some(({ name, passed }) => name === 'prepare' && !passed)) break
}
finish(all)
