// What `--last` means: what somebody asks about is the call, not the end of the turn that came behind it.
import { expect, test } from 'vitest'
import { makeProject, type Project } from '../../support/cli.ts'

const RULES = `version: 1
hooks:
  PreToolUse:
    - { name: no-deploys, match: { tool: '@shell', input: { command: 'deploy*' } }, deny: Not now. }
  AgentStop:
    - { name: tests, match: { response: '*shipped*' }, continue: Run the tests. }
`

async function send(project: Project, events: readonly object[]): Promise<void> {
  for (const event of events) {
    const input = JSON.stringify({ session_id: 's', cwd: project.root, ...event })
    await project.hooks(['run', '--agent', 'claude-code'], { input })
  }
}

const call = { tool_name: 'Bash', tool_use_id: 'a', tool_input: { command: 'npm run deploy' } }
const turn = [
  { hook_event_name: 'UserPromptSubmit', prompt: 'Deploy it.' },
  { ...call, hook_event_name: 'PreToolUse' },
  { ...call, hook_event_name: 'PostToolUse', tool_response: { stdout: 'ok', stderr: '' } },
  { hook_event_name: 'Stop', stop_hook_active: false },
  { hook_event_name: 'SessionEnd', reason: 'other' },
]

async function explained(project: Project, last: string): Promise<string> {
  return (await project.hooks(['run', last, '--explain', '--dry-run'])).stdout
}

test('the last call is explained after the session has ended', async () => {
  const project = makeProject({ 'hooks.yaml': RULES })
  await send(project, turn)
  const told = await explained(project, '--last')
  expect(told).toMatch(/^PreToolUse {2}Bash /)
  expect(told).toMatch(/· no-deploys .*hooks\.yaml:4/)
  expect((await project.hooks(['test', '--from-last'])).stdout).toContain('npm run deploy')
})

test('another event is explained when it is named, by any of its names', async () => {
  const project = makeProject({ 'hooks.yaml': RULES })
  await send(project, turn)
  expect(await explained(project, '--last=AgentStop')).toMatch(/^AgentStop [^]*· tests /)
  expect(await explained(project, '--last=Stop')).toMatch(/^AgentStop /)
  const absent = await project.hooks(['run', '--last=PreCompact'])
  expect([absent.exit, absent.stderr]).toEqual([
    1,
    expect.stringContaining('no PreCompact was recorded here yet'),
  ])
  const unknown = await project.hooks(['run', '--last=Deploy'])
  expect([unknown.exit, unknown.stderr]).toEqual([1, expect.stringContaining('there is no event "Deploy"')])
})

test('without a call it is the prompt, without a prompt the newest event', async () => {
  const project = makeProject({ 'hooks.yaml': RULES })
  await send(project, turn.slice(3))
  expect(await explained(project, '--last')).toMatch(/^SessionEnd /)
  await send(project, [turn[0] ?? {}, turn[3] ?? {}])
  expect(await explained(project, '--last')).toMatch(/^UserPromptSubmit /)
})
