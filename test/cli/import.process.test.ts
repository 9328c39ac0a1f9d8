// Hooks and permissions of Claude Code and rules of hookify as a hooks.yaml, and what it answers then.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeProject, type Project } from '../support/cli.ts'

const odd = `printf '%s\\n' "a: #b" 'it''s' — \\ é {x} [y] & * ! | > % @ \` ? - : 日本\t;#`
const settings = {
  permissions: {
    deny: [
      'Bash(rm -rf:*)',
      'Bash(git push * main)',
      'Read(./.env)',
      'Edit(/dist/**)',
      'mcp__shop',
      'WebFetch(domain:evil.dev)',
    ],
    ask: ['Bash(git push:*)', 'WebSearch', `Bash(${odd})`],
    allow: ['Bash(npm test)'],
  },
  hooks: {
    PreToolUse: [
      {
        matcher: 'Bash|Edit',
        hooks: [
          { type: 'command', command: '"$CLAUDE_PROJECT_DIR"/check.sh # “odd”: {a} \\ \'b\'\n', timeout: 30 },
          { type: 'prompt', prompt: 'Is it fine?' },
        ],
      },
      { matcher: 'mcp__memory__.*', hooks: [{ type: 'command', command: 'echo no >&2; exit 2' }] },
    ],
    PostToolUse: [{ matcher: 'Write', hooks: [{ type: 'command', command: 'true' }] }],
    Setup: [{ hooks: [{ type: 'command', command: 'true' }] }],
    Stop: [{ hooks: [{ type: 'command', command: "docker ps --format '{{.Names}}'" }] }],
  },
}

const check = `#!/bin/sh
grep -q forbidden && { echo 'It is forbidden.' >&2; exit 2; } || exit 0
`

const hookify = `---
name: block-curl
enabled: true
event: bash
pattern: curl\\s+https?://
action: block
---
**No** "curl": {{x}} # not a comment
`

const logs = `---
name: no-logs
enabled: true
event: file
conditions:
  - { field: file_path, operator: ends_with, pattern: .ts }
  - { field: new_text, operator: contains, pattern: console.log( }
action: block
---
No logs.
`

function shop(files: Readonly<Record<string, string>> = {}): Project {
  return makeProject({
    '.claude/settings.json': JSON.stringify(settings),
    '.claude/hookify.curl.local.md': hookify,
    '.claude/hookify.logs.local.md': logs,
    'check.sh': check,
    ...files,
  })
}

const bash = (command: string) => ({ tool_name: 'Bash', tool_input: { command } })
const write = (file_path: string, content = '') => ({
  tool_name: 'Write',
  tool_input: { file_path, content },
})

/** What Claude Code answers with these settings, and hooks where it is stricter. */
const calls = [
  { call: bash('rm -rf build'), was: 'deny' },
  { call: bash('git push origin main'), was: 'deny' },
  { call: bash('git push origin cart'), was: 'ask' },
  { call: bash(odd), was: 'ask' },
  { call: bash('git status'), was: 'proceed' },
  { call: bash('echo forbidden'), was: 'deny' },
  { call: bash('curl https://shop.example'), was: 'deny' },
  { call: bash('curl --version'), was: 'proceed' },
  { call: { tool_name: 'Read', tool_input: { file_path: '.env' } }, was: 'deny' },
  {
    call: { tool_name: 'Edit', tool_input: { file_path: 'dist/a.js', old_string: 'a', new_string: 'b' } },
    was: 'deny',
  },
  {
    call: { tool_name: 'Edit', tool_input: { file_path: 'a.ts', old_string: 'a', new_string: 'b' } },
    was: 'proceed',
  },
  { call: { tool_name: 'mcp__shop__refund', tool_input: {} }, was: 'deny' },
  { call: { tool_name: 'mcp__memory__add', tool_input: {} }, was: 'deny' },
  { call: { tool_name: 'WebFetch', tool_input: { url: 'https://evil.dev/x' } }, was: 'deny' },
  { call: { tool_name: 'WebFetch', tool_input: { url: 'https://shop.example' } }, was: 'proceed' },
  { call: { tool_name: 'WebSearch', tool_input: { query: 'carts' } }, was: 'ask' },
  { call: write('cart.ts', 'console.log(1)'), was: 'deny' },
  { call: write('cart.md', 'console.log(1)'), was: 'proceed' },
  {
    call: {
      tool_name: 'Edit',
      tool_input: { file_path: 'cart.ts', old_string: 'a', new_string: 'console.log(1)' },
    },
    was: 'deny',
  },
  {
    call: {
      tool_name: 'MultiEdit',
      tool_input: { file_path: 'cart.ts', edits: [{ old_string: 'a', new_string: 'console.log(1)' }] },
    },
    was: 'deny',
  },
  // Stricter, as the comments in the file say.
  { call: bash('cd api && rm -r -f build'), was: 'proceed', is: 'deny' },
  { call: bash('cat .env'), was: 'proceed', is: 'deny' },
  { call: write('dist/b.js'), was: 'proceed', is: 'deny' },
]

