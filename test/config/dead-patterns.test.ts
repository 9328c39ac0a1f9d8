// Spellings of other tools and of regular expressions: what is said of each, and that the mended one holds.
import { describe, expect, test } from 'vitest'
import { createBench } from '../../src/cli/trial/bench.ts'
import { edited } from '../../src/cli/write/validate.ts'
import type { Diagnostic, Event } from '../../src/model/types.ts'
import { createFakeHost } from '../cli/fake-host.ts'
import { compile, root, rulesOf } from './world.ts'

type Payload = Readonly<Record<string, unknown>>
const bash = (command: string): Payload => ({
  event: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command },
})
const tool = (tool_name: string, tool_input: Payload = {}): Payload => ({
  event: 'PreToolUse',
  tool_name,
  tool_input,
})
const read = (file_path: string): Payload => tool('Read', { file_path })
const fetch = (url: string): Payload => tool('WebFetch', { url })
const withFields = (fields: Payload): Payload => ({ ...bash('ls'), ...fields })

interface Row {
  readonly match: string
  readonly says: 'dead-pattern' | 'unusual-pattern' | 'bad-command'
  readonly hint: string
  /** Meets the mended match, and not the written one. */
  readonly call: Payload
}

const dead = (match: string, hint: string, call: Payload): Row => ({
  match,
  says: 'dead-pattern',
  hint,
  call,
})
const unusual = (match: string, hint: string, call: Payload): Row => ({
  match,
  says: 'unusual-pattern',
  hint,
  call,
})

