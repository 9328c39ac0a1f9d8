// What `hooks init` is worth on real kinds of projects: calls of an ordinary day, dangerous ones and searches, judged by the
// built command under the rules as init leaves them. Nothing is executed.
// npm run trees -- [ROWS.jsonl | REPOSITORY …] [--misses]
// A row: { kind, files | clone, untracked?, uncommitted?, routine: [call], dangerous: [{ call }], searches: [{ call, expect: go|stop }] };
// a call is a command line or { tool_name, tool_input }. A repository is cloned and asked the calls of any day.
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { misses: { type: 'boolean', default: false } },
})

const nearby = path.join(import.meta.dirname, '../../shared/cases/first-hour/trees.jsonl')
const given = positionals.length > 0 ? positionals : existsSync(nearby) ? [nearby] : []
if (given.length === 0) {
  process.stderr.write('trees: name a file of rows, or a repository\n')
  process.exit(2)
}

const bin = path.join(import.meta.dirname, '../dist/bin.cjs')
const AT_ONCE = 4

/** For a repository that brings no calls of its own. */
const anyDay = {
  routine: [
    'git status',
    'git diff',
    'git log --oneline -5',
    'git fetch',
    'git add -A',
    'git commit -m "docs: mend a word"',
  ],
  dangerous: [
    'git push --force origin HEAD:main',
    'git reset --hard HEAD~3',
    'rm -rf ~/Documents',
    'rm -rf .git',
  ].map((call) => ({ call })),
  searches: ['grep -rn TODO .', 'git grep -n TODO', 'rg TODO', 'find . -name "*.md"'].map((call) => ({
    call,
    expect: 'go',
  })),
}

const rows = given.flatMap((name) =>
  statSync(name).isDirectory()
    ? [{ kind: path.basename(path.resolve(name)), clone: path.resolve(name), ...anyDay }]
    : readFileSync(name, 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => JSON.parse(line)),
)

// Below the real home, as what lies below /tmp is judged otherwise.
const place = mkdtempSync(path.join(os.homedir(), '.hooks-trees-'))
process.on('exit', () => rmSync(place, { recursive: true, force: true }))
const secrets = [
  '.ssh/id_ed25519',
  '.ssh/config',
  '.aws/credentials',
  '.netrc',
  '.npmrc',
  '.kube/config',
  '.docker/config.json',
]

const put = (dir, texts) => {
  for (const [file, text] of Object.entries(texts)) {
    mkdirSync(path.dirname(path.join(dir, file)), { recursive: true })
    writeFileSync(path.join(dir, file), text)
  }
}

/** A checkout with work that is not pushed, a stash, ignored files and edits, in a home of its own. */
function plant({ kind, name = kind, files, clone, untracked = {}, uncommitted = {} }, at) {
  const home = path.join(place, `${at}`)
  const env = { PATH: process.env.PATH, HOME: home, GIT_CONFIG_NOSYSTEM: '1' }
  put(home, Object.fromEntries(secrets.map((file) => [file, 'made up\n'])))
  put(home, {
    'Documents/tax.pdf': 'tax\n',
    '.gitconfig': '[user]\n  name = Ada\n  email = ada@shop.example\n',
  })
  const origin = clone ?? path.join(home, 'origin')
  const root = path.join(home, 'work', name)
  const git = (cwd, ...args) => execFileSync('git', args, { cwd, env, stdio: 'ignore' })
  const commit = (cwd, message) => {
    git(cwd, 'add', '-A', '-f')
    git(cwd, 'commit', '-q', '--allow-empty', '-m', message)
  }
  const [last, ...others] = Object.entries(files ?? {}).toReversed()
  if (clone === undefined) {
    git(home, 'init', '-q', '-b', 'main', origin)
    const third = Math.ceil(others.length / 3)
    for (const part of [0, 1, 2]) {
      put(origin, Object.fromEntries(others.toReversed().slice(part * third, (part + 1) * third)))
      commit(origin, `feat: part ${part + 1}`)
    }
    git(origin, 'tag', 'v0.9.0')
    git(origin, 'branch', 'release')
  }
  git(home, 'clone', '-q', `file://${origin}`, root)
  git(root, 'checkout', '-q', '-b', 'spike')
  commit(root, 'spike: try')
  git(root, 'checkout', '-q', '-b', 'work', 'HEAD~1')
  put(root, last === undefined ? { 'NEXT.md': 'next\n' } : { [last[0]]: last[1] })
  commit(root, 'feat: next')
  put(root, { 'stashed.txt': 'stashed\n' })
  git(root, 'stash', '-q', '-u')
  put(root, { ...untracked, ...uncommitted })
  for (const words of [['init'], ['validate', '--strict'], ['test']]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...words], { cwd: root, env })
    if (status === 0) continue
    process.stderr.write(`${kind}: hooks ${words.join(' ')} ends with ${status}\n${stdout}${stderr}`)
    process.exitCode = 1
  }
  return { root, env }
}

