// What was seen is recorded beside the state: rules that go away with the cache are not gone in silence.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeProject, type Project } from '../support/cli.ts'

const rules = `version: 1
hooks:
  PreToolUse:
    - { name: no-force-push, match: { command: git push --force }, deny: Push a branch. }
`

async function push(project: Project, session = 's'): Promise<{ decision?: string; message: string }> {
  const payload = {
    hook_event_name: 'PreToolUse',
    session_id: session,
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
async function lost(): Promise<Project> {
  const project = makeProject({ 'hooks.yaml': rules })
  expect((await push(project)).decision).toBe('deny')
  rmSync(path.join(project.root, 'hooks.yaml'))
  rmSync(path.join(project.dir, '.cache/hooks'), { recursive: true })
  return project
}

test('a session that had the rules is asked about each call', async () => {
  const project = await lost()
  for (let nth = 0; nth < 2; nth += 1) expect((await push(project)).decision).toBe('ask')
})

test('another session is told that they are gone', async () => {
  const project = await lost()
  const { decision, message } = await push(project, 'another')
  expect(decision).toBeUndefined()
  expect(message).toContain('hooks.yaml is gone; 1 rule from it is no longer in force')
})
