// What rules would have done to the calls of past sessions, by the built command.
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { inProcesses, makeProject, type Project } from '../support/cli.ts'
import { type PastCall, transcript, transcriptDir } from './past-sessions.ts'

const rules = `version: 1
hooks:
  PreToolUse:
    - name: no-force-push
      match: { command: git push --force }
      deny: Push a branch.
    - name: lockfile
      match: { writes: package-lock.json }
      ask: By hand?
    - name: no-dist
      mode: advise
      match: { deletes: 'dist/**' }
      ask: Sure?
`

const push = { command: 'git push -f origin main' }
const status = { command: 'git status' }
const lockfile = (root: string): PastCall => ({
  tool: 'Write',
  input: { file_path: `${root}/package-lock.json`, content: '{}' },
})

interface PastSession {
  readonly name: string
  readonly calls: readonly PastCall[]
  readonly cwd?: string
  readonly daysAgo?: number
  readonly agentId?: string
}

function writeSession({ dir, root }: Project, { name, calls, ...more }: PastSession, of = root): void {
  const below = more.agentId === undefined ? `${name}.jsonl` : `${name}/subagents/agent-${more.agentId}.jsonl`
  const file = path.join(dir, transcriptDir(of), below)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, transcript(name, calls, { root: of, ...more }))
}

function shopWith(sessions: readonly PastSession[], files: Readonly<Record<string, string>> = {}): Project {
  const shop = makeProject({ 'hooks.yaml': rules, ...files })
  for (const session of sessions) writeSession(shop, session)
  return shop
}

interface Replayed {
  readonly calls: number
  readonly sessions: number
  readonly denied: number
  readonly asked: number
  readonly advised: number
  readonly rules: readonly {
    readonly rule: string
    readonly decision: string
    readonly mode: string
    readonly count: number
    readonly calls: readonly { readonly call: string; readonly count: number }[]
    readonly exempt: string
    readonly tighten?: string
  }[]
  readonly left_out: Readonly<Record<string, unknown>>
  readonly not_started: readonly string[]
}

async function replayed(shop: Project, ...args: readonly string[]): Promise<Replayed> {
  const { stdout, stderr, exit } = await shop.hooks(['replay', '--json', ...args])
  expect({ stderr, exit }).toEqual({ stderr: '', exit: 0 })
  return JSON.parse(stdout) as Replayed
}