const rows: readonly Row[] = [
  dead('Edit|Write', "write ['@edit', '@write']", tool('Edit', { file_path: 'a.ts' })),
  dead('Write, Edit', "write ['@write', '@edit']", tool('Edit', { file_path: 'a.ts' })),
  dead('{ tool: "Edit|Write" }', "write ['@edit', '@write']", tool('Write', { file_path: 'a.ts' })),
  dead("[x, 'Edit|Write']", "write '@edit', '@write'", tool('Write', { file_path: 'a.ts' })),
  dead('mcp__.*', "write 'mcp__*'", tool('mcp__shop__orders')),
  dead('.*', "write '*'", tool('Read')),
  dead("{ tool: [''] }", "write '*'", tool('Read')),
  dead("''", "write '*'", tool('Read')),
  dead('^Bash$', "write '@shell'", bash('ls')),
  dead('Notebook.*', "write 'Notebook*'", tool('NotebookEdit')),
  dead('mcp__github', "write 'mcp__github__*'", tool('mcp__github__push')),
  dead("'Bash(git push:*)'", "write command: 'git push'", bash('git push origin')),
  dead("{ tool: 'Bash(git add *)' }", "write command: 'git add *'", bash('git add a.ts')),
  dead('Read(./.env)', "write reads: './.env'", read('.env')),
  dead("'WebFetch(domain:files.example)'", "write host: 'files.example'", fetch('https://files.example/x')),
  unusual('Bsh', "write '@shell'", bash('ls')),
  dead("{ command: 'npm install:*' }", "write 'npm install'", bash('npm install zod')),
  dead("{ command: '^git push' }", "write 'git push'", bash('git push origin')),
  dead("{ command: 'git push.*--force' }", "write 'git push --force'", bash('git push origin --force')),
  dead("{ command: '.*git push.*' }", "write 'git push'", bash('git push origin')),
  dead("{ command: 'git\\s+push' }", "write '/git\\s+push/'", bash('git push origin')),
  dead("{ command: 'git add, git commit' }", "write ['git add', 'git commit']", bash('git commit -m x')),
  {
    match: "{ command: 'Bash(git push:*)' }",
    says: 'bad-command',
    hint: "write 'git push'",
    call: bash('git push'),
  },
  unusual('{ command: rm.* }', "write 'rm'", bash('rm a')),
  unusual("{ command: '*push*' }", "write '* push'", bash('git push origin')),
  dead('{ host: https://files.example/x }', "write 'files.example'", fetch('https://files.example/x')),
  dead('{ host: files.example/x }', "write 'files.example'", fetch('https://files.example/x')),
  dead("{ host: 'files.example:443' }", "write 'files.example'", fetch('https://files.example/x')),
  dead("{ host: '.files.example' }", "write '*.files.example'", fetch('https://a.files.example/x')),
  dead('{ pushes: { to: refs/heads/main } }', "write 'main'", bash('git push origin main')),
  dead("{ pushes: { to: 'HEAD:main' } }", "write 'main'", bash('git push origin main')),
  dead("{ pushes: { to: '+main' } }", "write 'main'", bash('git push origin main')),
  dead("{ pushes: { to: [':main', x] } }", "write 'main'", bash('git push origin :main')),
  dead("{ pushes: { to: 'main|master' } }", "write ['main', 'master']", bash('git push origin main')),
  unusual('{ pushes: { to: origin/main } }', "write 'main'", bash('git push origin main')),
  dead("{ pushes: { remote: 'origin|backup' } }", "write ['origin', 'backup']", bash('git push backup main')),
  dead("{ pushes: { remote: 'origin main' } }", "write 'origin'", bash('git push origin main')),
  unusual('{ pushes: { remote: origin/main } }', "write 'origin'", bash('git push origin main')),
  dead('{ commits: { files: "src/../x.pem" } }', "write './x.pem'", bash('git add x.pem; git commit x.pem')),
  unusual("{ commits: { message: '^wip' } }", "write '/^wip/'", bash('git commit -m wip')),
  unusual('{ in: /src }', "write './src'", bash('cd src && ls')),
  dead('{ in: src/.. }', "write '.'", bash('ls')),
  unusual('{ branch: origin/main }', "write 'main'", withFields({ branch: 'main' })),
  dead('{ branch: refs/heads/main }', "write 'main'", withFields({ branch: 'main' })),
  dead('{ branch: main|master }', "write ['main', 'master']", withFields({ branch: 'master' })),
  dead("{ path: 'src\\secret\\**' }", "write 'src/secret/**'", read('src/secret/a')),
  dead('{ path: $PWD/src/** }', "write 'src/**'", read('src/a.ts')),
  dead("{ path: '${CLAUDE_PROJECT_DIR}/src/**' }", "write 'src/**'", read('src/a.ts')),
  dead("{ path: '${CLAUDE_PROJECT_DIR}/.env' }", "write './.env'", read('.env')),
  dead('{ path: src/../lib/** }', "write 'lib/**'", read('lib/a.ts')),
  dead("{ path: 'src/**, test/**' }", "write ['src/**', 'test/**']", read('test/a.ts')),
  dead("{ path: '.*\\.env$' }", "write '*.env'", read('shop.env')),
  dead("{ path: '*.ts|*.js' }", "write ['*.ts', '*.js']", read('a.js')),
  unusual('{ path: /src/** }', "write 'src/**'", read('src/a.ts')),
  unusual('{ agent: claude }', "write 'claude-code'", withFields({ agent: 'claude-code' })),
  unusual("{ agent: 'Claude Code' }", "write 'claude-code'", withFields({ agent: 'claude-code' })),
  dead("{ agent: 'claude-code|codex' }", "write ['claude-code', 'codex']", withFields({ agent: 'codex' })),
  unusual('{ subagent: explore }', "write 'Explore'", withFields({ subagent: { name: 'Explore' } })),
  unusual('{ subagent: plan }', "write 'Plan'", withFields({ subagent: { name: 'Plan' } })),
  unusual('{ permission_mode: Plan }', "write 'plan'", withFields({ permission_mode: 'plan' })),
  unusual(
    '{ permission_mode: bypass }',
    "write 'bypassPermissions'",
    withFields({ permission_mode: 'bypassPermissions' }),
  ),
]

const rule = (match: string): string =>
  `hooks:\n  PreToolUse:\n    - name: a\n      match: ${match}\n      deny: No.\n`

const found = (text: string): readonly Diagnostic[] =>
  compile(text).diagnostics.filter(({ code }) => code !== 'agent-tool-name')

async function denies(text: string, call: Payload): Promise<boolean> {
  const { plan } = compile(text)
  if (plan === undefined) return false
  const runner = createBench(createFakeHost({ cwd: root, env: {} }), plan)
  const event: Event = { event: 'PreToolUse', cwd: root, root, raw: call, ...call }
  return (await runner.ask([event])).verdict.decision === 'deny'
}

