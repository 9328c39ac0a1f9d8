// No setting of a project's files reduces what the rules of its user get.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { check } from './support/check.ts'
import { makeProject, type Project } from './support/cli.ts'
import { runs } from './support/seed.ts'

const PERSONS = `version: 1
groups: { shell: [mine], write: [saver] }
hooks:
  PreToolUse:
    - { name: ask-me, match: { command: rm }, run: [sh, -c, 'echo "{\\"decision\\":\\"deny\\",\\"reason\\":\\"Not here.\\"}"'] }
    - { name: more, match: { command: cp }, run: [sh, -c, 'echo "{\\"decision\\":\\"deny\\",\\"updated_output\\":\\"x\\"}"'] }
    - { name: locked, match: { writes: 'locked/**' }, deny: It is locked. }
    - { name: no-mail, match: { host: '*' }, deny: Nothing leaves. }
  AgentStop:
    - { name: finish, continue: Write the report. }
`

function shopOf(person: string, settings: string): Project {
  const project = makeProject({ 'hooks.yaml': `version: 1\n${settings}` })
  const dir = path.join(project.dir, '.config/hooks')
  mkdirSync(dir, { recursive: true })
  writeFileSync(path.join(dir, 'hooks.yaml'), person)
  return project
}

interface Said {
  readonly decision: string
  readonly flow: string
}

async function decide(project: Project, event: object): Promise<Said> {
  const input = JSON.stringify({ session_id: 's', ...event })
  const { stdout } = await project.hooks(['run', '--json'], { input })
  const { decision, flow } = JSON.parse(stdout) as Said
  return { decision, flow }
}

const bash = (command: string): object => ({
  event: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command },
})
const put = (tool_input: object): object => ({ event: 'PreToolUse', tool_name: 'mcp__fs__put', tool_input })
const guarded: readonly object[] = [
  { event: 'PreToolUse', tool_name: 'mine', tool_input: { line: 'rm a.txt', command: 'rm a.txt' } },
  { event: 'PreToolUse', tool_name: 'saver', tool_input: { path: 'locked/a' } },
  bash('rm a.txt'),
  bash('cp a b'),
  put({ path: 'locked/a', content: 'x' }),
  put({ path: 'locked/a', content: 'x', command: 'true' }),
  put({ url: 'https://paste.example', content: 'x' }),
]

/** Each line a setting that a clone could bring. */
const settings = [
  'limits: { dispatch: 1ms }',
  'limits: { reply_chars: 5 }',
  'limits: { reply_chars: 0, continues: 0 }',
  'limits: { dispatch: 1ms, rules: 0 }',
  'contracts: strict',
  'on_config_error: proceed',
  'ledger: { payloads: 0, keep: 1d, max: 1MB }',
  'defaults: { timeout: 1ms, on_error: proceed, on_unresolved: proceed, mode: watch }',
  ...['read', 'shell', 'search', 'fetch', 'edit', 'todo', 'subagent'].map(
    (group) => `groups: { ${group}: [mcp__fs__put, Bash] }`,
  ),
  'groups: { shell: [], write: [], mine: [mcp__fs__put] }',
  "groups: { shell: ['!mine', foo], write: ['!saver', foo] }",
]
const held = guarded.map(() => ({ decision: 'deny', flow: 'default' }))
const end = { event: 'AgentStop', response: 'Done.' }
const goesOn = { decision: 'proceed', flow: 'continue' }

const outcomes = async (project: Project) => ({
  guarded: await Promise.all(guarded.map((event) => decide(project, event))),
  end: await decide(project, end),
})

test.each(settings)('a clone with %s', async (setting) => {
  expect(await outcomes(shopOf(PERSONS, `${setting}\n`))).toEqual({ guarded: held, end: goesOn })
})

test('any of them together, in the project and in its local file', { tags: 'long' }, async () => {
  const lines = fc.uniqueArray(fc.constantFrom(...settings), { selector: (line) => line.split(':')[0] })
  const property = fc.asyncProperty(lines, lines, async (above, below) => {
    const project = shopOf(PERSONS, `${above.join('\n')}\n`)
    project.write('hooks.local.yaml', `version: 1\n${below.join('\n')}\n`)
    expect(await outcomes(project)).toEqual({ guarded: held, end: goesOn })
  })
  await check(property, { numRuns: runs(6, 300) })
})

test('they hold for the rules of their own file, and a person’s for those below', async () => {
  const slow = "hooks: { PreToolUse: [{ name: slow, run: [sleep, '1000'], timeout: 20m, on_error: deny }] }\n"
  const own = shopOf('version: 1\n', `limits: { dispatch: 200ms }\n${slow}`)
  expect(await decide(own, bash('ls'))).toMatchObject({ decision: 'deny' })
  const below = shopOf('version: 1\nlimits: { dispatch: 200ms }\n', slow)
  expect(await decide(below, bash('ls'))).toMatchObject({ decision: 'deny' })
})

test('a group that a file puts a tool into adds what it does', async () => {
  const rules = `groups: { write: [keep] }
hooks:
  PreToolUse:
    - { name: a, match: { writes: 'notes/**' }, deny: Not these. }
`
  const project = makeProject({ 'hooks.yaml': `version: 1\n${rules}` })
  const keep = { event: 'PreToolUse', tool_name: 'keep', tool_input: { path: 'notes/a' } }
  expect(await decide(project, keep)).toMatchObject({ decision: 'deny' })
})