describe('the sessions of this project', () => {
  test('are judged, subagents too, by rule and call with the most frequent first', async () => {
    const shop = shopWith([
      { name: 'one', calls: [status, push, { command: 'cd api && git push --force' }, push] },
      { name: 'one', agentId: 'a1b2c3', calls: [push] },
      { name: 'two', calls: [status, { command: 'rm -rf dist/js' }] },
    ])
    writeSession(shop, { name: 'three', calls: [lockfile(shop.root)] })
    const { stdout, stderr, exit } = await shop.hooks(['replay'])
    expect({ stderr, exit }).toEqual({ stderr: '', exit: 0 })
    const [head, counts, ...rest] = stdout.split('\n')
    expect(head).toMatch(/^8 calls in 3 sessions · \d{4}-\d\d-\d\d/)
    expect([counts, ...rest].join('\n'))
      .toBe(`✗ 4 would be denied   ? 1 would be asked   ~ 1 only advised about

✗ no-force-push  denies 4 calls                                     hooks.yaml:4
     3 ×  git push -f origin main
     1 ×  git push --force
  exempt  add to its command: '!git push -f origin main'

? lockfile  asks about 1 call                                       hooks.yaml:7
     1 ×  create: package-lock.json
  exempt  mode: advise
  tighten deny: instead of ask:

~ no-dist  would ask 1 call, mode advise                           hooks.yaml:10
     1 ×  delete: dist/js
  exempt  add to its deletes: '!dist/js'
  tighten mode: enforce
`)
  })

  test('are shared out to threads where they are many, with one result', async () => {
    const names = ['one', 'two', 'three', 'four', 'five']
    const large: PastCall = { tool: 'Grep', input: { pattern: 'x'.repeat(2_000_000) } }
    const calls = (name: string) => [push, { command: `rm dist/${name}.js` }, large]
    const shop = inProcesses(shopWith(names.map((name) => ({ name, calls: calls(name) }))))
    const { rules: tallies, ...sums } = await replayed(shop)
    expect(sums).toMatchObject({ calls: 15, sessions: 5, denied: 5, asked: 0, advised: 5 })
    expect(tallies.map((each) => each.calls.map(({ call, count }) => `${count} × ${call}`))).toEqual([
      ['5 × git push -f origin main'],
      names.toSorted().map((name) => `1 × delete: dist/${name}.js`),
    ])
  })

  test('are those that began here, in the last 30 days, each call once', async () => {
    const shop = shopWith([
      { name: 'here', calls: [push] },
      { name: 'too', calls: [push] },
      { name: 'old', calls: [push], daysAgo: 40 },
    ])
    const resumed = path.join(shop.dir, transcriptDir(shop.root), 'resumed.jsonl')
    writeFileSync(resumed, transcript('here', [push], { root: shop.root, daysAgo: 1 }))
    for (const other of [`${shop.root}-2`, path.join(shop.dir, 'elsewhere')])
      writeSession(shop, { name: other, calls: [push, push] }, other)
    writeSession(shop, { name: 'api', calls: [push] }, path.join(shop.root, 'api'))
    expect(await replayed(shop)).toMatchObject({ calls: 3, denied: 3, sessions: 3 })
    expect(await replayed(shop, '--since', '50d')).toMatchObject({ calls: 4 })
    expect(await replayed(shop, '--all')).toMatchObject({ calls: 7, denied: 7 })
  })

  test('are found where CLAUDE_CONFIG_DIR says', async () => {
    const shop = shopWith([])
    const file = path.join(shop.dir, 'own/projects', path.basename(transcriptDir(shop.root)), 'one.jsonl')
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, transcript('one', [push], { root: shop.root }))
    const env = { CLAUDE_CONFIG_DIR: path.join(shop.dir, 'own') }
    const { stdout } = await shop.hooks(['replay'], { env })
    expect(stdout).toMatch(/^1 call in 1 session /)
    expect((await shop.hooks(['replay'])).stdout).toMatch(/^no tool calls found in ~\/\.claude\/projects\//)
  })

  test('in another project are judged from its own directory', async () => {
    const shop = shopWith([])
    const other = path.join(shop.dir, 'other')
    writeSession(shop, { name: 'other', calls: [{ command: 'rm -rf dist/js' }, lockfile(other)] }, other)
    expect(await replayed(shop, '--all')).toMatchObject({ asked: 1, advised: 1 })
  })

  test('judge a repeated call by where it is made', async () => {
    const calls = [{ command: 'rm -rf js' }, { command: 'rm -rf js' }]
    const shop = shopWith([{ name: 'top', calls }])
    writeSession(shop, { name: 'below', calls, cwd: path.join(shop.root, 'dist') })
    expect(await replayed(shop)).toMatchObject({ calls: 4, advised: 2 })
  })

  test('remember what their calls did', async () => {
    const gate = `version: 1
hooks:
  PreToolUse:
    - name: tests-first
      match: { command: git push, session: { wrote: '*.ts', since: npm test } }
      deny: Run the tests.
`
    const write = (root: string): PastCall => ({
      tool: 'Write',
      input: { file_path: `${root}/cart.ts`, content: '' },
    })
    const shop = shopWith([], { 'hooks.yaml': gate })
    const pushes = { command: 'git push' }
    const passed = [write(shop.root), { command: 'npm test' }, pushes]
    const failed = [write(shop.root), { command: 'npm test', failed: true }, pushes]
    writeSession(shop, { name: 'passed', calls: passed })
    writeSession(shop, { name: 'failed', calls: failed })
    expect(await replayed(shop)).toMatchObject({ calls: 6, denied: 1 })
  })
})

test.each(['git push -f origin main', 'git -C /srv push --force', 'rm -rf dist/js', 'npm ci'])(
  'judges as hooks run does: %s',
  async (command) => {
    const shop = shopWith([{ name: 'one', calls: [{ command }] }])
    const payload = {
      hook_event_name: 'PreToolUse',
      session_id: 's',
      transcript_path: '/t',
      cwd: shop.root,
      tool_name: 'Bash',
      tool_input: { command },
    }
    shop.write('payload.json', JSON.stringify(payload))
    const { exit } = await shop.hooks(['run', 'payload.json', '--dry-run'])
    const { denied, asked } = await replayed(shop)
    expect({ denied, asked }).toEqual({ denied: exit === 2 ? 1 : 0, asked: exit === 3 ? 1 : 0 })
  },
)

test('what it says to write lets the call pass', async () => {
  const shop = shopWith([{ name: 'one', calls: [push, { command: 'git push --force' }] }])
  const [found] = (await replayed(shop)).rules
  const exception = found?.exempt.replace('add to its command: ', '')
  shop.write(
    'hooks.yaml',
    rules.replace('command: git push --force', `command: [git push --force, ${exception}]`),
  )
  expect(await replayed(shop)).toMatchObject({ denied: 1 })
  const preset = shopWith([{ name: 'one', calls: [push] }], {
    'hooks.yaml': 'version: 1\nextends: [recommended]\n',
  })
  const [asked] = (await replayed(preset)).rules
  expect(asked).toMatchObject({ rule: 'recommended/force-push', decision: 'ask', mode: 'enforce' })
  preset.write('hooks.yaml', `version: 1\nextends: [recommended]\n${asked?.exempt}\n`)
  expect(await replayed(preset)).toMatchObject({ asked: 0, advised: 1 })
})

