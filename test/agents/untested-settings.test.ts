// What agents that are known by their documents would reject or misread in their settings.
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import type { AgentDefinition } from '../../src/agents/shared/agent.ts'
import { agents } from '../../src/catalog.ts'
import { type InstallableAgent, installableAgents, linesFor, scopes } from '../../src/cli/agents/agents.ts'

function written(name: string): { readonly agent: InstallableAgent; readonly text: string } {
  const agent = installableAgents.find((each) => each.name === name)
  if (agent === undefined) throw new Error(name)
  const place = { root: '/shop', home: '/home/dana', env: {} }
  const scope = scopes.toReversed().find((each) => agent.settings.file(each, place) !== undefined) ?? 'user'
  const lines = linesFor(agent, {
    scope,
    root: '/shop',
    shim: '/s/hooks-agent',
    state: '/state/hooks',
    require: false,
    own: false,
  })
  const settings = agent.settings.install({}, lines)
  return {
    agent,
    text: agent.settings.own === true ? String(settings['text']) : JSON.stringify(settings, null, 2),
  }
}

test('Cursor: a version, events that it knows, and nothing that looks like a comment', () => {
  const { agent, text } = written('cursor')
  const { version, hooks } = JSON.parse(text)
  expect(version).toBe(1)
  expect(text).not.toMatch(/\/\/|\/\*/)
  expect(Object.keys(hooks).filter((name) => agent.dialect.events?.[name] === undefined)).toEqual([])
  const closed = Object.keys(hooks).filter((name) => hooks[name][0].failClosed === true)
  expect(closed).toEqual(['preToolUse', 'beforeShellExecution', 'beforeMCPExecution', 'beforeReadFile'])
  expect([hooks.stop[0].loop_limit, hooks.subagentStop[0].loop_limit]).toEqual([null, null])
})

test('Antigravity: tool events in groups, the others flat, under one name', () => {
  const own = JSON.parse(written('antigravity').text)['hooks-yaml']
  expect(Object.keys(own)).toEqual(['PreToolUse', 'PostToolUse', 'PreInvocation', 'Stop'])
  expect([own.PreToolUse[0].hooks[0].type, own.Stop[0].type]).toEqual(['command', 'command'])
  expect(own.Stop[0].hooks).toBeUndefined()
})

test('Grok Build: no variable in a command, which is the same in a shell', () => {
  const { text } = written('grok-build')
  expect(text).not.toContain('$')
  const { command } = JSON.parse(text).hooks.PreToolUse[0].hooks[0]
  const { status, stderr } = spawnSync('sh', ['-c', command], {
    encoding: 'utf8',
    cwd: '/',
    env: { HOME: '/nowhere' },
  })
  expect([status, stderr]).toEqual([0, expect.stringContaining('no rule was checked')])
})

test('Goose: no matcher, and a failure before a call blocks', () => {
  const { hooks } = JSON.parse(written('goose').text)
  expect(JSON.stringify(hooks)).not.toContain('matcher')
  const blocking = Object.keys(hooks).filter((name) => hooks[name][0].hooks[0].on_failure === 'block')
  expect(blocking).toEqual(['PreToolUse'])
})

test('Kiro: one entry for each trigger', () => {
  const { version, hooks } = JSON.parse(written('kiro').text)
  expect(version).toBe('v1')
  expect(hooks.map(({ trigger }: { trigger: string }) => trigger)).toEqual([
    'SessionStart',
    'SessionEnd',
    'UserPromptSubmit',
    'PreToolUse',
    'PostToolUse',
    'Stop',
  ])
})

test('Droid: before the hooks of others', () => {
  const { agent } = written('droid')
  const other = { hooks: [{ type: 'command', command: './audit.sh' }] }
  const lines = (event: string) => `set -- droid ${event}; s=/s/hooks-agent`
  const { hooks } = agent.settings.install({ hooks: { PreToolUse: [other] } }, lines)
  expect(hooks).toMatchObject({ PreToolUse: [{ hooks: [{ command: lines('PreToolUse') }] }, other] })
  const moved = agent.settings.inspect(
    {
      hooks: {
        PreToolUse: [other, { hooks: [{ type: 'command', command: lines('PreToolUse'), timeout: 60 }] }],
      },
    },
    lines,
  )
  expect(moved.outdated).toEqual(['PreToolUse'])
})

test('Devin: events stand at the top; VS Code: no groups; Windsurf: a command alone', () => {
  expect(Object.keys(JSON.parse(written('devin').text))).toContain('PreToolUse')
  expect(JSON.parse(written('vscode-local').text).hooks.PreToolUse[0]).toMatchObject({
    type: 'command',
    timeout: 30,
  })
  expect(Object.keys(JSON.parse(written('windsurf').text).hooks.pre_run_command[0])).toEqual(['command'])
})

test('every agent with a protocol of its own can be installed, or says what to do by hand', () => {
  const isLeft = ({ settings, dialect }: AgentDefinition) =>
    settings === undefined && dialect.byHand === undefined
  expect(agents.filter(isLeft)).toEqual([])
})
