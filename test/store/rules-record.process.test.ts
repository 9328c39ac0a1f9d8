// Which rules a project has is recorded beside its state: rules that go away with the cache are not gone in silence.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectKey } from '../../src/store/plan/dirs.ts'
import { makeProject, type Project } from '../support/cli.ts'

const rules = `version: 1
hooks:
  PreToolUse:
    - { name: no-force-push, match: { command: git push --force }, deny: Push a branch. }
`

async function push(project: Project): Promise<{ decision?: string; message: string }> {
  const payload = {
    hook_event_name: 'PreToolUse',
    session_id: 's',
    cwd: project.root,
    tool_name: 'Bash',
    tool_input: { command: 'git push -f' },
  }
  const { stdout } = await project.hooks(['run', '--agent', 'claude-code'], {
    input: JSON.stringify(payload),
    env: { CLAUDE_PROJECT_DIR: project.root },
  })
  const answer = stdout === '' ? {} : JSON.parse(stdout)
  return { decision: answer.hookSpecificOutput?.permissionDecision, message: answer.systemMessage ?? '' }
}

/** Where the rules held, and where they and their cache are gone now. */
async function lost(change: (text: string) => string): Promise<{ project: Project; record: string }> {
  const project = makeProject({ 'hooks.yaml': rules })
  expect((await push(project)).decision).toBe('deny')
  const record = path.join(project.dir, '.local/state/hooks', projectKey(project.root), 'rules.json')
  writeFileSync(record, change(readFileSync(record, 'utf8')), { mode: 0o600 })
  rmSync(path.join(project.root, 'hooks.yaml'))
  rmSync(path.join(project.dir, '.cache/hooks'), { recursive: true })
  return { project, record }
}

test('the record is as hooks wrote it: calls are asked about', async () => {
  const { project } = await lost((text) => text)
  expect((await push(project)).decision).toBe('ask')
})

test.each([
  ['says that there were none', (text: string) => text.replace(/"rules":\d+/, '"rules":0')],
  ['has no code', (text: string) => text.replace(/,"code":"\w+"/, '')],
])('a record that %s is told, once', async (_, change) => {
  const { project, record } = await lost(change)
  expect((await push(project)).message).toContain(`${record} is not as hooks wrote it`)
  expect((await push(project)).message).not.toContain('is not as hooks wrote it')
})
