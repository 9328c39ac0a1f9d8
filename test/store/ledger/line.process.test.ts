// The line that a run appends to the ledger.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { SpoolLine } from '../../../src/store/ledger/spool.ts'
import { makeProject, type Project } from '../../support/cli.ts'

const RULES = `version: 1
hooks:
  PreToolUse:
    - { name: no-force-push, match: { command: git push --force }, deny: Push a branch. }
    - { name: halt, match: { command: halt }, stop: That is enough. }
  PostToolUse:
    - { name: halted, match: { output: halt }, stop: That is enough. }
  AgentStop:
    - { name: tests, continue: Run the tests. }
`

const at = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

function stateOf({ dir }: Project): string {
  const state = path.join(dir, '.local', 'state', 'hooks')
  return path.join(state, readdirSync(state).find((name) => name.startsWith('shop-')) ?? '')
}

const linesOf = (project: Project): readonly SpoolLine[] =>
  readFileSync(path.join(stateOf(project), 'ledger', `${at(0)}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as SpoolLine)

async function send(project: Project, payload: object): Promise<void> {
  const input = JSON.stringify({ cwd: project.root, session_id: 's', ...payload })
  await project.hooks(['run', '--agent', 'claude-code'], { input })
}

const bash = (command: unknown) => ({
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command },
})

test.each([
  {
    name: 'a deny',
    payload: bash('git push -f origin main'),
    line: { decision: 'deny', rule: 'no-force-push', subject: 'git push -f origin main' },
  },
  {
    name: 'a stop',
    payload: bash('halt now'),
    line: { decision: 'deny', flow: 'stop', rule: 'halt', subject: 'halt now' },
  },
  {
    name: 'a stop after a call',
    payload: { ...bash('ls'), hook_event_name: 'PostToolUse', tool_response: 'halt' },
    line: { decision: 'proceed', flow: 'stop', rule: 'halted', subject: 'ls' },
  },
  {
    name: 'a turn that goes on',
    payload: { hook_event_name: 'Stop' },
    line: { decision: 'proceed', flow: 'continue', rule: 'tests' },
  },
  {
    name: 'a file',
    payload: { hook_event_name: 'PreToolUse', tool_name: 'Read', tool_input: { file_path: 'src/cart.ts' } },
    line: { decision: 'proceed', subject: 'src/cart.ts' },
  },
  {
    name: 'a page',
    payload: {
      hook_event_name: 'PreToolUse',
      tool_name: 'WebFetch',
      tool_input: { url: 'https://shop.dev', prompt: 'x' },
    },
    line: { subject: 'https://shop.dev' },
  },
  { name: 'a list of words', payload: bash(['ls', '-l']), line: { subject: 'ls -l' } },
  { name: 'a long command', payload: bash('x'.repeat(5000)), line: { subject: 'x'.repeat(200) } },
  {
    name: 'a secret',
    payload: bash('curl -H "Authorization: Bearer abcdef1234567890" https://shop.dev'),
    line: { subject: expect.stringMatching(/^curl -H "Authorization: Bearer \[masked\]/) as string },
  },
  {
    name: 'a secret behind the cut',
    payload: bash(`${'x'.repeat(190)} ghp_${'a1B2'.repeat(9)}`),
    line: { subject: `${'x'.repeat(190)} [masked]` },
  },
])('names id, entry, rule and subject of $name', async ({ payload, line }) => {
  const project = makeProject({ 'hooks.yaml': RULES })
  await send(project, payload)
  const [found] = linesOf(project)
  expect(found).toMatchObject({ agent: 'claude-code', entry: 'claude-code', ...line })
  expect(found?.id).toMatch(/^[a-v][0-9a-v]{6}$/)
})

test('a prompt is no subject, and a person that runs a payload is no entry', async () => {
  const project = makeProject({ 'hooks.yaml': RULES })
  await send(project, { hook_event_name: 'UserPromptSubmit', prompt: 'my own words' })
  await project.hooks(['run', '-'], {
    input: JSON.stringify({ event: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } }),
  })
  const [prompt, replay] = linesOf(project)
  expect(prompt).not.toHaveProperty('subject')
  expect(replay).not.toHaveProperty('entry')
  expect(replay?.subject).toBe('ls')
})

test('every line has another id', async () => {
  const project = makeProject({ 'hooks.yaml': RULES })
  await Promise.all(Array.from({ length: 20 }, () => send(project, bash('ls'))))
  expect(new Set(linesOf(project).map(({ id }) => id)).size).toBe(20)
})

const old = (id: string, more: object): string =>
  JSON.stringify({
    time: `${at(0)}T00:00:00.000Z`,
    event: 'PreToolUse',
    session: 's',
    tool: 'Bash',
    tool_use_id: id,
    decision: 'deny',
    rule: 'no-force-push',
    ms: 1,
    ...more,
  })

test('lines of the version before stay readable beside new ones', async () => {
  const project = makeProject({ 'hooks.yaml': RULES })
  await send(project, { ...bash('git push -f'), tool_use_id: 'new' })
  const file = path.join(stateOf(project), 'ledger', `${at(0)}.jsonl`)
  writeFileSync(file, `${old('old', {})}\n${readFileSync(file, 'utf8')}`)
  const { id = '' } = linesOf(project)[1] ?? {}
  const said = async (...argv: readonly string[]): Promise<string> => {
    const { exit, stdout, stderr } = await project.hooks(argv)
    expect({ argv, exit, stderr }).toEqual({ argv, exit: 0, stderr: '' })
    return stdout
  }
  const { rows } = JSON.parse(await said('ledger', '--json')) as { rows: readonly object[] }
  expect(rows).toMatchObject([
    { tool_use_id: 'old' },
    { tool_use_id: 'new', id, entry: 'claude-code', subject: 'git push -f' },
  ])
  expect(await said('ledger')).toMatch(/no-force-push\n.*no-force-push {2}git push -f +[a-v][0-9a-v]{6}\n/)
  expect(JSON.parse(await said('ledger', 'show', id, '--json'))).toMatchObject({ id })
  expect(JSON.parse(await said('ledger', 'stats', '--json'))).toMatchObject({ rows: 2, calls: 2, denied: 2 })
  const exported = await said('ledger', 'export')
  expect(
    exported
      .trim()
      .split('\n')
      .map((row) => (JSON.parse(row) as SpoolLine).id),
  ).toEqual([undefined, id])
  expect(await said('ledger', 'export', '--format', 'csv')).toContain(`,${id},claude-code,git push -f\n`)
  expect(await said('status')).toMatch(/2 denied/)
})

test.each([
  { limits: '', kept: [0, 1, 89], gone: [91, 400] },
  { limits: 'ledger: { keep: 3d }', kept: [0, 1, 2], gone: [4, 89] },
  { limits: 'ledger: { max: 1MB }', kept: [0, 1], gone: [2, 3] },
])('days above the limits go when a session begins: $limits', async ({ limits, kept, gone }) => {
  const project = makeProject({ 'hooks.yaml': `version: 1\n${limits}\n` })
  await send(project, bash('ls'))
  const file = (days: number, spool = 'ledger'): string =>
    path.join(stateOf(project), spool, `${at(days)}.jsonl`)
  mkdirSync(path.dirname(file(0, 'contents')), { recursive: true, mode: 0o700 })
  for (const days of [...kept, ...gone].filter((each) => each > 0)) {
    writeFileSync(file(days), `${old('a', { agent: 'x'.repeat(400_000) })}\n`)
    writeFileSync(file(days, 'contents'), `${old('a', { contents: { input: 'x'.repeat(400_000) } })}\n`)
  }
  const figures = (days: number): string => file(days).replace('.jsonl', '.figures')
  await project.hooks(['status'])
  for (const days of gone.filter((each) => each < 7)) expect(existsSync(figures(days))).toBe(true)
  for (const days of gone) writeFileSync(figures(days), '')
  await send(project, { hook_event_name: 'SessionStart', source: 'startup' })
  for (const days of kept) expect([days, existsSync(file(days))]).toEqual([days, true])
  for (const days of gone)
    for (const each of [file(days), file(days, 'contents'), figures(days)])
      expect([each, existsSync(each)]).toEqual([each, false])
  const { stdout } = await project.hooks(['status', '--json'])
  const recent = kept.filter((days) => days < 7).length
  expect(JSON.parse(stdout)).toMatchObject({ week: { calls: recent } })
})

test('the database that an earlier version made of the ledger goes as well', async () => {
  const project = makeProject({ 'hooks.yaml': 'version: 1\n' })
  await send(project, bash('ls'))
  const file = path.join(stateOf(project), 'ledger.db')
  writeFileSync(file, 'rows')
  await send(project, { hook_event_name: 'SessionStart', source: 'startup' })
  expect(existsSync(file)).toBe(false)
})

test.each([
  { ledger: '{ keep: 90 }', at: 'keep' },
  { ledger: '{ keep: 0d }', at: 'keep' },
  { ledger: '{ keep: 3 weeks }', at: 'keep' },
  { ledger: '{ max: 200 }', at: 'max' },
  { ledger: '{ max: 200kb }', at: 'max' },
])('$ledger is a problem', async ({ ledger, at: key }) => {
  const project = makeProject({ 'hooks.yaml': `version: 1\nledger: ${ledger}\n` })
  const { exit, stdout } = await project.hooks(['validate'])
  expect(exit).toBe(1)
  expect(stdout).toContain(key)
})
