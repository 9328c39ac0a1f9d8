// What a session is told at its start: how many rules hold, and which do not.
import { expect, test } from 'vitest'
import { makeProject, type Project } from '../support/cli.ts'

const rules = `version: 1
hooks:
  PreToolUse:
    - { name: no-force, match: { command: git push --force }, deny: Push without force. }
    - { name: lint, match: { tool: Write }, run: [sh, lint.sh] }
`
const step = '  PreStep:\n    - { name: steps, context: Be brief. }\n'
let sessions = 0

async function startOf(project: Project, more: object = {}): Promise<string | undefined> {
  const session_id = `start-${process.pid}-${sessions++}`
  const payload = {
    hook_event_name: 'SessionStart',
    source: 'startup',
    session_id,
    cwd: project.root,
    ...more,
  }
  const { stdout } = await project.hooks(['run', '--agent', 'claude-code'], {
    input: JSON.stringify(payload),
  })
  return stdout === '' ? undefined : (JSON.parse(stdout) as { systemMessage: string }).systemMessage
}

test('all rules are in force', async () => {
  expect(await startOf(makeProject({ 'hooks.yaml': rules }))).toBe('hooks: 2 rules in force')
})

test('what this agent calls no hook for, and what nobody trusts', async () => {
  const project = makeProject({ 'hooks.yaml': rules + step }, false)
  const [line, ...more] = (await startOf(project))?.split('\n') ?? []
  expect(line).toBe(
    'hooks: 3 rules (2 enforce, 1 waits for trust), not in force: 1 at PreStep, where claude-code calls no hook',
  )
  expect(more.join()).toContain('lint is not run until you trust it')
})

test('a file with an error', async () => {
  const project = makeProject({ 'hooks.yaml': rules })
  await startOf(project)
  project.write('hooks.yaml', rules.replace('deny: Push', 'deny: [Push'))
  expect(await startOf(project)).toMatch(/^hooks: 2 rules of the last good version in force\n.*has 1 error/)
})

test('nothing to say without rules, and none again after a compaction', async () => {
  expect(await startOf(makeProject())).toBeUndefined()
  expect(await startOf(makeProject({ 'hooks.yaml': rules }), { source: 'compact' })).toBeUndefined()
})
