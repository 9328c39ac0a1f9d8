// A session that moves into another worktree of its repository keeps the project's rules there, at every door.
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createEngine } from '../../src/index.ts'
import { makeProject, type Project } from '../support/cli.ts'

const rules = `version: 1
hooks:
  PreToolUse:
    - { name: migrations, match: { edits: 'migrations/**' }, deny: Add a migration instead. }
    - { name: locked, match: { writes: 'src/locked.ts' }, deny: This file is locked. }
`

/** A project with one worktree where agents put theirs, and one beside it. */
function shop(): Project {
  const project = makeProject({ 'hooks.yaml': rules, 'src/locked.ts': '', 'migrations/001.sql': '' })
  const git = (...args: readonly string[]): void => {
    execFileSync('git', ['-c', 'user.name=dana', '-c', 'user.email=dana@shop', ...args], {
      cwd: project.root,
      env: project.env,
      stdio: 'ignore',
    })
  }
  git('init')
  git('add', '.')
  git('commit', '-m', 'shop')
  git('worktree', 'add', '.claude/worktrees/fix')
  git('worktree', 'add', '../beside')
  return project
}

const places = ['shop/.claude/worktrees/fix', 'beside']
const calls = [
  { tool_name: 'Edit', tool_input: { file_path: 'migrations/001.sql', old_string: 'a', new_string: 'b' } },
  { tool_name: 'Bash', tool_input: { command: 'echo x > src/locked.ts' } },
]

test('rules over paths hold in each worktree for agent, replay, explain and library', async () => {
  const project = shop()
  const engine = await createEngine({ root: project.root, trust: 'all' })
  const start = { hook_event_name: 'SessionStart', source: 'startup', cwd: project.root }
  const agent = (payload: object) =>
    project.hooks(['run', '--agent', 'claude-code'], {
      input: JSON.stringify({ session_id: 's', ...payload }),
    })
  await agent(start)
  for (const place of places) {
    const cwd = path.join(project.dir, place)
    for (const call of calls) {
      const payload = { hook_event_name: 'PreToolUse', cwd, ...call }
      expect((await agent(payload)).stdout).toContain('"permissionDecision":"deny"')
      const replay = await project.hooks(['run', '--json', '--from', 'claude-code', '--root', project.root], {
        input: JSON.stringify(payload),
      })
      expect(JSON.parse(replay.stdout)).toMatchObject({ decision: 'deny' })
      expect(await engine.dispatch({ event: 'PreToolUse', cwd, ...call })).toMatchObject({ decision: 'deny' })
    }
    const explained = await project.hooks(['explain', `cd ${cwd} && echo x > src/locked.ts`])
    expect(explained.stdout).toContain('DENY')
  }
  await engine.close()
})
