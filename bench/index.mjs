// npm run bench: the budgets; whole processes as ratios to `node -e 0`, all in one interleaved run.
// --quick, --only=TEXT (rows with it in their names), --growth, --history, --resident, --session, --in-process.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { build } from 'tsdown'
import { showGrowth } from './growth.mjs'
import { showResident } from './resident.mjs'
import { measure, median, total } from './processes.mjs'
import {
  builtinRules,
  commandRules,
  globRules,
  inputRules,
  makeHistory,
  makeLargeShop,
  makeProject,
  makeShop,
  sourceText,
} from './project.mjs'
import { PEER, peerProgram } from './peer.mjs'

const inherited = { ...process.env }
delete process.env.NODE_EXTRA_CA_CERTS // Node 20 parses it at every start and flatters every ratio

const here = path.dirname(fileURLToPath(import.meta.url))
const bin = path.join(here, '..', 'dist', 'bin.cjs')
const node = process.execPath
const quick = process.argv.includes('--quick')

const hundred = makeProject('100', inputRules(100))
const installed = makeProject('installed', inputRules(100))
const many = makeProject('10k', inputRules(10_000))
const script = makeProject('script', [...inputRules(99), "    - { name: s, run: ['true'] }"])
const builtins = makeProject('builtins', [...inputRules(92), ...builtinRules()])
const counting = makeProject('counting', [
  ...inputRules(99),
  '    - { name: calls, use: rate-limit, with: { max: 1000000 } }',
])
const expression = makeProject('when', [
  ...inputRules(99),
  `    - { name: w, match: { when: 'tool_input.timeout > 600 && tool_input.command.contains("deploy")' }, deny: Shorter. }`,
])
const regexes = makeProject('re2', [
  ...inputRules(99),
  `    - { name: w, match: { when: 'tool_input.command.matches("^npm run (?:deploy|publish)")' }, deny: Not here. }`,
])
const recommended = makeShop('recommended', 'extends: [recommended@1]\n')
const large = makeLargeShop('450', { files: 10_000, dirs: 450 })
const wide = makeLargeShop('1400', { files: 10_000, dirs: 1400 })
const thousand = makeProject('1k', inputRules(1000))
const grouped = makeProject('group', inputRules(1000, "'@shell'"))

const run = (name, project, budget, { before, payload = project.payload } = {}) => ({
  name,
  budget,
  argv: [node, bin, 'run', '--agent', 'claude-code'],
  stdin: payload,
  cwd: project.root,
  env: project.env,
  before,
})

/** The line that `install` writes, as the agent runs it. */
function asInstalled(name, project, budget) {
  execFileSync(node, [bin, 'install', 'claude-code'], { cwd: project.root, env: project.env })
  const settings = path.join(project.root, '.claude/settings.local.json')
  const { hooks } = JSON.parse(readFileSync(settings, 'utf8'))
  return { ...run(name, project, budget), argv: ['sh', '-c', hooks.PreToolUse[0].hooks[0].command] }
}

/** The peer, when npm can be reached or has it. */
function peer(payload) {
  const file = peerProgram(inherited)
  if (file === undefined) return []
  return [
    {
      name: `${PEER}, the same calls`,
      argv: [node, file, 'hook', '--claude-code'],
      stdin: payload,
      cwd: recommended.root,
      env: recommended.env,
    },
  ]
}

const forgetPlans = (project) => () =>
  rmSync(path.join(project.dir, '.cache', 'hooks', 'plans'), { recursive: true, force: true })

const called = (tool, input) => ({ payload: recommended.payloadOf(tool, input) })
const edit = {
  file_path: path.join(recommended.root, 'src/cart.ts'),
  old_string: 'price',
  new_string: 'price * count',
}