test('a round trip gives equal or stricter answers', async () => {
  const project = shop()
  const { stdout, stderr, exit } = await project.hooks(['import', '--write', 'hooks.yaml'])
  expect({ stderr, exit }).toEqual({ stderr: '', exit: 0 })
  expect(stdout).toBe(`wrote hooks.yaml with 14 rules, 4 left as comments
  from: .claude/settings.json, .claude/hookify.curl.local.md, .claude/hookify.logs.local.md
`)
  expect(await project.hooks(['validate'])).toMatchObject({ exit: 0 })
  project.write('hooks.yaml', readFileSync(path.join(project.root, 'hooks.yaml'), 'utf8')) // trusted
  const found: string[] = []
  for (const { call } of calls) {
    const payload = {
      hook_event_name: 'PreToolUse',
      session_id: 's',
      transcript_path: '/t',
      cwd: project.root,
      ...call,
    }
    const run = await project.hooks(['run', '--json'], { input: JSON.stringify(payload) })
    found.push((JSON.parse(run.stdout) as { decision: string }).decision)
  }
  expect(calls.map(({ call }, at) => [call.tool_input, found[at]])).toEqual(
    calls.map(({ call, was, is = was }) => [call.tool_input, is]),
  )
})

test('what it cannot express stands as a comment with the reason', async () => {
  const { stdout } = await shop().hooks(['import'])
  const [, left = ''] = stdout.split('\n# Not imported:\n')
  expect(left).toBe(`# .claude/settings.json: permissions.allow "Bash(npm test)"
#   a rule that allows would skip the checks of others: it stays in force in Claude Code, which reads its own list
# .claude/settings.json: hooks.PreToolUse "prompt"
#   hooks asks no model for a settings file: write its prompt as a recipe, or keep it there
# .claude/settings.json: hooks.Setup "true"
#   hooks has no event for Setup: keep it there
# .claude/settings.json: hooks.Stop "docker ps --format '{{.Names}}'"
#   "{{" in it would be read as a placeholder: put the command in a script
`)
})