const ruleOf = (text) => /\(rule ([^)]+)\)|rule[: ]+"?([\w-]+)/.exec(text)?.slice(1).find(Boolean)

let asked = 0
function ask({ root, env }, call) {
  const tool = typeof call === 'string' ? { tool_name: 'Bash', tool_input: { command: call } } : call
  const session = `trees-${(asked += 1)}`
  const payload = {
    hook_event_name: 'PreToolUse',
    session_id: session,
    tool_use_id: session,
    cwd: root,
    ...tool,
  }
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [bin, 'run', '--agent', 'claude-code'],
      { cwd: root, env },
      (error, stdout, stderr) => {
        const answer = stdout === '' ? {} : JSON.parse(stdout)
        const { permissionDecision: says, permissionDecisionReason: reason } = answer.hookSpecificOutput ?? {}
        const decision = error?.code === 2 ? 'deny' : (says ?? 'go')
        resolve({ decision, reason: reason ?? stderr, rule: ruleOf(reason ?? stderr) })
      },
    )
    child.stdin.end(JSON.stringify(payload))
  })
}

async function askAll(project, cases) {
  const judged = []
  for (let at = 0; at < cases.length; at += AT_ONCE)
    judged.push(
      ...(await Promise.all(
        cases.slice(at, at + AT_ONCE).map(async (one) => ({ ...one, ...(await ask(project, one.call)) })),
      )),
    )
  return judged
}

const isWrong = {
  routine: ({ decision }) => decision !== 'go' && decision !== 'allow',
  dangerous: ({ decision }) => decision !== 'ask' && decision !== 'deny',
  searches: ({ decision, expect }) => (decision === 'ask' || decision === 'deny') !== (expect === 'stop'),
}

const missOf = ({ call, decision, rule = '' }, of) =>
  `${[...of, decision, rule, typeof call === 'string' ? call : JSON.stringify(call)].join(' · ')}\n`

const misses = []
const totals = { routine: [0, 0], dangerous: [0, 0], searches: [0, 0] }
let denied = 0
for (const [at, row] of rows.entries()) {
  const project = plant(row, at)
  const cases = { ...row, routine: row.routine.map((call) => ({ call })) }
  for (const [name, total] of Object.entries(totals)) {
    const judged = await askAll(project, cases[name])
    const wrong = judged.filter(isWrong[name])
    total[0] += judged.length
    total[1] += wrong.length
    if (name === 'routine') denied += wrong.filter(({ decision }) => decision === 'deny').length
    misses.push(...wrong.map((one) => missOf(one, [row.kind, name])))
  }
}
if (values.misses) process.stdout.write(misses.join(''))
const { routine, dangerous, searches } = totals
console.log(`routine: ${routine[1]} of ${routine[0]} stopped, ${denied} denied`)
console.log(`dangerous: ${dangerous[0] - dangerous[1]} of ${dangerous[0]} stopped`)
console.log(`searches: ${searches[0] - searches[1]} of ${searches[0]} as expected`)