const outputs = [
  ['1 KB', 1e3],
  ['100 KB', 1e5],
  ['1 MB', 1e6, 1.7],
  ['10 MB', 1e7],
].map(([size, length, budget]) =>
  run(`recommended@1, PostToolUse with ${size} of output`, recommended, budget, {
    payload: recommended.payloadOf(
      'Bash',
      { command: 'npm test' },
      {
        hook_event_name: 'PostToolUse',
        tool_response: { stdout: sourceText(length), stderr: '', interrupted: false },
      },
    ),
  }),
)
const changes = [
  { tool: 'Write', input: { content: sourceText(200_000) } },
  { tool: 'Edit', input: { old_string: sourceText(100_000), new_string: sourceText(100_000) } },
].map(({ tool, input }) =>
  run(
    `recommended@1, ${tool} of 200 KB`,
    recommended,
    1.7,
    called(tool, { file_path: edit.file_path, ...input }),
  ),
)
const pipelines = [30_000, 50_000, 120_000].map((length) => {
  const command = `${'cat names.txt | '.repeat(length / 16)}head`
  return run(
    `recommended@1, a pipeline of ${length} characters`,
    recommended,
    10,
    called('Bash', { command }),
  )
})

const everyday = JSON.parse(readFileSync(path.join(here, 'everyday.json'), 'utf8'))
const everydayCalls = everyday.map((command) => recommended.payloadOf('Bash', { command }))

const bash = (name, command, budget) =>
  run(`recommended@1, ${name}`, recommended, budget, called('Bash', { command }))

const trees = [
  { shop: large, size: '10,000 files in 450 directories', budget: 2.6, rgBudget: 3 },
  { shop: wide, size: '10,000 files in 1,400 directories', budget: 3.2, rgBudget: 3 },
].flatMap(({ shop, size, budget, rgBudget }) => {
  const row = (what, limit, tool, input) =>
    run(`${what}, ${size}`, shop, limit, { payload: shop.payloadOf(tool, input) })
  const shell = (what, command, limit = budget) => row(what, limit, 'Bash', { command })
  return [
    row('Grep', budget, 'Grep', { pattern: 'cart', path: shop.root }),
    shell('grep -rn', 'grep -rn cart .'),
    shell('cp -r', 'cp -r packages ../backup'),
    shell('tar', 'tar czf ../shop.tgz .'),
    shell('rg', 'rg cart', rgBudget),
  ]
})

const rows = [
  { name: 'node -e 0', argv: [node, '-e', '0'], env: hundred.env },
  run('100 rules, ledger line', hundred, 1.15),
  asInstalled('100 rules, the line that install writes', installed, 1.25),
  run('92 rules and 8 built-ins, none matches', builtins, 1.15),
  run('99 rules and a built-in that counts', counting),
  run('a script rule (run: [true])', script, 1.6),
  run('a when rule', expression, 2.4),
  run('a when rule with matches()', regexes, 2.4),
  bash('a Bash call', 'cd src && git diff --stat | head -20'),
  run(`recommended@1, ${everyday.length} everyday Bash calls, their mean`, recommended, 1.55, {
    payload: everydayCalls,
  }),
  ...peer(everydayCalls),
  bash('a search by Bash', 'grep -rn "cart" src --include=*.ts | head'),
  run('recommended@1, a script of package.json', recommended),
  run('recommended@1, a call of Edit', recommended, undefined, called('Edit', edit)),
  bash('a loop by Bash', 'for file in src/*.ts; do node check.js "$file"; done'),
  bash('a push by Bash', 'git add -A && git commit -m "Add a cart" && git push -u origin cart'),
  bash('a Bash call with a variable', 'dir=src/orders; mkdir -p "$dir" && cp src/cart.ts "$dir/"'),
  bash('a Bash call with code', `node -e "console.log(require('./package.json').version)"`, 1.6),
  bash(
    'a long pipeline',
    "cat names.txt | grep -v '#' | sort | uniq -c | sort -rn | head -20 | awk '{print $2}' > top.txt && wc -l top.txt; git diff --stat; npx tsc --noEmit 2>&1 | tail -5",
    1.8,
  ),
  bash('a Bash call that deletes a directory', 'rm -rf dist && npm run build'),
  bash('mktemp -d', 'd=$(mktemp -d); tar xzf a.tgz -C "$d"; ls "$d"; rm -rf "$d"', 2.2),
  ...trees,
  ...outputs,
  ...changes,
  ...pipelines,
  bash('a Bash call that rules are asked about', 'git checkout main'),
  run('10,000 rules for the event', many, 1.25),
  run('plan compile, 1,000 rules', thousand, undefined, { before: forgetPlans(thousand) }),
  run('plan compile, 1,000 rules for @shell', grouped, undefined, { before: forgetPlans(grouped) }),
  run('plan compile, recommended@1', recommended, undefined, { before: forgetPlans(recommended) }),
]

