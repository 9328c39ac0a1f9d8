// Makes a project with a hooks.yaml of n rules, its own home, and payloads that none of the rules is about.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const bin = path.join(import.meta.dirname, '..', 'dist', 'bin.cjs')

export function makeProject(name, rules, head = '') {
  const dir = mkdtempSync(path.join(tmpdir(), `hooks_bench_${name}_`))
  const root = path.join(dir, 'shop')
  mkdirSync(path.join(root, '.git'), { recursive: true })
  writeFileSync(
    path.join(root, 'hooks.yaml'),
    `version: 1\n${head}hooks:\n  PreToolUse:\n${rules.join('\n')}\n`,
  )
  const env = { PATH: process.env.PATH, HOME: dir, CLAUDE_PROJECT_DIR: root }
  writeFileSync(
    path.join(root, 'package.json'),
    JSON.stringify({ scripts: { build: 'tsc -p . && vite build' } }),
  )
  const payload = {
    session_id: 'c0ffee00-0000-4000-8000-000000000000',
    transcript_path: path.join(dir, 'transcript.jsonl'),
    cwd: root,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'npm run build -- --filter orders', description: 'Build the orders package' },
    tool_use_id: 'toolu_bench',
  }
  const file = path.join(dir, 'payload.json')
  writeFileSync(file, JSON.stringify(payload))
  const payloadOf = (tool_name, tool_input, more = {}) => {
    const other = path.join(dir, `${tool_name}-${++others}.json`)
    writeFileSync(other, JSON.stringify({ ...payload, tool_name, tool_input, ...more }))
    return other
  }
  return { dir, root, env, payload: file, payloadOf }
}

let others = 0

/** Source code of this many characters. */
export function sourceText(length) {
  const one = (n) =>
    `export function orders${n}(cart: Cart, least = ${n}) {\n  return cart.items.filter((item) => item.price > least)\n}\n`
  let text = ''
  for (let n = 0; text.length < length; n++) text += one(n)
  return text.slice(0, length)
}

/** The same with some source files and the scripts that most projects have. */
export function makeShop(name, head) {
  const project = makeProject(name, inputRules(1), head)
  const scripts = {
    build: 'tsc -p . && vite build',
    dev: 'vite',
    lint: 'eslint src',
    test: 'vitest run',
  }
  writeFileSync(path.join(project.root, 'package.json'), JSON.stringify({ scripts }))
  for (const file of ['src/cart.ts', 'src/index.ts', 'test/cart.test.ts', 'names.txt']) {
    mkdirSync(path.dirname(path.join(project.root, file)), { recursive: true })
    writeFileSync(path.join(project.root, file), '')
  }
  return project
}

/** The same with this many files in this many directories: packages of modules, four levels deep. */
export function makeLargeShop(name, { files, dirs }) {
  const project = makeShop(name, 'extends: [recommended@1]\n')
  writeFileSync(path.join(project.root, '.gitignore'), 'dist/\n*.log\n')
  const folders = Array.from(
    { length: dirs },
    (_, n) => `packages/part-${n % 30}/src/${n < 30 ? '' : `module-${Math.floor(n / 30)}`}`,
  )
  for (const folder of folders) mkdirSync(path.join(project.root, folder), { recursive: true })
  for (let n = 0; n < files; n++) {
    const { [n % dirs]: folder } = folders
    const kind = ['ts', 'test.ts', 'tsx', 'css', 'md'][n % 5]
    writeFileSync(path.join(project.root, folder, `orders-${n}.${kind}`), '')
  }
  return project
}

const DAY_MS = 86_400_000

/** The same with so many events in its ledger, over the last week: calls with their results, a prompt now and then. */
export function makeHistory(name, events) {
  const project = makeShop(name, 'extends: [recommended@1]\n')
  const state = path.join(project.dir, '.local/state/hooks')
  // The first run makes the directory, which has the project's key as its name.
  execFileSync(process.execPath, [bin, 'run', '--agent', 'claude-code'], {
    cwd: project.root,
    env: project.env,
    input: readFileSync(project.payload),
  })
  const key = readdirSync(state).find((each) => existsSync(path.join(state, each, 'ledger')))
  const days = new Map()
  const from = Date.now() - 7 * DAY_MS
  for (let n = 0; n < events; n++) {
    const line = historyLine(n, new Date(from + (n * 7 * DAY_MS) / events).toISOString())
    const day = line.time.slice(0, 10)
    if (!days.has(day)) days.set(day, [])
    days.get(day).push(JSON.stringify(line))
  }
  const file = (day) => path.join(state, key, 'ledger', `${day}.jsonl`)
  for (const [day, lines] of days) writeFileSync(file(day), `${lines.join('\n')}\n`, { mode: 0o600 })
  return { ...project, days: [...days.keys()].map(file) }
}

function historyLine(n, time) {
  const session = `c0ffee00-0000-4000-8000-${String(n >> 10).padStart(12, '0')}`
  const line = {
    time,
    event: 'UserPromptSubmit',
    agent: 'claude-code',
    session,
    id: (n + 32 ** 6 * 10).toString(32),
  }
  if (n % 21 === 0) return { ...line, entry: 'claude-code', decision: 'proceed', ms: 1.2 }
  const at = (n % 21) - 1
  const decided =
    at % 2 === 0 && n % 97 === 0 ? { decision: 'deny', rule: `r${n % 12}` } : { decision: 'proceed' }
  return {
    ...line,
    event: at % 2 === 0 ? 'PreToolUse' : 'PostToolUse',
    tool: ['Bash', 'Edit', 'Read'][(n - (at % 2)) % 3],
    tool_use_id: `toolu_${n - (at % 2)}`,
    entry: 'claude-code',
    subject: `npm run build -- --filter orders-${n % 50} src/orders/cart-${n % 200}.ts`,
    ...decided,
    ms: 2.125,
  }
}

/** Rules that use built-ins, for a command that is not run here. */
export const builtinRules = () =>
  [
    'use: rate-limit',
    'use: side-effects',
    'use: workspace',
    'use: log, with: { file: .hooks.log }',
    'use: redact',
    'use: ledger',
    'use: dedupe',
    'use: limits, with: { seconds: 60 }',
  ].map((use, n) => `    - { name: b${n}, match: { tool: Bash, input: { command: 'never ${n}*' } }, ${use} }`)

/** Rules that are tried and do not match. */
export const inputRules = (count, tool = 'Bash') =>
  Array.from(
    { length: count },
    (_, n) =>
      `    - { name: r${n}, match: { tool: ${tool}, input: { command: '*bad-${n} --flag*' } }, deny: 'Not ${n}.' }`,
  )

/** Rules over what a command would do. */
export const commandRules = (count) =>
  Array.from(
    { length: count },
    (_, n) => `    - { name: c${n}, match: { command: tool-${n} deploy --force }, deny: 'Not ${n}.' }`,
  )

export const globRules = (count) =>
  Array.from(
    { length: count },
    (_, n) => `    - { name: g${n}, match: { writes: 'packages/part-${n}/**' }, deny: 'Not ${n}.' }`,
  )