test.each([
  {
    match: "{ any: [{ edits: 'db/**' }, { deletes: 'db/**' }] }",
    command: 'rm db/1.sql',
    exempt: "add to its edits and deletes: '!db/1.sql'",
  },
  {
    match: "{ host: '*.evil.dev' }",
    command: 'curl https://files.evil.dev/x',
    exempt: "add to its host: '!files.evil.dev'",
  },
  { match: '{ command: npm publish }', command: 'npm publish', exempt: 'mode: advise' },
])('an exception is the one that hooks allow makes: $exempt', async ({ match, command, exempt }) => {
  const shop = shopWith([{ name: 'one', calls: [{ command }] }], {
    'hooks.yaml': `version: 1\nhooks:\n  PreToolUse:\n    - { name: own, match: ${match}, deny: No. }\n`,
  })
  expect((await replayed(shop)).rules).toMatchObject([{ rule: 'own', exempt }])
  const payload = {
    hook_event_name: 'PreToolUse',
    session_id: 's',
    transcript_path: '/t',
    cwd: shop.root,
    tool_name: 'Bash',
    tool_input: { command },
  }
  const { stdout: answer } = await shop.hooks(['run', '--agent', 'claude-code'], {
    input: JSON.stringify(payload),
  })
  const { stdout } = await shop.hooks(['allow', /explain (\w{7})/.exec(answer)?.[1] ?? ''])
  const added = /'(!.*)'/.exec(exempt)?.[1]
  expect(stdout.includes(`"${added ?? '!'}"`)).toBe(added !== undefined)
})

describe('other sources', () => {
  const payload = (command: string): string =>
    JSON.stringify({
      hook_event_name: 'PreToolUse',
      session_id: 's',
      transcript_path: '/t',
      cwd: '/srv/elsewhere',
      tool_name: 'Bash',
      tool_input: { command },
    })

  test('a directory of payloads, by the rules of a file (P19)', async () => {
    const shop = shopWith([], {
      'payloads/one.json': payload('git push'),
      'payloads/more/two.jsonl': `${payload('git push')}\n${payload('ls')}\n`,
      'payloads/README.md': 'not read',
      'new.yaml': rules.replace('git push --force', 'git push'),
    })
    expect(await replayed(shop, 'payloads')).toMatchObject({ calls: 3, denied: 0 })
    expect(await replayed(shop, 'payloads', '--config', 'new.yaml')).toMatchObject({ calls: 3, denied: 2 })
  })

  test('transcripts by their name', async () => {
    const shop = shopWith([{ name: 'old', calls: [push], daysAgo: 90 }])
    const file = path.join(shop.dir, transcriptDir(shop.root), 'old.jsonl')
    expect(await replayed(shop, file)).toMatchObject({ calls: 1, denied: 1 })
  })

  test('what the ledger kept', async () => {
    const keeping = `${rules}rules:\n  - { name: contents, on: PreToolUse, use: ledger }\n`
    const shop = shopWith([], { 'hooks.yaml': keeping.replaceAll('git push --force', 'git pull') })
    const input = (command: string, id: string) =>
      JSON.stringify({ ...JSON.parse(payload(command)), cwd: shop.root, tool_use_id: id })
    for (const [at, command] of ['git push', 'ls', 'git push -f'].entries())
      await shop.hooks(['run', '--agent', 'claude-code'], { input: input(command, `toolu_${at}`) })
    shop.write('hooks.yaml', rules)
    expect(await replayed(shop, '--ledger')).toMatchObject({ calls: 3, denied: 1 })
  })

  test.each([
    [['--all', '--ledger'], '--all and --ledger are different sources: use one of them'],
    [['payloads', '--all'], 'files and --all are different sources: use one of them'],
    [['--since', 'soon'], '--since takes a day (2026-03-01)'],
  ])('%j is refused', async (args, message) => {
    const { stderr, exit } = await shopWith([]).hooks(['replay', ...args])
    expect({ exit, stderr }).toEqual({ exit: 1, stderr: expect.stringContaining(message) })
  })

  test('rules with errors are told', async () => {
    const { stderr, exit } = await shopWith([], { 'hooks.yaml': 'hooks: [' }).hooks(['replay'])
    expect({ exit, stderr }).toEqual({
      exit: 1,
      stderr: expect.stringMatching(/^hooks: the rules have errors/),
    })
  })
})