const { 1: only } = /^--only=(.+)/.exec(process.argv.find((each) => each.startsWith('--only=')) ?? '') ?? []
const candidates = rows.filter(({ name }, at) => at === 0 || only === undefined || name.includes(only))

const mark = (value, budget) => (budget === undefined ? ' ' : value <= budget ? '✓' : '✗')
const line = (cells) =>
  console.log(cells.map((cell, at) => (at === 0 ? cell.padEnd(54) : cell.padStart(9))).join(' '))

function showProcesses() {
  const series = measure(candidates, { rounds: quick ? 20 : 100 })
  const base = series[0]
  console.log(`node ${process.version}, CPU of whole processes: hooks run with …\n`)
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

/** A file of this folder, bundled with our sources, while it is used. */
async function withBundle(name, use) {
  const outDir = mkdtempSync(path.join(tmpdir(), 'hooks_bench_'))
  await build({
    config: false,
    cwd: path.join(here, '..'),
    entry: { [name]: `bench/${name}.ts` },
    outDir,
    format: 'esm',
    dts: false,
    hash: false,
    platform: 'node',
    deps: { alwaysBundle: [/./], onlyBundle: false },
    logLevel: 'silent',
  })
  try {
    return await use(path.join(outDir, `${name}.mjs`))
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}

/** What hooks add to ten calls of the real Claude Code. */
async function showSession() {
  const found = await withBundle('session', async (file) =>
    (await import(file)).measureSessions(bin, quick ? 2 : 6),
  )
  if (found === undefined) return console.log('\na session of Claude Code: skipped, it is not to be had')
  console.log('\na session of ten calls in the real Claude Code\n')
  const none = found['no hooks']
  for (const [name, seconds] of Object.entries(found)) {
    const added = seconds - none
    const budget = name.startsWith('hooks') ? `≤ +0.8 s ${mark(added, 0.8)}` : ''
    line([name, `${seconds.toFixed(2)} s`, '', added === 0 ? '' : `+${added.toFixed(2)} s`, budget])
  }
}

const EVENTS = 500_000

/** Questions about a large ledger, which people ask: in seconds. */
function showHistory() {
  const { dir, root, env, days } = makeHistory('history', EVENTS)
  const asked = (name, budget, argv, before) => ({
    name,
    budget,
    argv: [node, bin, ...argv],
    cwd: root,
    env,
    before,
  })
  const forgetFigures = () => {
    for (const day of days) rmSync(day.replace('.jsonl', '.figures'), { force: true })
  }
  const questions = [
    asked('ledger', 0.3, ['ledger']),
    asked('ledger --status denied', undefined, ['ledger', '--status', 'denied']),
    asked('ledger --since 1h', undefined, ['ledger', '--since', '1h']),
    asked('ledger stats', undefined, ['ledger', 'stats']),
    asked('status', 0.4, ['status']),
  ]
  const first = asked('status, nothing counted yet', undefined, ['status'], forgetFigures)
  try {
    console.log(`\nbeside a ledger of ${EVENTS.toLocaleString('en-US')} events, CPU of whole processes\n`)
    line(['what', 'median s', '', '', 'budget'])
    for (const list of [questions, [first]])
      for (const [at, series] of measure(list, { rounds: quick ? 3 : 7 }).entries()) {
        const { name, budget } = list[at]
        const seconds = median(series) / 1000
        const limit = budget === undefined ? '' : `≤ ${budget} ${mark(seconds, budget)}`
        line([name, seconds.toFixed(2), '', '', limit])
      }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

const bundled = (name) => withBundle(name, (file) => import(file))

/** Rules of one kind, commands that none of them is about, and one that one of them denies. */
const kinds = [
  { name: 'texts', rules: inputRules, hit: 'bad-77 --flag' },
  { name: 'commands', rules: commandRules, hit: 'tool-77 deploy src --force' },
  { name: 'globs', rules: globRules, hit: 'echo done > packages/part-77/notes.md' },
]
const misses = [
  'npm run build',
  'git status --short',
  'ls -la src/cart.ts',
  'npx vitest run test/orders',
  'touch src/cart.ts',
]

async function showEngine() {
  const count = quick ? 20_000 : 100_000
  console.log('\nthe engine in process, facts known, per event\n')
  line(['what', '100 rules', '10,000', 'ratio', 'budget'])
  await withBundle('engine', async (file) => {
    for (const { name, rules, hit } of kinds) {
      const [few, all] = await eachOf([100, 10_000], async (length) => {
        const { root, dir } = makeProject(name, rules(length))
        const times = await timesOf({ file, root, lists: [misses, [hit]], count })
        rmSync(dir, { recursive: true, force: true })
        return times
      })
      for (const [at, how] of ['miss', 'hit'].entries()) showTimes(`${name}, ${how}, µs`, few[at], all[at])
    }
  })
}

/** One after the other. */
async function eachOf(list, ask) {
  const answers = []
  for (const each of list) answers.push(await ask(each))
  return answers
}

async function timesOf(given) {
  const times = new Float64Array(new SharedArrayBuffer(8 * given.lists.length))
  const worker = new Worker(path.join(here, 'one-engine.mjs'), { workerData: { ...given, times } })
  await once(worker, 'exit') // rejects where it fails
  return times
}

function showTimes(name, few, all) {
  const isMet = all <= 2 && all / few <= 1.5
  line([name, few.toFixed(2), all.toFixed(2), (all / few).toFixed(2), `≤ 2 and ≤ 1.5 ${isMet ? '✓' : '✗'}`])
}

/** What a host pays for a call: CPU, with the events made anew each time. */
async function showLibrary() {
  const calls = [
    ['git status', 80],
    ['npm run build', 70],
    ['cd src && grep -n cart cart.ts | head', 150],
  ]
  const { createEngine } = await import('../dist/index.mjs')
  const engine = await createEngine({ root: recommended.root, config: { extends: ['recommended@1'] } })
  console.log('\nthe library, recommended@1, CPU per dispatch\n')
  line(['what', 'µs', '', '', 'budget'])
  for (const [command, budget] of calls) {
    const event = () => ({
      event: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command },
      cwd: recommended.root,
    })
    const count = quick ? 2000 : 5000
    const series = await eachOf(Array.from({ length: 6 }), async () => {
      const before = process.cpuUsage()
      for (let at = 0; at < count; at++) await engine.dispatch(event())
      const { user, system } = process.cpuUsage(before)
      return (user + system) / count
    })
    const each = Math.min(...series)
    line([command, each.toFixed(1), '', '', `≤ ${budget} ${mark(each, budget)}`])
  }
  await engine.close()
}

async function showFacts() {
  const { timeFacts } = await bundled('facts')
  const each = timeFacts(quick ? 5000 : 20_000)
  line(['facts of a 60-character command', each.toFixed(2), '', '', `≤ 15 ${mark(each, 15)}`])
}

async function showRegexes() {
  const { timeRegexes } = await bundled('regexes')
  const { regexes, refused, maybe, total_ms, worst_ms, worst } = timeRegexes()
  console.log('\nevil regexes, each on the longest text that V8 sees and on 1 MiB\n')
  line(['what', 'ms', '', '', 'budget'])
  line([`${regexes} regexes, ${refused} refused, ${maybe} too long`, total_ms.toFixed(0), '', '', ''])
  line([`the slowest: ${worst}`, worst_ms.toFixed(1), '', '', `≤ 100 ${mark(worst_ms, 100)}`])
}

try {
  if (process.argv.includes('--history')) showHistory()
  else if (process.argv.includes('--resident')) await showResident({ quick, line, mark })
  else if (process.argv.includes('--session')) await showSession()
  else if (only !== undefined) showProcesses()
  else if (process.argv.includes('--growth')) showGrowth({ node, bin, quick })
  else {
    if (!process.argv.includes('--in-process')) {
      await showResident({ quick, line, mark })
      await showSession()
      showProcesses()
      showHistory()
      showGrowth({ node, bin, quick })
    }
    await showEngine()
    await showLibrary()
    await showFacts()
    await showRegexes()
  }
} finally {
  for (const { dir } of [
    hundred,
    installed,
    many,
    script,
    builtins,
    counting,
    thousand,
    grouped,
    expression,
    regexes,
    recommended,
    large,
    wide,
  ])
    rmSync(dir, { recursive: true, force: true })
}