test('prints only, and never writes over a file', async () => {
  const project = shop({ 'hooks.yaml': 'version: 1\n' })
  expect((await project.hooks(['import'])).stdout).toMatch(/^# Imported by hooks import\./)
  const { stderr, exit } = await project.hooks(['import', '--write', 'hooks.yaml'])
  expect({ stderr, exit }).toEqual({
    stderr: 'hooks: hooks.yaml exists already, nothing was written\n',
    exit: 1,
  })
  expect(readFileSync(path.join(project.root, 'hooks.yaml'), 'utf8')).toBe('version: 1\n')
})

test('reads the settings of every scope, each rule once', async () => {
  const denies = (...deny: readonly string[]) => JSON.stringify({ permissions: { deny } })
  const project = makeProject({
    '.claude/settings.json': denies('WebSearch'),
    '.claude/settings.local.json': denies('WebSearch', 'Bash(make:*)'),
  })
  mkdirSync(path.join(project.dir, '.claude'), { recursive: true })
  writeFileSync(path.join(project.dir, '.claude/settings.json'), denies('Read(~/.ssh/**)'))
  const { stdout } = await project.hooks(['import'])
  expect(stdout.match(/^ {4}# (?!stricter).*$/gm)).toEqual([
    '    # ~/.claude/settings.json: permissions.deny "Read(~/.ssh/**)"',
    '    # .claude/settings.json: permissions.deny "WebSearch"',
    '    # .claude/settings.local.json: permissions.deny "Bash(make:*)"',
  ])
})

describe('what is broken', () => {
  test('is told with its file, the rest is imported', async () => {
    const project = shop({
      '.claude/settings.local.json': '{',
      '.claude/hookify.x.local.md': 'no front matter',
    })
    const { stdout, stderr, exit } = await project.hooks(['import'])
    expect({ exit, rules: stdout.match(/- name:/g)?.length }).toEqual({ exit: 0, rules: 14 })
    expect(stderr).toMatch(
      /^hooks: \.claude\/settings\.local\.json: it is not JSON: .*\nhooks: \.claude\/hookify\.x\.local\.md: its front matter cannot be read\n$/,
    )
  })

  test.each([
    { name: 'a pattern that is no expression', file: hookify.replace('curl\\s+https?://', '"("') },
    { name: 'another event', file: hookify.replace('bash', 'moon') },
    { name: 'a rule that is switched off', file: hookify.replace('true', 'false') },
  ])('$name stands as a comment', async ({ file }) => {
    const project = makeProject({ '.claude/hookify.one.local.md': file })
    const { stdout } = await project.hooks(['import'])
    expect(stdout).toMatch(/\n# Not imported:\n# \.claude\/hookify\.one\.local\.md\n# {3}\S/)
    expect(stdout).not.toContain('- name:')
  })
})

test('a condition of a hook is kept where it is about a command, otherwise told', async () => {
  const hook = (condition: string) => ({ type: 'command', command: 'echo no >&2; exit 2', if: condition })
  const conditions = ['Bash(git push:*)', 'Edit(src/**)']
  const project = makeProject({
    '.claude/settings.json': JSON.stringify({ hooks: { PreToolUse: [{ hooks: conditions.map(hook) }] } }),
  })
  const { stdout } = await project.hooks(['import'])
  expect(stdout).toContain('command: "*git push*"')
  expect(stdout).toContain('stricter: it runs without its condition "if": "Edit(src/**)"')
  const one = { ...hook('Bash(git push:*)') }
  project.write('.claude/settings.json', JSON.stringify({ hooks: { PreToolUse: [{ hooks: [one] }] } }))
  await project.hooks(['import', '--write', 'hooks.yaml'])
  project.write('hooks.yaml', readFileSync(path.join(project.root, 'hooks.yaml'), 'utf8')) // trusted
  for (const [command, exit] of [
    ['cd api && git push origin main', 2],
    ['git status', 0],
  ] as const) {
    const payload = {
      hook_event_name: 'PreToolUse',
      session_id: 's',
      transcript_path: '/t',
      cwd: project.root,
    }
    const input = JSON.stringify({ ...payload, ...bash(command) })
    expect((await project.hooks(['run', '--json'], { input })).exit).toBe(exit)
  }
})

test('hooks init offers it where there is something', async () => {
  expect((await shop().hooks(['init'])).stdout).toContain('\n  hooks import  ')
  expect((await makeProject({}).hooks(['init'])).stdout).not.toContain('hooks import')
})

test('says when there is nothing', async () => {
  const { stdout, stderr, exit } = await makeProject({}).hooks(['import'])
  expect({ stdout, exit }).toEqual({ stdout: '', exit: 0 })
  expect(stderr).toMatch(/^hooks: nothing to import: /)
})