test('what cannot be read is counted and told', async () => {
  const shop = inProcesses(shopWith([{ name: 'fine', calls: [push] }]))
  const dir = path.join(shop.dir, transcriptDir(shop.root))
  const lines = transcript('torn', [push, push], { root: shop.root })
  writeFileSync(path.join(dir, 'torn.jsonl'), `${lines.slice(0, -300)}\n[1]\nnull\n`)
  writeFileSync(path.join(dir, 'long.jsonl'), `${'x'.repeat(17 * 1024 * 1024)}\n${lines}`)
  writeFileSync(path.join(dir, 'binary.jsonl'), Buffer.from([0, 255, 10, 254, 10]))
  writeFileSync(path.join(dir, 'empty.jsonl'), '')
  symlinkSync('nowhere', path.join(dir, 'vanished.jsonl'))
  symlinkSync('loop', path.join(dir, 'loop'))
  const { left_out, ...found } = await replayed(shop)
  expect(found).toMatchObject({ calls: 3 })
  expect(left_out).toEqual({
    broken: 5,
    long: 1,
    unknown: 0,
    unreadable: [
      { path: path.join(dir, 'loop'), why: 'ELOOP' },
      { path: path.join(dir, 'vanished.jsonl'), why: 'it is not there' },
    ],
  })
  const { stdout } = await shop.hooks(['replay'])
  expect(stdout).toContain('! 5 lines left out: no JSON object\n! 1 line left out: longer than 16 MiB\n')
  expect(stdout).toContain('vanished.jsonl: it is not there\n')
})

test('starts nothing and keeps nothing', async () => {
  const starting = `version: 1
discover: [{ dir: plugins, reply: kodelet }]
hooks:
  PreToolUse:
    - { name: script, run: 'touch started', exit: { '*': deny } }
    - { name: once, once: session, match: { command: git push }, ask: Sure? }
`
  const shop = shopWith([{ name: 'one', calls: [push, push] }], {
    'hooks.yaml': starting.replace(/discover.*\n/, ''),
  })
  const found = await replayed(shop)
  expect(found).toMatchObject({ calls: 2, asked: 1, not_started: ['script'] })
  expect(existsSync(path.join(shop.root, 'started'))).toBe(false)
  expect(existsSync(path.join(shop.dir, '.local/state/hooks', 'ledger'))).toBe(false)
  const state = path.join(shop.dir, '.local/state/hooks')
  const kept = existsSync(state) ? readdirSync(state, { recursive: true, encoding: 'utf8' }) : []
  expect(kept.filter((file) => /ledger|sessions|payloads/.test(file))).toEqual([])
  expect((await shop.hooks(['replay'])).stdout).toContain(
    '! not started, so without an opinion here: script\n',
  )
})

test('prints no secret', async () => {
  const token = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'
  const calls = [{ command: `git push -f https://x:${token}@github.com/shop/shop main` }]
  const shop = shopWith([{ name: 'one', calls }])
  for (const args of [[], ['--json']]) {
    const { stdout } = await shop.hooks(['replay', ...args])
    expect(stdout).toContain('git push -f')
    expect(stdout).not.toContain(token)
  }
})

describe('hooks init', () => {
  const many = Array.from({ length: 5 }, () => push)

  test('offers it, and proposes rule by rule what might begin by advising', async () => {
    const shop = makeProject({})
    writeSession(shop, { name: 'one', calls: [...many, { command: 'git reset --hard' }, status] })
    const { stdout, exit } = await shop.hooks(['init'])
    expect(exit).toBe(0)
    expect(stdout).toContain(`
proposed, from 7 calls of past sessions: rules that would have stopped many of
them, and what to write in hooks.yaml where one should only say so
    no-force-push (5 calls)
      mode: advise, beside its name
    recommended/force-push (5 calls)
      overrides: { recommended/force-push: { mode: advise } }
`)
    expect(stdout).toContain(
      '  hooks replay                shows what these rules would have done in past sessions\n',
    )
    const found = await replayed(shop)
    expect(found).toMatchObject({ calls: 7, denied: 5, asked: 1, advised: 0 })
    expect(await shop.hooks(['validate', '--strict'])).toMatchObject({ exit: 0 })
    expect(await shop.hooks(['test', '--require-tests'])).toMatchObject({ exit: 0 })
  })

  test('says nothing where no session was', async () => {
    const { stdout } = await makeProject({}).hooks(['init'])
    expect(stdout).not.toMatch(/past sessions|proposed|replay/)
  })
})