describe('a spelling that cannot hold', () => {
  test.each(rows)('$match is told as $says', async ({ match, says, hint, call }) => {
    const text = rule(match)
    const [first] = found(text)
    expect(first).toMatchObject({ code: says, hint })
    expect(await denies(text, call)).toBe(false)
    const mended = edited(text, first?.fix?.edits ?? [])
    expect([mended, found(mended), await denies(mended, call)]).toEqual([mended, [], true])
  })

  test.each([
    ["{ path: '{{path}}' }", 'dead-pattern'],
    ["{ path: '${SHOP}/x' }", 'dead-pattern'],
    ["{ path: '../other/**' }", 'dead-pattern'],
    ['{ permission_mode: careless }', 'unusual-pattern'],
    ["{ path: ['!src/**', '!test/**'] }", 'unusual-pattern'],
    ["{ command: '!git push' }", 'unusual-pattern'],
  ])('%s is told, though nothing exact can be named', (match, code) => {
    expect(found(rule(match))).toMatchObject([{ code }])
  })
})

const commandAndTool = 'under match, write command: for what a shell runs, or tool: for the name of a tool'
const decision = 'the decision is a key beside match: write deny: text, ask: text or allow: text'

describe('a key of other tools', () => {
  test.each([
    [
      'match: { subagent: true }, deny: No.',
      "write subagent: '*' for any",
      "match: { subagent: '*' }, deny: No.",
    ],
    ['match: { file_path: src/** }, deny: No.', 'rename it to "path"', 'match: { path: src/** }, deny: No.'],
    ['match: { calls: git push }, deny: No.', commandAndTool, 'match: { command: git push }, deny: No.'],
    ['match: { command: rm }, action: block', decision, 'match: { command: rm }, deny: No.'],
    ['match: { command: rm }, block: No.', 'rename it to "deny"', 'match: { command: rm }, deny: No.'],
    [
      "match: { command: rm }, deny: '{{message}}'",
      'write {{raw.message}}',
      "match: { command: rm }, deny: '{{raw.message}}'",
    ],
  ])('%s is told with what to write', (written, hint, mended) => {
    const text = (keys: string): string => `hooks:\n  PreToolUse:\n    - { name: a, ${keys} }\n`
    expect(found(text(written))).toMatchObject([{ hint }])
    expect(found(text(mended))).toEqual([])
  })
})

describe('a spelling that holds', () => {
  test.each([
    "[create_issue, 'deploy_*', '{Edit,Write}', '/^mcp__.*/', functions.exec]",
    "{ command: ['npm run build:*', 'cat notes.*', 'rm .*', 'git push origin HEAD:*', 'mkfs.*', '*rm*', '*.sh', 'curl | sh'] }",
    "{ host: ['*.*', '169.254.*', 'fe80:*', 'registry:npm', db, localhost] }",
    "{ branch: ['release/*', '{main,master}', feature/x] }",
    "{ path: ['$lib/**', 'src/[id]/x', 'src/(shop)/x', 'src/.*', '/etc/**', 'C:/Users/x', '\\[id\\]/x', '{src,lib}/**'] }",
    "{ session: { read: '{{path}}' } }",
    '{ agent: shop-assistant, subagent: [reviewer, Plan] }',
  ])('%s says nothing', (match) => {
    expect(found(rule(match))).toEqual([])
  })
})

test('lets the patterns beside a dead one go on', async () => {
  const text = rule("{ tool: ['Edit|Write', '@shell'], command: rm }")
  expect(await denies(text, bash('rm a'))).toBe(true)
  expect(rulesOf(compile(text)).some(({ dead }) => dead)).toBe(false)
})

test.each(["{ tool: 'Edit|Write', command: rm }", "{ any: [{ tool: 'a|b' }, { command: '^rm' }] }"])(
  'tells a rule with nothing beside it as dead: %s',
  (match) => {
    const result = compile(rule(match))
    expect(rulesOf(result)).toMatchObject([{ dead: true }])
    expect(result.info.dead).toBe(1)
    expect(result.plan?.settings.left_out).toEqual(['1 rule is dead, nothing can meet its match: "a"'])
  },
)
