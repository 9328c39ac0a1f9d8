// The agent is about to ask its person: a rule that asks as well keeps silent there, and a deny is told.
import { expect, test } from 'vitest'
import { makeProject } from '../support/cli.ts'

const rules = `version: 1
rules:
  - { name: publish, on: PermissionRequest, match: { command: npm publish }, ask: Publish it? }
  - { name: unknown, on: PermissionRequest, match: { path: 'locked/**' }, deny: Locked. }
  - { name: never, on: PermissionRequest, match: { command: npm unpublish }, deny: Never. }
`
const claude = { hook_event_name: 'PermissionRequest', session_id: 's', transcript_path: '/t.jsonl' }

const payloads: Readonly<Record<string, object>> = {
  'claude-code': { ...claude, tool_name: 'Bash', permission_mode: 'default' },
  codex: { ...claude, tool_name: 'Bash', model: 'm', turn_id: 't', permission_mode: 'default' },
  'copilot-cli': { ...claude, timestamp: 'now', stop_reason: '', tool_name: 'Bash' },
  devin: { hook_event_name: 'PermissionRequest', session_id: 's', prompt_id: 'p', tool_name: 'exec' },
  'qwen-code': { ...claude, timestamp: 'now', transcript_path: '/.qwen/t', tool_name: 'run_shell_command' },
}

test.each(Object.keys(payloads))('%s', async (agent) => {
  const project = makeProject({ 'hooks.yaml': rules, 'locked/a': '' })
  const answer = (command: string) => {
    const payload = { ...payloads[agent], cwd: project.root, tool_input: { command } }
    return project.hooks(['run', '--agent', agent, '--event', 'PermissionRequest'], {
      input: JSON.stringify(payload),
      env: agent === 'devin' ? { DEVIN_PROJECT_DIR: project.root } : {},
    })
  }
  for (const asked of ['npm publish', 'rm "$(cat which)"'])
    expect({ asked, ...(await answer(asked)) }).toMatchObject({ asked, exit: 0, stdout: '' })
  const { stdout, stderr } = await answer('npm unpublish')
  expect(stdout + stderr).toContain('Never.')
})
